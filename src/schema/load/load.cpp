#include "sluice/schema/load.hpp"

#include <algorithm>
#include <filesystem>

#include "db/mysql/mysql_address.hpp"
#include "file_kind.hpp"
#include "load_folder.hpp"
#include "schema/catalog_file.hpp"
#include "sluice/core/file.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sqlite_schema.hpp"
#include "text_kinds.hpp"

namespace sluice::inline v0 {
namespace {

namespace fs = std::filesystem;

bool begins_as_elements(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of("\r\n"), text.size());
  const std::string_view line = text.substr(start, text.find('\n', start) - start);
  return std::ranges::count(line, '.') >= 2;
}

Databases databases_of(const Catalog &catalog) {
  Databases databases;
  for (const DatabaseId id : catalog.databases()) databases.push_back(catalog.share(id));
  return databases;
}

Databases load_file(const std::string &path, const LoadOptions &options) {
  const std::string start = schema_detail::first_bytes(path);
  if (schema_detail::is_catalog(start)) return databases_of(*load_stored_catalog(path).catalog);
  if (schema_detail::is_sqlite(start)) return {load_sqlite(path, options)};
  if (schema_detail::is_duckdb(start)) return {load_duckdb(path, options)};
  std::string bytes = read_file(path);
  if (schema_detail::is_duckdb(bytes))
    throw Error(ErrorCode::unsupported, "is a gzipped DuckDB database; unpack it first", {path});
  if (!schema_detail::is_sqlite(bytes))
    return load_text(schema_detail::decode_text(std::move(bytes), path), path, options);
  SqliteConnection connection =
      SqliteConnection::from_image(SqliteImage::from_bytes(std::move(bytes), path), options.limits);
  return {
      schema_detail::read_schema(connection, schema_detail::database_name_of(path), path, options)};
}

/// The catalog file of an index folder; empty if the folder is not one.
std::string catalog_in(const fs::path &folder) {
  const std::string path = (folder / "catalog.sqlite").string();
  return is_stored_catalog(path) ? path : std::string();
}

}  // namespace

Databases load_text(std::string_view text, const std::string &source, const LoadOptions &options) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == text.npos) throw Error(ErrorCode::malformed, "is empty", {source});
  const schema_detail::SourceText file{source, text};
  if (const auto *kind = schema_detail::find_text_kind(file))
    return schema_detail::load_texts(*kind, {&file, 1}, options);
  if (text[start] == '[') return load_tables_json(text, source);
  if (text[start] == '{') return load_catalog_json(text, source);
  if (begins_as_elements(text)) return load_elements(text, source);
  throw Error(ErrorCode::unsupported,
              "is not a known kind of schema: expected a SQLite or DuckDB database, a SQL script, "
              "tables.json, a catalog as JSON or lines \"database.table.column\"",
              {source});
}

bool schema_detail::is_plain_folder(const std::string &path) {
  std::error_code error;
  return fs::is_directory(path, error) && catalog_in(path).empty();
}

Databases load(const std::string &path, const LoadOptions &options, const Progress &progress) {
  if (is_postgres_uri(path)) return {load_postgres(path, options)};
  if (db_detail::is_mysql_uri(path)) return load_mysql(path, options);
  std::error_code error;
  if (!fs::is_directory(path, error)) return load_file(path, options);
  const std::string catalog = catalog_in(path);
  if (!catalog.empty()) return databases_of(*load_stored_catalog(catalog).catalog);
  const schema_detail::FolderFiles files(path);
  Databases databases;
  std::vector<schema_detail::DatabaseOrigin> origins;
  schema_detail::FolderReader(files, options, progress)
      .read(
          [&](const std::string &file, std::size_t) {
            auto database = schema_detail::load_if_database(file, options);
            if (database) {
              databases.push_back(database);
              origins.push_back({file, true});
            }
            return database;
          },
          [&](std::shared_ptr<const Database> database) {
            databases.push_back(std::move(database));
            origins.push_back({path, false});
          });
  Databases kept;
  for (const std::size_t place :
       schema_detail::distinct(databases, options, [&](std::size_t i) { return origins[i]; })) {
    kept.push_back(std::move(databases[place]));
  }
  return kept;
}

}  // namespace sluice::inline v0
