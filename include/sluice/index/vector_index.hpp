#ifndef SLUICE_INDEX_VECTOR_INDEX_HPP
#define SLUICE_INDEX_VECTOR_INDEX_HPP

/// Nearest-neighbor search by cosine.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/ids.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice::inline v0 {

/// A row of a vector index.
using RowId = Id<struct RowTag>;

/// `search` returns the `k` eligible rows with the greatest cosine with the query (a unit vector of
/// `dimensions()` numbers), or fewer if fewer are eligible, in the total order of BestFirst. Rows
/// that are not eligible do not affect the result. `similarities` writes the cosine of each row.
/// Thread-safe.
///
/// An index may also have `search(query, k)` over all rows, which may be approximate, and
/// `similarities(query, rows, cosines)` for some rows; `search_all` and `similarities_of` use them.
template <class T>
concept VectorIndex = requires(const T &index, std::span<const float> query, std::size_t k,
                               function_ref<bool(RowId)> eligible, std::span<float> cosines) {
  { index.dimensions() } -> std::same_as<std::size_t>;
  { index.size() } -> std::same_as<std::size_t>;
  { index.search(query, k, eligible) } -> std::same_as<std::vector<Scored<RowId>>>;
  {index.similarities(query, cosines)};
};

/// Searches all rows: `search(query, k)` if the index has it, which need not ask for each row and
/// may follow a graph.
template <VectorIndex Index>
std::vector<Scored<RowId>> search_all(const Index &index, std::span<const float> query,
                                      std::size_t k) {
  if constexpr (requires { index.search(query, k); }) {
    return index.search(query, k);
  } else {
    return index.search(query, k, [](RowId) { return true; });
  }
}

/// The cosines of some rows, all below size(): `similarities(query, rows, cosines)` if the index
/// has it, else those of all rows are computed.
template <VectorIndex Index>
void similarities_of(const Index &index, std::span<const float> query, std::span<const RowId> rows,
                     std::span<float> cosines) {
  if constexpr (requires { index.similarities(query, rows, cosines); }) {
    index.similarities(query, rows, cosines);
  } else {
    std::vector<float> all(index.size());
    index.similarities(query, all);
    for (std::size_t i = 0; i < rows.size(); ++i) cosines[i] = all[rows[i].index()];
  }
}

/// What a search by scan needs: `similarities` as in VectorIndex, which such an index then models
/// with one line of its own.
template <class T>
concept ComparableRows = requires(const T &rows, std::span<const float> query,
                                  std::span<float> cosines) {
  { rows.size() } -> std::same_as<std::size_t>;
  {rows.similarities(query, cosines)};
};

/// `search` of VectorIndex for rows that can be compared with a query: compares all. O(rows).
template <ComparableRows Rows>
std::vector<Scored<RowId>> search_by_scan(const Rows &rows, std::span<const float> query,
                                          std::size_t k, function_ref<bool(RowId)> eligible) {
  std::vector<float> cosines(rows.size());
  rows.similarities(query, cosines);
  TopK<RowId> best(k);
  for (std::size_t row = 0; row < cosines.size(); ++row) {
    if (eligible(RowId(row))) best.offer(RowId(row), cosines[row]);
  }
  return best.take();
}

/// Scans all rows as floats: the reference implementation, fast enough for about 10^5 rows. Models
/// VectorIndex. Immutable. Thread-safe.
class ExactIndex {
 public:
  /// `rows` is row-major; each row has unit length or is zero. Throws Error(invalid_argument) if a
  /// number is not finite or the size is not a multiple of `dimensions`.
  ExactIndex(std::vector<float> rows, std::size_t dimensions);

  std::size_t dimensions() const noexcept { return dimensions_; }
  std::size_t size() const noexcept { return rows_.size() / dimensions_; }
  /// O(size × dimensions).
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const {
    return search_by_scan(*this, query, k, eligible);
  }
  /// O(size × dimensions).
  void similarities(std::span<const float> query, std::span<float> cosines) const;
  /// The cosines of some rows, which must exist. O(rows × dimensions).
  void similarities(std::span<const float> query, std::span<const RowId> rows,
                    std::span<float> cosines) const;

 private:
  std::vector<float> rows_;
  std::size_t dimensions_;
};

}  // namespace sluice::inline v0

#endif
