#include "load_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include <fmt/format.h>

#include "file_kind.hpp"
#include "names.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/folder.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sqlite_schema.hpp"

namespace sluice::detail {
namespace {

namespace fs = std::filesystem;

constexpr int levels = 2;

void collect_files(const std::string &folder, int depth, std::vector<std::string> &files) {
  const std::string start = folder.ends_with('/') ? folder : folder + '/';
  for (const FolderEntry &entry : folder_entries(folder)) {
    if (entry.kind == EntryKind::file) files.push_back(start + entry.name);
    if (entry.kind == EntryKind::folder && depth < levels)
      collect_files(start + entry.name, depth + 1, files);
  }
}

/// In the order of their paths.
std::vector<std::string> files_in(const std::string &folder) {
  std::vector<std::string> files;
  collect_files(folder, 1, files);
  if (!std::ranges::is_sorted(files)) std::ranges::sort(files);  // subfolders may come in between
  return files;
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

Databases load_folder(const std::string &path, ReadFile read, const Progress &progress) {
  const std::vector<std::string> files = files_in(path);
  Databases databases;
  databases.reserve(files.size());
  std::unordered_map<std::string, const std::string *> file_of_name;
  file_of_name.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    progress.step("reading databases", i, files.size());
    const bool is_alone = i + 1 == files.size() || !files[i + 1].starts_with(files[i]);
    auto database = read(files[i], is_alone);
    if (!database) continue;
    const auto [known, fresh] = file_of_name.emplace(lower_ascii(database->name()), &files[i]);
    if (!fresh) {
      throw Error(ErrorCode::malformed,
                  fmt::format("would be database {}, as {} is already; rename one of the files",
                              quote_name(database->name()), *known->second),
                  {files[i]});
    }
    databases.push_back(std::move(database));
  }
  progress.step("reading databases", files.size(), files.size());
  if (databases.empty()) {
    throw Error(ErrorCode::not_found,
                "holds no SQLite or DuckDB database, neither in itself nor in its subfolders",
                {path});
  }
  return databases;
}

}  // namespace sluice::detail

namespace sluice {

std::vector<DatabaseFile> find_databases(const std::string &path) {
  if (is_postgres_uri(path)) return {};
  std::vector<std::string> files;
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    files = detail::files_in(path);
  } else {
    files.push_back(path);
  }
  std::vector<DatabaseFile> found;
  for (const std::string &file : files) {
    if (detail::is_database(file)) found.push_back({detail::database_name_of(file), file});
  }
  return found;
}

}  // namespace sluice
