#include "load_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "db/mysql/mysql_address.hpp"
#include "db/sqlite_open.hpp"
#include "file_kind.hpp"
#include "merge_definitions.hpp"
#include "schema/names.hpp"
#include "sluice/core/file.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sqlite_schema.hpp"
#include "text_kinds.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_text_bytes = std::size_t{1} << 30;

/// Whether a file is named like a database.
bool may_be_database(const std::string &path) {
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  // The name without the extensions of databases; a catalog of this library is one.
  return database_name_of(path) != name && !is_catalog(first_bytes(path));
}

std::string folder_of(std::string_view path) {
  return std::string(path.substr(0, std::min(path.rfind('/'), path.size())));
}

bool is_database(const std::string &path) {
  const std::string start = first_bytes(path);
  if (is_gzip(start)) return is_sqlite(read_file(path));
  return is_sqlite(start) && !is_catalog(start);
}

bool has_descriptions_name(std::string_view folder) {
  return folder.substr(folder.rfind('/') + 1) == "database_description";
}

/// Whether `other` has tables, and all of them are in the database, by their bare names.
bool has_tables_of(const Database &database, const Database &other) {
  std::unordered_set<std::string> names;
  for (const Table &table : database.tables()) names.insert(lower_ascii(table.bare_name()));
  return !other.tables().empty() && std::ranges::all_of(other.tables(), [&](const Table &table) {
    return names.contains(lower_ascii(table.bare_name()));
  });
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

void FolderReader::fail(const std::string &path) {
  try {
    throw;
  } catch (const Error &error) {
    if (error.code() == ErrorCode::cancelled) throw;
    skip(options_, path, error.message());
    if (!first_error_) first_error_ = std::current_exception();
  }
}

void FolderReader::read(ReadFile read, TakeDatabase take) {
  const detail::FileThread thread = db_detail::reading_thread();
  std::string path;
  for (const SkippedItem &folder : files_.skipped()) skip(options_, folder.where, folder.reason);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    progress_.step("reading databases", i, files_.size());
    path.assign(files_[i]);
    std::shared_ptr<const Database> database;
    try {
      thread.call([&] { database = read(path, i); });
    } catch (...) {
      fail(path);
      with_databases_.insert(folder_of(path));
      continue;
    }
    if (database) {
      with_databases_.insert(folder_of(path));
      ++found_;
    } else if (may_define_schema(path)) {
      texts_.push_back(i);
    } else if (may_be_database(path)) {
      skip(options_, path,
           first_bytes(path).empty()
               ? "is empty"
               : "is neither a SQLite nor a DuckDB database; it may be encrypted");
    }
  }
  read_texts(take);
  progress_.step("reading databases", files_.size(), files_.size());
  if (found_ > 0) return;
  if (first_error_) std::rethrow_exception(first_error_);
  throw Error(ErrorCode::not_found,
              "holds no database, script or other definition of a schema, not even in subfolders",
              {files_.folder()});
}

bool FolderReader::is_beside_database(const std::string &path) const {
  std::string folder = folder_of(path);
  if (has_descriptions_name(folder)) return false;
  const std::string &root = files_.folder();
  const std::size_t shortest = root.ends_with('/') ? root.size() - 1 : root.size();
  while (!with_databases_.contains(folder)) {
    if (folder.size() <= shortest) return false;
    folder = folder_of(folder);
  }
  return true;
}

void FolderReader::read_texts(TakeDatabase take) {
  struct Read {
    std::string path;
    std::string text;
  };
  /// Files of one kind in one folder, which may belong together.
  struct Group {
    const TextKind *kind;
    std::string folder;
    std::vector<Read> files;
  };
  std::vector<Group> groups;
  for (const std::size_t number : texts_) {
    const std::string path(files_[number]);
    if (is_beside_database(path)) continue;
    try {
      Read file{path, decode_text(read_file(path, max_text_bytes), path)};
      const TextKind *kind = find_text_kind({file.path, file.text});
      if (kind == nullptr) {
        skip(options_, path,
             trimmed(file.text).empty() ? "is empty" : "is not a known kind of schema");
        continue;
      }
      const std::string folder = folder_of(path);
      auto group = std::ranges::find_if(groups, [&](const Group &known) {
        return known.kind == kind &&
               (kind->together == Together::in_all_folders ||
                (kind->together == Together::in_folder && known.folder == folder));
      });
      if (group == groups.end()) {
        groups.push_back({kind, folder, {}});
        group = groups.end() - 1;
      }
      group->files.push_back(std::move(file));
    } catch (...) {
      fail(path);
    }
  }
  for (Group &group : groups) {
    std::vector<SourceText> texts;
    for (const Read &file : group.files) texts.push_back({file.path, file.text});
    try {
      for (auto &database : load_texts(*group.kind, texts, options_)) {
        take(std::move(database));
        ++found_;
      }
    } catch (...) {
      fail(group.files.front().path);
    }
  }
}

std::vector<std::size_t> distinct(Databases &databases, const LoadOptions &options,
                                  function_ref<DatabaseOrigin(std::size_t)> origin_of) {
  std::unordered_map<std::string, std::size_t> seen;
  seen.reserve(databases.size());
  std::vector<std::size_t> kept;
  kept.reserve(databases.size());
  for (std::size_t i = 0; i < databases.size(); ++i) {
    const auto [first, fresh] = seen.emplace(lower_ascii(databases[i]->name()), i);
    if (fresh) {
      kept.push_back(i);
      continue;
    }
    std::shared_ptr<const Database> &before = databases[first->second];
    DatabaseOrigin origin = origin_of(i);
    if (!origin.is_file && has_tables_of(*before, *databases[i])) {
      DatabaseDefinition definition = before->definition();
      merge_definition(definition, databases[i]->definition(), false);
      before = Database::make(std::move(definition));
      continue;
    }
    skip(options, std::move(origin.source),
         fmt::format("would be named {}, as {} is; rename one of them",
                     quote_name(databases[i]->name()), origin_of(first->second).source));
  }
  return kept;
}

}  // namespace sluice::inline v0::schema_detail

namespace sluice::inline v0 {

std::vector<DatabaseFile> find_databases(const std::string &path) {
  if (is_postgres_uri(path) || db_detail::is_mysql_uri(path)) return {};
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
