#ifndef SLUICE_SRC_EMBED_STATIC_TABLE_HPP
#define SLUICE_SRC_EMBED_STATIC_TABLE_HPP

/// The file format of StaticEmbedder.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/embed/wordpiece.hpp"

namespace sluice::inline v0::embed_detail {

/// 8-bit rows, row-major, pieces × dimensions; one scale per row.
struct StaticTable {
  explicit StaticTable(SegmentFile from);

  SegmentFile file;
  WordPiece tokenizer;
  std::size_t dimensions;
  std::span<const std::int8_t> rows;
  std::span<const float> scales;

  static StaticTable open(const std::string &path);
  /// Reads the output of `static_table_bytes`, which must be aligned to 64 bytes.
  static StaticTable from_memory(std::string_view bytes, std::string name);
};

/// Calls `visit` with each word of a text, without punctuation, and the pieces that spell it: only
/// "[UNK]" if they cannot. O(text).
void each_spelled_word(
    const WordPiece &tokenizer, std::string_view text,
    function_ref<void(std::string_view word, std::span<const std::uint32_t> ids)> visit);

/// The content of the file. `pieces` has one piece per line.
std::string static_table_bytes(std::string_view pieces, std::span<const std::int8_t> rows,
                               std::span<const float> scales);

}  // namespace sluice::inline v0::embed_detail

#endif
