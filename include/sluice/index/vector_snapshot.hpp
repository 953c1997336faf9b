#ifndef SLUICE_INDEX_VECTOR_SNAPSHOT_HPP
#define SLUICE_INDEX_VECTOR_SNAPSHOT_HPP

/// A vector index made of segments, as it is at one moment.

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

namespace sluice {

/// How live rows are put together anew.
struct VectorCompaction {
  std::size_t segments = 1;                         ///< Rows go in order of their ids, evenly.
  std::optional<HnswOptions> graph = std::nullopt;  ///< One a segment.
  std::size_t threads = 1;  ///< At most; each segment is made by one. Changes no result.
};

/// Models VectorIndex, with rows named by the ids they were added under: a row that was never
/// added, or removed, is one that nobody may see. The answer does not depend on how rows lie in
/// segments (where segments have graphs: the scores and the order of what is found do not).
/// Immutable; a change makes a new snapshot that shares the old rows. Cheap to copy; any threads at
/// once.
///
/// Searching throws Error: invalid_argument (the query's length is wrong, or a number in it is not
/// finite), malformed (a segment comes from a file with damaged bytes).
class VectorSnapshot {
 public:
  /// A segment and which of its rows live (null: all).
  struct Part {
    std::shared_ptr<const VectorSegment> segment;
    std::shared_ptr<const RowSet> live;
  };

  /// No rows yet. `fingerprint`: of the embedder.
  VectorSnapshot(std::size_t dimensions, std::uint64_t fingerprint);
  /// Throws Error: invalid_argument (dimensions or numbers of rows differ), mismatch (a segment of
  /// another embedder). No id may live twice.
  VectorSnapshot(std::size_t dimensions, std::uint64_t fingerprint, std::vector<Part> parts);

  std::size_t dimensions() const noexcept { return dimensions_; }
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// One more than the largest id of all segments.
  std::size_t size() const noexcept { return size_; }
  /// How many rows there are.
  std::size_t live() const noexcept { return live_; }
  bool contains(RowId id) const noexcept;
  std::size_t breadth() const noexcept { return breadth_; }
  std::span<const Part> parts() const noexcept { return parts_; }

  /// A snapshot that has these rows too; one that was there under the same id gives way. `vectors`:
  /// row-major, one an id. Throws Error(invalid_argument) if an id comes twice, if sizes do not
  /// fit, or if a number is not finite. O(ids × (dimensions + segments × log rows)), and a copy of
  /// the last few thousand rows that were added, so that segments stay few.
  VectorSnapshot with(std::span<const RowId> ids, std::span<const float> vectors) const;
  /// A snapshot without these rows; ids that are not there are passed over.
  VectorSnapshot without(std::span<const RowId> ids) const;
  /// A snapshot of the same rows without what was removed. Throws Error: cancelled,
  /// invalid_argument (options).
  VectorSnapshot compacted(const VectorCompaction &options, const Progress &progress = {}) const;
  /// A snapshot of the same rows that searches by this breadth; 0: looks at every row, whether or
  /// not there are graphs. Non-interference of hidden rows is promised for 0 only.
  VectorSnapshot searched_by(std::size_t breadth) const;

  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k) const;
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    const RowSet &visible) const;
  /// Asks for each live row: O(live rows) more.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const;
  /// The cosine of each id below size(); 0 where no row lives.
  void similarities(std::span<const float> query, std::span<float> cosines) const;

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

}  // namespace sluice

#endif
