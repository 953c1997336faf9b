#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_DEFINITION_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_DEFINITION_HPP

/// The databases that exports define, all together.

#include <vector>

#include "export_problems.hpp"
#include "export_relations.hpp"
#include "export_tables.hpp"
#include "schema/load/text_kind.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// One database per catalog that has tables other than the engine's own. Consumes the tables.
///
/// A database has the name of its catalog. Where that is not exported, it has the name of its only
/// schema, if schemas are what the engine's queries call databases; else the name of its file
/// without words such as "information_schema" and "columns"; and of several files, or if nothing is
/// left, the name of their folder.
std::vector<DatabaseDefinition> export_definitions(ExportTables &tables,
                                                   const ExportRelations &relations,
                                                   const LoadOptions &options,
                                                   ExportProblems &problems);

}  // namespace sluice::inline v0::schema_detail

#endif
