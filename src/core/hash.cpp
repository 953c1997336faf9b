#include "sluice/core/hash.hpp"

#include <xxhash.h>

#include <fmt/format.h>

namespace sluice::inline v0 {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) noexcept {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

// Using each hash as the next seed keeps the boundaries between texts.
Hash128 hash128(std::string_view bytes) noexcept {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

Fingerprint &Fingerprint::add(std::string_view text) noexcept {
  state_ = hash64(text, state_ + text.size() + 1);
  return *this;
}

Fingerprint &Fingerprint::add(std::uint64_t number) noexcept {
  return add(std::string_view(reinterpret_cast<const char *>(&number), sizeof number));
}

std::string Fingerprint::text() const { return fmt::format("{:016x}", state_); }

}  // namespace sluice::inline v0
