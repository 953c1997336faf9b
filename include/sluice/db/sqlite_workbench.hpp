#ifndef SLUICE_DB_SQLITE_WORKBENCH_HPP
#define SLUICE_DB_SQLITE_WORKBENCH_HPP

/// A private SQLite database that its owner refills many times, while prepared, untrusted queries
/// only read it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"

namespace sluice::inline v0 {

struct WorkbenchTable {
  std::string name;
  /// The columns that are filled; others get the default of the table's definition.
  std::vector<std::string> columns;
};

/// Models Executor. Not thread-safe.
class SqliteWorkbench {
  struct Handle;

 public:
  /// Runs `definitions`, one or more CREATE statements, and prepares to fill `tables`, which must
  /// be defined there. The statements are trusted to define only tables and indexes. The work of
  /// CHECK constraints counts as steps of filling. Throws Error(malformed) with SQLite's message.
  SqliteWorkbench(std::string_view definitions, std::vector<WorkbenchTable> tables,
                  const QueryLimits &limits = {}, CancellationToken token = {});
  SqliteWorkbench(SqliteWorkbench &&) noexcept;
  SqliteWorkbench &operator=(SqliteWorkbench &&) noexcept;
  ~SqliteWorkbench();

  /// Replaces all rows. `tables` has one entry per table, with the cells of its rows in row-major
  /// order. Keys and CHECK constraints are enforced, foreign keys are not. Throws Error: mismatch,
  /// with the table's name, if a constraint rejects a row; limit_exceeded. The database is then
  /// empty. O(rows); about 1 µs per row.
  void refill(std::span<const std::span<const Cell>> tables);

  /// Runs one statement, as SqliteSession does.
  QueryOutcome run(std::string_view sql, RowVisitor visit);

  /// A statement that stays prepared while the database is refilled. The workbench must outlive it.
  class Query {
   public:
    Query() noexcept;
    Query(Query &&) noexcept;
    Query &operator=(Query &&) noexcept;
    ~Query();
    /// Whether the query can be run.
    bool ready() const noexcept { return held_ != nullptr; }

   private:
    friend class SqliteWorkbench;
    struct Held;
    std::unique_ptr<Held> held_;
  };

  /// Prepares one statement. The result is not ready if that fails (`outcome` says why) or if `sql`
  /// holds no statement.
  Query prepare(std::string_view sql, QueryOutcome &outcome);
  /// Runs a query that is ready, for at most `steps` steps. Must not be called from inside its own
  /// visitor.
  QueryOutcome run(const Query &query, std::uint64_t steps, RowVisitor visit);
  QueryOutcome run(const Query &query, RowVisitor visit);

  /// Runs SQLite's PRAGMA integrity_check and foreign_key_check on the current data and returns
  /// their lines. Empty if there are no problems.
  std::vector<std::string> integrity_problems();

 private:
  std::unique_ptr<Handle> handle_;
};

}  // namespace sluice::inline v0

#endif
