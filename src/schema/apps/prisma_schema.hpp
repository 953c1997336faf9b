#ifndef SLUICE_SRC_SCHEMA_APPS_PRISMA_SCHEMA_HPP
#define SLUICE_SRC_SCHEMA_APPS_PRISMA_SCHEMA_HPP

/// Prisma's schema files.

#include <span>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

bool is_prisma_schema(const SourceText &file);

/// The files of a folder are one schema, unless several of them name a data source: then each is
/// one. Tables and columns have the names that the database has; those of the schema become titles
/// where they differ. Fields of models are relations, not columns.
std::vector<DatabaseDefinition> read_prisma_schemas(std::span<const SourceText> files,
                                                    const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
