#ifndef SLUICE_SRC_PROMPT_SCHEMA_FORMS_HPP
#define SLUICE_SRC_PROMPT_SCHEMA_FORMS_HPP

/// The forms of schema_text: each appends the part of one database.

#include <string>

#include "schema_layout.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/prompt/schema_text.hpp"

namespace sluice::inline v0::prompt_detail {

void append_statements(const SchemaLayout &layout, const SchemaLayout::DatabasePart &database,
                       const SchemaTextOptions &options, std::string &text);

void append_compact(const SchemaLayout &layout, const SchemaLayout::DatabasePart &database,
                    const SchemaTextOptions &options, std::string &text);

/// One object.
void write_database(const SchemaLayout &layout, const SchemaLayout::DatabasePart &database,
                    const SchemaTextOptions &options, JsonWriter &writer);

}  // namespace sluice::inline v0::prompt_detail

#endif
