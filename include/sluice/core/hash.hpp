#ifndef SLUICE_CORE_HASH_HPP
#define SLUICE_CORE_HASH_HPP

/// Hashes that are the same on every platform, for checksums, fingerprints and feature hashing. Not
/// cryptographic.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// XXH3, 64 bits.
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0) noexcept;

/// A 128-bit hash. Among n different inputs, the probability of a collision is about n² / 2^129.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend bool operator==(const Hash128 &, const Hash128 &) = default;
  friend auto operator<=>(const Hash128 &, const Hash128 &) = default;
};

/// XXH3, 128 bits.
Hash128 hash128(std::string_view bytes) noexcept;

/// Hashes a sequence of texts; distinguishes ("ab", "c") from ("a", "bc").
class Fingerprint {
 public:
  Fingerprint &add(std::string_view text) noexcept;
  Fingerprint &add(std::uint64_t number) noexcept;

  std::uint64_t value() const noexcept { return state_; }
  /// The hash as 16 hexadecimal digits.
  std::string text() const;

 private:
  std::uint64_t state_ = 0;
};

}  // namespace sluice::inline v0

#endif
