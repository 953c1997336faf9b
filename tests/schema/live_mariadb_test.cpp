/// One schema of 200 tables and views in a real MariaDB server: read live, from what mariadb-dump
/// prints, and from information_schema, it is the same. What one of them cannot tell is named here.

#include <doctest/doctest.h>

#include <string>

#include "sluice/schema/load.hpp"
#include "support/large_schema.hpp"
#include "support/mariadb_server.hpp"
#include "support/schema_facts.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::FactChoice;

void check_dump(const test::MariadbServer &server, const test::LargeSchema &schema,
                const Databases &live) {
  FactChoice choice;
  // The dump of a view is its query: only for columns of tables that says the type, and never the
  // comment, which MariaDB takes from the columns that the view shows.
  choice.view_types = false;
  choice.view_descriptions = false;
  // Live, each database is a catalog of its own, in which the tables of others are known only if
  // keys refer to them; the dump shows both databases together.
  choice.across = false;
  choice.joins = false;
  const auto dump = test::loaded_script(server.dump(schema.namespaces));
  CHECK(dump->dialect() == sql::Dialect::mariadb);
  test::check_same_facts(facts_of(live, choice), facts_of(*dump, choice));
  choice.joins = true;
  CHECK(test::only_in(facts_of(live, choice), facts_of(*dump, choice)) == "");
}

void check_exports(const test::MariadbServer &server, const Databases &live) {
  const auto rows_of = [&](const std::string &table) {
    return server.ask("SELECT * FROM information_schema." + table +
                      " WHERE TABLE_SCHEMA IN ('public', 'Staff data')");
  };
  const auto exports =
      test::loaded_exports({{"columns.tsv", rows_of("COLUMNS")},
                            {"tables.tsv", rows_of("TABLES")},
                            {"key_column_usage.tsv", rows_of("KEY_COLUMN_USAGE")}});
  CHECK(exports->dialect() == sql::Dialect::mariadb);
  FactChoice choice;
  choice.default_schema = "public";
  // The constraints and the queries of views are in other tables of information_schema, which are
  // not read.
  choice.check_values = false;
  choice.origins = false;
  choice.joins = false;
  test::check_same_facts(facts_of(live, choice), facts_of(*exports, choice));
}

}  // namespace

TEST_CASE("MariaDB's schema is the same read live, from a dump and from information_schema") {
  const auto server = test::MariadbServer::start();
  if (server == nullptr) return test::skip("no MariaDB server is installed");
  const test::LargeSchema schema = test::make_large_schema(5, 200);
  server->administer(schema.mariadb);
  const Databases live = load(server->uri("root", ""));
  REQUIRE(live.size() == 2);
  CHECK(live[0]->tables().size() + live[1]->tables().size() >= 200);
  check_dump(*server, schema, live);
  check_exports(*server, live);
}

}  // namespace sluice
