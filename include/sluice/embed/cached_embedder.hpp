#ifndef SLUICE_EMBED_CACHED_EMBEDDER_HPP
#define SLUICE_EMBED_CACHED_EMBEDDER_HPP

/// A model that embeds each text once.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/embed/any_embedder.hpp"

namespace sluice {

/// Gives what the model gives, keeps it in memory, and makes what is new on several threads. For
/// training, which asks for the same texts again and again. Models Embedder; any threads at once if
/// the model allows it; copies share what is kept.
class CachedEmbedder {
 public:
  /// `threads`: at least 1. A vector takes 4 bytes a dimension, and as long as any copy lives.
  explicit CachedEmbedder(AnyEmbedder model, std::size_t threads = 1);

  std::size_t dimensions() const { return model_.dimensions(); }
  std::uint64_t fingerprint() const { return model_.fingerprint(); }
  const AnyEmbedder &model() const noexcept { return model_; }
  /// Throws what the model throws, and Error(invalid_argument) for `vectors` of another size.
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;
  /// What else than its vector the model has to say of a text: what `read` made of it when it was
  /// first asked for, which threads may do at once. Of one text always the same kind of thing.
  std::vector<float> reading(std::string_view text, function_ref<std::vector<float>()> read) const;

 private:
  class Vectors;

  AnyEmbedder model_;
  std::size_t threads_;
  std::shared_ptr<Vectors> kept_, readings_;
};

}  // namespace sluice

#endif
