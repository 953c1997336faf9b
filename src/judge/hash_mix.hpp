#ifndef SLUICE_SRC_JUDGE_HASH_MIX_HPP
#define SLUICE_SRC_JUDGE_HASH_MIX_HPP

#include <cstdint>

#include "sluice/core/hash.hpp"
#include "sluice/core/random.hpp"

namespace sluice::inline v0::judge_detail {

/// Hash of a multiset; independent of the order in which elements are added.
class BagHash {
 public:
  void add(Hash128 item) noexcept {
    sum_.low += mix64(item.low ^ 0xA0761D6478BD642FU);
    sum_.high += mix64(item.high ^ 0xE7037ED1A0B428DBU);
  }
  Hash128 value() const noexcept { return sum_; }

 private:
  Hash128 sum_;
};

/// Hash of a sequence.
constexpr Hash128 chain(Hash128 before, Hash128 item) noexcept {
  return {mix64(before.low * 0x9E3779B97F4A7C15U + item.low + 1),
          mix64(before.high * 0xD1B54A32D192ED03U + item.high + 1)};
}

}  // namespace sluice::inline v0::judge_detail

#endif
