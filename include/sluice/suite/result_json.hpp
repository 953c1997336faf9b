#ifndef SLUICE_SUITE_RESULT_JSON_HPP
#define SLUICE_SUITE_RESULT_JSON_HPP

/// Results of queries, and what they say of two queries, as JSON.

#include <string>
#include <string_view>

#include "sluice/core/json_writer.hpp"
#include "sluice/judge/denotation.hpp"
#include "sluice/suite/refuter.hpp"

namespace sluice {

/// Text is mended to UTF-8; a blob is an SQL literal.
void write_cell(JsonWriter &writer, const Cell &cell);
/// An array of arrays.
void write_rows(JsonWriter &writer, const Denotation &rows);
/// A member of an open object: {"columns","rows"}.
void write_result(JsonWriter &writer, std::string_view name, const ReadResult &result);

/// One object with all members whatever the verdict: what says nothing is null. `message` is there
/// only if it failed.
std::string to_json(const Refutation &found);

}  // namespace sluice

#endif
