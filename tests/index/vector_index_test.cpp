#include "sluice/index/vector_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"

namespace sluice {
namespace {

std::vector<float> random_rows(Random &random, std::size_t rows, std::size_t dimensions) {
  std::vector<float> numbers(rows * dimensions);
  for (std::size_t r = 0; r < rows; ++r) {
    double square = 0;
    for (std::size_t i = 0; i < dimensions; ++i) {
      float &x = numbers[r * dimensions + i];
      x = static_cast<float>(random.unit() - 0.5);
      square += double{x} * x;
    }
    for (std::size_t i = 0; i < dimensions; ++i) {
      numbers[r * dimensions + i] /= static_cast<float>(std::sqrt(square));
    }
  }
  return numbers;
}

static_assert(VectorIndex<ExactIndex>);

}  // namespace

TEST_CASE("search finds the same rows as a loop over all rows") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const std::size_t dimensions = 1 + random.below(40);
    const std::size_t rows = random.below(60);
    const std::vector<float> numbers = random_rows(random, rows, dimensions);
    const ExactIndex index(numbers, dimensions);
    const std::vector<float> query = random_rows(random, 1, dimensions);
    const auto eligible = [](RowId row) { return row.index() % 3 != 1; };

    std::vector<Scored<RowId, double>> expected;
    for (std::size_t r = 0; r < rows; ++r) {
      double cosine = 0;
      for (std::size_t i = 0; i < dimensions; ++i) {
        cosine += double{query[i]} * numbers[r * dimensions + i];
      }
      if (eligible(RowId(r))) expected.push_back({RowId(r), cosine});
    }
    std::ranges::sort(expected, BestFirst{});
    const auto found = index.search(query, 10, eligible);
    REQUIRE(found.size() == std::min<std::size_t>(10, expected.size()));
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].score == doctest::Approx(expected[i].score).epsilon(1e-5));
    }
  }
}

TEST_CASE("equal rows are ordered by id") {
  const ExactIndex index({1, 0, 1, 0, 0, 1}, 2);
  const std::vector<float> query{1, 0};
  const auto found = index.search(query, 3, [](RowId) { return true; });
  REQUIRE(found.size() == 3);
  CHECK(found[0].id == RowId(0));
  CHECK(found[1].id == RowId(1));
  CHECK(found[2].id == RowId(2));
}

TEST_CASE("incomplete rows and rows that are not finite are refused") {
  CHECK_THROWS_AS(ExactIndex({1, 2, 3}, 2), Error);
  CHECK_THROWS_AS(ExactIndex({1, 2}, 0), Error);
  CHECK_THROWS_AS(ExactIndex({1, std::numeric_limits<float>::quiet_NaN()}, 2), Error);
}

}  // namespace sluice
