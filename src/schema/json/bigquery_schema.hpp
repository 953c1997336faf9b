#ifndef SLUICE_SRC_SCHEMA_JSON_BIGQUERY_SCHEMA_HPP
#define SLUICE_SRC_SCHEMA_JSON_BIGQUERY_SCHEMA_HPP

/// BigQuery's table schemas as JSON: what `bq show` prints and `bq load` reads.

#include <span>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether the file has a list of fields: an array, an object with "fields" or "schema", or an
/// object of such lists by path.
bool is_bigquery_schema(const SourceText &file);

/// One database per folder. Tables are named by `tableReference`, or else by their files or paths.
/// A database of several files has the name of their folder, one of a single file its name.
std::vector<DatabaseDefinition> read_bigquery_schemas(std::span<const SourceText> files,
                                                      const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
