#ifndef SLUICE_SRC_SCHEMA_LOAD_SQLITE_SCHEMA_HPP
#define SLUICE_SRC_SCHEMA_LOAD_SQLITE_SCHEMA_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0::schema_detail {

/// Reads the schema of the open database, with samples according to `options`. `source` names it in
/// errors. Throws Error: malformed (no tables), limit_exceeded.
std::shared_ptr<const Database> read_schema(SqliteConnection &connection, std::string name,
                                            const std::string &source, const LoadOptions &options);

/// A table of the file, and its columns that can be read without evaluating an expression defined
/// in the file.
struct StoredTable {
  std::string name;
  std::vector<std::string> columns;
};
/// In the file's order; excludes views and virtual tables.
std::vector<StoredTable> stored_tables(SqliteConnection &connection);

/// A query for the first rows of a stored table, with NULL in place of blobs, which are not loaded.
std::string cells_query(const std::string &table, const std::vector<std::string> &columns,
                        std::int64_t rows);

/// Fills in the samples of one table's columns. `stored[i]` says whether column i can be read
/// without evaluating an expression defined in the file.
void read_samples(SqliteConnection &connection, TableDefinition &table,
                  const std::vector<bool> &stored, const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
