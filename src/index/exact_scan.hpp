#ifndef SLUICE_SRC_INDEX_EXACT_SCAN_HPP
#define SLUICE_SRC_INDEX_EXACT_SCAN_HPP

/// Finds the best rows by scanning.

#include <cstddef>
#include <span>
#include <vector>

#include "index/kernels/dot_kernels.hpp"
#include "quantize.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/row_set.hpp"

namespace sluice::inline v0::index_detail {

using BestRows = std::vector<Scored<RowId>>;

/// Scans all rows sequentially. O(size × dimensions).
BestRows scan_all(const QuantizedRows &rows, const QuantizedQuery &query, std::size_t k,
                  const DotKernels &kernels = dot_kernels());
/// Reads and scores only the visible rows. `visible.bound()` must be at most the number of rows.
/// O(visible rows × dimensions + rows / 64).
BestRows scan_visible(const QuantizedRows &rows, const QuantizedQuery &query, std::size_t k,
                      const RowSet &visible, const DotKernels &kernels = dot_kernels());
/// Passes the cosines of all rows to `visit`, in order, a few hundred rows per call.
void scan_cosines(const QuantizedRows &rows, const QuantizedQuery &query,
                  function_ref<void(std::size_t first, std::span<const float> cosines)> visit,
                  const DotKernels &kernels = dot_kernels());
/// Writes the cosine of each of `wanted`, all of which must exist.
void some_cosines(const QuantizedRows &rows, const QuantizedQuery &query,
                  std::span<const RowId> wanted, std::span<float> cosines,
                  const DotKernels &kernels = dot_kernels());
/// Writes all cosines; those of each query begin `step` after those of the previous one. Compares
/// each small batch of rows with all queries while it is in the cache.
void all_cosines(const QuantizedRows &rows, const QuantizedQueries &queries, float *cosines,
                 std::size_t step, const DotKernels &kernels = dot_kernels());

}  // namespace sluice::inline v0::index_detail

#endif
