#include "sluice/suite/refuter.hpp"

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "made_schema.hpp"
#include "query_pairs.hpp"
#include "sluice/core/cancellation.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace {

using namespace sluice;
using namespace sluice::test;

Refuter refuter_of(const std::string &script, const RefuterOptions &options = {}) {
  return Refuter(std::make_shared<const Constraints>(constraints_of(script)), options);
}

/// Runs the script, and checks that both queries return the results that the refutation shows.
void check_database(const Refutation &found, const std::string &gold,
                    const std::string &predicted) {
  REQUIRE(found.database);
  CHECK(found.constraints->check(*found.database).empty());
  SqliteConnection connection = SqliteConnection::scratch("counterexample");
  connection.run_script(found.script());
  const auto rows_in = [&](const std::string &sql) {
    std::size_t rows = 0;
    connection.query(sql, {}, [&rows](const SqliteRow &) {
      ++rows;
      return true;
    });
    return rows;
  };
  CHECK(rows_in(gold) == found.gold.rows.rows());
  CHECK(rows_in(predicted) == found.predicted.rows.rows());
}

}  // namespace

TEST_CASE("different pairs are refuted by few rows, equivalent pairs are not") {
  const QueryPairs known = read_query_pairs(source_directory());
  const Refuter refuter = refuter_of(known.schema, {.databases = 600});
  std::size_t differ = 0, same = 0, proved = 0;
  for (const QueryPair &pair : known.pairs) {
    CAPTURE(pair.about);
    const Refutation found = refuter.refute(pair.gold, pair.predicted);
    CAPTURE(found.message);
    CAPTURE(found.script());
    if (pair.differ) {
      ++differ;
      CHECK(found.verdict == RefutationVerdict::refuted);
      if (found.verdict != RefutationVerdict::refuted) continue;
      CHECK(found.minimal);
      CHECK(found.kind != MissKind::undecided);
      check_database(found, pair.gold, pair.predicted);
    } else {
      ++same;
      CHECK((found.verdict == RefutationVerdict::proved ||
             found.verdict == RefutationVerdict::not_refuted));
      proved += found.verdict == RefutationVerdict::proved;
    }
  }
  CHECK(differ >= 50);
  CHECK(same >= 50);
  CHECK(proved >= 20);
}

TEST_CASE("swapping the queries or repeating the search changes nothing") {
  const QueryPairs known = read_query_pairs(source_directory());
  const Refuter refuter = refuter_of(known.schema, {.databases = 80});
  for (std::size_t i = 0; i < known.pairs.size(); i += 3) {
    const QueryPair &pair = known.pairs[i];
    CAPTURE(pair.about);
    const Refutation found = refuter.refute(pair.gold, pair.predicted);
    const Refutation again = refuter.refute(pair.gold, pair.predicted);
    CHECK(found.script() == again.script());
    CHECK(found.databases == again.databases);
    const Refutation other = refuter.refute(pair.predicted, pair.gold);
    CHECK(other.verdict == found.verdict);
  }
}

TEST_CASE("constraints restrict the possible counterexamples") {
  const std::string free = "CREATE TABLE t (a INT, b INT);";
  const std::string key = "CREATE TABLE t (a INT UNIQUE NOT NULL, b INT CHECK (b > 3));";
  const auto verdict = [](const std::string &script, const char *gold, const char *predicted) {
    return refuter_of(script).refute(gold, predicted).verdict;
  };
  const char *const all = "SELECT a FROM t", *const distinct = "SELECT DISTINCT a FROM t";
  CHECK(verdict(free, all, distinct) == RefutationVerdict::refuted);
  CHECK(verdict(key, all, distinct) != RefutationVerdict::refuted);
  CHECK(verdict(free, "SELECT count(*) FROM t", "SELECT count(a) FROM t") ==
        RefutationVerdict::refuted);
  CHECK(verdict(key, "SELECT count(*) FROM t", "SELECT count(a) FROM t") ==
        RefutationVerdict::proved);
  CHECK(verdict(free, "SELECT a FROM t WHERE b > 2", "SELECT a FROM t WHERE b > 3") ==
        RefutationVerdict::refuted);
  CHECK(verdict(key, "SELECT a FROM t WHERE b > 2", "SELECT a FROM t WHERE b > 3") ==
        RefutationVerdict::not_refuted);
}

TEST_CASE("rows that a query leaves open refute nothing") {
  const Refuter refuter = refuter_of("CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b INT);");
  const Refutation ties =
      refuter.refute("SELECT a FROM t ORDER BY b", "SELECT a FROM t ORDER BY b, id DESC");
  CHECK(ties.verdict == RefutationVerdict::not_refuted);
  CHECK(ties.open_rows);
  const Refutation first = refuter.refute("SELECT a FROM t LIMIT 1",
                                          "SELECT a FROM t WHERE id > 0 ORDER BY id DESC LIMIT 1");
  CHECK(first.verdict == RefutationVerdict::refuted);  // if no id is greater than 0
  CHECK(refuter
            .refute("SELECT a FROM t ORDER BY b LIMIT 1", "SELECT a FROM t ORDER BY b DESC LIMIT 1")
            .verdict == RefutationVerdict::refuted);
  // Groups come in the order of their keys; which of two equally large ones is first is still open.
  const Refutation groups = refuter.refute(
      "SELECT a FROM t GROUP BY a ORDER BY count(*) DESC LIMIT 1",
      "SELECT a FROM (SELECT a, -a FROM t) GROUP BY -a ORDER BY count(*) DESC LIMIT 1");
  CHECK(groups.verdict == RefutationVerdict::not_refuted);
  CHECK(groups.open_rows);
  // Gold has ORDER BY, the prediction does not.
  const Refutation none = refuter.refute("SELECT a FROM t ORDER BY a", "SELECT a FROM t");
  CHECK(none.verdict == RefutationVerdict::refuted);
  CHECK(none.kind == MissKind::order);
  // Row numbers are not left open.
  CHECK(refuter.refute("SELECT a FROM t WHERE rowid = 1", "SELECT a FROM t WHERE rowid = 2")
            .verdict == RefutationVerdict::refuted);
}

TEST_CASE("modes decide which results are equal") {
  const std::string script = "CREATE TABLE t (a INT, b TEXT);";
  const auto verdict = [&](ComparisonMode mode, const char *gold, const char *predicted) {
    return refuter_of(script, {.mode = mode, .databases = 300}).refute(gold, predicted).verdict;
  };
  const char *const ab = "SELECT a, b FROM t", *const ba = "SELECT b, a FROM t";
  CHECK(verdict(ComparisonMode::test_suite, ab, ba) == RefutationVerdict::proved);
  CHECK(verdict(ComparisonMode::strict, ab, ba) == RefutationVerdict::refuted);
  const char *const all = "SELECT a FROM t", *const distinct = "SELECT DISTINCT a FROM t";
  CHECK(verdict(ComparisonMode::strict, all, distinct) == RefutationVerdict::refuted);
  CHECK(verdict(ComparisonMode::bird, all, distinct) == RefutationVerdict::not_refuted);
  CHECK(test::error_of([&] {
          refuter_of(script, {.mode = ComparisonMode::bird_soft_f1});
        }).code() == ErrorCode::invalid_argument);
}

TEST_CASE("queries that fail or cannot be compared are reported") {
  const Refuter refuter = refuter_of("CREATE TABLE t (a INT, b TEXT);");
  const Refutation gold = refuter.refute("SELECT c FROM t", "SELECT a FROM t");
  CHECK(gold.verdict == RefutationVerdict::failed);
  CHECK(gold.gold_failed);
  CHECK(gold.message == "no such column: c");
  for (const char *const wrong :
       {"", "DROP TABLE t", "SELECT a FROM t; SELECT b FROM t", "SELECT ?",
        "SELECT random() FROM t", "ATTACH 'x' AS y", "PRAGMA user_version"}) {
    CAPTURE(wrong);
    const Refutation found = refuter.refute("SELECT a FROM t", wrong);
    CHECK(found.verdict == RefutationVerdict::failed);
    CHECK(!found.gold_failed);
    CHECK(!found.message.empty());
  }
  // The search ends, whatever a query does.
  RefuterOptions options;
  options.max_total_steps = 5'000'000;
  const char *const endless =
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";
  const Refutation slow =
      refuter_of("CREATE TABLE t (a INT);", options).refute(endless, "SELECT a FROM t");
  CHECK(slow.verdict != RefutationVerdict::refuted);
  CancellationToken token;
  token.cancel();
  CHECK(test::error_of([&] {
          Refuter(std::make_shared<const Constraints>(constraints_of("CREATE TABLE t (a INT);")),
                  {}, token)
              .refute("SELECT a FROM t", "SELECT a + 1 FROM t");
        }).code() == ErrorCode::cancelled);
}
