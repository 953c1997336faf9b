#ifndef SLUICE_SRC_INDEX_HNSW_SEARCH_HPP
#define SLUICE_SRC_INDEX_HNSW_SEARCH_HPP

/// The best rows, by following links where that costs less than looking at each.

#include <cstddef>
#include <optional>

#include "exact_scan.hpp"
#include "quantize.hpp"
#include "sluice/index/hnsw_graph.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/row_set.hpp"

namespace sluice::detail {

/// The `k` best of the `breadth` visible rows nearest to where links lead; all rows if `visible` is
/// null. Hidden rows are walked over. Nothing if that took more than `patience` rows. Throws
/// Error(malformed) if the graph comes from a damaged file.
std::optional<BestRows> follow_links(const HnswGraph &graph, const QuantizedRows &rows,
                                     const QuantizedQuery &query, std::size_t k,
                                     std::size_t breadth, const RowSet *visible,
                                     std::size_t patience);

/// By links or by looking at each visible row, whichever costs less. `graph` may be null.
BestRows find_best(const HnswGraph *graph, const QuantizedRows &rows, const QuantizedQuery &query,
                   std::size_t k, std::size_t breadth, const RowSet *visible);

}  // namespace sluice::detail

#endif
