/// Tests how wrong predictions are classified.

#include "sluice/judge/miss.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "denotations.hpp"
#include "report/query_features.hpp"
#include "sluice/judge/database_image.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

ReadResult result_of(const test::Rows &rows, std::size_t columns) {
  ReadResult result;
  RowReader reader;
  for (const auto &row : rows) {
    const Row readable = reader.read(row);
    result.rows.add(readable, reader.hashes());
  }
  result.columns = rows.empty() ? columns : rows.front().size();
  return result;
}

std::string_view kind(const test::Rows &gold, const test::Rows &predicted,
                      const ComparisonRules &rules = {}, std::size_t columns = 1) {
  return name_of(kind_of(result_of(gold, 1), result_of(predicted, columns), rules, {}));
}

constexpr ComparisonRules ordered() {
  ComparisonRules rules;
  rules.order = RowOrder::matters;
  return rules;
}

ComparisonRules strict() {
  ComparisonRules rules;
  rules.mode = ComparisonMode::strict;
  return rules;
}

std::string kinds_of(const std::vector<std::optional<Miss>> &misses) {
  std::string text;
  for (const auto &miss : misses) {
    text += text.empty() ? "" : " ";
    text += miss ? name_of(miss->kind) : std::string_view("-");
  }
  return text;
}

}  // namespace

TEST_CASE("a miss has the kind that a person would choose") {
  const test::Rows people = {{i(1), t("Ann")}, {i(2), t("Bob")}, {i(3), t("Cid")}};
  // Columns.
  CHECK(kind(people, {{t("Ann")}, {t("Bob")}, {t("Cid")}}) == "column_missing");
  CHECK(kind(people, {{t("Cid")}, {t("Ann")}, {t("Bob")}}) == "column_missing");
  CHECK(kind({{t("Ann")}, {t("Bob")}}, {{i(7), t("Bob")}, {i(8), t("Ann")}}) == "column_extra");
  CHECK(kind(people, {{t("Ann")}, {t("Bob")}, {t("Eve")}}) == "columns");
  CHECK(kind(people, {{t("Ann")}, {t("Bob")}}) == "columns");
  CHECK(kind(people, {{t("Ann"), i(1)}, {t("Bob"), i(2)}, {t("Cid"), i(3)}}, strict()) ==
        "column_order");
  CHECK(kind({}, {}, strict(), 2) == "column_extra");
  // Rows.
  CHECK(kind(people, {}) == "empty");
  CHECK(kind({}, people) == "row_extra");
  CHECK(kind(people, {people[2], people[0]}) == "row_missing");
  CHECK(kind(people, {{t("Bob"), i(2)}}) == "row_missing");
  CHECK(kind({people[1]}, people) == "row_extra");
  CHECK(kind(people, {people[0], {i(9), t("Eve")}}) == "rows");
  CHECK(kind({{i(1)}, {i(1)}, {i(2)}}, {{i(1)}, {i(2)}}) == "duplicates");
  CHECK(kind({{i(1)}, {i(1)}, {i(2)}}, {{i(1)}, {i(2)}, {i(2)}}) == "duplicates");
  CHECK(kind(people, {people[1], people[0], people[2]}, ordered()) == "order");
  CHECK(kind(people, {{t("Bob"), i(2)}, people[0], people[2]}, ordered()) == "values");
  // Values.
  CHECK(kind({{i(1), t("9")}, {i(2), t("8.50")}}, {{i(2), r(8.5)}, {i(1), i(9)}}) ==
        "number_as_text");
  CHECK(kind({{t("9x")}}, {{i(9)}}) == "values");
  CHECK(kind({{t("")}}, {{i(0)}}) == "values");
  CHECK(kind({{i(1), null}, {i(2), i(5)}}, {{i(2), i(5)}, {i(1), i(0)}}) == "null_value");
  CHECK(kind({{i(1), i(2)}, {null, i(7)}}, {{i(1), i(2)}, {t("x"), i(7)}}) == "null_value");
  CHECK(kind({{r(3.14159)}}, {{r(3.14)}}) == "rounding");
  CHECK(kind({{r(2.5)}}, {{i(2)}}) == "rounding");
  CHECK(kind({{r(1.0 / 3)}}, {{r(0.33333333)}}) == "rounding");
  CHECK(kind({{i(3)}}, {{i(4)}}) == "values");
  CHECK(kind({{r(3.5)}}, {{r(3.4)}}) == "values");
  CHECK(kind({{t("Ann ")}}, {{t("ANN")}}) == "letter_case");
  CHECK(kind({{b("1")}}, {{i(1)}}) == "values");
  // A combination of kinds is none of them.
  CHECK(kind({{t("Ann"), null}}, {{t("ANN"), i(1)}}) == "values");
  // Duplicates do not count for BIRD.
  ComparisonRules bird;
  bird.mode = ComparisonMode::bird;
  CHECK(kind({{i(1), i(2)}, {i(1), i(2)}}, {{i(2), i(1)}}, bird) == "column_order");
  CHECK(kind({{i(1)}, {i(1)}, {i(2)}}, {{i(1)}}, bird) == "row_missing");
}

TEST_CASE("an incomplete result is classified by the first difference that was noticed") {
  ReadResult gold = result_of({{i(1)}}, 1), predicted = result_of({{i(1)}}, 1);
  predicted.whole = false;
  const auto noticed = [&](Difference difference) {
    return kind_of(gold, predicted, ComparisonRules(), difference);
  };
  CHECK(noticed(Difference::more_rows) == MissKind::row_extra);
  CHECK(noticed(Difference::columns) == MissKind::columns);
  CHECK(noticed(Difference::none) == MissKind::undecided);
}

TEST_CASE("names of miss kinds and of features are unique") {
  std::vector<std::string_view> names;
  for (std::size_t kind = 0; kind < miss_kinds; ++kind) {
    names.push_back(name_of(static_cast<MissKind>(kind)));
    CHECK_FALSE(title_of(static_cast<MissKind>(kind)).empty());
  }
  for (std::size_t feature = 0; feature < query_features; ++feature) {
    names.push_back(name_of(static_cast<QueryFeature>(feature)));
    CHECK_FALSE(title_of(static_cast<QueryFeature>(feature)).empty());
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  CHECK(name_of(MissKind::undecided) == "undecided");  // the last one
}

TEST_CASE("misses are examined on the database where they occurred, with samples of both results") {
  const TemporaryDirectory folder;
  std::filesystem::create_directories(folder.path() / "shop");
  const std::string table = "CREATE TABLE item (id INTEGER, name TEXT, price);"
                            "INSERT INTO item VALUES (1, 'tea', 3), (2, 'jam', '4')";
  make_sqlite((folder.path() / "shop/a.sqlite").string(), table);
  make_sqlite((folder.path() / "shop/b.sqlite").string(),
              table + "; INSERT INTO item VALUES (3, '" + std::string(90, 'x') + "', NULL)");
  std::vector<EvaluationItem> items;
  const auto add = [&items](const std::string &gold, const std::string &predicted) {
    EvaluationItem &item = items.emplace_back();
    item.index = items.size() - 1;
    item.database_id = "shop";
    item.golds = {gold};
    item.predicted = predicted;
  };
  add("SELECT name FROM item", "SELECT name FROM item");
  add("SELECT name FROM item", "SELECT name, id FROM item");
  add("SELECT name FROM item", "SELECT name FROM item WHERE id < 3");  // the same in a.sqlite
  add("SELECT name FROM item", "SELECT nme FROM item");
  add("SELECT name FROM item", "DROP TABLE item");
  add("SELECT nme FROM item", "SELECT name FROM item");
  add("SELECT id FROM item", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                             "SELECT count(*) FROM n");
  add("SELECT DISTINCT id FROM item", "SELECT id FROM item ORDER BY value DESC");  // value is 1
  add("SELECT price FROM item ORDER BY id", "SELECT price + 0 FROM item ORDER BY id");
  const SqliteFolder source(folder.path().string());
  ExecutionOptions execution;
  execution.limits.steps = 100'000;
  execution.jobs = 1;
  const auto verdicts = score_execution(items, source, execution).verdicts;
  const auto misses = examine_misses(items, verdicts, source, execution);
  CHECK(kinds_of(misses) ==
        "- column_extra row_missing error refused gold_failed too_slow - number_as_text");

  const Miss &missing = *misses[2];
  REQUIRE(missing.gold.has_value());
  CHECK(missing.gold->row_count == 3);
  CHECK(missing.predicted->row_count == 2);
  CHECK(missing.gold->rows[0][0].text == "tea");
  CHECK(missing.gold->rows[2][0].text == std::string(60, 'x') + "…");
  CHECK(misses[3]->predicted->failure == "error: no such column: nme");
  CHECK(misses[8]->gold->rows[1][0].kind == CellKind::text);
  CHECK(misses[8]->predicted->rows[1][0].kind == CellKind::integer);

  MissOptions few;
  few.samples = 1;
  few.max_rows = 1;
  few.sample_rows = 1;
  const auto some = examine_misses(items, verdicts, source, execution, few);
  CHECK(kinds_of(some) == "- columns row_missing error refused gold_failed too_slow - values");
  CHECK_FALSE(some[1]->gold->whole);
  CHECK(some[1]->gold->rows.size() == 1);
  CHECK_FALSE(some[2]->gold.has_value());
  execution.jobs = 8;
  CHECK(kinds_of(examine_misses(items, verdicts, source, execution)) == kinds_of(misses));
}

TEST_CASE("the features of a query are those of its syntax tree") {
  const auto features = [](std::string_view sql) {
    std::string names;
    const auto found = features_of(sql);
    if (!found) return std::string("no SQL");
    for (std::size_t i = 0; i < query_features; ++i) {
      const auto feature = static_cast<QueryFeature>(i);
      if (!found->has(feature)) continue;
      names += names.empty() ? "" : " ";
      names += name_of(feature);
    }
    return names;
  };
  CHECK(features("SELECT a FROM t WHERE b = 'JOIN GROUP BY OR'") == "");
  CHECK(features("SELECT count(*) FROM t JOIN u ON t.a = u.a") == "joins aggregates");
  CHECK(features("SELECT a FROM t, u") == "joins");
  CHECK(features("SELECT a FROM t GROUP BY a HAVING max(b) > 1 ORDER BY a LIMIT 1") ==
        "aggregates grouping having ordering limit");
  CHECK(features("SELECT count(DISTINCT a) FROM t") == "aggregates distinct");
  CHECK(features("SELECT a FROM t WHERE a IN (SELECT b FROM u) OR b = 1") ==
        "nesting disjunctions");
  CHECK(features("SELECT a FROM t UNION SELECT b FROM u") == "set_operations");
  CHECK(features("SELECT rank() OVER (ORDER BY a) FROM t") == "windows");
  CHECK(features("WITH c AS (SELECT 1) SELECT * FROM c") == "common_tables");
  CHECK(features("SELEC a") == "no SQL");
}
