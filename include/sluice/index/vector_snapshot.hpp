#ifndef SLUICE_INDEX_VECTOR_SNAPSHOT_HPP
#define SLUICE_INDEX_VECTOR_SNAPSHOT_HPP

/// An immutable snapshot of a vector index made of segments.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/hnsw_graph.hpp"
#include "sluice/index/hnsw_index.hpp"
#include "sluice/index/row_set.hpp"
#include "sluice/index/vector_index.hpp"
#include "sluice/index/vector_segment.hpp"

namespace sluice::inline v0 {

/// How to rebuild segments from the live rows.
struct VectorCompaction {
  std::size_t segments = 1;                         ///< Rows are distributed evenly, in the order
                                                    ///< of their ids.
  std::optional<HnswOptions> graph = std::nullopt;  ///< If set, build a graph per segment.
  std::size_t threads = 1;  ///< Limit; each segment is built by one thread. Does not affect the
                            ///< result.
};

/// Models VectorIndex; rows are named by the ids under which they were added. A row that was never
/// added, or was removed, is not eligible. The answer does not depend on how rows are divided into
/// segments (with graphs, this holds only for the scores and the order of the rows that are found).
/// Immutable: changes return a new snapshot that shares the old rows. Cheap to copy. Thread-safe.
///
/// Searches throw Error: invalid_argument (the query has the wrong length or a number that is not
/// finite), malformed (a segment comes from a damaged file).
class VectorSnapshot {
 public:
  /// A segment and the set of its live rows (nullptr: all).
  struct Part {
    std::shared_ptr<const VectorSegment> segment;
    std::shared_ptr<const RowSet> live;
  };

  /// An empty snapshot. `fingerprint` is the embedder's.
  VectorSnapshot(std::size_t dimensions, std::uint64_t fingerprint);
  /// Throws Error: invalid_argument (dimensions or numbers of rows differ), mismatch (a segment of
  /// another embedder). Each id may be live only once.
  VectorSnapshot(std::size_t dimensions, std::uint64_t fingerprint, std::vector<Part> parts);

  std::size_t dimensions() const noexcept { return dimensions_; }
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// One more than the largest id in any segment.
  std::size_t size() const noexcept { return size_; }
  /// Number of live rows.
  std::size_t live() const noexcept { return live_; }
  bool contains(RowId id) const noexcept;
  std::size_t breadth() const noexcept { return breadth_; }
  std::span<const Part> parts() const noexcept { return parts_; }

  /// A snapshot with additional rows, which replace rows with the same ids. `vectors` is row-major,
  /// one row per id. Throws Error(invalid_argument) if an id is repeated, sizes do not match, or a
  /// number is not finite. O(ids × (dimensions + segments × log rows)), plus a copy of the last few
  /// thousand rows that were added, which keeps the number of segments small.
  VectorSnapshot with(std::span<const RowId> ids, std::span<const float> vectors) const;
  /// A snapshot without these rows; ignores unknown ids.
  VectorSnapshot without(std::span<const RowId> ids) const;
  /// A snapshot with the same live rows and without the removed ones. Throws Error: cancelled,
  /// invalid_argument (options).
  VectorSnapshot compacted(const VectorCompaction &options, const Progress &progress = {}) const;
  /// A snapshot of the same rows that searches graphs with this breadth. 0 scans all rows even if
  /// there are graphs; only then do hidden rows never affect answers.
  VectorSnapshot with_breadth(std::size_t breadth) const;

  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k) const;
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    const RowSet &visible) const;
  /// Calls `eligible` for each live row: O(live rows) more.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const;
  /// The cosine of each id below size(); 0 for ids without a live row.
  void similarities(std::span<const float> query, std::span<float> cosines) const;
  /// The same for some ids. O(ids × (dimensions + segments × log rows)).
  void similarities(std::span<const float> query, std::span<const RowId> wanted,
                    std::span<float> cosines) const;

 private:
  template <class VisibleRows>
  std::vector<Scored<RowId>> search_parts(std::span<const float> query, std::size_t k,
                                          VisibleRows visible_rows) const;

  std::size_t dimensions_;
  std::uint64_t fingerprint_;
  std::size_t breadth_ = HnswIndex::default_breadth;
  std::size_t size_ = 0;
  std::size_t live_ = 0;
  std::vector<Part> parts_;
};

}  // namespace sluice::inline v0

#endif
