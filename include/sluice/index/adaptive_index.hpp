#ifndef SLUICE_INDEX_ADAPTIVE_INDEX_HPP
#define SLUICE_INDEX_ADAPTIVE_INDEX_HPP

/// Nearest-neighbor search that scans few vectors and follows a graph through many.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/hnsw_graph.hpp"
#include "sluice/index/hnsw_index.hpp"
#include "sluice/index/quantized_index.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/row_set.hpp"
#include "sluice/index/vector_index.hpp"

namespace sluice::inline v0 {

/// Rows, with a graph if there are many. Models VectorIndex: a search with a mask is exact, so
/// hidden rows never affect the answer. A search of all rows follows the graph, if there is one,
/// and may miss rows; those that it finds have their exact scores. Immutable, cheap to copy.
/// Thread-safe. Searches throw the same errors as QuantizedIndex.
class AdaptiveIndex {
 public:
  /// From this number of rows on, a graph is worth the time to build it: docs/scaling.md has the
  /// measurements.
  static constexpr std::size_t default_graph_from = 100'000;

  /// With a graph that was built before, such as a stored one; without one, all searches are exact.
  /// Throws Error(invalid_argument) if the graph has another number of rows.
  explicit AdaptiveIndex(QuantizedRows rows, std::optional<HnswGraph> graph = std::nullopt);
  /// Builds the graph if there are at least `graph_from` rows. Throws Error(cancelled).
  static AdaptiveIndex build(QuantizedRows rows, std::size_t graph_from = default_graph_from,
                             const Progress &progress = {});

  std::size_t dimensions() const noexcept { return exact_.dimensions(); }
  std::size_t size() const noexcept { return exact_.size(); }
  const QuantizedRows &rows() const noexcept { return exact_.rows(); }
  /// Whether searches of all rows follow a graph.
  bool has_graph() const noexcept { return graph_.has_value(); }

  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k) const {
    return graph_ ? graph_->search(query, k) : exact_.search(query, k);
  }
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    const RowSet &visible) const {
    return exact_.search(query, k, visible);
  }
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const {
    return exact_.search(query, k, eligible);
  }
  /// Like those of QuantizedIndex.
  void similarities(std::span<const float> queries, std::span<float> cosines) const {
    exact_.similarities(queries, cosines);
  }
  void similarities(std::span<const float> query, std::span<const RowId> wanted,
                    std::span<float> cosines) const {
    exact_.similarities(query, wanted, cosines);
  }

 private:
  QuantizedIndex exact_;
  std::optional<HnswIndex> graph_;
};

}  // namespace sluice::inline v0

#endif
