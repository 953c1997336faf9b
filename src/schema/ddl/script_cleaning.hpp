#ifndef SLUICE_SRC_SCHEMA_DDL_SCRIPT_CLEANING_HPP
#define SLUICE_SRC_SCHEMA_DDL_SCRIPT_CLEANING_HPP

/// What is in a script, but not a part of the schema that it defines.

#include "script_catalog.hpp"

namespace sluice::inline v0::schema_detail {

/// A database that USE names, and which is the only one, is no part of the tables' names.
void leave_out_used_database(ScriptCatalog &script);

/// SQLite's virtual tables keep their content in tables of their own, which a dump contains.
void drop_shadow_tables(ScriptCatalog &script);

}  // namespace sluice::inline v0::schema_detail

#endif
