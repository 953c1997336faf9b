#include "load_folder.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "db/sqlite_open.hpp"
#include "file_kind.hpp"
#include "schema/names.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sqlite_schema.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// A database, identified by the hash of its name in lower case.
struct NameOf {
  std::uint64_t hash;
  std::size_t database;

  friend auto operator<=>(const NameOf &, const NameOf &) = default;
};

void refuse_same_names(const Databases &databases, const FolderFiles &files,
                       const std::vector<std::size_t> &file_of) {
  std::vector<NameOf> names;
  names.reserve(databases.size());
  std::string name;
  for (std::size_t d = 0; d < databases.size(); ++d) {
    name.assign(databases[d]->name());
    for (char &letter : name) letter = lower_ascii(letter);
    names.push_back({hash64(name), d});
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names, {}, &NameOf::hash);
  if (twice == names.end()) return;
  const std::size_t first = twice->database, second = std::next(twice)->database;
  throw Error(ErrorCode::malformed,
              fmt::format("would be named {}, as {} is; rename one of the files",
                          quote_name(databases[second]->name()), files[file_of[first]]),
              {std::string(files[file_of[second]])});
}

bool is_database(const std::string &path) {
  const std::string start = first_bytes(path);
  if (is_gzip(start)) return is_sqlite(read_file(path));
  return is_sqlite(start) && !is_catalog(start);
}

}  // namespace

std::shared_ptr<const Database> load_if_database(const std::string &path,
                                                 const LoadOptions &options) {
  const std::string start = first_bytes(path);
  if (is_sqlite(start)) return is_catalog(start) ? nullptr : load_sqlite(path, options);
  if (is_duckdb(start)) return load_duckdb(path, options);
  if (!is_gzip(start)) return nullptr;
  std::string bytes = read_file(path);
  if (!is_sqlite(bytes) || is_catalog(bytes)) return nullptr;
  SqliteConnection connection =
      SqliteConnection::from_image(SqliteImage::from_bytes(std::move(bytes), path), options.limits);
  return read_schema(connection, database_name_of(path), path, options);
}

Databases load_files(const FolderFiles &files, ReadFile read, const Progress &progress) {
  Databases databases;
  databases.reserve(files.size());
  std::vector<std::size_t> file_of;
  file_of.reserve(files.size());
  const detail::FileThread thread = db_detail::reading_thread();
  std::string path;
  for (std::size_t i = 0; i < files.size(); ++i) {
    progress.step("reading databases", i, files.size());
    path.assign(files[i]);
    std::shared_ptr<const Database> database;
    thread.call([&] { database = read(path, i); });
    if (!database) continue;
    databases.push_back(std::move(database));
    file_of.push_back(i);
  }
  progress.step("reading databases", files.size(), files.size());
  if (databases.empty()) {
    throw Error(ErrorCode::not_found, "holds no SQLite or DuckDB database, not even in subfolders",
                {files.folder()});
  }
  refuse_same_names(databases, files, file_of);
  return databases;
}

}  // namespace sluice::inline v0::schema_detail

namespace sluice::inline v0 {

std::vector<DatabaseFile> find_databases(const std::string &path) {
  if (is_postgres_uri(path)) return {};
  std::vector<DatabaseFile> found;
  const auto offer = [&](const std::string &file) {
    if (schema_detail::is_database(file))
      found.push_back({schema_detail::database_name_of(file), file});
  };
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) {
    offer(path);
    return found;
  }
  const schema_detail::FolderFiles files(path);
  db_detail::reading_thread().call([&] {
    for (std::size_t i = 0; i < files.size(); ++i) offer(std::string(files[i]));
  });
  return found;
}

}  // namespace sluice::inline v0
