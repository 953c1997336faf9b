#ifndef SLUICE_SRC_JUDGE_PYTHON_TEXT_HPP
#define SLUICE_SRC_JUDGE_PYTHON_TEXT_HPP

#include <optional>
#include <string>
#include <string_view>

#include "sluice/db/query.hpp"

namespace sluice::inline v0::judge_detail {

/// A value in the format of Python's str(), which the official scripts sort by.
std::string python_text(const Cell &cell);

/// A float as Python prints it: the shortest digits that round-trip, "1.0", "1e+16".
std::string python_text(double number);

/// Parses a number like Python's float(). The text is lowercase without surrounding blanks; "nan"
/// gives NaN.
std::optional<double> python_float(std::string_view text);

}  // namespace sluice::inline v0::judge_detail

#endif
