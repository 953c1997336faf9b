#ifndef SLUICE_INDEX_HNSW_INDEX_HPP
#define SLUICE_INDEX_HNSW_INDEX_HPP

/// Approximate nearest-neighbor search by following links: finds most of the nearest vectors in a
/// fraction of the time. Source: Malkov & Yashunin 2016.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/hnsw_graph.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/row_set.hpp"
#include "sluice/index/vector_index.hpp"

namespace sluice::inline v0 {

/// Models VectorIndex, except that `search` may miss rows. The rows that it finds have the scores
/// and the order that QuantizedIndex gives them. If there are few rows, or few visible ones, it
/// scans them all and misses none. Hidden rows are never returned, but searches follow links
/// through them, so they may affect which rows are missed: if hidden rows must not affect answers
/// at all, use QuantizedIndex. Immutable, cheap to copy. Thread-safe. Searches throw the same
/// errors as QuantizedIndex.
class HnswIndex {
 public:
  /// How many of the best rows a search keeps while it follows links; at least `k` are kept.
  static constexpr std::size_t default_breadth = 192;

  /// Builds the graph.
  explicit HnswIndex(QuantizedRows rows, const HnswOptions &options = {},
                     std::size_t breadth = default_breadth, const Progress &progress = {});
  /// Throws Error(invalid_argument) if the graph has another number of rows.
  HnswIndex(QuantizedRows rows, HnswGraph graph, std::size_t breadth = default_breadth);

  std::size_t dimensions() const noexcept { return rows_.dimensions(); }
  std::size_t size() const noexcept { return rows_.size(); }
  const QuantizedRows &rows() const noexcept { return rows_; }
  const HnswGraph &graph() const noexcept { return graph_; }

  /// About O(breadth × log size × dimensions), plus size / 64.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k) const;
  /// The above cost divided by the share of visible rows, but at most twice the cost of
  /// QuantizedIndex.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    const RowSet &visible) const;
  /// The same plus O(size): calls `eligible` for each row first.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const;
  /// Writes the cosine of each row to `cosines`, which has size() elements. O(size × dimensions).
  void similarities(std::span<const float> query, std::span<float> cosines) const;
  /// Like that of QuantizedIndex.
  void similarities(std::span<const float> query, std::span<const RowId> wanted,
                    std::span<float> cosines) const;

 private:
  QuantizedRows rows_;
  HnswGraph graph_;
  std::size_t breadth_;
};

}  // namespace sluice::inline v0

#endif
