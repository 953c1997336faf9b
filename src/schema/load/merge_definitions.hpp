#ifndef SLUICE_SRC_SCHEMA_LOAD_MERGE_DEFINITIONS_HPP
#define SLUICE_SRC_SCHEMA_LOAD_MERGE_DEFINITIONS_HPP

/// Joins what two sources say about one database.

#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// Adds to `database` what it lacks and `other` has: titles, descriptions, types, samples, values,
/// keys, and that columns are not null. Tables are the same if their names are, without regard to
/// ASCII case, and their qualifiers are too, or one of them has none and no other table could be
/// meant. Columns are never added. Tables are added if `adds_tables` and they have columns. O(size
/// of both).
void merge_definition(DatabaseDefinition &database, DatabaseDefinition &&other, bool adds_tables);

}  // namespace sluice::inline v0::schema_detail

#endif
