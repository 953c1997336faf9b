#ifndef SLUICE_SRC_INDEX_HNSW_SEARCH_HPP
#define SLUICE_SRC_INDEX_HNSW_SEARCH_HPP

/// Finds the best rows by following links, if that costs less than scanning.

#include <cstddef>
#include <optional>

#include "exact_scan.hpp"
#include "quantize.hpp"
#include "sluice/index/hnsw_graph.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/row_set.hpp"

namespace sluice::inline v0::index_detail {

/// The best `k` of the `breadth` nearest visible rows that links lead to. If `visible` is null, all
/// rows are visible. Links through hidden rows are followed. Returns nullopt if that took more than
/// `patience` rows. Throws Error(malformed) if the graph comes from a damaged file.
std::optional<BestRows> follow_links(const HnswGraph &graph, const QuantizedRows &rows,
                                     const QuantizedQuery &query, std::size_t k,
                                     std::size_t breadth, const RowSet *visible,
                                     std::size_t patience);

/// Follows links or scans the visible rows, whichever costs less. `graph` may be null.
BestRows find_best(const HnswGraph *graph, const QuantizedRows &rows, const QuantizedQuery &query,
                   std::size_t k, std::size_t breadth, const RowSet *visible);

}  // namespace sluice::inline v0::index_detail

#endif
