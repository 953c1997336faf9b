#ifndef SLUICE_EMBED_HASHED_EMBEDDER_HPP
#define SLUICE_EMBED_HASHED_EMBEDDER_HPP

/// Vectors of hashed character n-grams: no weights, no training, any language; similar spelling is
/// all that it sees. Source: Weinberger et al. 2009 (feature hashing), Bojanowski et al. 2017
/// (n-grams).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

/// Models Embedder. Words, and their 3- to 5-grams with the word's borders marked, each add ±1 (the
/// whole word ±2) to one dimension. Names are split as identifiers first. Immutable; any threads at
/// once.
class HashedEmbedder {
 public:
  /// Throws Error(invalid_argument) if `dimensions` is 0.
  explicit HashedEmbedder(std::size_t dimensions = 256);

  std::size_t dimensions() const noexcept { return dimensions_; }
  std::uint64_t fingerprint() const noexcept;
  /// O(bytes) a text.
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

 private:
  std::size_t dimensions_;
};

}  // namespace sluice

#endif
