#ifndef SLUICE_EMBED_STATIC_EMBEDDER_HPP
#define SLUICE_EMBED_STATIC_EMBEDDER_HPP

/// Sums word-piece vectors from a table: semantic similarity without a transformer, in
/// microseconds.
/// Source: Arora et al. 2017 (smooth inverse frequency); the table is distilled from an encoder,
/// see distill.hpp.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sluice/embed/wordpiece.hpp"

namespace sluice::inline v0 {

namespace embed_detail {
struct StaticTable;
}

/// Models Embedder. Table rows are 8-bit with one scale per row. A word that the pieces cannot
/// spell (in another script, for example) gets a vector of hashed character n-grams, so that it
/// still matches itself; punctuation is ignored. Immutable. Thread-safe.
class StaticEmbedder {
 public:
  /// The table that comes with the library: compiled in or, with SLUICE_EMBED_WEIGHTS=OFF, the file
  /// share/sluice/static_128.table. Throws Error(unsupported) if there is neither.
  static StaticEmbedder shipped();
  static bool is_shipped();
  /// Opens a table file and maps it into memory. Throws Error: not_found, io, malformed,
  /// unsupported, mismatch (another kind of file).
  static StaticEmbedder open(const std::string &path);

  std::size_t dimensions() const noexcept;
  std::uint64_t fingerprint() const noexcept;
  const WordPiece &tokenizer() const noexcept;
  /// O(bytes + pieces × dimensions) per text.
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

 private:
  explicit StaticEmbedder(std::shared_ptr<const embed_detail::StaticTable> table)
      : table_(std::move(table)) {}

  std::shared_ptr<const embed_detail::StaticTable> table_;
};

}  // namespace sluice::inline v0

#endif
