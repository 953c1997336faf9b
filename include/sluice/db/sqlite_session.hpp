#ifndef SLUICE_DB_SQLITE_SESSION_HPP
#define SLUICE_DB_SQLITE_SESSION_HPP

/// Hostile queries on a SQLite database that is held in memory once and read by any threads.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"
#include "sluice/db/sqlite_image.hpp"

namespace sluice {

/// A connection that reads an image in place: nothing is copied. Only queries run; writing, ATTACH,
/// PRAGMA, virtual tables, extensions, json_patch and temporary objects are refused. Models
/// Executor. One thread at a time.
class SqliteSession {
 public:
  /// Throws Error(malformed) if the image is no database.
  explicit SqliteSession(std::shared_ptr<const SqliteImage> image, const QueryLimits &limits = {},
                         CancellationToken token = {});
  SqliteSession(SqliteSession &&) noexcept;
  SqliteSession &operator=(SqliteSession &&) noexcept;
  ~SqliteSession();

  /// Runs one statement. A text that holds none is a query without rows. Never throws because of
  /// what the query says or does; what `visit` throws passes through.
  QueryOutcome run(std::string_view sql, RowVisitor visit);

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

/// Bounds what SQLite may hold in this process, all connections together, also while it prepares a
/// statement, which no session can watch; what would need more fails. For programs that own their
/// process. 0 lifts the bound. Throws Error(unsupported), as opening a database does.
void limit_sqlite_heap(std::int64_t bytes);

/// Has SQLite not count what it holds, for which its threads wait for each other. For programs that
/// own their process and set no bound, before anything was opened: later it does nothing. Sessions
/// on a SQLite that is shared with the host then refuse to start, since they need the count.
void leave_sqlite_heap_uncounted();

}  // namespace sluice

#endif
