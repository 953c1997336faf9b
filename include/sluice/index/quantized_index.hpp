#ifndef SLUICE_INDEX_QUANTIZED_INDEX_HPP
#define SLUICE_INDEX_QUANTIZED_INDEX_HPP

/// Nearest vectors by looking at every row, in 8 bits.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/row_set.hpp"
#include "sluice/index/vector_index.hpp"

namespace sluice {

namespace detail {
struct DotKernels;
}

/// The exact index: the default up to millions of rows, as fast as memory is read. Models
/// VectorIndex. The query is taken to 8 bits too; dot products are whole numbers, the same on every
/// processor, and so is the answer. The mask is applied before anything is scored: hidden rows are
/// not read and change nothing. Immutable, cheap to copy; any threads at once.
///
/// Searching throws Error: invalid_argument (the query's length is wrong, or a number in it is not
/// finite), malformed (the rows come from a file with damaged bytes).
class QuantizedIndex {
 public:
  explicit QuantizedIndex(QuantizedRows rows);
  QuantizedIndex(std::span<const float> rows, std::size_t dimensions);

  std::size_t dimensions() const noexcept { return rows_.dimensions(); }
  std::size_t size() const noexcept { return rows_.size(); }
  const QuantizedRows &rows() const noexcept { return rows_; }
  /// What its arithmetic is compiled for: "plain", "avx2" or "avx512".
  std::string_view kernels() const noexcept;
  /// The same on other kernels; the answers are the same too. Throws Error(unsupported) if this
  /// processor does not run them.
  QuantizedIndex on(std::string_view kernels) const;

  /// O(size × dimensions).
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k) const;
  /// O(visible rows × dimensions + size / 64). Rows above the set's bound are hidden.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    const RowSet &visible) const;
  /// The same, asking for each row first: O(size) more.
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const;
  /// The cosine of each row with each of the queries, which stand behind each other, row-major:
  /// queries × size(). The rows are read once for all queries. O(queries × size × dimensions).
  void similarities(std::span<const float> queries, std::span<float> cosines) const;
  /// The same without room for all: `visit` gets the cosines of the rows from `first` on, some
  /// hundred rows at a time, in order.
  void scan(std::span<const float> query,
            function_ref<void(std::size_t first, std::span<const float> cosines)> visit) const;

 private:
  QuantizedRows rows_;
  const detail::DotKernels *kernels_;
};

}  // namespace sluice

#endif
