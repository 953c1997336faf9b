#ifndef SLUICE_SRC_SCHEMA_JSON_PUBLISHED_TABLE_HPP
#define SLUICE_SRC_SCHEMA_JSON_PUBLISHED_TABLE_HPP

/// One table of Spider 2.0, from its JSON file.

#include <string>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

struct PublishedTable {
  TableDefinition definition;
  sql::Dialect dialect = sql::Dialect::sqlite;
  std::vector<std::string> qualifiers;  ///< Project and dataset, or database and schema.
};

/// Descriptions run along the nested names where there are any, else along the columns. Throws
/// Error(malformed) if the file names no table or no columns.
PublishedTable read_published_table(const SourceText &file, const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
