#ifndef SLUICE_SCHEMA_COLUMN_VALUES_HPP
#define SLUICE_SCHEMA_COLUMN_VALUES_HPP

/// Reads the values in a database's columns, within limits that protect private data.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

/// Which values are read from a database, and how many.
struct ValueLimits {
  /// Columns that are never read, for example because they hold people's names and addresses:
  /// `table.column` or `database.table.column`. "*" matches any text; ASCII case is ignored.
  std::vector<std::string> except;
  /// If not empty, only matching columns are read.
  std::vector<std::string> only;
  bool numbers = true;                 ///< Whether to read values made of digits, a sign and a
                                       ///< point.
  bool dates = true;                   ///< Whether to read numbers separated by "-", "/", ":" or
                                       ///< blanks.
  std::size_t rows = 1'000'000;        ///< Rows read per table, from its start.
  std::size_t column_values = 20'000;  ///< Distinct values kept per column, in order of appearance.
  std::size_t value_bytes = 100;       ///< Longer values are skipped.
  std::size_t bytes = std::size_t{64} << 20;  ///< Total size of the values of one database.
  SqliteLimits limits = {};                   ///< Apply to each table separately.
};

/// Whether `except` and `only` allow a column to be read.
bool may_read(const ValueLimits &limits, std::string_view database, std::string_view table,
              std::string_view column);

/// Visits the distinct values of each column of `schema` that the SQLite file (gzipped or not)
/// stores, with invalid UTF-8 repaired. `column` is the column's position in the database. Skips
/// blobs and columns that the file does not have. Does not evaluate anything that the file defines.
/// Returns false if a limit other than `value_bytes` was reached. Throws Error: not_found, io,
/// malformed. O(rows).
bool visit_values(const std::string &path, const Database &schema, const ValueLimits &limits,
                  function_ref<void(std::size_t column, std::string_view value)> visit);

/// A stamp of the file and the WAL file next to it, made of sizes, modification times and SQLite's
/// change counter. It changes when either file does. Throws Error: not_found, io.
std::uint64_t content_stamp(const std::string &path);

}  // namespace sluice::inline v0

#endif
