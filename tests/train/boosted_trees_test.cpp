#include "sluice/learn/boosted_trees.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/train/boosted_trees_fit.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using test::error_of;

struct Drawn {
  std::vector<float> rows;
  std::vector<std::uint8_t> labels;
};

/// Label 1 with probability 0.9 if both numbers are above 1/2 or both below, else 0.1: no weighted
/// sum can separate these. The third number is noise, the fourth is constant.
Drawn drawn(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Drawn made;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.unit(), y = random.unit();
    for (const double value : {x, y, random.unit(), 3.0})
      made.rows.push_back(static_cast<float>(value));
    const bool alike = (x > 0.5) == (y > 0.5);
    made.labels.push_back(random.unit() < (alike ? 0.9 : 0.1) ? 1 : 0);
  }
  return made;
}

constexpr BoostedTreesOptions small{.trees = 40, .depth = 3, .bins = 16};

}  // namespace

TEST_CASE("boosted trees learn probabilities that depend on two numbers jointly, on unseen rows") {
  const Drawn seen = drawn(4'000, 1);
  const BoostedTrees trees = fit_boosted_trees(seen.rows, 4, seen.labels, small);
  for (const auto &[row, odds] : {std::pair{std::array{0.2F, 0.2F, 0.5F, 3.0F}, 0.9},
                                  {{0.8F, 0.9F, 0.1F, 3.0F}, 0.9},
                                  {{0.2F, 0.8F, 0.9F, 3.0F}, 0.1},
                                  {{0.9F, 0.1F, 0.5F, 3.0F}, 0.1}}) {
    CHECK(sigmoid(double{trees.score(row)}) == doctest::Approx(odds).epsilon(0.06));
  }
  // A weighted sum cannot be better than chance.
  const Drawn fresh = drawn(4'000, 2);
  double loss = 0;
  for (std::size_t i = 0; i < fresh.labels.size(); ++i) {
    const double p = sigmoid(double{trees.score(std::span(fresh.rows).subspan(4 * i, 4))});
    loss -= std::log(fresh.labels[i] != 0 ? p : 1 - p) / static_cast<double>(fresh.labels.size());
  }
  CHECK(loss < 0.4);  // 0.325 with the true probabilities, 0.693 by chance
}

TEST_CASE("the same rows give the same trees, which are restored from their bytes") {
  const Drawn seen = drawn(500, 3);
  const BoostedTrees trees = fit_boosted_trees(seen.rows, 4, seen.labels, small);
  const std::string bytes = trees.bytes();
  CHECK(fit_boosted_trees(seen.rows, 4, seen.labels, small).bytes() == bytes);
  BoostedTreesOptions other = small;
  other.seed = 2;
  CHECK(fit_boosted_trees(seen.rows, 4, seen.labels, other).bytes() != bytes);
  const BoostedTrees read = BoostedTrees::parse(bytes);
  CHECK(read.bytes() == bytes);
  CHECK(read.columns() == 4);
  const std::array row{0.3F, 0.6F, 0.1F, 3.0F};
  CHECK(read.score(row) == trees.score(row));
}

TEST_CASE("a constant label is learned without splits") {
  const std::vector<float> rows(20, 1.0F);
  const std::vector<std::uint8_t> labels(20, 1);
  const BoostedTrees trees = fit_boosted_trees(rows, 1, labels, small);
  CHECK(trees.score(std::array{1.0F}) > 3);
}

TEST_CASE("rows in a batch get the same scores as alone, also with NaN") {
  const Drawn seen = drawn(500, 5);
  for (const std::size_t depth : {1U, 2U, 3U, 4U, 5U, 6U, 8U}) {
    const BoostedTrees trees =
        fit_boosted_trees(seen.rows, 4, seen.labels, {.trees = 9, .depth = depth, .bins = 16});
    for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 33U, 150U}) {
      Drawn fresh = drawn(count, 6);
      for (std::size_t i = 0; i < fresh.rows.size(); i += 5)
        fresh.rows[i] = std::numeric_limits<float>::quiet_NaN();
      std::vector<float> scores(count), expected;
      for (std::size_t i = 0; i < count; ++i)
        expected.push_back(trees.score(std::span(fresh.rows).subspan(4 * i, 4)));
      trees.score_rows(fresh.rows, scores);
      CHECK(scores == expected);
    }
  }
  std::vector<float> scores(500);
  const BoostedTrees none = fit_boosted_trees(seen.rows, 4, seen.labels, {.trees = 0});
  none.score_rows(seen.rows, scores);
  CHECK(scores == std::vector<float>(500, none.score(std::span(seen.rows).first(4))));
  scores.pop_back();
  CHECK(error_of([&] { none.score_rows(seen.rows, scores); }).code() ==
        ErrorCode::invalid_argument);
}

TEST_CASE("trees reject rows of the wrong size and damaged bytes") {
  const Drawn seen = drawn(50, 4);
  const auto refused = [&](std::size_t columns, const BoostedTreesOptions &options) {
    return error_of([&] { fit_boosted_trees(seen.rows, columns, seen.labels, options); }).code() ==
           ErrorCode::invalid_argument;
  };
  CHECK(refused(3, small));
  CHECK(refused(0, small));
  for (BoostedTreesOptions options : {BoostedTreesOptions{.depth = 0},
                                      {.depth = 9},
                                      {.bins = 0},
                                      {.bins = 256},
                                      {.l2 = 0},
                                      {.share = 0},
                                      {.share = 1.5}}) {
    options.trees = 1;
    CHECK(refused(4, options));
  }
  std::vector<float> wide(300 * 260);
  for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = static_cast<float>(i);
  CHECK(error_of([&] {
          fit_boosted_trees(wide, 260, std::vector<std::uint8_t>(300), {.trees = 1, .bins = 255});
        }).code() == ErrorCode::invalid_argument);
  std::vector<float> broken = seen.rows;
  broken[7] = std::numeric_limits<float>::quiet_NaN();
  CHECK(error_of([&] { fit_boosted_trees(broken, 4, seen.labels, small); }).code() ==
        ErrorCode::invalid_argument);

  const std::string bytes = fit_boosted_trees(seen.rows, 4, seen.labels, small).bytes();
  const auto malformed = [](const std::string &of) {
    return error_of([&] { BoostedTrees::parse(of); }).code() == ErrorCode::malformed;
  };
  CHECK(malformed(""));
  CHECK(malformed(bytes.substr(0, bytes.size() - 1)));
  CHECK(malformed(bytes + "x"));
  std::string deep = bytes;
  deep[4] = 9;
  CHECK(malformed(deep));
  std::string narrow = bytes;
  narrow[0] = 0;  // columns
  CHECK(malformed(narrow));
  std::string large = bytes;
  large[large.size() - 1] = '\x7e';  // the last leaf's exponent: sums would be infinite
  CHECK(malformed(large));
}

}  // namespace sluice
