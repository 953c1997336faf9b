#ifndef SLUICE_SUITE_LIVE_DATABASE_HPP
#define SLUICE_SUITE_LIVE_DATABASE_HPP

/// A schema's database that runs queries on one test database after the other.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/sqlite_workbench.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice {

/// Models Executor. One thread at a time.
class LiveDatabase {
 public:
  using Query = SqliteWorkbench::Query;

  /// Empty at first. Throws Error(malformed) if SQLite does not take the definitions.
  explicit LiveDatabase(const Constraints &constraints, const QueryLimits &limits = {},
                        CancellationToken token = {}, RowLayout layout = RowLayout::declared);

  /// Puts these rows in the place of those before; queries stay prepared. Throws Error(mismatch)
  /// with the table's name if SQLite refuses a row; the database is empty then. O(rows), about 1 µs
  /// each.
  void load(const TestDatabase &database);

  QueryOutcome run(std::string_view sql, RowVisitor visit) { return workbench_.run(sql, visit); }

  /// Rows of the largest table of what is loaded.
  std::size_t largest_table() const noexcept { return largest_table_; }

  /// Not ready where `outcome` says why.
  Query prepare(std::string_view sql, QueryOutcome &outcome) {
    return workbench_.prepare(sql, outcome);
  }
  QueryOutcome run(const Query &query, RowVisitor visit) { return workbench_.run(query, visit); }
  QueryOutcome run(const Query &query, std::uint64_t steps, RowVisitor visit) {
    return workbench_.run(query, steps, visit);
  }

  /// SQLite's integrity_check and foreign_key_check of what is loaded; empty: all is well.
  std::vector<std::string> complaints() { return workbench_.complaints(); }

 private:
  std::vector<std::vector<std::uint32_t>> written_;  // columns by table; empty: all
  std::vector<std::vector<Cell>> narrowed_;
  std::size_t largest_table_ = 0;
  SqliteWorkbench workbench_;
};

}  // namespace sluice

#endif
