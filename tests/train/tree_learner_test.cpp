/// Compares the splits of a tree with gains that are computed from scratch for each possible split.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/random.hpp"
#include "train/learn/tree_learner.hpp"

namespace sluice {
namespace {

using train_detail::BinnedRows;
using train_detail::Slopes;
using train_detail::TreeLearner;
using train_detail::TreeSplit;

constexpr std::size_t rows = 400, columns = 6;
constexpr double l2 = 2;

/// Columns with few and with many values; one is nearly always 0, the last always.
std::vector<float> drawn_rows(Random &random) {
  std::vector<float> drawn;
  for (std::size_t r = 0; r < rows; ++r) {
    for (const double x : {random.unit(), static_cast<double>(random.below(2)),
                           static_cast<double>(random.below(5)) - 2,
                           random.below(20) == 0 ? random.unit() : 0, -random.unit(), 0.0})
      drawn.push_back(static_cast<float>(x));
  }
  return drawn;
}

double gain_of(const BinnedRows &binned, std::span<const std::uint32_t> seen,
               std::span<const Slopes> slopes, std::span<const std::size_t> leaves,
               const TreeSplit &split) {
  std::vector<double> first(512), second(512);
  for (const std::uint32_t r : seen) {
    const std::size_t yes = binned.bins(split.column)[r] > split.bin ? 1 : 0;
    first[2 * leaves[r] + yes] += double{slopes[r].first};
    second[2 * leaves[r] + yes] += double{slopes[r].second};
  }
  double gain = 0;
  for (std::size_t i = 0; i < first.size(); ++i) gain += first[i] * first[i] / (second[i] + l2);
  return gain;
}

}  // namespace

TEST_CASE("a tree has at each level the split with the largest gain over its rows") {
  Random random(1);
  for (const std::size_t depth : {1U, 4U, 8U}) {
    for (const std::size_t bins : {3U, 40U, 255U}) {
      const BinnedRows binned(drawn_rows(random), columns, bins);
      TreeLearner learner(binned, depth, l2);
      for (int tree = 0; tree < 3; ++tree) {
        std::vector<Slopes> slopes(rows);
        std::vector<std::uint32_t> seen;
        for (std::uint32_t r = 0; r < rows; ++r) {
          const auto p = static_cast<float>(random.unit());
          slopes[r] = {p - static_cast<float>(random.below(2)), p * (1 - p)};
          if (random.below(3) != 0) seen.push_back(r);
        }
        const std::vector<TreeSplit> splits = learner.grow(seen, slopes);
        REQUIRE(splits.size() == depth);
        std::vector<std::size_t> leaves(rows, 0);
        for (std::size_t level = 0; level < depth; ++level) {
          double best = 0;
          for (std::size_t c = 0; c < columns; ++c) {
            for (std::size_t b = 0; b < binned.borders(c).size(); ++b)
              best = std::max(best, gain_of(binned, seen, slopes, leaves, {c, b}));
          }
          const TreeSplit &split = splits[level];
          CHECK(gain_of(binned, seen, slopes, leaves, split) ==
                doctest::Approx(best).epsilon(1e-6));
          for (std::size_t r = 0; r < rows; ++r) {
            const bool yes = binned.bins(split.column)[r] > split.bin;
            leaves[r] |= (yes ? std::size_t{1} : 0) << level;
          }
        }
        std::size_t wrong = 0;
        for (std::size_t r = 0; r < rows; ++r) wrong += learner.leaf_of(r) != leaves[r] ? 1U : 0U;
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE(
    "a bin is the number of borders below a number, and a row lists all except the usual bins") {
  Random random(2);
  const std::vector<float> numbers = drawn_rows(random);
  for (const std::size_t bins : {1U, 2U, 7U, 48U, 255U}) {
    const BinnedRows binned(numbers, columns, bins);
    std::size_t wrong = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      std::vector<std::uint16_t> places;
      for (std::size_t c = 0; c < columns; ++c) {
        std::size_t below = 0;
        for (const float border : binned.borders(c))
          below += border < numbers[r * columns + c] ? 1U : 0U;
        wrong += binned.bins(c)[r] != below ? 1U : 0U;
        if (binned.begin(c) + below != binned.usual(c))
          places.push_back(static_cast<std::uint16_t>(binned.begin(c) + below));
      }
      wrong += !std::ranges::equal(places, binned.places(r)) ? 1U : 0U;
    }
    CHECK(wrong == 0);
    for (std::size_t c = 0; c < columns; ++c) {
      CHECK(binned.borders(c).size() <= bins);
      CHECK(std::ranges::is_sorted(binned.borders(c)));
    }
    CHECK(binned.borders(columns - 1).empty());
  }
}

TEST_CASE("with very many rows, each bin has about the same number of rows") {
  Random random(3);
  constexpr std::size_t count = 200'000, most = 15;
  std::vector<float> numbers(count);
  for (float &x : numbers) x = static_cast<float>(random.unit());
  const BinnedRows binned(numbers, 1, most);
  REQUIRE(binned.borders(0).size() == most);
  std::vector<std::size_t> rows_of(most + 1, 0);
  for (std::size_t r = 0; r < count; ++r) ++rows_of[binned.bins(0)[r]];
  const auto [least, greatest] = std::ranges::minmax(rows_of);
  CHECK(least > 0.9 * count / (most + 1));
  CHECK(greatest < 1.1 * count / (most + 1));
}

}  // namespace sluice
