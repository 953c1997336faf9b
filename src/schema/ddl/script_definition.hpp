#ifndef SLUICE_SRC_SCHEMA_DDL_SCRIPT_DEFINITION_HPP
#define SLUICE_SRC_SCHEMA_DDL_SCRIPT_DEFINITION_HPP

/// What the statements of a script define, all together.

#include <string>

#include "script_catalog.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// Resolves keys, types, partitions and views. Consumes the catalog's tables; adds to its problems.
DatabaseDefinition definition_of(ScriptCatalog &script, std::string name);

}  // namespace sluice::inline v0::schema_detail

#endif
