#ifndef SLUICE_INDEX_ROW_SET_HPP
#define SLUICE_INDEX_ROW_SET_HPP

/// A set of rows, used as the mask of a search.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/index/vector_index.hpp"

namespace sluice::inline v0 {

/// Rows below a bound, one bit per row. Safe to read from several threads.
class RowSet {
 public:
  enum class Holds { nothing, everything };

  RowSet() = default;
  RowSet(std::size_t bound, Holds start);
  /// Calls `holds` once for each row below `bound`.
  RowSet(std::size_t bound, function_ref<bool(RowId)> holds);

  std::size_t bound() const noexcept { return bound_; }
  /// Number of rows in the set. O(1).
  std::size_t count() const noexcept { return count_; }
  /// False for rows at or above the bound.
  bool contains(RowId row) const noexcept {
    return row.index() < bound_ && (words_[row.index() / 64] >> (row.index() % 64) & 1) != 0;
  }

  /// `row` must be below the bound.
  void insert(RowId row) noexcept;
  void erase(RowId row) noexcept;
  /// Removes the rows that are not in `other`, including those at or above its bound.
  void intersect(const RowSet &other) noexcept;

  /// The rows in [first, first + count), renumbered from 0; rows at or above the bound are not in
  /// the set. O(count / 64).
  RowSet slice(std::size_t first, std::size_t count) const;

  /// 64 rows per word, the first row in the lowest bit; bits at or above the bound are 0.
  std::span<const std::uint64_t> words() const noexcept { return words_; }

 private:
  std::size_t bound_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace sluice::inline v0

#endif
