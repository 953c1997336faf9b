#ifndef SLUICE_SRC_SCHEMA_LOAD_DDL_TEXT_HPP
#define SLUICE_SRC_SCHEMA_LOAD_DDL_TEXT_HPP

/// Scripts that define schemas, as a kind of text.

#include <span>
#include <vector>

#include "text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether there is a CREATE TABLE, or something else that defines part of a schema, in the text.
/// O(size).
bool is_ddl_text(const SourceText &file);

/// One database per script, named after the file. Scripts of which one refers to a table that only
/// another defines are one database, named after their folder.
std::vector<DatabaseDefinition> read_ddl_texts(std::span<const SourceText> files,
                                               const LoadOptions &options);

/// Reads scripts as one database, those that define tables first.
DatabaseDefinition read_ddl_text(std::span<const SourceText> scripts, std::string name,
                                 const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
