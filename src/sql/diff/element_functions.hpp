#ifndef SLUICE_SRC_SQL_DIFF_ELEMENT_FUNCTIONS_HPP
#define SLUICE_SRC_SQL_DIFF_ELEMENT_FUNCTIONS_HPP

/// The functions of SQLite, and some that language models tend to write, which have a class in
/// sqlglot. All others are Anonymous.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "element_types.hpp"

namespace sluice::inline v0::sql {

struct FunctionClass {
  std::string_view name;
  std::string_view type;
  std::string_view printed;
  bool since_25;  ///< Also known to 25.1.
  /// The first argument that belongs to its list of further arguments, or no_list.
  std::uint8_t list_from;
};

inline constexpr std::uint8_t no_list = 255;

/// Sorted by name.
inline constexpr std::array function_classes{
    FunctionClass{"abs", "Abs", "ABS", true, no_list},
    FunctionClass{"acos", "Acos", "ACOS", false, no_list},
    FunctionClass{"acosh", "Acosh", "ACOSH", false, no_list},
    FunctionClass{"any_value", "AnyValue", "ANY_VALUE", true, no_list},
    FunctionClass{"asin", "Asin", "ASIN", false, no_list},
    FunctionClass{"atan", "Atan", "ATAN", false, no_list},
    FunctionClass{"atan2", "Atan2", "ATAN2", false, no_list},
    FunctionClass{"avg", "Avg", "AVG", true, no_list},
    FunctionClass{"ceil", "Ceil", "CEIL", true, no_list},
    FunctionClass{"ceiling", "Ceil", "CEIL", true, no_list},
    FunctionClass{"char", "Chr", "CHR", true, no_list},
    FunctionClass{"char_length", "Length", "LENGTH", false, no_list},
    FunctionClass{"character_length", "Length", "LENGTH", false, no_list},
    FunctionClass{"coalesce", "Coalesce", "COALESCE", true, 1},
    FunctionClass{"concat", "Concat", "CONCAT", true, no_list},
    FunctionClass{"concat_ws", "ConcatWs", "CONCAT_WS", true, no_list},
    FunctionClass{"cos", "Cos", "COS", false, no_list},
    FunctionClass{"cosh", "Cosh", "COSH", false, no_list},
    FunctionClass{"count", "Count", "COUNT", true, 1},
    FunctionClass{"cume_dist", "CumeDist", "CUME_DIST", false, 0},
    FunctionClass{"date", "Date", "DATE", true, 2},
    FunctionClass{"datediff", "DateDiff", "DATEDIFF", true, no_list},
    FunctionClass{"day", "Day", "DAY", true, no_list},
    FunctionClass{"dayofweek", "DayOfWeek", "DAY_OF_WEEK", true, no_list},
    FunctionClass{"degrees", "Degrees", "DEGREES", false, no_list},
    FunctionClass{"dense_rank", "DenseRank", "DENSE_RANK", false, 0},
    FunctionClass{"exp", "Exp", "EXP", true, no_list},
    FunctionClass{"first_value", "FirstValue", "FIRST_VALUE", true, no_list},
    FunctionClass{"floor", "Floor", "FLOOR", true, no_list},
    FunctionClass{"format", "Format", "FORMAT", false, 1},
    FunctionClass{"greatest", "Greatest", "GREATEST", true, 1},
    FunctionClass{"group_concat", "GroupConcat", "GROUP_CONCAT", true, no_list},
    FunctionClass{"hex", "Hex", "HEX", true, no_list},
    FunctionClass{"ifnull", "Coalesce", "COALESCE", true, 1},
    FunctionClass{"instr", "StrPosition", "STR_POSITION", false, no_list},
    FunctionClass{"lag", "Lag", "LAG", true, no_list},
    FunctionClass{"last_value", "LastValue", "LAST_VALUE", true, no_list},
    FunctionClass{"lcase", "Lower", "LOWER", true, no_list},
    FunctionClass{"lead", "Lead", "LEAD", true, no_list},
    FunctionClass{"least", "Least", "LEAST", true, 1},
    FunctionClass{"left", "Left", "LEFT", true, no_list},
    FunctionClass{"len", "Length", "LENGTH", true, no_list},
    FunctionClass{"length", "Length", "LENGTH", true, no_list},
    FunctionClass{"ln", "Ln", "LN", true, no_list},
    FunctionClass{"log", "Log", "LOG", true, no_list},
    FunctionClass{"lower", "Lower", "LOWER", true, no_list},
    FunctionClass{"ltrim", "Trim", "LTRIM", false, no_list},
    FunctionClass{"max", "Max", "MAX", true, 1},
    FunctionClass{"median", "Median", "MEDIAN", false, no_list},
    FunctionClass{"min", "Min", "MIN", true, 1},
    FunctionClass{"month", "Month", "MONTH", true, no_list},
    FunctionClass{"nth_value", "NthValue", "NTH_VALUE", true, no_list},
    FunctionClass{"ntile", "Ntile", "NTILE", false, no_list},
    FunctionClass{"nullif", "Nullif", "NULLIF", true, no_list},
    FunctionClass{"nvl", "Coalesce", "COALESCE", true, 1},
    FunctionClass{"percent_rank", "PercentRank", "PERCENT_RANK", false, 0},
    FunctionClass{"pi", "Pi", "PI", false, no_list},
    FunctionClass{"pow", "Pow", "POWER", true, no_list},
    FunctionClass{"power", "Pow", "POWER", true, no_list},
    FunctionClass{"quarter", "Quarter", "QUARTER", true, no_list},
    FunctionClass{"radians", "Radians", "RADIANS", false, no_list},
    FunctionClass{"random", "Rand", "RAND", true, no_list},
    FunctionClass{"rank", "Rank", "RANK", false, 0},
    FunctionClass{"replace", "Replace", "REPLACE", false, no_list},
    FunctionClass{"right", "Right", "RIGHT", true, no_list},
    FunctionClass{"round", "Round", "ROUND", true, no_list},
    FunctionClass{"row_number", "RowNumber", "ROW_NUMBER", true, no_list},
    FunctionClass{"rtrim", "Trim", "RTRIM", false, no_list},
    FunctionClass{"sign", "Sign", "SIGN", true, no_list},
    FunctionClass{"sin", "Sin", "SIN", false, no_list},
    FunctionClass{"sinh", "Sinh", "SINH", false, no_list},
    FunctionClass{"soundex", "Soundex", "SOUNDEX", false, no_list},
    FunctionClass{"sqlite_version", "CurrentVersion", "CURRENT_VERSION", false, no_list},
    FunctionClass{"sqrt", "Sqrt", "SQRT", true, no_list},
    FunctionClass{"stddev", "Stddev", "STDDEV", true, no_list},
    FunctionClass{"stdev", "Stddev", "STDDEV", false, no_list},
    FunctionClass{"string_agg", "GroupConcat", "GROUP_CONCAT", true, no_list},
    FunctionClass{"strpos", "StrPosition", "STR_POSITION", false, no_list},
    FunctionClass{"substr", "Substring", "SUBSTRING", false, no_list},
    FunctionClass{"substring", "Substring", "SUBSTRING", true, no_list},
    FunctionClass{"sum", "Sum", "SUM", true, no_list},
    FunctionClass{"tan", "Tan", "TAN", false, no_list},
    FunctionClass{"trim", "Trim", "TRIM", true, no_list},
    FunctionClass{"trunc", "Trunc", "TRUNC", false, no_list},
    FunctionClass{"typeof", "Typeof", "TYPEOF", false, no_list},
    FunctionClass{"ucase", "Upper", "UPPER", true, no_list},
    FunctionClass{"unhex", "Unhex", "UNHEX", true, no_list},
    FunctionClass{"unicode", "Unicode", "UNICODE", false, no_list},
    FunctionClass{"upper", "Upper", "UPPER", true, no_list},
    FunctionClass{"variance", "Variance", "VARIANCE", true, no_list},
    FunctionClass{"year", "Year", "YEAR", true, no_list},
};

static_assert(std::ranges::is_sorted(function_classes, {}, &FunctionClass::name));
static_assert(static_cast<std::size_t>(ElementType::first_function) + function_classes.size() <=
              256);

/// Finds a function by its lower-case name; nullptr if it has no class.
constexpr const FunctionClass *find_function(std::string_view name) noexcept {
  const auto found = std::ranges::lower_bound(function_classes, name, {}, &FunctionClass::name);
  return found == function_classes.end() || found->name != name ? nullptr : &*found;
}

/// The same for all names of a class.
constexpr ElementType type_of(const FunctionClass &function) noexcept {
  std::size_t first = 0;
  while (function_classes[first].type != function.type) ++first;
  return static_cast<ElementType>(static_cast<std::size_t>(ElementType::first_function) + first);
}

/// The name of any type.
constexpr std::string_view name_of(ElementType type) noexcept {
  const auto at = static_cast<std::size_t>(type);
  return at < element_names.size() ? element_names[at]
                                   : function_classes[at - element_names.size()].type;
}

}  // namespace sluice::inline v0::sql

#endif
