#ifndef SLUICE_SRC_SCHEMA_SQLITE_SCHEMA_HPP
#define SLUICE_SRC_SCHEMA_SQLITE_SCHEMA_HPP

#include <string>

#include "sluice/db/sqlite.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::detail {

/// What the open database defines, with samples as `options` ask for. `source` names it in errors.
/// Throws Error(malformed) if it holds no tables, limit_exceeded.
std::shared_ptr<const Database> read_schema(SqliteConnection &connection, std::string name,
                                            const std::string &source, const LoadOptions &options);

/// Fills in the samples of one table's columns. `stored[i]` tells whether column i can be read
/// without evaluating an expression that the file defines.
void read_samples(SqliteConnection &connection, TableDefinition &table,
                  const std::vector<bool> &stored, const LoadOptions &options);

}  // namespace sluice::detail

#endif
