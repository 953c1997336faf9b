#ifndef SLUICE_INDEX_VECTOR_SEGMENT_HPP
#define SLUICE_INDEX_VECTOR_SEGMENT_HPP

/// An immutable part of a vector index, and its file format.

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

namespace sluice::inline v0 {

/// Rows, their ids in ascending order, and optionally a graph. Immutable. Thread-safe.
class VectorSegment {
 public:
  /// `ids` has one ascending id per row; `fingerprint` is the embedder's. Throws
  /// Error(invalid_argument) if there are no rows, if ids are not ascending, or if the numbers of
  /// ids, rows and the graph's rows differ.
  VectorSegment(QuantizedRows rows, std::vector<RowId> ids, std::uint64_t fingerprint,
                std::optional<HnswGraph> graph = std::nullopt);

  /// Maps a file. Opening reads and checks only the small parts (ids, scales, the graph's upper
  /// levels). Vectors and the links of the lowest level are checked page by page when a search
  /// first uses them, so opening takes milliseconds and a corrupted byte never causes a wrong
  /// answer. Throws Error: not_found, io, malformed, unsupported, mismatch (another kind of file,
  /// or vectors of another embedder than `fingerprint`).
  static std::shared_ptr<const VectorSegment> open(const std::string &path,
                                                   std::uint64_t fingerprint);
  /// The bytes of its file. Throws Error(malformed) if the segment comes from a damaged file.
  std::string bytes() const;
  /// Checks everything that opening did not. Throws Error(malformed). O(bytes).
  void(check)() const;

  const QuantizedRows &rows() const noexcept { return rows_; }
  /// nullptr if there is no graph.
  const HnswGraph *graph() const noexcept { return graph_ ? &*graph_ : nullptr; }
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// Checksum of its file; 0 if it was not opened from a file.
  std::uint64_t checksum() const noexcept;

  RowId id_of(std::size_t row) const noexcept {
    return ids_.empty() ? RowId(first_id_ + row) : ids_[row];
  }
  /// The row of an id, if it has one. O(log rows); O(1) if ids have no gaps.
  std::optional<std::size_t> row_of(RowId id) const noexcept;
  /// The id of the first row if ids have no gaps, else nullopt.
  std::optional<RowId> ids_from() const noexcept;

 private:
  struct File;
  explicit VectorSegment(std::shared_ptr<const File> file);

  QuantizedRows rows_;
  std::vector<RowId> ids_;  // empty if ids have no gaps
  std::uint32_t first_id_ = 0;
  std::uint64_t fingerprint_ = 0;
  std::optional<HnswGraph> graph_;
  std::shared_ptr<const File> file_;
};

}  // namespace sluice::inline v0

#endif
