#ifndef SLUICE_JUDGE_MISS_KIND_HPP
#define SLUICE_JUDGE_MISS_KIND_HPP

/// How a prediction missed, as a person would describe it after seeing both results side by side.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sluice/judge/compare.hpp"
#include "sluice/judge/denotation.hpp"

namespace sluice::inline v0 {

struct ExecutionVerdict;

enum class MissKind : std::uint8_t {
  // There is no result.
  error,        ///< An error of the engine: syntax, an unknown name.
  refused,      ///< It is not read-only, or not a single query.
  too_slow,     ///< It ran out of steps or time.
  too_large,    ///< It ran out of memory, rows or bytes.
  gold_failed,  ///< Gold has no result.
  // Different columns.
  column_missing,  ///< Gold's result without one or more of its columns.
  column_extra,    ///< Gold's result with one or more additional columns.
  column_order,    ///< Gold's columns in a different order, where order counts.
  columns,         ///< A different number of columns, and further differences.
  // Different rows.
  empty,        ///< No rows, but gold has some.
  row_missing,  ///< Only some of gold's rows.
  row_extra,    ///< Gold's rows and others.
  duplicates,   ///< The same rows with other multiplicities.
  order,        ///< The same rows in a different order.
  rows,         ///< Some rows are missing and others are extra, and the numbers of rows differ.
  // As many rows, different values; the kind applies to every value that differs.
  number_as_text,  ///< A number and a text that spells it.
  null_value,      ///< NULL and a value.
  rounding,        ///< Numbers that are equal up to rounding or truncation.
  letter_case,     ///< Texts that are equal up to letter case and surrounding whitespace.
  values,          ///< Anything else.
  // Other differences.
  number_types,  ///< The official script's quick reject: integers for reals.
  not_utf8,      ///< Bytes that the benchmark's script cannot read.
  undecided,     ///< Too expensive to decide, or the results are equal now.
};

inline constexpr std::size_t miss_kinds = 23;

/// Such as "column_missing"; stable, for programs.
std::string_view name_of(MissKind kind) noexcept;
/// A short title for users.
std::string_view title_of(MissKind kind) noexcept;

/// The kind that follows from the verdict alone; empty if the prediction is right or the results
/// have to be examined.
std::optional<MissKind> kind_of(const ExecutionVerdict &verdict) noexcept;

/// The part of a result that was read.
struct ReadResult {
  Denotation rows;
  std::size_t columns = 0;  ///< Known even if there are no rows.
  bool whole = true;
};

/// Compares two results that are different under `rules`. Columns are paired by the values that
/// they share, unless that is too expensive. `noticed` decides the kind if a result is incomplete.
/// O(columns² · rows + rows²), each bounded.
MissKind kind_of(const ReadResult &gold, const ReadResult &predicted, const ComparisonRules &rules,
                 Difference noticed);

}  // namespace sluice::inline v0

#endif
