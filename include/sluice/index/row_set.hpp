#ifndef SLUICE_INDEX_ROW_SET_HPP
#define SLUICE_INDEX_ROW_SET_HPP

/// A set of rows: what a search may see.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/index/vector_index.hpp"

namespace sluice {

/// Rows below a bound, one bit each. A value; many threads may read it at once.
class RowSet {
 public:
  enum class Holds { nothing, everything };

  RowSet() = default;
  RowSet(std::size_t bound, Holds start);
  /// Asks once for each row below `bound`.
  RowSet(std::size_t bound, function_ref<bool(RowId)> holds);

  std::size_t bound() const noexcept { return bound_; }
  /// How many rows it holds. O(1).
  std::size_t count() const noexcept { return count_; }
  /// False for a row at or above the bound.
  bool contains(RowId row) const noexcept {
    return row.index() < bound_ && (words_[row.index() / 64] >> (row.index() % 64) & 1) != 0;
  }

  /// The row has to be below the bound.
  void insert(RowId row) noexcept;
  void erase(RowId row) noexcept;
  /// Takes out what `other` does not hold; rows above its bound count as not held.
  void intersect(const RowSet &other) noexcept;

  /// The rows [first, first + count), numbered from 0; rows above the bound are not held. O(count /
  /// 64).
  RowSet slice(std::size_t first, std::size_t count) const;

  /// 64 rows a word, the first one lowest; bits from the bound on are 0.
  std::span<const std::uint64_t> words() const noexcept { return words_; }

 private:
  std::size_t bound_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace sluice

#endif
