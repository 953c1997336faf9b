#ifndef SLUICE_JUDGE_MISS_KIND_HPP
#define SLUICE_JUDGE_MISS_KIND_HPP

/// In what way a prediction missed: what a person would say on seeing both results side by side.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sluice/judge/compare.hpp"
#include "sluice/judge/denotation.hpp"

namespace sluice {

struct ExecutionVerdict;

enum class MissKind : std::uint8_t {
  // There is no result.
  error,        ///< The engine's own: syntax, an unknown name.
  refused,      ///< It would do more than read, or is no single query.
  too_slow,     ///< It ran out of steps or time.
  too_large,    ///< It ran out of memory, rows or bytes.
  gold_failed,  ///< Gold has no result.
  // Other columns.
  column_missing,  ///< Gold's result, with a column or several left out.
  column_extra,    ///< Gold's result, with a column or several more.
  column_order,    ///< Gold's columns in another order, where that counts.
  columns,         ///< Another number of columns, and more is different.
  // Other rows.
  empty,        ///< No rows, gold has some.
  row_missing,  ///< Some of gold's rows.
  row_extra,    ///< Gold's rows and others.
  duplicates,   ///< The same rows, some more often or less often.
  order,        ///< The same rows in another order.
  rows,         ///< Some rows are missing and others too much, not as many.
  // As many rows, other values: all that differ, differ in this.
  number_as_text,  ///< A number and a text that says the same.
  null_value,      ///< NULL and a value.
  rounding,        ///< Numbers that are one, rounded or cut off.
  letter_case,     ///< Texts that are the same but for letter case and blanks around them.
  values,          ///< Anything else.
  // Neither.
  number_types,  ///< The official script's quick reject: integers for reals.
  not_utf8,      ///< Bytes that the benchmark's script does not read.
  undecided,     ///< Too much to tell, or the results are the same now.
};

inline constexpr std::size_t miss_kinds = 23;

/// Such as "column_missing"; stable, for programs.
std::string_view name_of(MissKind kind) noexcept;
/// A few words for people.
std::string_view title_of(MissKind kind) noexcept;

/// What a verdict alone says; nothing where the prediction is right, or its result has to be looked
/// at.
std::optional<MissKind> kind_of(const ExecutionVerdict &verdict) noexcept;

/// A result as far as it was read.
struct ReadResult {
  Denotation rows;
  std::size_t columns = 0;  ///< Known where there are no rows, too.
  bool whole = true;
};

/// Compares two results that `rules` do not take for the same. Columns are paired by the values
/// that they share, unless too much would have to be compared. `noticed` is what is said where not
/// all of the results is there. O(columns² · rows + rows²), each bounded.
MissKind kind_of(const ReadResult &gold, const ReadResult &predicted, const ComparisonRules &rules,
                 Difference noticed);

}  // namespace sluice

#endif
