#ifndef SLUICE_SRC_JUDGE_REPAIRS_HPP
#define SLUICE_SRC_JUDGE_REPAIRS_HPP

/// Repairs that the official script of the distilled test suites makes to a query before it runs
/// it.

#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Removes the blank in "> =", "< =" and "! =".
std::string close_operators(std::string_view sql);

/// Removes every DISTINCT outside strings, quoted names and comments, and every statement but the
/// first. O(size).
std::string without_distinct(std::string_view sql);

/// Replaces YEAR(CURDATE()), which SQLite does not support, with 2020.
std::string with_fixed_year(std::string_view sql);

/// For predictions: replaces every "value", even inside names, with 1.
std::string without_placeholder(std::string_view sql);

}  // namespace sluice::inline v0

#endif
