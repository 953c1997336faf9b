#include "sluice/suite/candidate_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "made_schema.hpp"
#include "query_pairs.hpp"
#include "sluice/suite/random_generator.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace {

using namespace sluice;
using namespace sluice::test;
using Clusters = std::vector<std::vector<std::size_t>>;

const std::string shop =
    "CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, staff INT);"
    "INSERT INTO shop VALUES (1, 'a', 'x', 3), (2, 'b', NULL, 5), (3, 'b', 'x', 7);";

std::shared_ptr<const Constraints> share(Constraints constraints) {
  return std::make_shared<const Constraints>(std::move(constraints));
}

/// Random databases with NULLs, ties and empty tables, including one without rows.
std::vector<TestDatabase> random_databases(const std::string &script,
                                           const std::vector<std::string> &queries,
                                           std::size_t count) {
  RandomOptions options;
  options.nulls = 0.15;
  options.empty_tables = 0.1;
  options.tiny = 0.7;
  options.max_rows = 12;
  const RandomGenerator generator(pools_of(script, queries), options);
  std::vector<TestDatabase> databases;
  for (std::size_t i = 0; i < count; ++i) databases.push_back(generator.generate(i).value());
  return databases;
}

/// Whether ORDER BY appears outside of parentheses.
bool asks_for_order(const std::string &sql) {
  int depth = 0;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    depth += sql[i] == '(' ? 1 : sql[i] == ')' ? -1 : 0;
    if (depth == 0 && sql.compare(i, 8, "ORDER BY") == 0) return true;
  }
  return false;
}

/// The result of a query as text; in row order only if the query has ORDER BY and returns different
/// rows.
std::vector<std::string> returned(LiveDatabase &live, const std::string &sql) {
  std::vector<std::string> rows;
  const QueryOutcome outcome = live.run(sql, [&rows](Row row) {
    std::string line;
    for (const Cell &cell : row) {
      // 3.0 equals 3.
      const bool whole = cell.kind == CellKind::real && std::trunc(cell.real) == cell.real &&
                         std::abs(cell.real) < 1e15;
      line += whole ? std::to_string(static_cast<long long>(cell.real)) : Value(cell).literal();
      line += '|';
    }
    rows.push_back(line);
    return true;
  });
  const bool ordered = asks_for_order(sql);
  const bool different =
      std::adjacent_find(rows.begin(), rows.end(), std::not_equal_to<>()) != rows.end();
  if (!(ordered && different)) {
    std::sort(rows.begin(), rows.end());
  } else {
    rows.emplace_back("in this order");
  }
  rows.push_back(std::to_string(outcome.columns) + " columns");
  return rows;
}

}  // namespace

TEST_CASE("candidates that return the same share a cluster, and the largest cluster is first") {
  const std::vector<std::string> candidates = {
      "SELECT name FROM shop WHERE staff >= 4",  // 0
      "SELECT name FROM shop WHERE staff > 4",
      "SELECT nme FROM shop",
      "SELECT s.name FROM shop AS s WHERE NOT s.staff <= 4",
      "SELECT name FROM shop WHERE staff > 4",
      "SELECT name FROM shop WHERE staff > 4 ORDER BY name",  // 5
      "DROP TABLE shop",
      "SELECT random() FROM shop",
      "SELECT count(*) FROM shop",
      "SELECT count(name) FROM shop",
      "SELECT max(staff) FROM shop",  // 10
      "SELECT staff FROM shop ORDER BY staff DESC LIMIT 1",
      ""};
  const auto constraints = share(constraints_of(shop));
  const auto databases = separating_databases(candidates, constraints);
  const CandidateClusters found(candidates, *constraints, databases);
  CHECK(found.clusters() == Clusters{{1, 3, 4}, {8, 9}, {0}, {5}, {10}, {11}});
  CHECK(found.choice() == 1);
  CHECK(found.failed() == std::vector<std::size_t>{2, 6, 7, 12});
  CHECK(found.failure(2) == "no such column: nme");
  CHECK(found.failure(7) == "gives a different result each time because of random");
  for (const std::size_t candidate : found.failed()) CHECK(!found.failure(candidate).empty());
  // A single row with staff = 4 distinguishes "more than 4" from "at least 4". Only an empty table
  // distinguishes the maximum from an empty result, and only two rows show an order.
  CHECK(databases[found.separating_database(0, 2)].rows() == 1);
  CHECK(databases[found.separating_database(4, 5)].rows() == 0);
  CHECK(databases[found.separating_database(3, 0)].rows() == 2);
}

TEST_CASE("without databases there is one cluster, without queries none") {
  const Constraints constraints = constraints_of(shop);
  const std::vector<std::string> candidates = {"SELECT 1", "SELECT 2", "SELECT"};
  const CandidateClusters together(candidates, constraints, {});
  CHECK(together.clusters() == Clusters{{0, 1}});
  CHECK(together.failed() == std::vector<std::size_t>{2});
  const CandidateClusters empty({}, constraints, {});
  CHECK(empty.clusters().empty());
  CHECK_FALSE(empty.choice());
}

TEST_CASE("bird ignores the order of rows, strict respects the order of columns") {
  const std::vector<std::string> candidates = {
      "SELECT name, staff FROM shop", "SELECT DISTINCT name, staff FROM shop",
      "SELECT name, staff FROM shop ORDER BY staff DESC", "SELECT staff, name FROM shop"};
  const auto constraints = share(constraints_of(shop));
  const auto clusters = [&](ComparisonMode mode) {
    RefuterOptions making{.mode = mode, .databases = 200};
    CandidateOptions options{.mode = mode};
    const auto databases = separating_databases(candidates, constraints, making);
    return CandidateClusters(candidates, *constraints, databases, options).clusters();
  };
  CHECK(clusters(ComparisonMode::bird) == Clusters{{0, 1, 2}, {3}});
  CHECK(clusters(ComparisonMode::strict) == Clusters{{0}, {1}, {2}, {3}});
  CHECK(clusters(ComparisonMode::test_suite) == Clusters{{0, 3}, {1}, {2}});
  CHECK(error_of([&] { clusters(ComparisonMode::spider2); }).code() == ErrorCode::invalid_argument);
}

TEST_CASE("clusters agree on every database, and the smallest one that separates two is named") {
  const QueryPairs known = read_query_pairs(source_directory());
  std::vector<std::string> candidates;
  for (const QueryPair &pair : known.pairs) {
    candidates.push_back(pair.gold);
    candidates.push_back(pair.predicted);
  }
  const Constraints constraints = constraints_of(known.schema);
  const auto databases = random_databases(known.schema, candidates, 40);
  CandidateOptions options;
  options.mode = ComparisonMode::strict;
  const CandidateClusters found(candidates, constraints, databases, options);
  CHECK(found.clusters().size() > 80);

  LiveDatabase live(constraints);
  std::vector<std::vector<std::vector<std::string>>> results(databases.size());
  for (std::size_t database = 0; database < databases.size(); ++database) {
    live.load(databases[database]);
    for (const std::string &candidate : candidates)
      results[database].push_back(returned(live, candidate));
  }
  const auto &clusters = found.clusters();
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    for (const std::size_t member : clusters[i]) {
      CAPTURE(candidates[clusters[i].front()]);
      CAPTURE(candidates[member]);
      for (const auto &of_database : results)
        CHECK(of_database[member] == of_database[clusters[i].front()]);
    }
    for (std::size_t j = i + 1; j < clusters.size(); ++j) {
      const std::size_t a = clusters[i].front(), b = clusters[j].front();
      const std::size_t named = found.separating_database(i, j);
      CAPTURE(candidates[a]);
      CAPTURE(candidates[b]);
      REQUIRE(named < databases.size());
      CHECK(results[named][a] != results[named][b]);
      CHECK(named == found.separating_database(j, i));
      for (std::size_t database = 0; database < databases.size(); ++database) {
        const bool smaller = databases[database].rows() < databases[named].rows();
        if (smaller) CHECK(results[database][a] == results[database][b]);
      }
    }
  }
  const CandidateClusters again(candidates, constraints, databases, options);
  CHECK(again.clusters() == clusters);
}

TEST_CASE("databases created for candidates separate exactly the pairs that the refuter refutes") {
  const QueryPairs known = read_query_pairs(source_directory());
  const auto constraints = share(constraints_of(known.schema));
  for (std::size_t i = 0; i < known.pairs.size(); i += 9) {
    const QueryPair &pair = known.pairs[i];
    CAPTURE(pair.about);
    const std::vector<std::string> candidates = {pair.gold, pair.predicted, pair.gold};
    const auto databases = separating_databases(candidates, constraints, {.databases = 200});
    const CandidateClusters found(candidates, *constraints, databases);
    const bool apart =
        Refuter(constraints, {.databases = 200}).refute(pair.gold, pair.predicted).verdict ==
        RefutationVerdict::refuted;
    CHECK(found.clusters() == (apart ? Clusters{{0, 2}, {1}} : Clusters{{0, 1, 2}}));
    for (const TestDatabase &database : databases) CHECK(constraints->check(database).empty());
  }
}
