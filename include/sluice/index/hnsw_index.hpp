#ifndef SLUICE_INDEX_HNSW_INDEX_HPP
#define SLUICE_INDEX_HNSW_INDEX_HPP

/// Nearest vectors by following links: most of them, in a fraction of the time.
/// Source: Malkov & Yashunin 2016.

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

namespace sluice {

/// Models VectorIndex, save that `search` may miss rows: what it finds has the score and the order
/// that QuantizedIndex gives it. Where rows are few, or a mask leaves few, it looks at each
/// instead, and misses none. Hidden rows are never in an answer, but links lead over them, so they
/// may change which rows are missed: where nothing hidden may show, take QuantizedIndex. Immutable,
/// cheap to copy; any threads at once. Searching throws as QuantizedIndex does.
class HnswIndex {
 public:
  /// `breadth`: how many of the best rows a search keeps while it follows links, at least `k`.
  static constexpr std::size_t default_breadth = 192;

  /// Builds the graph.
  explicit HnswIndex(QuantizedRows rows, const HnswOptions &options = {},
                     std::size_t breadth = default_breadth, const Progress &progress = {});
  /// Throws Error(invalid_argument) if the graph is of another number of rows.
  HnswIndex(QuantizedRows rows, HnswGraph graph, std::size_t breadth = default_breadth);

  std::size_t dimensions() const noexcept { return rows_.dimensions(); }
  std::size_t size() const noexcept { return rows_.size(); }
  const QuantizedRows &rows() const noexcept { return rows_; }
  const HnswGraph &graph() const noexcept { return graph_; }

  /// About O(breadth × log size × dimensions), plus size / 64.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k) const;
  /// The same divided by the share of visible rows, at most twice what QuantizedIndex takes.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    const RowSet &visible) const;
  /// The same, asking for each row first: O(size) more.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const;
  /// The cosine of each row; `cosines` is size() long. O(size × dimensions).
  void similarities(std::span<const float> query, std::span<float> cosines) const;

 private:
  QuantizedRows rows_;
  HnswGraph graph_;
  std::size_t breadth_;
};

}  // namespace sluice

#endif
