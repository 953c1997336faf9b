#ifndef SLUICE_EMBED_STATIC_EMBEDDER_HPP
#define SLUICE_EMBED_STATIC_EMBEDDER_HPP

/// A table of word-piece vectors, added up: meaning without a transformer, in microseconds.
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

namespace sluice {

namespace detail {
struct StaticTable;
}

/// Models Embedder. Rows of 8 bits with a scale each. A word that the pieces cannot spell (another
/// script, say) gets a vector made of hashed character n-grams, so that it still finds itself;
/// punctuation counts for nothing. Immutable; any threads at once.
class StaticEmbedder {
 public:
  /// The table that comes with the library: compiled in or, with SLUICE_EMBED_WEIGHTS=OFF, the file
  /// share/sluice/static_128.table. Throws Error(unsupported) if there is neither.
  static StaticEmbedder shipped();
  static bool is_shipped();
  /// A table's file, mapped into memory. Throws Error: not_found, io, malformed, unsupported,
  /// mismatch (another kind of file).
  static StaticEmbedder open(const std::string &path);

  std::size_t dimensions() const noexcept;
  std::uint64_t fingerprint() const noexcept;
  const WordPiece &tokenizer() const noexcept;
  /// O(bytes + pieces × dimensions) a text.
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

 private:
  explicit StaticEmbedder(std::shared_ptr<const detail::StaticTable> table)
      : table_(std::move(table)) {}

  std::shared_ptr<const detail::StaticTable> table_;
};

}  // namespace sluice

#endif
