#include "sluice/core/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

using namespace sluice;

namespace {

/// SplitMix64 as a function of the position instead of a state.
std::uint64_t nth_of_stream(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t z = seed + (n + 1) * 11400714819323198485U;
  z ^= z >> 30;
  z *= 13787848793156543929U;
  z ^= z >> 27;
  z *= 10723151780598845931U;
  z ^= z >> 31;
  return z;
}

}  // namespace

TEST_CASE("the numbers are those of SplitMix64") {
  Random zero(0);
  CHECK(zero() == 0xE220A8397B1DCDAFU);
  CHECK(zero() == 0x6E789E6AA1B965F4U);
  CHECK(zero() == 0x06C45D188009454FU);
  Random published(1234567);
  CHECK(published() == 6457827717110365317U);
  CHECK(published() == 3203168211198807973U);
  CHECK(published() == 9817491932198370423U);
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    Random random(seed);
    for (std::uint64_t n = 0; n < 1000; ++n) CHECK(random() == nth_of_stream(seed, n));
  }
}

TEST_CASE("a seed gives the same numbers at compile time") {
  constexpr std::uint64_t third = [] {
    Random random(42);
    random();
    random();
    return random();
  }();
  CHECK(third == nth_of_stream(42, 2));
}

TEST_CASE("a bounded number stays below its bound") {
  Random random(3);
  for (const std::uint64_t bound :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{1000},
        (std::uint64_t{1} << 63) + 1, ~std::uint64_t{0}}) {
    for (int i = 0; i < 200; ++i) CHECK(random.below(bound) < bound);
  }
}

TEST_CASE("a bounded number takes each value about equally often") {
  Random random(4);
  constexpr std::uint64_t bound = 7;
  constexpr int draws = 70000;
  std::array<int, bound> counts{};
  for (int i = 0; i < draws; ++i) ++counts[random.below(bound)];
  // Five standard deviations of a binomial count with mean 10,000.
  for (const int count : counts) CHECK(std::abs(count - 10000) < 470);
}

TEST_CASE("a bound of two thirds of the range does not favor its lower half") {
  Random random(5);
  constexpr std::uint64_t bound = ~std::uint64_t{0} / 3 * 2;
  int low = 0;
  for (int i = 0; i < 20000; ++i) low += random.below(bound) < bound / 2 ? 1 : 0;
  CHECK(std::abs(low - 10000) < 360);
}

TEST_CASE("a unit number is never below 0, never 1, and one half on average") {
  Random random(6);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const double number = random.unit();
    CHECK(number >= 0);
    CHECK(number < 1);
    sum += number;
  }
  CHECK(sum / 10000 == doctest::Approx(0.5).epsilon(0.03));
}

TEST_CASE("a shuffle is a permutation, and every permutation occurs") {
  Random random(7);
  std::map<std::array<int, 3>, int> seen;
  for (int i = 0; i < 6000; ++i) {
    std::array<int, 3> items{0, 1, 2};
    random.shuffle(items);
    ++seen[items];
  }
  CHECK(seen.size() == 6);
  for (const auto &[order, count] : seen) CHECK(std::abs(count - 1000) < 150);

  std::vector<int> many(1000);
  std::iota(many.begin(), many.end(), 0);
  auto shuffled = many;
  random.shuffle(shuffled);
  CHECK(shuffled != many);
  CHECK(std::ranges::is_permutation(shuffled, many));
}

TEST_CASE("shuffling no items or one item draws no numbers") {
  Random random(8);
  std::vector<int> none;
  std::vector<int> one{1};
  random.shuffle(none);
  random.shuffle(one);
  CHECK(random() == nth_of_stream(8, 0));
}
