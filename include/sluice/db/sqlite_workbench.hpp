#ifndef SLUICE_DB_SQLITE_WORKBENCH_HPP
#define SLUICE_DB_SQLITE_WORKBENCH_HPP

/// A private SQLite database whose owner fills it again and again, while the queries that he keeps
/// prepared, however hostile, only read it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"

namespace sluice {

struct WorkbenchTable {
  std::string name;
  /// Those that are written; others are left to the table's definition.
  std::vector<std::string> columns;
};

/// Models Executor. One thread at a time.
class SqliteWorkbench {
  struct Handle;

 public:
  /// Runs `definitions`, one or more CREATE statements, and gets ready to fill `tables`, each of
  /// them defined there. The statements are trusted to define no more than tables and indexes; what
  /// CHECKs do counts as a step of the filling. Throws Error(malformed) with SQLite's words.
  SqliteWorkbench(std::string_view definitions, std::vector<WorkbenchTable> tables,
                  const QueryLimits &limits = {}, CancellationToken token = {});
  SqliteWorkbench(SqliteWorkbench &&) noexcept;
  SqliteWorkbench &operator=(SqliteWorkbench &&) noexcept;
  ~SqliteWorkbench();

  /// Puts rows in the place of all there were; an entry a table, row after row. Keys and CHECKs
  /// hold, foreign keys are not looked at. After a throw the database is empty: Error(mismatch) for
  /// a row that a constraint refuses, with the table's name; Error(limit_exceeded).
  /// O(rows); about 1 µs a row.
  void refill(std::span<const std::span<const Cell>> tables);

  /// Runs one statement, as SqliteSession does.
  QueryOutcome run(std::string_view sql, RowVisitor visit);

  /// A statement that stays prepared while the database is filled again. Outlived by its workbench.
  class Query {
   public:
    Query() noexcept;
    Query(Query &&) noexcept;
    Query &operator=(Query &&) noexcept;
    ~Query();
    /// Whether it can be run.
    bool ready() const noexcept { return held_ != nullptr; }

   private:
    friend class SqliteWorkbench;
    struct Held;
    std::unique_ptr<Held> held_;
  };

  /// Not ready where `outcome` says why, or where the text holds no statement.
  Query prepare(std::string_view sql, QueryOutcome &outcome);
  /// Runs a query that is ready, `steps` at most. Not from inside its own visitor.
  QueryOutcome run(const Query &query, std::uint64_t steps, RowVisitor visit);
  QueryOutcome run(const Query &query, RowVisitor visit);

  /// SQLite's own checks on what is there now: the lines of PRAGMA integrity_check and
  /// foreign_key_check. Empty: all is well.
  std::vector<std::string> complaints();

 private:
  std::unique_ptr<Handle> handle_;
};

}  // namespace sluice

#endif
