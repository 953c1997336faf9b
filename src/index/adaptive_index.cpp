#include "sluice/index/adaptive_index.hpp"

#include <algorithm>
#include <utility>

namespace sluice::inline v0 {

AdaptiveIndex::AdaptiveIndex(QuantizedRows rows, std::optional<HnswGraph> graph)
    : exact_(std::move(rows)) {
  if (graph) graph_.emplace(exact_.rows(), *std::move(graph));
}

AdaptiveIndex AdaptiveIndex::build(QuantizedRows rows, std::size_t graph_from,
                                   const Progress &progress) {
  std::optional<HnswGraph> graph;
  if (rows.size() >= std::max<std::size_t>(1, graph_from))
    graph = HnswGraph::build(rows, {}, progress);
  return AdaptiveIndex(std::move(rows), std::move(graph));
}

}  // namespace sluice::inline v0
