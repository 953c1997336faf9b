#include "sluice/index/hnsw_index.hpp"

#include <utility>

#include "hnsw_search.hpp"
#include "sluice/core/error.hpp"
#include "sluice/index/quantized_index.hpp"

namespace sluice::inline v0 {

HnswIndex::HnswIndex(QuantizedRows rows, const HnswOptions &options, std::size_t breadth,
                     const Progress &progress)
    : rows_(std::move(rows)),
      graph_(HnswGraph::build(rows_, options, progress)),
      breadth_(breadth) {}

HnswIndex::HnswIndex(QuantizedRows rows, HnswGraph graph, std::size_t breadth)
    : rows_(std::move(rows)), graph_(std::move(graph)), breadth_(breadth) {
  if (graph_.rows() != rows_.size()) {
    throw Error(ErrorCode::invalid_argument, "a graph and its vectors differ in number");
  }
}

std::vector<Scored<RowId>> HnswIndex::search(std::span<const float> query, std::size_t k) const {
  return index_detail::find_best(&graph_, rows_, {query, rows_}, k, breadth_, nullptr);
}

std::vector<Scored<RowId>> HnswIndex::search(std::span<const float> query, std::size_t k,
                                             const RowSet &visible) const {
  const index_detail::QuantizedQuery quantized(query, rows_);
  if (visible.bound() <= size()) {
    return index_detail::find_best(&graph_, rows_, quantized, k, breadth_, &visible);
  }
  RowSet within(size(), RowSet::Holds::everything);
  within.intersect(visible);
  return index_detail::find_best(&graph_, rows_, quantized, k, breadth_, &within);
}

std::vector<Scored<RowId>> HnswIndex::search(std::span<const float> query, std::size_t k,
                                             function_ref<bool(RowId)> eligible) const {
  return search(query, k, RowSet(size(), eligible));
}

void HnswIndex::similarities(std::span<const float> query, std::span<float> cosines) const {
  QuantizedIndex(rows_).similarities(query, cosines);
}

void HnswIndex::similarities(std::span<const float> query, std::span<const RowId> wanted,
                             std::span<float> cosines) const {
  QuantizedIndex(rows_).similarities(query, wanted, cosines);
}

}  // namespace sluice::inline v0
