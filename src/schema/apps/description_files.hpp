#ifndef SLUICE_SRC_SCHEMA_APPS_DESCRIPTION_FILES_HPP
#define SLUICE_SRC_SCHEMA_APPS_DESCRIPTION_FILES_HPP

/// BIRD's descriptions: for each table a CSV in the folder database_description beside a database.

#include <span>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether the first line names the columns "original_column_name" and "column_description".
bool is_description_file(const SourceText &file);

/// What the files say, one database per folder: tables named by the files, and columns with titles,
/// types and descriptions, which what values mean is added to. The database has the name of the
/// folder that the database's file is in; `merge_definition` adds the descriptions to that file's
/// definition.
std::vector<DatabaseDefinition> read_description_files(std::span<const SourceText> files,
                                                       const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
