#ifndef SLUICE_SUITE_LIVE_DATABASE_HPP
#define SLUICE_SUITE_LIVE_DATABASE_HPP

/// A database of a schema that runs queries on one test database after another.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/sqlite_workbench.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {

/// Models Executor. Not thread-safe.
class LiveDatabase {
 public:
  using Query = SqliteWorkbench::Query;

  /// Starts empty. Throws Error(malformed) if SQLite rejects the definitions.
  explicit LiveDatabase(const Constraints &constraints, const QueryLimits &limits = {},
                        CancellationToken token = {}, RowLayout layout = RowLayout::declared);

  /// Replaces all rows with those of `database`; queries stay prepared. Throws Error(mismatch) with
  /// the name of the table if SQLite rejects a row, and leaves the database empty then. O(rows),
  /// about 1 µs per row.
  void load(const TestDatabase &database);

  QueryOutcome run(std::string_view sql, RowVisitor visit) { return workbench_.run(sql, visit); }

  /// Number of rows of the largest loaded table.
  std::size_t largest_table() const noexcept { return largest_table_; }

  /// If it fails, the query is not ready and `outcome` gives the reason.
  Query prepare(std::string_view sql, QueryOutcome &outcome) {
    return workbench_.prepare(sql, outcome);
  }
  QueryOutcome run(const Query &query, RowVisitor visit) { return workbench_.run(query, visit); }
  QueryOutcome run(const Query &query, std::uint64_t steps, RowVisitor visit) {
    return workbench_.run(query, steps, visit);
  }

  /// Problems that SQLite's integrity_check and foreign_key_check find in the loaded rows; empty if
  /// there are none.
  std::vector<std::string> integrity_problems() { return workbench_.integrity_problems(); }

 private:
  std::vector<std::vector<std::uint32_t>> written_;  // columns by table; empty means all
  std::vector<std::vector<Cell>> narrowed_;
  std::size_t largest_table_ = 0;
  SqliteWorkbench workbench_;
};

}  // namespace sluice::inline v0

#endif
