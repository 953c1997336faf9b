#ifndef SLUICE_DB_SQLITE_SESSION_HPP
#define SLUICE_DB_SQLITE_SESSION_HPP

/// Runs untrusted queries on a SQLite database that is loaded into memory once and read by any
/// number of threads.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"
#include "sluice/db/sqlite_image.hpp"

namespace sluice::inline v0 {

/// A connection that reads an image without copying it. Runs only queries; refuses writes, ATTACH,
/// PRAGMA, virtual tables, extensions, json_patch and temporary objects. Models Executor. Not
/// thread-safe.
class SqliteSession {
 public:
  /// Throws Error(malformed) if the image is not a database.
  explicit SqliteSession(std::shared_ptr<const SqliteImage> image, const QueryLimits &limits = {},
                         CancellationToken token = {});
  SqliteSession(SqliteSession &&) noexcept;
  SqliteSession &operator=(SqliteSession &&) noexcept;
  ~SqliteSession();

  /// Runs one statement. A text without a statement is a query without rows. The text and the
  /// effects of the query never cause an exception; exceptions of `visit` propagate.
  QueryOutcome run(std::string_view sql, RowVisitor visit);

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

/// Limits the memory that SQLite holds in this process, over all connections, including while it
/// prepares a statement, which sessions cannot monitor. Allocations beyond the limit fail. Only for
/// programs that control the whole process. 0 removes the limit. Throws Error(unsupported), as
/// opening a database does.
void limit_sqlite_heap(std::int64_t bytes);

/// Turns off SQLite's memory accounting, whose lock makes threads wait for each other. Only for
/// programs that control the whole process and set no memory limit. Call it before any database is
/// opened: later it has no effect. Sessions on a SQLite library shared with the host then refuse to
/// start, because they need the accounting.
void disable_sqlite_memory_accounting();

}  // namespace sluice::inline v0

#endif
