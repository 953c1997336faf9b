#ifndef SLUICE_SRC_SCHEMA_JSON_TBLS_SCHEMA_HPP
#define SLUICE_SRC_SCHEMA_JSON_TBLS_SCHEMA_HPP

/// schema.json, which tbls writes about a database.

#include <span>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

bool is_tbls_schema(const SourceText &file);

/// One database per file, with the name that the file gives. Relations that are stated beside the
/// database, which tbls calls virtual, are of KeyEvidence::tested.
std::vector<DatabaseDefinition> read_tbls_schemas(std::span<const SourceText> files,
                                                  const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
