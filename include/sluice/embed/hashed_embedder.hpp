#ifndef SLUICE_EMBED_HASHED_EMBEDDER_HPP
#define SLUICE_EMBED_HASHED_EMBEDDER_HPP

/// Vectors of hashed character n-grams: no weights, no training, any language. Measures only
/// similarity of spelling. Source: Weinberger et al. 2009 (feature hashing), Bojanowski et al. 2017
/// (n-grams).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Models Embedder. Each word, and each of its 3- to 5-grams with word boundaries marked, adds ±1
/// (the whole word ±2) to one dimension. Identifiers are first split into words. Immutable.
/// Thread-safe.
class HashedEmbedder {
 public:
  /// Throws Error(invalid_argument) if `dimensions` is 0.
  explicit HashedEmbedder(std::size_t dimensions = 256);

  std::size_t dimensions() const noexcept { return dimensions_; }
  std::uint64_t fingerprint() const noexcept;
  /// O(bytes) per text.
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

 private:
  std::size_t dimensions_;
};

}  // namespace sluice::inline v0

#endif
