#ifndef SLUICE_SRC_SCHEMA_DEFINITION_CHECK_HPP
#define SLUICE_SRC_SCHEMA_DEFINITION_CHECK_HPP

#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// Throws Error(malformed) if the definition violates a requirement of Database::make.
void check(const DatabaseDefinition &definition);

}  // namespace sluice::inline v0::schema_detail

#endif
