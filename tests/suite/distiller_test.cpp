#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "judge/spider_dev.hpp"
#include "made_schema.hpp"
#include "schema/sql_keys.hpp"
#include "sluice/suite/distiller.hpp"
#include "sluice/suite/empty_database.hpp"
#include "sluice/suite/neighbor_finder.hpp"
#include "sluice/suite/suite_source.hpp"
#include "suites.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

const std::string concerts_script =
    "CREATE TABLE singer(id INTEGER PRIMARY KEY, name TEXT, country TEXT, age INT);"
    "CREATE TABLE concert(id INTEGER PRIMARY KEY, title TEXT,"
    " singer_id INT REFERENCES singer(id), year INT);"
    "INSERT INTO singer VALUES (1, 'Ana', 'Peru', 30), (2, 'Bo', 'Chile', 41);"
    "INSERT INTO concert VALUES (1, 'Dawn', 1, 2014), (2, 'Dusk', 2, 2015);";

const std::vector<std::string> concert_golds = {
    "SELECT name FROM singer WHERE age > 30 AND country = 'Peru'",
    "SELECT country, count(*) FROM singer GROUP BY country HAVING count(*) >= 2",
    "SELECT T1.name FROM singer AS T1 JOIN concert AS T2 ON T1.id = T2.singer_id WHERE T2.year = "
    "2014 ORDER BY T1.age DESC LIMIT 1",
    "SELECT name FROM singer WHERE id NOT IN (SELECT singer_id FROM concert)",
    "SELECT DISTINCT country FROM singer WHERE name LIKE '%a%'"};

Suite concert_suite(std::vector<std::string> golds, const DistillOptions &options = {}) {
  Suite suite;
  suite.schemas.push_back(
      Distiller(pools_of(concerts_script, concert_golds), mutators_of(MutatorSet::all), options)
          .distill(golds));
  suite.schemas.front().id = "concerts";
  return suite;
}

/// The neighbors that the suite must distinguish from a gold query.
std::vector<std::string> neighbors_of(const Suite &suite, const std::string &gold) {
  const auto &schema = suite.schemas.front().schema;
  NeighborFinder finder({schema, empty_database(*schema), sql_keys(*schema)},
                        mutators_of(MutatorSet::all));
  std::vector<std::string> texts;
  for (const Neighbor &neighbor : finder.find(gold).neighbors) texts.push_back(neighbor.text);
  return texts;
}

bool is_undistinguished(const SuiteGold &gold, const std::string &text) {
  return std::any_of(gold.undistinguished.begin(), gold.undistinguished.end(),
                     [&](const UndistinguishedNeighbor &one) { return one.text == text; });
}

}  // namespace

TEST_CASE("a gold's databases judge every neighbor wrong except the listed ones") {
  const auto suite = std::make_shared<const Suite>(concert_suite(concert_golds));
  const SuiteSource source(suite);
  for (const SuiteGold &gold : suite->schemas.front().golds) {
    CAPTURE(gold.text);
    std::vector<std::string> texts = neighbors_of(*suite, gold.text);
    CHECK(texts.size() == gold.neighbors);
    CHECK(gold.neighbors > 10);
    CHECK(gold.undistinguished.size() * 10 < gold.neighbors);
    CHECK(gold.problem.empty());
    CHECK(gold.shows_rows);
    texts.push_back(gold.text);
    const std::vector<bool> right = verdicts_of(source, "concerts", gold.text, texts);
    CHECK(right.back());
    for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
      CAPTURE(texts[i]);
      CHECK(right[i] == is_undistinguished(gold, texts[i]));
    }
  }
}

TEST_CASE("none of a gold's databases is redundant") {
  const Suite suite = concert_suite(concert_golds);
  const auto &golds = suite.schemas.front().golds;
  std::size_t left_out = 0;
  for (std::size_t g = 0; g < golds.size(); ++g) {
    CHECK(golds[g].databases.size() < 10);
    for (std::size_t d = 0; d < golds[g].databases.size() && golds[g].databases.size() > 1; ++d) {
      auto fewer = std::make_shared<Suite>(suite);
      auto &databases = fewer->schemas.front().databases;
      databases.clear();
      for (std::size_t kept = 0; kept < golds[g].databases.size(); ++kept) {
        if (kept == d) continue;
        databases.push_back(suite.schemas.front().databases[golds[g].databases[kept]]);
      }
      // A query that never returns anything is distinguished as long as gold shows rows.
      std::vector<std::string> texts = neighbors_of(suite, golds[g].text);
      texts.push_back("SELECT 1 WHERE 0");
      const std::vector<bool> right =
          verdicts_of(SuiteSource(fewer), "concerts", golds[g].text, texts);
      const auto same = static_cast<std::size_t>(std::count(right.begin(), right.end(), true));
      CHECK(same > golds[g].undistinguished.size());
      ++left_out;
    }
  }
  CHECK(left_out > 0);
}

TEST_CASE("repeated golds are merged, and their order does not matter") {
  std::vector<std::string> turned(concert_golds.rbegin(), concert_golds.rend());
  turned.push_back(concert_golds.front());
  const Suite repeated = concert_suite(turned);
  CHECK(count(repeated).golds == 6);
  CHECK(count(repeated).distinct_golds == 5);
  Suite once = concert_suite(concert_golds);
  CHECK(suite_bytes(once) != suite_bytes(repeated));
  for (SuiteGold &gold : once.schemas.front().golds) {
    if (gold.text == concert_golds.front()) gold.lines = 2;
  }
  CHECK(suite_bytes(once) == suite_bytes(repeated));
}

TEST_CASE("a gold that does not run has a problem and no databases") {
  const Suite suite = concert_suite({"SELECT nothing FROM nowhere", "SELECT random() FROM singer",
                                     "SELECT name FROM singer", "no query"});
  for (const SuiteGold &gold : suite.schemas.front().golds) {
    CAPTURE(gold.text);
    const bool runs = gold.text == "SELECT name FROM singer";
    CHECK(gold.problem.empty() == runs);
    CHECK(gold.databases.empty() != runs);
  }
  CHECK(count(suite).golds_with_problems == 3);
}

TEST_CASE("neighbors that remain when the steps are spent are listed") {
  DistillOptions options;
  options.max_total_steps = 0;  // databases shared by all golds are tried nevertheless
  const Suite early = concert_suite(concert_golds, options);
  for (const SuiteGold &gold : early.schemas.front().golds) CHECK(gold.databases.size() == 1);
  const Suite late = concert_suite(concert_golds);
  CHECK(count(early).undistinguished > 2 * count(late).undistinguished);
  CHECK(count(early).neighbors == count(late).neighbors);
}

TEST_CASE("neighbors with cross joins use steps on small databases only") {
  std::string gold = "SELECT DISTINCT T0.name FROM singer AS T0";
  for (int i = 1; i <= 6; ++i) {
    gold += fmt::format(" JOIN concert AS T{0} ON T0.id = T{0}.singer_id", i);
  }
  DistillOptions options;
  options.max_total_steps = 40'000'000;
  options.pursued = 0;
  Suite suite;
  suite.schemas.push_back(
      Distiller(pools_of(concerts_script, {gold}), mutators_of(MutatorSet::paper), options)
          .distill(std::vector<std::string>{gold}));
  const SuiteCounts counts = count(suite);
  CHECK(counts.neighbors > 100);
  CHECK(counts.undistinguished < 50);  // 67 if steps are spent on large databases
}

TEST_CASE(
    "random data alone and directed data alone each leave more neighbors than both together") {
  const auto left = [](bool directed, bool random) {
    DistillOptions options;
    options.directed = directed;
    options.random = random;
    return count(concert_suite(concert_golds, options)).undistinguished;
  };
  const std::uint64_t both = left(true, true);
  CHECK(left(false, true) >= both);
  CHECK(left(true, false) >= both);
  const Suite none = concert_suite({concert_golds[0]}, {.directed = false, .random = false});
  CHECK(none.schemas.front().golds.front().undistinguished.size() > 20);
}

TEST_CASE(
    "Spider's golds of one schema are distinguished from nearly all of the paper's neighbors") {
  const auto spider = data_directory() / "spider";
  if (!exists(spider)) return skip("no benchmark data");
  std::vector<GoldLine> golds;
  for (const test::GoldQuery &gold : read_gold(spider / "dev_gold.sql")) {
    if (gold.database == "singer") golds.push_back({gold.database, gold.sql});
  }
  SuiteOptions options;
  options.mutators = MutatorSet::paper;
  const Suite suite = build_suite(golds, (spider / "databases/dev").string(), {}, options);
  const SuiteCounts counts = count(suite);
  CHECK(counts.golds == 30);
  CHECK(counts.golds_with_problems == 0);
  CHECK(counts.golds_without_rows == 0);
  CHECK(counts.neighbors > 500);
  CHECK(counts.undistinguished_share() < 0.01);
  CHECK(counts.databases_per_gold() < 3);
}
