#ifndef SLUICE_SRC_CLI_TEXT_CELL_TEXT_HPP
#define SLUICE_SRC_CLI_TEXT_CELL_TEXT_HPP

/// Rows of results for people.

#include <string>

#include "sluice/db/query.hpp"

namespace sluice::cli {

/// Literals with bars between, long ones cut.
std::string text_of_row(Row row);

}  // namespace sluice::cli

#endif
