#ifndef SLUICE_SUITE_RESULT_JSON_HPP
#define SLUICE_SUITE_RESULT_JSON_HPP

/// Results of queries and refutations as JSON.

#include <string>
#include <string_view>

#include "sluice/core/json_writer.hpp"
#include "sluice/judge/denotation.hpp"
#include "sluice/suite/refuter.hpp"

namespace sluice::inline v0 {

/// Invalid UTF-8 in text is repaired; a blob is written as an SQL literal.
void write_cell(JsonWriter &writer, const Cell &cell);
/// Writes an array of arrays.
void write_rows(JsonWriter &writer, const Denotation &rows);
/// Writes a member of an open object: {"columns","rows"}.
void write_result(JsonWriter &writer, std::string_view name, const ReadResult &result);

/// One object that has all members for every verdict; those that do not apply are null. `message`
/// is present only if the search failed.
std::string to_json(const Refutation &found);

}  // namespace sluice::inline v0

#endif
