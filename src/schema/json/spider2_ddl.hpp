#ifndef SLUICE_SRC_SCHEMA_JSON_SPIDER2_DDL_HPP
#define SLUICE_SRC_SCHEMA_JSON_SPIDER2_DDL_HPP

/// Spider 2.0's DDL.csv: the definitions of the tables in its folder.

#include <string>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether the file's first line names a column of tables and one of DDL.
bool is_spider2_ddl(const SourceText &file);

/// What the definitions say; tables are qualified as they are there. Descriptions of tables come
/// from the column `description`, if there is one. A table with a description and no definition has
/// no columns.
DatabaseDefinition read_spider2_ddl(const SourceText &file, const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
