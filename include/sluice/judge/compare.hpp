#ifndef SLUICE_JUDGE_COMPARE_HPP
#define SLUICE_JUDGE_COMPARE_HPP

/// When two results count as the same: the rules of the benchmarks, each as its own script has it.

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

namespace sluice {

enum class ComparisonMode : std::uint8_t {
  /// The official script of the distilled test suites: the same bag of rows, or sequence where
  /// order matters, under one order of the columns. Two empty results are the same whatever their
  /// columns. One quirk is kept: see `official_quick_reject`.
  test_suite,
  /// The same with the columns in their order, and as many of them where there are no rows.
  strict,
  /// BIRD's EX: the same set of rows, columns in their order.
  bird,
  /// BIRD's soft F1: distinct rows, paired as they come, by the share of values that meet.
  bird_soft_f1,
  /// Spider 2.0: each gold column, or each that is asked for, is found among the predicted ones;
  /// numbers agree within a tolerance, NULL is 0.
  spider2,
};

/// "test-suite", "strict", "bird", "soft-f1", "spider2". A static string.
std::string_view name_of(ComparisonMode mode) noexcept;

struct ComparisonRules {
  ComparisonMode mode = ComparisonMode::test_suite;
  /// For test_suite, strict and spider2.
  RowOrder order = RowOrder::ignored;
  /// For spider2: gold's columns that count; empty for all.
  std::vector<std::size_t> condition_columns;
  double tolerance = 1e-2;
};

/// Why two results are not the same: the first of these that holds.
enum class Difference : std::uint8_t {
  none,
  columns,  ///< Another number of columns.
  fewer_rows,
  more_rows,
  rows,             ///< A row that gold has not, in whatever order its values are taken.
  arrangement,      ///< The rows have the values, the columns not together, or not in order.
  number_types,     ///< The official script's quick reject: integers for reals in a row of both.
  too_many_orders,  ///< Too many columns look alike to tell.
  stray_bytes,      ///< BIRD reads no text that is not UTF-8.
};

/// Such as "more_rows". A static string.
std::string_view name_of(Difference difference) noexcept;

struct ComparisonResult {
  bool same = false;
  /// 1 or 0; for bird_soft_f1 anything between.
  double score = 0;
  Difference difference = Difference::none;
};

/// Reads a prediction's rows as they come, and says as soon as they cannot be gold's.
/// One thread at a time; the gold result must outlive it.
class PredictionReader {
 public:
  PredictionReader(const GoldResult &gold, const ComparisonRules &rules);

  /// False once the result is settled: then the query need not run on.
  bool operator()(Row row);

  /// After the last row, or after false. `columns`: of the prediction, for results without rows.
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

/// Whether the official script's quick reject finds the results different though some order of the
/// columns makes them the same: it sorts each row by its values as text, where 1 and 1.0 differ.
bool official_quick_reject(const Denotation &gold, const Denotation &predicted, RowOrder order);

/// BIRD's soft F1 of two lists of distinct rows. In [0, 1]; 1 if both are empty.
double soft_f1(const Denotation &gold, const Denotation &predicted);

/// Whether each of gold's columns `columns` (all if empty) is found among the predicted ones, by
/// Spider 2.0's rules. Throws Error(invalid_argument) if gold has no such column.
bool spider2_columns_found(const Denotation &gold, const Denotation &predicted,
                           const ComparisonRules &rules);

}  // namespace sluice

#endif
