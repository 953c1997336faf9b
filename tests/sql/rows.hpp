#ifndef SLUICE_TESTS_SQL_ROWS_HPP
#define SLUICE_TESTS_SQL_ROWS_HPP

/// The rows that queries return, for comparison.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/db/sqlite.hpp"

namespace sluice::test {

/// The rows of a query, with separators between values and a mark for NULL; one line that starts
/// with "error" if it cannot be run.
inline std::vector<std::string> rows_of(SqliteConnection &database, std::string_view sql) {
  std::vector<std::string> rows;
  try {
    database.query(sql, {}, [&rows](const SqliteRow &row) {
      std::string &line = rows.emplace_back();
      for (std::size_t column = 0; column < row.size(); ++column) {
        if (row.is_null(column)) {
          line += "NULL";
        } else {
          line += row.is_blob(column) ? "x'" : "'";
          line += row.text(column);
          line += '\'';
        }
        line += '|';
      }
      return true;
    });
  } catch (const Error &error) {
    rows.assign(1, "error: " + error.message());
  }
  return rows;
}

inline std::vector<std::string> sorted(std::vector<std::string> rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace sluice::test

#endif
