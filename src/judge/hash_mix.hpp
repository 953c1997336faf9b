#ifndef SLUICE_SRC_JUDGE_HASH_MIX_HPP
#define SLUICE_SRC_JUDGE_HASH_MIX_HPP

#include <cstdint>

#include "sluice/core/hash.hpp"

namespace sluice::detail {

/// The finalizer of splitmix64: a permutation of 64 bits without visible structure.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

/// Hash of a multiset; independent of the order in which elements are added.
class BagHash {
 public:
  void add(Hash128 item) noexcept {
    sum_.low += mix(item.low ^ 0xA0761D6478BD642FU);
    sum_.high += mix(item.high ^ 0xE7037ED1A0B428DBU);
  }
  Hash128 value() const noexcept { return sum_; }

 private:
  Hash128 sum_;
};

/// Hash of a sequence.
constexpr Hash128 chain(Hash128 before, Hash128 item) noexcept {
  return {mix(before.low * 0x9E3779B97F4A7C15U + item.low + 1),
          mix(before.high * 0xD1B54A32D192ED03U + item.high + 1)};
}

}  // namespace sluice::detail

#endif
