/// Tests `sluice refute`, whose JSON members and exit statuses are a contract.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "run.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using test::check_refused;
using test::run;

TEST_CASE("refute prints a database, both results and the kind of difference") {
  const test::SampleFolder databases;
  const std::vector<std::string> pair = {"SELECT count(*) FROM purchase",
                                         "SELECT count(wine) FROM purchase"};
  const test::CommandResult text = run({"refute", "--db", databases.shop(), pair[0], pair[1]});
  CHECK(text.status == 1);
  CHECK(text.out.starts_with("REFUTED"));
  CHECK(test::contains(text.out, "INSERT INTO purchase"));
  CHECK(test::contains(text.out, "1     ║  0"));
  const test::CommandResult json =
      run({"refute", "--db", databases.shop(), "--json", pair[0], pair[1]});
  CHECK(json.status == 1);
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(test::keys(document.root()) ==
        std::vector<std::string>{"verdict", "databases_tried", "bound", "open_rows", "proof",
                                 "constraints", "script", "gold", "predicted", "kind", "minimal"});
  CHECK(document.root().at("verdict").as_string() == "refuted");
  CHECK(document.root().at("kind").as_string() == "values");
  CHECK(document.root().at("gold").at("columns").as_integer() == 1);
  CHECK((*(*document.root().at("gold").at("rows").begin()).begin()).as_integer() == 1);
  // The script alone reproduces the counterexample.
  const std::string made = databases.path("made.sqlite");
  test::make_sqlite(made, std::string(document.root().at("script").as_string()));
  CHECK(run({"refute", "--db", made, pair[0], pair[1]}).status == 1);
}

TEST_CASE("refute reports proofs, and how much it tried without success") {
  const test::SampleFolder databases;
  const test::CommandResult proved =
      run({"refute", "--db", databases.shop(), "--json", "SELECT name FROM customer",
           "SELECT c.name FROM customer AS c"});
  CHECK(proved.status == 0);
  const JsonDocument document = JsonDocument::parse(proved.out);
  CHECK(document.root().at("verdict").as_string() == "proved");
  CHECK(document.root().at("proof").as_string() == "program");
  CHECK(document.root().at("constraints").begin() == document.root().at("constraints").end());
  CHECK(document.root().at("script").is(JsonKind::null));
  const std::string query = databases.path("query.sql");
  test::write_bytes(query, "SELECT name FROM customer GROUP BY name;\n");
  const test::CommandResult tried = run({"refute", "--db", databases.shop(), "--budget", "100",
                                         "@" + query, "SELECT DISTINCT name FROM customer"});
  CHECK(tried.status == 0);
  CHECK(test::contains(tried.out, "NOT REFUTED: the same results on 100 databases"));
}

TEST_CASE("refute accepts only a schema, and --mined adds the properties of the data") {
  const test::SampleFolder databases;
  const std::string script = databases.path("made.sql");
  test::write_bytes(script, "CREATE TABLE t (a INT NOT NULL, b INT); INSERT INTO t VALUES (1, 2);");
  CHECK(
      run({"refute", "--db", script, "SELECT count(*) FROM t", "SELECT count(a) FROM t"}).status ==
      0);
  CHECK(
      run({"refute", "--db", script, "SELECT count(*) FROM t", "SELECT count(b) FROM t"}).status ==
      1);
  CHECK(
      run({"refute", "--db", script, "--mined", "SELECT count(*) FROM t", "SELECT count(b) FROM t"})
          .status == 0);
  CHECK(run({"refute", "--tables", databases.path().string(), "--database", "zoo",
             "SELECT species FROM animal", "SELECT DISTINCT species FROM animal"})
            .status == 1);
}

TEST_CASE("refute ends with status 2 if a query cannot run") {
  const test::SampleFolder databases;
  check_refused(run({"refute", "--db", databases.shop(), "SELECT age FROM customer", "SELECT 1"}),
                "gold: no such column: age");
  check_refused(run({"refute", "--db", databases.shop(), "SELECT 1", "DELETE FROM customer"}),
                "prediction: ");
  check_refused(run({"refute", "--db", databases.shop(), "SELECT 1", "SELECT random()"}),
                "gives a different result each time because of random");
  check_refused(run({"refute", "SELECT 1", "SELECT 2"}), "needs --db or --tables");
}
