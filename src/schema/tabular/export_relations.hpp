#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_RELATIONS_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_RELATIONS_HPP

/// Finds the tables and columns that the keys of exports name, and pairs the columns of foreign
/// keys with those that they refer to.

#include <cstddef>
#include <vector>

#include "export_keys.hpp"
#include "export_problems.hpp"
#include "export_tables.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// Tables and columns are positions in ExportTables::tables and in ExportTable::columns.
struct ExportRelations {
  std::vector<std::vector<std::size_t>> primary_keys;  ///< By table; may be empty.
  std::vector<ForeignKeyDefinition> foreign_keys;
};

/// A key that cannot be resolved becomes a problem. Nothing is guessed: a foreign key of several
/// columns whose pairs no export gives is left out, unless their names are the same. O(size of the
/// keys).
ExportRelations resolve_keys(const ExportKeys &keys, const ExportTables &tables,
                             ExportProblems &problems);

}  // namespace sluice::inline v0::schema_detail

#endif
