#ifndef SLUICE_EMBED_CACHED_EMBEDDER_HPP
#define SLUICE_EMBED_CACHED_EMBEDDER_HPP

/// An embedder that embeds each text only once.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/embed/any_embedder.hpp"

namespace sluice::inline v0 {

/// Returns the vectors of another embedder, keeps them in memory, and computes new ones on several
/// threads. For training, which needs the same texts repeatedly. Models Embedder. Thread-safe if
/// the model is; copies share the cache.
class CachedEmbedder {
 public:
  /// `threads` is at least 1. A vector takes 4 bytes per dimension; vectors are kept as long as any
  /// copy exists.
  explicit CachedEmbedder(AnyEmbedder model, std::size_t threads = 1);

  std::size_t dimensions() const { return model_.dimensions(); }
  std::uint64_t fingerprint() const { return model_.fingerprint(); }
  const AnyEmbedder &model() const noexcept { return model_; }
  /// Throws what the model throws, and Error(invalid_argument) if `vectors` has the wrong size.
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;
  /// Caches another result of the model for a text besides its vector. Calls `read` if the text is
  /// new, possibly on several threads at once, and returns the same result later. All calls for one
  /// text must request the same kind of result.
  std::vector<float> reading(std::string_view text, function_ref<std::vector<float>()> read) const;

 private:
  class Vectors;

  AnyEmbedder model_;
  std::size_t threads_;
  std::shared_ptr<Vectors> kept_, readings_;
};

}  // namespace sluice::inline v0

#endif
