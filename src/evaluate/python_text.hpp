#ifndef SLUICE_SRC_EVALUATE_PYTHON_TEXT_HPP
#define SLUICE_SRC_EVALUATE_PYTHON_TEXT_HPP

#include <string>

#include "sluice/db/query.hpp"

namespace sluice::detail {

/// A value as Python's str() writes it: the official scripts sort by that.
std::string python_text(const Cell &cell);

/// As Python writes a float: the shortest digits that read back the same, "1.0", "1e+16".
std::string python_text(double number);

}  // namespace sluice::detail

#endif
