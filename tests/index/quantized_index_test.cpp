#include "sluice/index/quantized_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/index/row_set.hpp"
#include "support/error_of.hpp"
#include "vectors.hpp"

namespace sluice {
namespace {

static_assert(VectorIndex<QuantizedIndex>);

const auto everything = [](RowId) { return true; };

/// The index with all kernels that this processor supports.
std::vector<QuantizedIndex> on_all_kernels(const QuantizedIndex &index) {
  std::vector<QuantizedIndex> all;
  for (const std::string_view kernels : {"plain", "avx2", "avx512"}) {
    if (const auto error = test::error_if_any([&] { all.push_back(index.on(kernels)); })) {
      CHECK(error->code() == ErrorCode::unsupported);
    }
  }
  CHECK(all.size() >= 1);
  return all;
}

}  // namespace

TEST_CASE("search finds the same rows as a slow loop over all rows, with the same scores") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const std::size_t dimensions = 1 + random.below(200);
    const std::size_t rows = random.below(700);
    const std::vector<float> numbers = test::unit_rows(random, rows, dimensions);
    const std::vector<float> query = test::unit_rows(random, 1, dimensions);
    const QuantizedIndex index(numbers, dimensions);
    const std::uint64_t share = random.below(20);
    const auto eligible = [&](RowId row) { return (row.value * 7 + seed) % 20 >= share; };
    const std::size_t k = random.below(30);
    const auto expected = test::search_slowly(numbers, dimensions, query, k, eligible);
    CHECK(index.search(query, k, eligible) == expected);
    CHECK(index.search(query, k, RowSet(rows, eligible)) == expected);
    // Rows above the bound of a smaller set are hidden, and a larger bound changes nothing.
    const RowSet larger(rows + 100, eligible);
    CHECK(index.search(query, k, larger) == expected);
    const RowSet smaller(rows / 2, eligible);
    const auto below = [&](RowId row) { return row.index() < rows / 2 && eligible(row); };
    CHECK(index.search(query, k, smaller) ==
          test::search_slowly(numbers, dimensions, query, k, below));
    CHECK(index.search(query, k) == test::search_slowly(numbers, dimensions, query, k, everything));
  }
}

TEST_CASE("all instruction sets give bitwise equal answers") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const std::size_t dimensions = 1 + random.below(400);
    const std::size_t rows = 1 + random.below(600);
    std::vector<float> numbers = test::unit_rows(random, rows, dimensions);
    std::vector<float> query = test::unit_rows(random, 1, dimensions);
    // The largest sums: every code is 127 or -127.
    if (seed % 4 == 0) {
      for (float &x : numbers) x = seed % 8 == 0 && x < 0 ? -0.5F : 0.5F;
      query.assign(dimensions, 0.5F);
    }
    const QuantizedIndex index(numbers, dimensions);
    const RowSet visible(rows, [&](RowId) { return random.below(3) == 0; });
    std::vector<float> expected(rows);
    index.similarities(query, expected);
    for (const QuantizedIndex &other : on_all_kernels(index)) {
      CAPTURE(other.kernels());
      std::vector<float> cosines(rows);
      other.similarities(query, cosines);
      CHECK(cosines == expected);
      CHECK(other.search(query, 10) == index.search(query, 10));
      CHECK(other.search(query, 10, visible) == index.search(query, 10, visible));
      CHECK(other.search(query, 10) ==
            test::search_slowly(numbers, dimensions, query, 10, everything));
    }
  }
  test::check_code(ErrorCode::unsupported,
                   [] { return QuantizedIndex(std::vector<float>{1}, 1).on("abacus"); });
}

TEST_CASE("hidden rows do not affect the answer: it equals that of an index without them") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const std::size_t dimensions = 32;
    const std::size_t rows = 400;
    const std::vector<float> numbers = test::clustered_rows(random, rows, dimensions, 20);
    const RowSet visible(rows, [&](RowId) { return random.below(4) == 0; });
    std::vector<float> kept;
    std::vector<RowId> ids;
    for (std::size_t r = 0; r < rows; ++r) {
      if (!visible.contains(RowId(r))) continue;
      const auto row = test::row_of(numbers, r, dimensions);
      kept.insert(kept.end(), row.begin(), row.end());
      ids.push_back(RowId(r));
    }
    const std::vector<float> query = test::unit_rows(random, 1, dimensions);
    auto expected = QuantizedIndex(kept, dimensions).search(query, 10);
    for (auto &row : expected) row.id = ids[row.id.index()];
    CHECK(QuantizedIndex(numbers, dimensions).search(query, 10, visible) == expected);
  }
}

TEST_CASE("equal rows are ordered by id, however many there are") {
  std::vector<float> numbers;
  for (int row = 0; row < 1000; ++row) numbers.insert(numbers.end(), {0.6F, 0.8F});
  const QuantizedIndex index(numbers, 2);
  const auto found = index.search(std::vector<float>{1, 0}, 5);
  REQUIRE(found.size() == 5);
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i].id == RowId(i));
}

TEST_CASE("cosines are close to those of the full vectors and within their range") {
  Random random(5);
  const std::size_t dimensions = 128;
  const std::size_t rows = 300;
  const std::vector<float> numbers = test::clustered_rows(random, rows, dimensions, 10);
  const QuantizedIndex index(numbers, dimensions);
  for (std::size_t q = 0; q < rows; q += 30) {
    const auto query = test::row_of(numbers, q, dimensions);
    std::vector<float> cosines(rows);
    index.similarities(query, cosines);
    for (std::size_t r = 0; r < rows; ++r) {
      double cosine = 0;
      for (std::size_t i = 0; i < dimensions; ++i) {
        cosine += double{query[i]} * numbers[r * dimensions + i];
      }
      CHECK(std::abs(cosine - double{cosines[r]}) < 0.01);
      CHECK(std::abs(cosines[r]) <= 1 + 1e-6F);
    }
    CHECK(cosines[q] == doctest::Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("a row of zeros has cosine 0 with everything") {
  const QuantizedIndex index(std::vector<float>{0, 0, -1, 0}, 2);
  const auto found = index.search(std::vector<float>{1, 0}, 2);
  REQUIRE(found.size() == 2);
  CHECK(found[0] == Scored<RowId>{RowId(0), 0.0F});
  CHECK(found[1].score == doctest::Approx(-1));
  CHECK(index.search(std::vector<float>{0, 0}, 2)[0].score == 0);
}

TEST_CASE("several queries at once have the same cosines as each alone") {
  Random random(12);
  constexpr std::size_t rows = 300, dimensions = 40;
  const auto numbers = [&](std::size_t count) {
    std::vector<float> made(count);
    for (float &x : made) x = static_cast<float>(random.unit() - 0.5);
    return made;
  };
  const QuantizedIndex index(numbers(rows * dimensions), dimensions);
  for (const std::size_t queries : {1U, 2U, 7U}) {
    const std::vector<float> asked = numbers(queries * dimensions);
    std::vector<float> all(queries * rows);
    index.similarities(asked, all);
    for (std::size_t q = 0; q < queries; ++q) {
      std::vector<float> alone(rows);
      index.similarities(std::span(asked).subspan(q * dimensions, dimensions), alone);
      CHECK(std::ranges::equal(alone, std::span(all).subspan(q * rows, rows)));
    }
    std::vector<float> odd = asked;
    odd.push_back(0);
    CHECK_THROWS_AS(index.similarities(odd, all), Error);
  }
}

TEST_CASE("invalid vectors are refused with an error that says why") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  const auto says = [](auto call, std::string_view words) {
    const Error error = test::error_of(call);
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK(error.message() == words);
  };
  using Numbers = std::vector<float>;
  says([&] { QuantizedIndex(Numbers{1, nan}, 2); }, "a vector holds a number that is not finite");
  says(
      [&] {
        QuantizedIndex(Numbers{1, infinite}, 2);
      },
      "a vector holds a number that is not finite");
  says([&] { QuantizedIndex(Numbers{1e30F, 0}, 2); }, "a vector holds a number that is too large");
  says([&] { QuantizedIndex(Numbers{1, 2, 3}, 2); }, "vectors do not fill whole rows");
  says([&] { QuantizedIndex(Numbers{}, 0); }, "vectors of 0 numbers; expected 1 to 65536");
  const QuantizedIndex index(Numbers{1, 0}, 2);
  says([&] { index.search(Numbers{nan, 0}, 1); }, "a vector holds a number that is not finite");
  says([&] { index.search(Numbers{1, 0, 0}, 1); }, "a query of 3 numbers; expected 2");
  Numbers none;
  says(
      [&] {
        index.similarities(Numbers{1, 0}, none);
      },
      "there must be room for one cosine per row");
}

TEST_CASE("a set of rows contains what was inserted") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const std::size_t bound = random.below(300);
    std::vector<bool> plain(bound);
    RowSet set(bound, RowSet::Holds::nothing);
    CHECK(RowSet(bound, RowSet::Holds::everything).count() == bound);
    for (std::size_t i = 0; bound > 0 && i < 200; ++i) {
      const RowId row(random.below(bound));
      plain[row.index()] = random.below(3) != 0;
      plain[row.index()] ? set.insert(row) : set.erase(row);
    }
    std::size_t count = 0;
    for (std::size_t row = 0; row < bound; ++row) {
      CHECK(set.contains(RowId(row)) == plain[row]);
      count += plain[row] ? 1 : 0;
    }
    CHECK(set.count() == count);
    CHECK_FALSE(set.contains(RowId(bound)));
    const std::size_t first = random.below(bound + 70);
    const std::size_t size = random.below(200);
    const RowSet slice = set.slice(first, size);
    CHECK(slice.bound() == size);
    const RowSet expected(size,
                          [&](RowId row) { return set.contains(RowId(first + row.index())); });
    CHECK(slice.count() == expected.count());
    for (std::size_t row = 0; row < size; ++row) {
      CHECK(slice.contains(RowId(row)) == expected.contains(RowId(row)));
    }
  }
}

TEST_CASE("rows quantized in parts have the same bits as at once, on one thread and on eight") {
  Random random(8);
  for (const std::size_t rows : {0U, 1U, 1023U, 5000U}) {
    constexpr std::size_t dimensions = 24;
    const std::vector<float> numbers = test::unit_rows(random, rows, dimensions);
    const QuantizedRows expected(numbers, dimensions);
    for (const std::size_t threads : {1U, 8U}) {
      const auto write = [&](std::size_t first, std::span<float> vectors) {
        std::ranges::copy(std::span(numbers).subspan(first * dimensions, vectors.size()),
                          vectors.begin());
      };
      const QuantizedRows made = quantize_rows(rows, dimensions, write, threads);
      CHECK(std::ranges::equal(made.codes(), expected.codes()));
      CHECK(std::ranges::equal(made.scales(), expected.scales()));
    }
  }
  const auto write_nan = [](std::size_t first, std::span<float> vectors) {
    std::ranges::fill(vectors, first > 2000 ? std::numeric_limits<float>::quiet_NaN() : 0.5F);
  };
  test::check_code(ErrorCode::invalid_argument, [&] { quantize_rows(5000, 4, write_nan, 4); });
}

}  // namespace sluice
