/// Tests `sluice sql reads`, `normalize` and `diff`, whose JSON members and exit statuses are a
/// contract.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "run.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using test::check_refused;
using test::run;

namespace {

using Keys = std::vector<std::string>;

std::vector<std::string> texts_of(const JsonValue &array) {
  std::vector<std::string> texts;
  for (const JsonValue text : array) texts.emplace_back(text.as_string());
  return texts;
}

}  // namespace

TEST_CASE("reads prints tables and columns in the spelling of the schema") {
  const test::SampleFolder databases;
  const test::CommandResult result = run(
      {"sql", "reads", "--tables", databases.shop(), "SELECT NAME, count(*) FROM Customer AS c"});
  CHECK(result.status == 0);
  CHECK(result.out == "customer: name\n");
  const test::CommandResult wrong =
      run({"sql", "reads", "--tables", databases.shop(), "SELECT age FROM customer"});
  CHECK(wrong.status == 0);
  CHECK(wrong.out == "customer: (its rows only)\n! no such column: age\n");
  const test::CommandResult broken =
      run({"sql", "reads", "--tables", databases.shop(), "SELECT FROM customer"});
  CHECK(broken.status == 1);
  CHECK(test::contains(broken.error, "1:8: expected an expression"));
  check_refused(run({"sql", "reads", "SELECT 1"}), "needs --tables");
  check_refused(run({"sql", "reads", "--tables", databases.path().string(), "SELECT 1"}),
                "there are 2 databases; choose one with --database");
  check_refused(
      run({"sql", "reads", "--tables", databases.shop(), "--database", "nope", "SELECT 1"}),
      "there is no database \"nope\"");
}

TEST_CASE("reads adds its members to each line of a corpus and keeps the others") {
  const test::SampleFolder databases;
  const std::string corpus = databases.path("gold.jsonl");
  test::write_bytes(corpus,
                    "{\"index\": 7, \"db\": \"shop\", \"sql\": \"SELECT name FROM customer\"}\n"
                    "\n"
                    "{\"db_id\": \"shop\", \"query\": \"SELECT name FORM customer x\"}\n");
  const test::CommandResult result =
      run({"sql", "reads", "--tables", databases.path().string(), "--corpus", corpus});
  CHECK(result.status == 1);
  const std::size_t end = result.out.find('\n');
  REQUIRE(end != std::string::npos);
  const JsonDocument first = JsonDocument::parse(result.out.substr(0, end));
  CHECK(test::keys(first.root()) == Keys{"index", "db", "sql", "tables", "columns"});
  CHECK(texts_of(first.root().at("tables")) == Keys{"customer"});
  CHECK(texts_of(first.root().at("columns")) == Keys{"customer.name"});
  const JsonDocument second = JsonDocument::parse(result.out.substr(end + 1));
  CHECK(test::keys(second.root()) == Keys{"db_id", "query", "error"});
}

TEST_CASE("normalize prints the chosen form") {
  const std::string query = "SELECT T1.Name FROM Singer AS T1 WHERE T1.Age BETWEEN 20 AND 30";
  CHECK(run({"sql", "normalize", query}).out ==
        "SELECT name FROM singer WHERE age BETWEEN 20 AND 30\n");
  CHECK(run({"sql", "normalize", "--for", "cross-domain", query}).out ==
        "SELECT _ FROM _ WHERE _ BETWEEN _ AND _\n");
  CHECK(run({"sql", "normalize", "--equivalences", query}).out ==
        "SELECT name FROM singer WHERE age <= 30 AND age >= 20\n");
  const test::CommandResult json = run({"sql", "normalize", "--json", query});
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(test::keys(document.root()) == Keys{"sql", "changed", "settled"});
  CHECK(run({"sql", "normalize", "SELECT"}).status == 1);
}

TEST_CASE("normalize distinguishes strings from columns by the schema") {
  const test::SampleFolder databases;
  CHECK(run({"sql", "normalize", "--tables", databases.shop(),
             "SELECT \"name\" FROM customer WHERE \"name\" = \"Ann\""})
            .out == "SELECT name FROM customer WHERE name = 'Ann'\n");
}

TEST_CASE("diff counts and prints the edits, and follows the chosen release") {
  const test::CommandResult people = run({"sql", "diff", "SELECT a FROM t", "SELECT a, b FROM t"});
  CHECK(people.status == 0);
  CHECK(test::contains(people.out, "insert  Column"));
  CHECK(test::contains(people.out,
                       "keep 4 · insert 1 · remove 0 · update 0 · move 0 · similarity 0.800"));
  const test::CommandResult json =
      run({"sql", "diff", "--json", "--rules", "25.1", "SELECT a FROM t", "SELECT a, b FROM t"});
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(test::keys(document.root()) == Keys{"keep", "insert", "remove", "update", "move",
                                            "similarity", "tree_edit_distance",
                                            "tree_edit_similarity"});
  CHECK(document.root().at("keep").as_integer() == 4);
  CHECK(run({"sql", "diff", "SELECT", "SELECT 1"}).status == 1);
  CHECK(test::contains(run({"sql", "diff", "--for", "cross-domain",
                            "SELECT a FROM t AS x WHERE b = 1", "SELECT c FROM u WHERE d = 'z'"})
                           .out,
                       "similarity 1.000"));
}
