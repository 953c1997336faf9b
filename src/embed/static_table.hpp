#ifndef SLUICE_SRC_EMBED_STATIC_TABLE_HPP
#define SLUICE_SRC_EMBED_STATIC_TABLE_HPP

/// The file behind a StaticEmbedder.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/embed/wordpiece.hpp"

namespace sluice::detail {

/// Rows of 8 bits, row-major, pieces × dimensions; a scale a row.
struct StaticTable {
  explicit StaticTable(SegmentFile from);

  SegmentFile file;
  WordPiece tokenizer;
  std::size_t dimensions;
  std::span<const std::int8_t> rows;
  std::span<const float> scales;

  static StaticTable open(const std::string &path);
  /// Bytes that `static_table_bytes` made, at a border of 64.
  static StaticTable from_memory(std::string_view bytes, std::string name);
};

/// Calls `visit` with each word of a text, marks left out, and the pieces that spell it: "[UNK]"
/// alone where none do. O(text).
void each_spelled_word(
    const WordPiece &tokenizer, std::string_view text,
    function_ref<void(std::string_view word, std::span<const std::uint32_t> ids)> visit);

/// The file's bytes. `pieces` is one a line.
std::string static_table_bytes(std::string_view pieces, std::span<const std::int8_t> rows,
                               std::span<const float> scales);

}  // namespace sluice::detail

#endif
