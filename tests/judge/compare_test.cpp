#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "denotations.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/judge/execution.hpp"

namespace sluice {
namespace {

using test::b;
using test::compare;
using test::i;
using test::null;
using test::r;
using test::Rows;
using test::t;

struct Case {
  Rows gold;
  Rows predicted;
  double score;
};

void check(const std::vector<Case> &cases, const ComparisonRules &rules) {
  for (std::size_t n = 0; n < cases.size(); ++n) {
    CAPTURE(n);
    const ComparisonResult result = compare(cases[n].gold, cases[n].predicted, rules);
    CHECK(result.score == doctest::Approx(cases[n].score).epsilon(1e-12));
    CHECK(result.same == (cases[n].score == 1));
    CHECK((result.difference == Difference::none) == result.same);
  }
}

ComparisonRules rules_of(ComparisonMode mode, RowOrder order = RowOrder::ignored) {
  ComparisonRules rules;
  rules.mode = mode;
  rules.order = order;
  return rules;
}

/// Few distinct values, so that columns and rows look alike.
Rows random_rows(Random &random, std::size_t rows, std::size_t columns) {
  Rows result(rows);
  for (auto &row : result) {
    for (std::size_t c = 0; c < columns; ++c) {
      switch (random.below(7)) {
        case 0: row.push_back(null); break;
        case 1: row.push_back(r(1)); break;
        case 2: row.push_back(t("1")); break;
        case 3: row.push_back(r(0.5)); break;
        default: row.push_back(i(static_cast<std::int64_t>(random.below(2)))); break;
      }
    }
  }
  return result;
}

void shuffle(Random &random, Rows &rows) {
  for (std::size_t n = rows.size(); n > 1; --n) std::swap(rows[n - 1], rows[random.below(n)]);
}

void shuffle_columns(Random &random, Rows &rows) {
  for (std::size_t n = rows.empty() ? 0 : rows[0].size(); n > 1; --n) {
    const std::size_t other = random.below(n);
    for (auto &row : rows) std::swap(row[n - 1], row[other]);
  }
}

}  // namespace

TEST_CASE("values are equal exactly if Python considers them equal") {
  CHECK(same_value(i(1), r(1.0)));
  CHECK(same_value(r(0.0), r(-0.0)));
  CHECK(same_value(null, null));
  CHECK(same_value(i(std::int64_t{1} << 53), r(std::ldexp(1, 53))));
  CHECK_FALSE(same_value(i((std::int64_t{1} << 53) + 1), r(std::ldexp(1, 53))));
  CHECK_FALSE(same_value(r(0.1 + 0.2), r(0.3)));
  CHECK_FALSE(same_value(i(1), t("1")));
  CHECK_FALSE(same_value(t("a"), b("a")));
  CHECK_FALSE(same_value(null, i(0)));
  CHECK_FALSE(same_value(r(std::ldexp(1, 63)), i(INT64_MIN)));
  CHECK(hash_of(i(1)) == hash_of(r(1.0)));
  CHECK(hash_of(r(0.0)) == hash_of(r(-0.0)));
  CHECK(hash_of(t("a")) != hash_of(b("a")));
}

TEST_CASE("invalid UTF-8 bytes are dropped from text") {
  CHECK(compare({{t("ab")}},
                {{t("a\xff"
                    "b")}},
                {})
            .same);
  CHECK(compare({{t("a\xe2\x82")}}, {{t("a")}}, {}).same);
  CHECK_FALSE(compare({{t("\xc3\xa9")}}, {{t("e")}}, {}).same);
  // A blob keeps its bytes.
  CHECK_FALSE(compare({{b("ab")}},
                      {{b("a\xff"
                          "b")}},
                      {})
                  .same);
}

TEST_CASE(
    "the official comparison ignores the order of columns, and of rows unless gold is ordered") {
  check(
      {
          {{}, {}, 1},
          {{}, {{i(1)}}, 0},
          {{{i(1)}}, {}, 0},
          {{{i(1)}}, {{i(1)}, {i(1)}}, 0},
          {{{i(1)}, {i(2)}}, {{i(2)}, {i(1)}}, 1},
          {{{i(1)}, {i(1)}, {i(2)}}, {{i(1)}, {i(2)}, {i(2)}}, 0},
          {{{i(1), t("a")}}, {{t("a"), i(1)}}, 1},
          {{{i(1), i(2)}, {i(3), i(4)}}, {{i(2), i(1)}, {i(4), i(3)}}, 1},
          // The same order for all rows.
          {{{i(1), i(2)}, {i(3), i(4)}}, {{i(2), i(1)}, {i(3), i(4)}}, 0},
          {{{i(1), i(2)}}, {{i(1)}}, 0},
          {{{null}}, {{null}}, 1},
          {{{null}}, {{i(0)}}, 0},
          {{{i(1)}}, {{r(1)}}, 1},
          {{{i(1)}}, {{t("1")}}, 0},
          {{{r(0.3)}}, {{r(0.1 + 0.2)}}, 0},
          // The quick reject: sorted by their text, (1, 1.2) and (1.2, 1.0) differ.
          {{{i(1), r(1.2)}}, {{r(1), r(1.2)}}, 0},
          {{{i(1), r(2.5)}}, {{r(1), r(2.5)}}, 1},
          {{{i(10), r(10.2)}}, {{r(10), r(10.2)}}, 0},
          {{{i(1), t("1.")}}, {{r(1), t("1.")}}, 0},
      },
      rules_of(ComparisonMode::test_suite));
  check(
      {
          {{{i(1)}, {i(2)}}, {{i(2)}, {i(1)}}, 0},
          {{{i(1)}, {i(2)}}, {{i(1)}, {i(2)}}, 1},
          {{{i(1), t("a")}, {i(2), t("b")}}, {{t("a"), i(1)}, {t("b"), i(2)}}, 1},
          {{{i(1), i(2)}, {i(1), i(2)}}, {{i(2), i(1)}, {i(1), i(2)}}, 0},
      },
      rules_of(ComparisonMode::test_suite, RowOrder::matters));
}

TEST_CASE("the strict comparison respects the order of columns") {
  check(
      {
          {{{i(1), t("a")}}, {{t("a"), i(1)}}, 0},
          {{{i(1), t("a")}, {i(2), t("b")}}, {{i(2), t("b")}, {i(1), t("a")}}, 1},
          {{}, {}, 1},
      },
      rules_of(ComparisonMode::strict));
  CHECK_FALSE(compare({}, {{i(1)}}, rules_of(ComparisonMode::strict)).same);
  GoldResult gold(false);
  gold.finish(2);
  CHECK(PredictionReader(gold, rules_of(ComparisonMode::strict)).finish(3).difference ==
        Difference::columns);
}

TEST_CASE("column matching agrees with trying every order") {
  Random random(7);
  std::size_t same = 0;
  for (std::size_t round = 0; round < 4000; ++round) {
    const std::size_t columns = 1 + random.below(5);
    const Rows gold = random_rows(random, 1 + random.below(6), columns);
    Rows predicted = gold;
    if (random.below(4) == 0) predicted = random_rows(random, gold.size(), columns);
    shuffle_columns(random, predicted);
    const auto order = random.below(2) == 0 ? RowOrder::ignored : RowOrder::matters;
    if (order == RowOrder::ignored) shuffle(random, predicted);
    if (random.below(3) == 0) {
      auto &row = predicted[random.below(predicted.size())];
      row[random.below(columns)] = i(static_cast<std::int64_t>(random.below(2)));
    }
    const bool expected = test::same_under_some_order(gold, predicted, order);
    const ComparisonResult result =
        compare(gold, predicted, rules_of(ComparisonMode::test_suite, order));
    if (result.difference == Difference::number_types) {
      CHECK(expected);  // the quirk can only reject
    } else {
      CHECK(result.same == expected);
    }
    same += result.same ? 1 : 0;
  }
  CHECK(same > 500);
}

TEST_CASE("forty columns that look alike are matched without trying every order") {
  Random random(11);
  Rows gold(60);
  for (auto &row : gold) {
    for (std::size_t c = 0; c < 40; ++c) row.push_back(i(c % 2 == 0 ? 0 : 1));
  }
  // All columns contain equally many ones.
  for (std::size_t n = 0; n < 60; ++n) {
    for (std::size_t c = 0; c < 40; ++c) gold[n][c] = i((n * 7 + c * 13 + n * c) % 3 == 0 ? 1 : 0);
  }
  Rows predicted = gold;
  shuffle_columns(random, predicted);
  shuffle(random, predicted);
  CHECK(compare(gold, predicted, {}).same);
  predicted[3][5] = i(2);
  CHECK_FALSE(compare(gold, predicted, {}).same);
}

TEST_CASE("BIRD compares sets of rows with columns in order") {
  check(
      {
          {{}, {}, 1},
          {{}, {{i(1)}}, 0},
          {{{i(1)}}, {}, 0},
          {{{i(1)}}, {{i(1)}}, 1},
          {{{i(1)}}, {{i(1)}, {i(1)}, {i(1)}}, 1},
          {{{i(1)}, {i(1)}}, {{i(1)}}, 1},
          {{{i(1)}, {i(2)}}, {{i(2)}, {i(1)}}, 1},
          {{{i(1)}, {i(2)}}, {{i(2)}}, 0},
          {{{i(1)}}, {{i(1)}, {i(2)}}, 0},
          {{{i(1), i(2)}}, {{i(2), i(1)}}, 0},
          {{{i(1), i(2)}}, {{i(1), i(2)}}, 1},
          {{{i(1), i(2)}}, {{i(1)}}, 0},
          {{{i(1)}}, {{i(1), i(1)}}, 0},
          {{{null}}, {{null}}, 1},
          {{{null}}, {{i(0)}}, 0},
          {{{null}}, {{t("")}}, 0},
          {{{null}, {null}}, {{null}}, 1},
          {{{i(1)}}, {{r(1)}}, 1},
          {{{i(1)}, {r(1)}}, {{i(1)}}, 1},
          {{{i(1)}}, {{t("1")}}, 0},
          {{{r(0.3)}}, {{r(0.1 + 0.2)}}, 0},
          {{{r(100.0)}}, {{i(100)}}, 1},
          {{{t("a")}}, {{t("A")}}, 0},
          {{{t("a")}}, {{t("a ")}}, 0},
          {{{t("a")}}, {{b("a")}}, 0},
          {{{b("a")}}, {{b("a")}}, 1},
          {{{i(1), null}, {i(2), null}}, {{i(2), null}, {i(1), null}}, 1},
          {{{i(1), t("x")}, {i(1), t("y")}}, {{i(1), t("y")}, {i(1), t("x")}, {i(1), t("x")}}, 1},
          {{{i(1), t("x")}, {i(1), t("y")}}, {{i(1), t("x")}}, 0},
          // BIRD does not share the other benchmark's quirk.
          {{{i(1), t("1.")}}, {{r(1), t("1.")}}, 1},
          // BIRD's script cannot read text that is not valid UTF-8.
          {{{t("a")}}, {{t("a\xff")}}, 0},
          {{{t("a\xff")}}, {{t("a\xff")}}, 0},
      },
      rules_of(ComparisonMode::bird));
}

TEST_CASE("soft F1 pairs distinct rows by position and counts matching values") {
  check(
      {
          {{}, {}, 1},
          {{{i(1)}}, {}, 0},
          {{}, {{i(1)}}, 0},
          {{{i(1)}}, {{i(1)}}, 1},
          {{{i(1)}}, {{i(2)}}, 0},
          {{{i(1)}}, {{r(1)}}, 1},
          {{{i(1)}}, {{t("1")}}, 0},
          {{{null}}, {{null}}, 1},
          {{{null}}, {{i(0)}}, 0},
          // Order within a row makes no difference.
          {{{i(1), i(2)}}, {{i(2), i(1)}}, 1},
          // tp 1/2, fp 1/2, fn 1/2
          {{{i(1), i(2)}}, {{i(1), i(3)}}, 0.5},
          // A missing column: tp 1/2, fn 1/2: precision 1, recall 1/2.
          {{{i(1), i(2)}}, {{i(1)}}, 2.0 / 3},
          // An extra column: tp 1, fp 1: precision 1/2, recall 1.
          {{{i(1)}}, {{i(1), i(2)}}, 2.0 / 3},
          // Duplicates are removed first.
          {{{i(1)}, {i(1)}}, {{i(1)}}, 1},
          {{{i(1)}}, {{i(1)}, {i(1)}}, 1},
          {{{i(1)}, {i(2)}}, {{i(1)}, {i(1)}, {i(2)}}, 1},
          // Rows in a different order are paired wrongly.
          {{{i(1)}, {i(2)}}, {{i(2)}, {i(1)}}, 0},
          {{{i(1)}, {i(2)}, {i(3)}}, {{i(1)}, {i(3)}, {i(2)}}, 1.0 / 3},
          // A missing row: tp 1, fn 1.
          {{{i(1)}, {i(2)}}, {{i(1)}}, 2.0 / 3},
          // An extra row: tp 1, fp 1.
          {{{i(1)}}, {{i(1)}, {i(2)}}, 2.0 / 3},
          {{{i(1)}, {i(2)}, {i(3)}}, {{i(1)}}, 0.5},
          {{{i(1)}}, {{i(1)}, {i(2)}, {i(3)}}, 0.5},
          // A value that the prediction repeats matches gold's value twice: tp 2, fn 0.
          {{{i(1)}}, {{i(1), i(1)}}, 1},
          // A value that gold repeats: tp 1/2, fn 0.
          {{{i(1), i(1)}}, {{i(1)}}, 1},
          {{{i(1), i(2), i(3)}}, {{i(1), i(2), i(4)}}, 2.0 / 3},
          {{{i(1), i(2), i(3)}}, {{i(4), i(5), i(6)}}, 0},
          {{{i(1), i(2), i(3)}}, {{i(3)}}, 0.5},
          {{{i(1), t("a")}, {i(2), t("b")}}, {{i(1), t("a")}, {i(2), t("c")}}, 0.75},
          {{{i(1), t("a")}, {i(2), t("b")}}, {{t("a")}, {t("b")}}, 2.0 / 3},
          {{{t("a")}}, {{t("a\xff")}}, 0},
          {{{null, null}}, {{null}}, 1},
      },
      rules_of(ComparisonMode::bird_soft_f1));
}

TEST_CASE("Spider 2.0 accepts a result that contains each gold column") {
  const auto ordered = rules_of(ComparisonMode::spider2, RowOrder::matters);
  check(
      {
          {{}, {}, 1},
          {{{i(1)}}, {}, 0},
          {{}, {{i(1)}}, 0},
          {{{i(1)}}, {{i(1)}}, 1},
          {{{i(1)}}, {{t("x"), i(1)}}, 1},
          {{{t("x"), i(1)}}, {{i(1)}}, 0},
          {{{i(1), t("x")}}, {{t("x"), i(1)}}, 1},
          {{{i(1)}}, {{r(1.005)}}, 1},
          {{{i(1)}}, {{r(1.02)}}, 0},
          {{{r(0.1 + 0.2)}}, {{r(0.3)}}, 1},
          {{{i(10'000'000'000)}}, {{i(10'000'000'001)}}, 1},  // a relative tolerance of 1e-9
          {{{i(1'000'000)}}, {{i(1'000'001)}}, 0},
          {{{null}}, {{null}}, 1},
          {{{null}}, {{i(0)}}, 1},
          {{{null}}, {{r(0.005)}}, 1},
          {{{null}}, {{t("")}}, 0},
          {{{i(1)}}, {{t("1")}}, 0},
          {{{t("a")}}, {{t("A")}}, 0},
          {{{i(1)}, {i(2)}}, {{i(1)}, {i(2)}}, 1},
          {{{i(1)}, {i(2)}}, {{i(2)}, {i(1)}}, 0},
          {{{i(1)}, {i(1)}}, {{i(1)}}, 0},
          {{{i(1)}}, {{i(1)}, {i(1)}}, 0},
          // One predicted column may match two gold columns.
          {{{i(1), i(1)}}, {{i(1)}}, 1},
          // Columns are compared separately: scrambled rows pass if each column is present.
          {{{i(1), t("a")}, {i(2), t("a")}}, {{t("a"), i(1)}, {t("a"), i(2)}}, 1},
          {{{r(HUGE_VAL)}}, {{r(HUGE_VAL)}}, 1},
          {{{r(HUGE_VAL)}}, {{r(1e300)}}, 0},
      },
      ordered);
  check(
      {
          {{{i(1)}, {i(2)}}, {{i(2)}, {i(1)}}, 1},
          {{{i(1), t("a")}, {i(2), t("b")}}, {{i(2), t("a")}, {i(1), t("b")}}, 1},
          {{{i(1)}, {i(2)}}, {{i(2)}, {i(2)}}, 0},
          {{{null}, {i(2)}}, {{i(2)}, {i(0)}}, 1},
          {{{r(1.001)}, {t("x")}}, {{t("x")}, {i(1)}}, 1},
          // Numbers are sorted as text: 9.999 comes after 10 and is paired with the wrong number.
          {{{r(9.999)}, {r(5)}}, {{r(10.0)}, {r(5)}}, 0},
      },
      rules_of(ComparisonMode::spider2));
  ComparisonRules second = ordered;
  second.condition_columns = {1};
  CHECK(compare({{i(1), i(2)}}, {{i(2)}}, second).same);
  CHECK_FALSE(compare({{i(1), i(2)}}, {{i(1)}}, second).same);
  second.condition_columns = {2};
  CHECK_THROWS_AS(compare({{i(1), i(2)}}, {{i(1)}}, second), Error);
  ComparisonRules coarse = ordered;
  coarse.tolerance = 1;
  CHECK(compare({{i(1)}}, {{i(2)}}, coarse).same);
}

TEST_CASE("the R-VES reward is a step function of the ratio") {
  const std::vector<std::pair<double, double>> rewards = {
      {1000, 1.25}, {2.5, 1.25},   {2, 1.25},    {1.999, 1},   {1.5, 1},     {1.0001, 1},
      {1, 1},       {0.999, 0.75}, {0.75, 0.75}, {0.5, 0.75},  {0.499, 0.5}, {0.3, 0.5},
      {0.25, 0.5},  {0.249, 0.25}, {0.1, 0.25},  {1e-9, 0.25}, {0, 0},
  };
  for (const auto &[ratio, reward] : rewards) CHECK(r_ves_reward(ratio) == reward);
}

}  // namespace sluice
