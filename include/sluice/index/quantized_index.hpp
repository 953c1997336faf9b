#ifndef SLUICE_INDEX_QUANTIZED_INDEX_HPP
#define SLUICE_INDEX_QUANTIZED_INDEX_HPP

/// Exact nearest-neighbor search over 8-bit vectors by scanning all rows.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/row_set.hpp"
#include "sluice/index/vector_index.hpp"

namespace sluice::inline v0 {

namespace index_detail {
struct DotKernels;
}

/// The exact index: the default for up to millions of rows, limited by memory bandwidth. Models
/// VectorIndex. The query is quantized to 8 bits too; dot products are integers, so answers are the
/// same on every processor. The mask is applied before scoring: hidden rows are not read and do not
/// affect the answer. Immutable, cheap to copy. Thread-safe.
///
/// Searches throw Error: invalid_argument (the query has the wrong length or a number that is not
/// finite), malformed (the rows come from a damaged file).
class QuantizedIndex {
 public:
  explicit QuantizedIndex(QuantizedRows rows);
  QuantizedIndex(std::span<const float> rows, std::size_t dimensions);

  std::size_t dimensions() const noexcept { return rows_.dimensions(); }
  std::size_t size() const noexcept { return rows_.size(); }
  const QuantizedRows &rows() const noexcept { return rows_; }
  /// The instruction set that its arithmetic uses: "plain", "avx2" or "avx512".
  std::string_view kernels() const noexcept;
  /// The same index with other kernels; answers do not change. Throws Error(unsupported) if this
  /// processor does not support them.
  QuantizedIndex on(std::string_view kernels) const;

  /// O(size × dimensions).
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k) const;
  /// O(visible rows × dimensions + size / 64). Rows at or above the bound of the set are hidden.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    const RowSet &visible) const;
  /// The same plus O(size): calls `eligible` for each row first.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const;
  /// Writes the cosine of each query with each row, row-major, queries × size(). `queries` is
  /// row-major. The rows are read once for all queries. O(queries × size × dimensions).
  void similarities(std::span<const float> queries, std::span<float> cosines) const;
  /// Writes the cosine of each of `wanted`, in its order. Throws Error(invalid_argument) if a row
  /// does not exist or there is not one cosine per row. O(wanted × dimensions).
  void similarities(std::span<const float> query, std::span<const RowId> wanted,
                    std::span<float> cosines) const;
  /// The cosines of all rows with one query, in constant memory: `visit` receives the cosines of
  /// the rows from `first` on, a few hundred rows at a time, in order.
  void scan(std::span<const float> query,
            function_ref<void(std::size_t first, std::span<const float> cosines)> visit) const;

 private:
  QuantizedRows rows_;
  const index_detail::DotKernels *kernels_;
};

}  // namespace sluice::inline v0

#endif
