#ifndef SLUICE_CLI_CELL_TEXT_HPP
#define SLUICE_CLI_CELL_TEXT_HPP

/// Values and rows of results, for people and for programs.

#include <string>

#include "sluice/core/json_writer.hpp"
#include "sluice/db/query.hpp"
#include "sluice/evaluate/denotation.hpp"

namespace sluice::cli {

/// A blob as an SQL literal.
void write_cell(JsonWriter &writer, const Cell &cell);
/// An array of arrays.
void write_rows(JsonWriter &writer, const Denotation &rows);
/// Literals with bars between, long ones cut.
std::string text_of_row(Row row);

}  // namespace sluice::cli

#endif
