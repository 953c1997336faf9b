#ifndef SLUICE_SRC_SCHEMA_JSON_SPIDER2_TABLES_HPP
#define SLUICE_SRC_SCHEMA_JSON_SPIDER2_TABLES_HPP

/// Spider 2.0's files: one JSON per table, and for each folder a list of definitions, DDL.csv.

#include <span>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether the file has "table_name" with "column_names", or is a CSV of table names and DDL.
bool is_spider2_table(const SourceText &file);

/// One database per set of folders as published: "ga4/project.dataset/events.json" is of the
/// database "ga4", "chinook/albums.json" of "chinook".
std::vector<DatabaseDefinition> read_spider2_tables(std::span<const SourceText> files,
                                                    const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
