#ifndef SLUICE_EMBED_EMBEDDER_HPP
#define SLUICE_EMBED_EMBEDDER_HPP

/// The concept of a model that turns text into vectors.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// `embed(texts, vectors)` writes one vector per text into `vectors`, row-major, texts.size() ×
/// dimensions(). Each has unit length, or is all zero for a text without any content that the model
/// uses. The same text gives the same vector, alone or in a batch. `fingerprint()` identifies the
/// model: vectors with different fingerprints must not be compared. Thread-safe.
template <class T>
concept Embedder = requires(const T &embedder, std::span<const std::string_view> texts,
                            std::span<float> vectors) {
  { embedder.dimensions() } -> std::same_as<std::size_t>;
  { embedder.fingerprint() } -> std::same_as<std::uint64_t>;
  {embedder.embed(texts, vectors)};
};

/// Embeds all texts in one call, one row per text; a model with several threads needs many texts
/// per call.
template <Embedder Model>
std::vector<float> embed_all(const Model &model, std::span<const std::string> texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<float> rows(texts.size() * model.dimensions());
  model.embed(views, rows);
  return rows;
}

}  // namespace sluice::inline v0

#endif
