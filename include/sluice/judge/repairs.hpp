#ifndef SLUICE_JUDGE_REPAIRS_HPP
#define SLUICE_JUDGE_REPAIRS_HPP

/// What the official script of the distilled test suites does to a query's text before it runs it.

#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

/// "> =", "< =" and "! =" closed up.
std::string close_operators(std::string_view sql);

/// Every DISTINCT outside strings, names in quotes and comments dropped, and every statement but
/// the first. O(size).
std::string without_distinct(std::string_view sql);

/// YEAR(CURDATE()), which SQLite does not know, as 2020.
std::string with_fixed_year(std::string_view sql);

/// Of a prediction: "value" wherever it stands, in names as well, as 1.
std::string without_placeholder(std::string_view sql);

}  // namespace sluice

#endif
