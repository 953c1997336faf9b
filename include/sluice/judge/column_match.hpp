#ifndef SLUICE_JUDGE_COLUMN_MATCH_HPP
#define SLUICE_JUDGE_COLUMN_MATCH_HPP

/// Matches the columns of a prediction to those of the gold result by hashes of columns instead of
/// by trying permutations.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/judge/denotation.hpp"

namespace sluice::inline v0 {

enum class RowOrder : std::uint8_t { ignored, matters };

/// Whether the two have the same multiset of rows, or the same sequence if order matters, when gold
/// column i is compared with column `columns[i]` of the prediction. Exact: hashes are used only for
/// sorting. O(n log n) for a multiset, O(n) if the rows are in gold's order.
bool same_rows(const Denotation &gold, const Denotation &predicted,
               std::span<const std::size_t> columns, RowOrder order);

struct ColumnMatch {
  enum class Found : std::uint8_t {
    yes,
    no,
    unknown,  ///< Too many columns look alike, and `work` was too small to decide.
  };
  Found found = Found::no;
  /// For each gold column, the matching column of the prediction.
  std::vector<std::size_t> columns;
};

/// Searches for an order of the prediction's columns that makes the results equal. Both have the
/// same, positive, numbers of rows and columns. Linear if no two columns hold the same values;
/// otherwise a search that abandons an order as soon as some of its columns are inconsistent. It
/// reads at most `work` values and takes at most 64 MB.
ColumnMatch match_columns(const Denotation &gold, const Denotation &predicted, RowOrder order,
                          std::uint64_t work = 50'000'000);

}  // namespace sluice::inline v0

#endif
