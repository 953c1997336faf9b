#ifndef SLUICE_REPORT_ANSWER_JSON_HPP
#define SLUICE_REPORT_ANSWER_JSON_HPP

/// How sure an answer is, as JSON: the same members wherever an answer is written.

#include "sluice/core/json_writer.hpp"
#include "sluice/route/alternatives.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

/// Writes two members of an object: "alternatives", an object with "databases" (objects with
/// "name" and "probability") and "tables" ("database", "table", "probability"); and "unsure".
void write_doubts(JsonWriter &writer, const Alternatives &alternatives, bool unsure,
                  const Catalog &catalog);

}  // namespace sluice::inline v0

#endif
