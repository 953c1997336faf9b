#ifndef SLUICE_INDEX_VECTOR_SEGMENT_HPP
#define SLUICE_INDEX_VECTOR_SEGMENT_HPP

/// A part of a vector index that never changes, and its file.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/index/hnsw_graph.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/vector_index.hpp"

namespace sluice {

/// Rows, the ids they answer to (rising with the row) and perhaps a graph. Immutable; any threads
/// at once.
class VectorSegment {
 public:
  /// `ids`: one a row, rising; `fingerprint`: the embedder's. Throws Error(invalid_argument) if
  /// there is no row, if ids do not rise, or if the numbers of ids, rows or the graph's rows
  /// differ.
  VectorSegment(QuantizedRows rows, std::vector<RowId> ids, std::uint64_t fingerprint,
                std::optional<HnswGraph> graph = std::nullopt);

  /// Maps a file. Opening reads and checks what is small (ids, scales, the graph's upper levels);
  /// vectors and the lowest level's links are checked page by page, when a search first uses them:
  /// so it takes milliseconds, and no flipped byte makes a wrong answer. Throws Error: not_found,
  /// io, malformed, unsupported, mismatch (another kind of file, or vectors of another embedder
  /// than `fingerprint`).
  static std::shared_ptr<const VectorSegment> open(const std::string &path,
                                                   std::uint64_t fingerprint);
  /// The bytes of its file. Throws Error(malformed) if it comes from a damaged one.
  std::string bytes() const;
  /// Reads and checks all that opening left. Throws Error(malformed). O(bytes).
  void(check)() const;

  const QuantizedRows &rows() const noexcept { return rows_; }
  /// Null if there is none.
  const HnswGraph *graph() const noexcept { return graph_ ? &*graph_ : nullptr; }
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// That of its file; 0 if it was not opened from one.
  std::uint64_t checksum() const noexcept;

  RowId id_of(std::size_t row) const noexcept {
    return ids_.empty() ? RowId(first_id_ + row) : ids_[row];
  }
  /// The row of an id, if there is one. O(log rows), O(1) if ids have no gaps.
  std::optional<std::size_t> row_of(RowId id) const noexcept;
  /// The first row's id, if each other one is the next.
  std::optional<RowId> ids_from() const noexcept;

 private:
  struct File;
  explicit VectorSegment(std::shared_ptr<const File> file);

  QuantizedRows rows_;
  std::vector<RowId> ids_;  // empty if there are no gaps
  std::uint32_t first_id_ = 0;
  std::uint64_t fingerprint_ = 0;
  std::optional<HnswGraph> graph_;
  std::shared_ptr<const File> file_;
};

}  // namespace sluice

#endif
