#ifndef SLUICE_SRC_INDEX_EXACT_SCAN_HPP
#define SLUICE_SRC_INDEX_EXACT_SCAN_HPP

/// The best rows, by looking at each.

#include <cstddef>
#include <span>
#include <vector>

#include "index/kernels/dot_kernels.hpp"
#include "quantize.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/row_set.hpp"

namespace sluice::detail {

using BestRows = std::vector<Scored<RowId>>;

/// O(size × dimensions), read in order.
BestRows scan_all(const QuantizedRows &rows, const QuantizedQuery &query, std::size_t k,
                  const DotKernels &kernels = dot_kernels());
/// The same of the visible rows only: no other is read. `visible.bound()` is at most the number of
/// rows. O(visible rows × dimensions + rows / 64).
BestRows scan_visible(const QuantizedRows &rows, const QuantizedQuery &query, std::size_t k,
                      const RowSet &visible, const DotKernels &kernels = dot_kernels());
/// The cosine of each row, in order, a few hundred rows a call.
void scan_cosines(const QuantizedRows &rows, const QuantizedQuery &query,
                  function_ref<void(std::size_t first, std::span<const float> cosines)> visit,
                  const DotKernels &kernels = dot_kernels());
/// All of them, those of each query `step` behind those of the one before. A few rows at a time are
/// compared with each query, as long as they are near.
void all_cosines(const QuantizedRows &rows, const QuantizedQueries &queries, float *cosines,
                 std::size_t step, const DotKernels &kernels = dot_kernels());

}  // namespace sluice::detail

#endif
