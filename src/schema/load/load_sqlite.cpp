#include "db/sqlite_open.hpp"
#include "file_kind.hpp"
#include "sluice/core/file.hpp"
#include "sqlite_schema.hpp"

namespace sluice::inline v0 {
namespace {

SqliteConnection open(const std::string &path, const LoadOptions &options) {
  if (schema_detail::is_gzip(schema_detail::first_bytes(path))) {
    return SqliteConnection::from_image(SqliteImage::load(path), options.limits);
  }
  return {path, SqliteConnection::Access::read, options.limits};
}

}  // namespace

std::shared_ptr<const Database> load_sqlite(const std::string &path, const LoadOptions &options) {
  std::shared_ptr<const Database> database;
  db_detail::reading_thread().call([&] {
    SqliteConnection connection = open(path, options);
    database = schema_detail::read_schema(connection, schema_detail::database_name_of(path), path,
                                          options);
  });
  return database;
}

}  // namespace sluice::inline v0
