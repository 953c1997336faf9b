#ifndef SLUICE_JUDGE_COMPARE_HPP
#define SLUICE_JUDGE_COMPARE_HPP

/// When two results count as equal: the rules of the benchmarks, as their own scripts implement
/// them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sluice/db/query.hpp"
#include "sluice/judge/column_match.hpp"
#include "sluice/judge/denotation.hpp"
#include "sluice/judge/distinct_rows.hpp"
#include "sluice/judge/gold_result.hpp"

namespace sluice::inline v0 {

enum class ComparisonMode : std::uint8_t {
  /// As Spider's official script for test suites: the same multiset of rows, or the same sequence
  /// if order matters, under some order of the columns. Two empty results are equal whatever their
  /// columns. One quirk is reproduced: see `official_quick_reject`.
  test_suite,
  /// Like test_suite, but columns must be in gold's order, and empty results must have as many
  /// columns.
  strict,
  /// BIRD's EX (execution accuracy): the same set of rows, with columns in gold's order.
  bird,
  /// BIRD's soft F1: distinct rows are paired by position and scored by the share of matching
  /// values.
  bird_soft_f1,
  /// Spider 2.0: each gold column, or each of the `condition_columns`, must be among the predicted
  /// ones; numbers may differ within a tolerance, and NULL equals 0.
  spider2,
};

/// "test-suite", "strict", "bird", "soft-f1", "spider2". A static string.
std::string_view name_of(ComparisonMode mode) noexcept;

struct ComparisonRules {
  ComparisonMode mode = ComparisonMode::test_suite;
  /// For test_suite, strict and spider2.
  RowOrder order = RowOrder::ignored;
  /// For spider2: the gold columns that count; empty for all.
  std::vector<std::size_t> condition_columns;
  double tolerance = 1e-2;
};

/// Why two results differ: the first of these reasons that applies.
enum class Difference : std::uint8_t {
  none,
  columns,  ///< The numbers of columns differ.
  fewer_rows,
  more_rows,
  rows,          ///< A predicted row is not in gold under any order of its values.
  arrangement,   ///< The row values match, but columns are combined differently or rows are in
                 ///< another order.
  number_types,  ///< The official script's quick reject: a row has integers in one result and reals
                 ///< in the other.
  too_many_orders,  ///< Too many columns look alike to decide.
  invalid_utf8,     ///< A text is not valid UTF-8, which BIRD's script cannot read.
};

/// Such as "more_rows". A static string.
std::string_view name_of(Difference difference) noexcept;

struct ComparisonResult {
  bool same = false;
  /// 1 or 0; for bird_soft_f1, in [0, 1].
  double score = 0;
  Difference difference = Difference::none;
};

/// Reads a prediction's rows one at a time and stops as soon as they cannot match gold's. Not
/// thread-safe. The gold result must outlive it.
class PredictionReader {
 public:
  PredictionReader(const GoldResult &gold, const ComparisonRules &rules);

  /// False once the outcome is known; the query need not run any further.
  bool operator()(Row row);

  /// Call after the last row, or after false. `columns` is the prediction's, for results without
  /// rows.
  ComparisonResult finish(std::size_t columns);

 private:
  bool settle(Difference difference) noexcept;
  bool keep(Row row);
  ComparisonResult compare() const;

  const GoldResult &gold_;
  const ComparisonRules &rules_;
  RowReader reader_;
  Denotation rows_;
  DistinctRows distinct_;
  std::size_t count_ = 0;
  std::optional<Difference> settled_;
};

/// Whether the official script's quick reject considers the results different although they are
/// equal under some order of the columns: it sorts each row by its values as text, where 1 and 1.0
/// differ.
bool official_quick_reject(const Denotation &gold, const Denotation &predicted, RowOrder order);

/// BIRD's soft F1 of two lists of distinct rows, in [0, 1]; 1 if both are empty.
double soft_f1(const Denotation &gold, const Denotation &predicted);

/// Whether each gold column in `columns` (all if empty) is among the predicted columns, by the
/// rules of Spider 2.0. Throws Error(invalid_argument) if gold has no such column.
bool spider2_columns_found(const Denotation &gold, const Denotation &predicted,
                           const ComparisonRules &rules);

}  // namespace sluice::inline v0

#endif
