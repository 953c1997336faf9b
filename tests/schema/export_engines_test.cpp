/// Runs exported scripts in the engines that they are for.

#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "sluice/db/postgres_session.hpp"
#include "sluice/schema/export.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/schema_difference.hpp"
#include "support/duckdb_file.hpp"
#include "support/postgres_server.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"
#include "support/whole_schema.hpp"

namespace sluice {
namespace {

using sql::Dialect;

constexpr Dialect origins[] = {Dialect::sqlite, Dialect::postgresql, Dialect::oracle,
                               Dialect::bigquery, Dialect::sqlserver};

std::size_t tables_without_views(const Database &database) {
  std::size_t count = 0;
  for (const Table &table : database.tables())
    count += table.kind != TableKind::view && table.kind != TableKind::materialized_view ? 1 : 0;
  return count;
}

/// The tables, columns and keys of the engine are those of the schema.
void check_made(const std::shared_ptr<const Database> &whole,
                const std::shared_ptr<const Database> &made) {
  CHECK(tables_without_views(*made) == tables_without_views(*whole));
  const SchemaDifference difference =
      compare_schemas(*Catalog::make({whole}), *Catalog::make({made}));
  for (const DatabaseDifference &database : difference.databases) {
    for (const TableDifference &table : database.tables) {
      CAPTURE(table.name);
      const bool is_view = table.name == "recent" || table.name == "sales.totals";
      CHECK((table.kind == DifferenceKind::changed || is_view));
      CHECK(!table.primary_key.has_value());
      for (const ColumnDifference &column : table.columns) {
        CAPTURE(column.name);
        CHECK((column.kind == DifferenceKind::changed || is_view));
      }
    }
  }
}

}  // namespace

TEST_CASE("SQLite creates what a script for it describes") {
  const test::TemporaryDirectory folder;
  for (const Dialect from : origins) {
    const auto whole = Database::make(test::whole_schema(from));
    const std::string name(sql::dialect_name(from));
    const std::string file = (folder.path() / (name + ".sqlite")).string();
    test::make_sqlite(file, export_ddl(*whole, Dialect::sqlite));
    check_made(whole, load_sqlite(file));
  }
}

TEST_CASE("DuckDB creates what a script for it describes") {
  if (!test::has_duckdb()) return test::skip("no library of DuckDB");
  const test::TemporaryDirectory folder;
  for (const Dialect from : origins) {
    const auto whole = Database::make(test::whole_schema(from));
    const std::string name(sql::dialect_name(from));
    const std::string file = (folder.path() / (name + ".duckdb")).string();
    test::make_duckdb(file, export_ddl(*whole, Dialect::duckdb));
    check_made(whole, load_duckdb(file));
  }
}

TEST_CASE("PostgreSQL creates what a script for it describes") {
  if (!PostgresSession::is_built_in()) return test::skip("built without PostgreSQL");
  const auto server = test::PostgresServer::start();
  if (!server) return test::skip("no PostgreSQL server is installed");
  for (const Dialect from : origins) {
    const auto whole = Database::make(test::whole_schema(from));
    const std::string name(sql::dialect_name(from));
    server->administer("postgres", "CREATE DATABASE made_from_" + name);
    server->administer("made_from_" + name, export_ddl(*whole, Dialect::postgresql));
    check_made(whole, load_postgres(server->uri("admin", "made_from_" + name)));
  }
}

}  // namespace sluice
