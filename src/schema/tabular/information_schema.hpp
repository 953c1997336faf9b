#ifndef SLUICE_SRC_SCHEMA_TABULAR_INFORMATION_SCHEMA_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_INFORMATION_SCHEMA_HPP

/// Exports of the system catalogs of databases as CSV or JSON, as a kind of text: the columns of
/// INFORMATION_SCHEMA and of what other engines have instead, and next to them tables, keys and
/// comments.

#include <span>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether the first row, or the keys of the first JSON object, are those of such an export: of any
/// engine, in upper or lower case. O(1): only the start is read.
bool is_information_schema(const SourceText &file);

/// Reads exports that belong together: one may list the columns, another the keys. Recognizes
/// columns (also Oracle's ALL_TAB_COLUMNS, BigQuery's COLUMN_FIELD_PATHS, ClickHouse's
/// system.columns, Db2's SYSCAT.COLUMNS and what JDBC returns), tables, comments, and keys in one
/// export or in those of the standard: TABLE_CONSTRAINTS, KEY_COLUMN_USAGE,
/// REFERENTIAL_CONSTRAINTS, CONSTRAINT_COLUMN_USAGE. Gives one database per catalog. Leaves out the
/// engine's own tables, and the name of its default schema. Throws Error(malformed) if no export
/// lists columns. O(size).
std::vector<DatabaseDefinition> read_information_schema(std::span<const SourceText> files,
                                                        const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
