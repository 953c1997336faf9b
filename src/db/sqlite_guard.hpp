#ifndef SLUICE_SRC_DB_SQLITE_GUARD_HPP
#define SLUICE_SRC_DB_SQLITE_GUARD_HPP

/// A connection that runs untrusted queries within limits.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "deep_sql.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"
#include "sqlite_budget.hpp"
#include "sqlite_open.hpp"
#include "sqlite_rules.hpp"
#include "sqlite_watch.hpp"

namespace sluice::inline v0::db_detail {

struct SqliteFinalize {
  void operator()(sqlite3_stmt *statement) const noexcept { sqlite3_finalize(statement); }
};
using SqliteStatement = std::unique_ptr<sqlite3_stmt, SqliteFinalize>;

struct GuardedQuery {
  SqliteStatement statement;
  /// Functions in it whose results may vary between runs.
  std::vector<std::string_view> unstable;
  SqlDepth depth;
};

/// A guarded connection. Members are destroyed in reverse order: the connection before the objects
/// it uses.
class SqliteGuard {
 public:
  SqliteGuard(const QueryLimits &limits, CancellationToken token);
  SqliteGuard(const SqliteGuard &) = delete;
  SqliteGuard &operator=(const SqliteGuard &) = delete;

  /// Name of the file system to open the connection with.
  const char *file_system() const noexcept { return watch_.name(); }
  /// Takes ownership of the connection and guards it from now on. Throws Error if it is not a
  /// database.
  void guard(SqliteDatabase database, const std::string &source);

  /// Call this after the schema has changed.
  void read_schema(const std::string &source);
  const SqlDepth &schema_depth() const noexcept { return schema_depth_; }

  sqlite3 *database() const noexcept { return database_.get(); }
  /// While on, statements are prepared without restrictions.
  void trust(bool on) noexcept { rules_.trust(on); }

  /// Prepares a query. If the result has no statement, preparing failed (see `outcome`) or `sql`
  /// has no statement.
  GuardedQuery prepare(std::string_view sql, QueryOutcome &outcome);
  /// Runs a prepared query for at most `steps` steps. The caller must reset the statement.
  void run(const GuardedQuery &query, std::uint64_t steps, RowVisitor visit, QueryOutcome &outcome);
  const QueryLimits &limits() const noexcept { return limits_; }
  SqliteBudget &budget() noexcept { return budget_; }

 private:
  QueryOutcome stopped(QueryEnd end, std::string message) const;
  void explain(int status, QueryOutcome &outcome) const;
  void step_through(sqlite3_stmt *statement, RowVisitor visit, QueryOutcome &outcome);

  QueryLimits limits_;
  SqliteRules rules_;
  SqliteBudget budget_;
  SqliteWatch watch_;
  SqliteDatabase database_;
  SqlDepth schema_depth_;
  std::vector<Cell> row_;
};

}  // namespace sluice::inline v0::db_detail

#endif
