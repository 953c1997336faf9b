#ifndef SLUICE_JUDGE_GOLD_RESULT_HPP
#define SLUICE_JUDGE_GOLD_RESULT_HPP

/// A gold query's denotation, prepared for comparison with many predictions.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sluice/core/hash.hpp"
#include "sluice/judge/denotation.hpp"
#include "sluice/judge/distinct_rows.hpp"

namespace sluice::inline v0 {

/// Filled once, then immutable and thread-safe.
class GoldResult {
 public:
  /// With `as_set`, duplicate rows are dropped.
  explicit GoldResult(bool as_set) : as_set_(as_set) {}

  void add(Row row);
  /// Call once, after the last row; `columns` is the number of the query's columns.
  void finish(std::size_t columns);

  const Denotation &denotation() const noexcept { return as_set_ ? distinct_.rows() : rows_; }
  std::size_t columns() const noexcept { return columns_; }
  bool has_invalid_utf8() const noexcept { return reader_.has_invalid_utf8(); }

  /// `hash_of_values` of a row; independent of the order of columns.
  Hash128 row_hash(std::size_t row) const noexcept { return row_hashes_[row]; }
  /// Whether some row has that hash. O(log rows).
  bool has_row(Hash128 row_hash) const noexcept;
  /// Whether the set contains that row, with columns in this order.
  bool contains(Row row, std::span<const Hash128> hashes) const {
    return distinct_.contains(row, hashes);
  }

 private:
  bool as_set_;
  std::size_t columns_ = 0;
  RowReader reader_;
  Denotation rows_;
  DistinctRows distinct_;
  std::vector<Hash128> row_hashes_;
  std::vector<Hash128> sorted_hashes_;
};

}  // namespace sluice::inline v0

#endif
