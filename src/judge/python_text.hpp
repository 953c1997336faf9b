#ifndef SLUICE_SRC_JUDGE_PYTHON_TEXT_HPP
#define SLUICE_SRC_JUDGE_PYTHON_TEXT_HPP

#include <optional>
#include <string>
#include <string_view>

#include "sluice/db/query.hpp"

namespace sluice::detail {

/// A value as Python's str() writes it: the official scripts sort by that.
std::string python_text(const Cell &cell);

/// As Python writes a float: the shortest digits that read back the same, "1.0", "1e+16".
std::string python_text(double number);

/// A number as Python's float() reads one, in lower case and without blanks around; NaN for those
/// whose text says so.
std::optional<double> python_float(std::string_view text);

}  // namespace sluice::detail

#endif
