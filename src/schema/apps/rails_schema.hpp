#ifndef SLUICE_SRC_SCHEMA_APPS_RAILS_SCHEMA_HPP
#define SLUICE_SRC_SCHEMA_APPS_RAILS_SCHEMA_HPP

/// Schemas of Rails applications, as db/schema.rb has them.

#include <span>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

bool is_rails_schema(const SourceText &file);

/// One database per file, named after the application's folder if the path shows it. Nothing is
/// run: each line is read by itself.
std::vector<DatabaseDefinition> read_rails_schemas(std::span<const SourceText> files,
                                                   const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
