#ifndef SLUICE_EMBED_EMBEDDER_HPP
#define SLUICE_EMBED_EMBEDDER_HPP

/// Text to vectors, by whatever means.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// `embed(texts, vectors)` writes one vector a text into `vectors`, row-major, texts.size() ×
/// dimensions(): of unit length, or all zero for a text without anything to go by. The same text
/// gives the same vector, alone or in a batch. `fingerprint()` tells models apart: vectors of
/// different fingerprints must not be compared. Safe to call from many threads.
template <class T>
concept Embedder = requires(const T &embedder, std::span<const std::string_view> texts,
                            std::span<float> vectors) {
  { embedder.dimensions() } -> std::same_as<std::size_t>;
  { embedder.fingerprint() } -> std::same_as<std::uint64_t>;
  {embedder.embed(texts, vectors)};
};

/// A row a text, by one call: a model that has several threads needs many texts at once.
template <Embedder Model>
std::vector<float> embed_all(const Model &model, std::span<const std::string> texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<float> rows(texts.size() * model.dimensions());
  model.embed(views, rows);
  return rows;
}

}  // namespace sluice

#endif
