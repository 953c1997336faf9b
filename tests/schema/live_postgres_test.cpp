/// One schema of 200 tables and views in a real PostgreSQL server: read live, from what pg_dump
/// prints, and from information_schema, it is the same. What one of them cannot tell is named here.

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "sluice/db/postgres_session.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/schema_difference.hpp"
#include "support/large_schema.hpp"
#include "support/postgres_server.hpp"
#include "support/schema_facts.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::FactChoice;

/// Nothing differs but the types of columns of views, where the dump has none.
void check_difference(const std::shared_ptr<const Database> &live,
                      const std::shared_ptr<const Database> &dump) {
  const SchemaDifference difference =
      compare_schemas(*Catalog::make({live}), *Catalog::make({dump}));
  for (const DatabaseDifference &database : difference.databases) {
    CHECK_FALSE(database.description);
    for (const TableDifference &table : database.tables) {
      CAPTURE(table.name);
      const bool is_same = table.kind == DifferenceKind::changed && !table.table_kind &&
                           !table.description && !table.primary_key && table.added_keys.empty() &&
                           table.removed_keys.empty();
      CHECK(is_same);
      for (const ColumnDifference &column : table.columns) {
        CAPTURE(column.name);
        REQUIRE(column.kind == DifferenceKind::changed);
        REQUIRE(column.type);
        CHECK(column.type->after.empty());
        CHECK_FALSE((column.description || column.values || column.nullable || column.generated));
      }
    }
  }
}

void check_dump(const test::PostgresServer &server, const std::shared_ptr<const Database> &live) {
  const std::string script = server.dump("shop");
  if (script.empty()) return test::skip("pg_dump is not installed");
  const auto dump = test::loaded_script(script);
  CHECK(dump->dialect() == sql::Dialect::postgresql);
  FactChoice choice;
  choice.default_schema = "public";
  // The dump of a view is its query, which says the types of columns of tables only.
  choice.view_types = false;
  test::check_same_facts(facts_of(*live, choice), facts_of(*dump, choice));
  check_difference(live, dump);
}

void check_exports(const test::PostgresServer &server,
                   const std::shared_ptr<const Database> &live) {
  const auto rows_of = [&](const std::string &table, const std::string &schema) {
    return server.csv("shop", "SELECT * FROM information_schema." + table + " WHERE " + schema +
                                  " IN ('public', 'Staff data')");
  };
  const auto exports = test::loaded_exports({
      {"columns.csv", rows_of("columns", "table_schema")},
      {"tables.csv", rows_of("tables", "table_schema")},
      {"table_constraints.csv", rows_of("table_constraints", "table_schema")},
      {"key_column_usage.csv", rows_of("key_column_usage", "table_schema")},
      {"referential_constraints.csv", rows_of("referential_constraints", "constraint_schema")},
  });
  CHECK(exports->name() == "shop");
  CHECK(exports->dialect() == sql::Dialect::postgresql);
  FactChoice choice;
  choice.default_schema = "public";
  // PostgreSQL's information_schema has no comments, no values of enumerations, and no lengths of
  // the elements of arrays.
  choice.descriptions = false;
  choice.values = false;
  choice.array_lengths = false;
  // The queries of views are in another of its tables, which is not read.
  choice.origins = false;
  choice.joins = false;
  test::check_same_facts(facts_of(*live, choice), facts_of(*exports, choice));
}

}  // namespace

TEST_CASE("PostgreSQL's schema is the same read live, from a dump and from information_schema") {
  if (!PostgresSession::is_built_in()) return test::skip("built without PostgreSQL");
  const auto server = test::PostgresServer::start();
  if (server == nullptr) return test::skip("no PostgreSQL server is installed");
  const test::LargeSchema schema = test::make_large_schema(5, 200);
  server->administer("postgres", "CREATE DATABASE shop");
  server->administer("shop", schema.postgres);
  const Databases live = load(server->uri("admin", "shop"));
  REQUIRE(live.size() == 1);
  CHECK(live[0]->tables().size() >= 200);
  check_dump(*server, live[0]);
  check_exports(*server, live[0]);
}

}  // namespace sluice
