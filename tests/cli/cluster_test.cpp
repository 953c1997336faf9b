/// Tests `sluice cluster`, whose JSON members and exit statuses are a contract.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "run.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("cluster shows equal queries, failing queries and a database for each difference") {
  const SampleFolder databases;
  const std::string queries = databases.path("candidates.sql");
  write_bytes(queries, "SELECT wine FROM purchase\nSELECT count(*) FROM purchase\n"
                       "SELECT grape FROM purchase\nSELECT count(wine) FROM purchase\n"
                       "SELECT count(*) FROM purchase AS p\n");
  const CommandResult text = run({"cluster", queries, "--db", databases.shop()});
  CHECK(text.status == 0);
  CHECK(text.out.starts_with("5 queries · 3 clusters over "));
  CHECK(contains(text.out, "A  2 of 5: queries 2 5\n   SELECT count(*) FROM purchase\n"));
  CHECK(contains(text.out, "query 3 failed: no such column: grape\n"));
  CHECK(contains(text.out, "A and C differ on made_"));
  CHECK(contains(text.out, "  1  ║  0\n"));

  const CommandResult json = run({"cluster", queries, "--db", databases.shop(), "--json"});
  CHECK(json.status == 0);
  CHECK(run({"cluster", queries, "--db", databases.shop(), "--json"}).out == json.out);
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(keys(document.root()) == std::vector<std::string>{"candidates", "databases", "choice",
                                                          "clusters", "failed", "separations"});
  CHECK(document.root().at("choice").as_integer() == 1);
  CHECK(document.root().at("separations").size() == 3);
  for (const JsonValue pair : document.root().at("separations")) {
    CHECK(keys(pair) == std::vector<std::string>{"first", "second", "database", "rows", "script",
                                                 "first_result", "second_result"});
  }
  write_bytes(queries, "SELECT grape\n");
  CHECK(run({"cluster", queries, "--db", databases.shop()}).status == 1);
  check_refused(run({"cluster", queries}), "needs --db or --tables");
}

TEST_CASE("cluster uses the databases of a suite") {
  const SampleFolder databases;
  const std::string gold = databases.path("gold.sql"), suite = databases.path("shop.suite");
  write_bytes(gold, "SELECT name FROM customer WHERE id > 3\tshop\n");
  REQUIRE(run({"suite", "build", "--gold", gold, "--db", databases.path().string(), "--out", suite,
               "--mutators", "tree", "--data", "directed"})
              .status == 0);
  const std::string queries = databases.path("candidates.sql");
  write_bytes(queries, "SELECT name FROM customer WHERE id > 3\n;;\n"
                       "SELECT name\nFROM customer\nWHERE id >= 3\n;;\n"
                       "SELECT name FROM customer WHERE NOT id <= 3\n");
  const CommandResult found = run({"cluster", queries, "--suite", suite});
  CAPTURE(found.error);
  CHECK(found.status == 0);
  CHECK(contains(found.out, "A  2 of 3: queries 1 3\n"));
  CHECK(contains(found.out, "A and B differ on shop_"));
  check_refused(run({"cluster", queries, "--suite", suite, "--id", "zoo"}),
                "no schema with this id");
  check_refused(run({"cluster", queries, "--suite", suite, "--db", databases.shop()}),
                "--suite excludes --db");
}
