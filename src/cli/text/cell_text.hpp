#ifndef SLUICE_SRC_CLI_TEXT_CELL_TEXT_HPP
#define SLUICE_SRC_CLI_TEXT_CELL_TEXT_HPP

/// Rows of results as text.

#include <string>

#include "sluice/db/query.hpp"

namespace sluice::cli {

/// The cells as literals, separated by bars; long ones are cut.
std::string text_of_row(Row row);

}  // namespace sluice::cli

#endif
