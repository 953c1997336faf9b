#ifndef SLUICE_CORE_RANDOM_HPP
#define SLUICE_CORE_RANDOM_HPP

/// Seeded random numbers that are the same on every platform and in every release. The standard
/// library's distributions are not: implementations may differ.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The finalizer of SplitMix64: a permutation of 64 bits without visible structure.
constexpr std::uint64_t mix64(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// SplitMix64 (Steele, Lea, Flood 2014): 64 bits of state, passes BigCrush. Models
/// std::uniform_random_bit_generator. Not cryptographic. Not thread-safe.
class Random {
 public:
  using result_type = std::uint64_t;

  constexpr explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

  static constexpr result_type(min)() noexcept { return 0; }
  static constexpr result_type(max)() noexcept {
    return (std::numeric_limits<std::uint64_t>::max)();
  }

  constexpr result_type operator()() noexcept { return mix64(state_ += 0x9e3779b97f4a7c15U); }

  /// A uniformly distributed number in [0, bound), unbiased (by rejection). `bound` must not be 0.
  constexpr std::uint64_t below(std::uint64_t bound) noexcept {
    const std::uint64_t rejected = (0 - bound) % bound;
    std::uint64_t drawn = (*this)();
    while (drawn < rejected) drawn = (*this)();
    return drawn % bound;
  }

  /// A uniformly distributed number in [0, 1).
  constexpr double unit() noexcept { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

  /// Shuffles a range uniformly (Fisher–Yates).
  template <class Range>
  constexpr void shuffle(Range &range) noexcept {
    for (std::size_t i = range.size(); i > 1; --i) {
      std::swap(range[i - 1], range[static_cast<std::size_t>(below(i))]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace sluice::inline v0

#endif
