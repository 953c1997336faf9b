#ifndef SLUICE_JUDGE_COLUMN_MATCH_HPP
#define SLUICE_JUDGE_COLUMN_MATCH_HPP

/// Which columns of a prediction stand for which columns of the gold result, found by hashes of
/// columns instead of by trying permutations.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/judge/denotation.hpp"

namespace sluice {

enum class RowOrder : std::uint8_t { ignored, matters };

/// Whether the two are the same bag of rows, or the same sequence if order matters, once column i
/// of gold is compared with column `columns[i]` of the prediction. Exact: hashes only sort.
/// O(n log n) for a bag, O(n) if the rows come in gold's order.
bool same_rows(const Denotation &gold, const Denotation &predicted,
               std::span<const std::size_t> columns, RowOrder order);

struct ColumnMatch {
  enum class Found : std::uint8_t {
    yes,
    no,
    unknown,  ///< Too many columns look alike; `work` was not enough to tell.
  };
  Found found = Found::no;
  /// Of the prediction, one for each of gold's.
  std::vector<std::size_t> columns;
};

/// Looks for an order of the prediction's columns that makes the results the same. Both have the
/// same, positive, numbers of rows and columns. Linear where no two columns hold the same values;
/// else a search that drops an order as soon as some of its columns do not go together, through at
/// most `work` values and in at most 64 MB.
ColumnMatch match_columns(const Denotation &gold, const Denotation &predicted, RowOrder order,
                          std::uint64_t work = 50'000'000);

}  // namespace sluice

#endif
