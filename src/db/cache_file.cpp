#include "cache_file.hpp"

#include "sluice/core/error.hpp"

namespace sluice::inline v0::db_detail {
namespace {

std::int64_t number(SqliteConnection &connection, std::string_view sql) {
  std::int64_t value = 0;
  connection.query(sql, {}, [&](const SqliteRow &row) {
    value = row.integer(0);
    return false;
  });
  return value;
}

}  // namespace

SqliteConnection open_cache(const std::string &path, std::int64_t application_id,
                            std::string_view table, std::string_view what) {
  SqliteConnection connection(path, SqliteConnection::Access::write);
  const auto check_kind = [&] {
    // In this order: the process that creates the cache commits the table and the kind together.
    const bool empty = number(connection, "SELECT count(*) FROM sqlite_schema") == 0;
    const std::int64_t kind = number(connection, "PRAGMA application_id");
    if (kind != application_id && !(kind == 0 && empty)) {
      throw Error(ErrorCode::mismatch, "is a database, but not a cache of " + std::string(what),
                  {path});
    }
    return kind == application_id;
  };
  if (check_kind()) return connection;
  // Another process may be creating it at the same time.
  connection.run("BEGIN IMMEDIATE");
  try {
    if (!check_kind()) {
      connection.run(table);
      connection.run("PRAGMA application_id = " + std::to_string(application_id));
    }
    connection.run("COMMIT");
  } catch (const Error &) {
    connection.run("ROLLBACK");
    throw;
  }
  return connection;
}

}  // namespace sluice::inline v0::db_detail
