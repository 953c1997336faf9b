#ifndef SLUICE_INDEX_VECTOR_INDEX_HPP
#define SLUICE_INDEX_VECTOR_INDEX_HPP

/// Nearest vectors by cosine.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/ids.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice {

/// A row of a vector index.
using RowId = Id<struct RowTag>;

/// `search` returns the at most `k` eligible rows of greatest cosine with the query (of unit
/// length, `dimensions()` long), in the total order of BestFirst; rows that are not eligible change
/// nothing. `similarities` writes the cosine of each row. Safe to call from many threads.
template <class T>
concept VectorIndex = requires(const T &index, std::span<const float> query, std::size_t k,
                               function_ref<bool(RowId)> eligible, std::span<float> cosines) {
  { index.dimensions() } -> std::same_as<std::size_t>;
  { index.size() } -> std::same_as<std::size_t>;
  { index.search(query, k, eligible) } -> std::same_as<std::vector<Scored<RowId>>>;
  {index.similarities(query, cosines)};
};

/// Looks at every row: the reference, and fast enough for some 10^5 rows. Models VectorIndex.
/// Immutable; any threads at once.
class ExactIndex {
 public:
  /// `rows`: row-major, each of unit length or zero. Throws Error(invalid_argument) if a number is
  /// not finite or the size is not a multiple of `dimensions`.
  ExactIndex(std::vector<float> rows, std::size_t dimensions);

  std::size_t dimensions() const noexcept { return dimensions_; }
  std::size_t size() const noexcept { return rows_.size() / dimensions_; }
  /// O(size × dimensions).
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const;
  /// O(size × dimensions).
  void similarities(std::span<const float> query, std::span<float> cosines) const;

 private:
  std::vector<float> rows_;
  std::size_t dimensions_;
};

}  // namespace sluice

#endif
