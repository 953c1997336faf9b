#ifndef SLUICE_SCHEMA_COLUMN_VALUES_HPP
#define SLUICE_SCHEMA_COLUMN_VALUES_HPP

/// The values in a database's columns, as far as they may be read.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/schema/database.hpp"

namespace sluice {

/// What is read of a database, and how much.
struct ValueLimits {
  /// Columns that are not read, for what people's names and addresses are: `table.column` or
  /// `database.table.column`, "*" for any text, ignoring ASCII case.
  std::vector<std::string> except;
  /// If there are any, only such columns are read.
  std::vector<std::string> only;
  bool numbers = true;                 ///< Values of digits, a sign and a point.
  bool dates = true;                   ///< Numbers between "-", "/", ":", blanks.
  std::size_t rows = 1'000'000;        ///< Of a table, the first ones.
  std::size_t column_values = 20'000;  ///< Different ones of a column, those that come first.
  std::size_t value_bytes = 100;       ///< Longer ones are left out.
  std::size_t bytes = std::size_t{64} << 20;  ///< Of all of a database's values together.
  SqliteLimits limits = {};                   ///< For each table.
};

/// Whether the limits let a column be read.
bool may_read(const ValueLimits &limits, std::string_view database, std::string_view table,
              std::string_view column);

/// Visits the different values of each column of `schema` that the SQLite file (gzipped or not)
/// stores, mended to UTF-8; `column` is its position among the database's columns. Nothing that the
/// file defines is evaluated, blobs are left out, and so is what the schema has and the file has
/// not. False if a limit other than `value_bytes` left something out. Throws Error: not_found, io,
/// malformed. O(rows).
bool visit_values(const std::string &path, const Database &schema, const ValueLimits &limits,
                  function_ref<void(std::size_t column, std::string_view value)> visit);

/// Changes when the file or a log beside it does: made of sizes, times and SQLite's own counter.
/// Throws Error: not_found, io.
std::uint64_t content_stamp(const std::string &path);

}  // namespace sluice

#endif
