#ifndef SLUICE_DB_POSTGRES_SESSION_HPP
#define SLUICE_DB_POSTGRES_SESSION_HPP

/// Runs untrusted queries on a PostgreSQL server.

#include <memory>
#include <string>
#include <string_view>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"

namespace sluice::inline v0 {

/// Whether `text` is the URI of a server: begins with postgres:// or postgresql://.
constexpr bool is_postgres_uri(std::string_view text) noexcept {
  return text.starts_with("postgres://") || text.starts_with("postgresql://");
}

struct PostgresOptions {
  /// Allows roles that are refused by default: superusers, and roles that may read or write the
  /// server's files, run its programs or signal its backends. Such a role can get around the
  /// restrictions below in ways that this library does not know, such as functions of extensions.
  bool allow_privileged_role = false;
  /// Timeout for connecting, unless the connection string sets one.
  int connect_seconds = 10;
};

/// A read-only connection. Models Executor. Not thread-safe.
///
/// Each query runs as the query of a cursor, so only SELECT, VALUES and TABLE are accepted, in a
/// read-only transaction that is always rolled back. Functions with side effects (advisory locks,
/// setval, dblink, large objects, pg_terminate_backend, set_config, …) would still be possible;
/// they are refused by name. A query may call built-in functions that the server's catalog does not
/// mark as volatile, random() and similar functions, and immutable functions of installed
/// extensions. It may not call any other function or aggregate, whatever its declared volatility.
/// If the database defines a function with the name of a built-in one, both are refused. A name
/// before a parenthesis inside a string counts as a call, and so does a name after a dot if the
/// function can be called with one argument. The list of functions is read when connecting.
///
/// Code that the database's owner attached to other objects runs without being named in the query,
/// as it does for every reader, and is the owner's responsibility: functions behind operators,
/// casts, types and domain checks; views; row security policies. The same holds for anything that a
/// superuser replaced in pg_catalog.
///
/// The resources that a query may use on the server depend on the role. A suitable role:
///   CREATE ROLE judge LOGIN NOSUPERUSER NOINHERIT CONNECTION LIMIT 16;
///   ALTER ROLE judge SET temp_file_limit = '1GB';
///   GRANT SELECT ON ALL TABLES IN SCHEMA … TO judge;
///
/// Limits: `steps`, `memory` and `temporary_bytes` have no effect. `seconds` ends a query (by
/// statement_timeout and by a timer in this process). The other limits apply; rows are read one by
/// one. libpq receives each row as a whole: a row of more than `bytes` is usually, but not always,
/// stopped during transfer, so a single row may take as much memory as PostgreSQL allows (1 GB).
///
/// Values: integers and booleans become integers; a numeric becomes an integer if it has no
/// fraction and fits, else the nearest real; NaN becomes NULL, as in SQLite; bytea becomes a blob;
/// everything else becomes text as the server prints it with ISO date style and time zone UTC.
class PostgresSession {
 public:
  /// `connection`: a libpq connection string, either a postgres:// URI or `host=… dbname=…`. Throws
  /// Error: unsupported (built with SLUICE_WITH_POSTGRES=OFF; a role with too many privileges),
  /// invalid_argument (a string that libpq rejects), io (cannot connect). Errors never contain the
  /// password.
  explicit PostgresSession(std::string connection, const QueryLimits &limits = {},
                           CancellationToken token = {}, const PostgresOptions &options = {});
  PostgresSession(PostgresSession &&) noexcept;
  PostgresSession &operator=(PostgresSession &&) noexcept;
  ~PostgresSession();

  static bool is_built_in() noexcept;

  /// Runs one statement, as SqliteSession does. If the connection breaks, the outcome is
  /// connection_lost; the next call reconnects, or throws Error(io) if it cannot.
  QueryOutcome run(std::string_view sql, RowVisitor visit);

  /// Host and database, such as "localhost/shop", without user and password.
  const std::string &source() const noexcept;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sluice::inline v0

#endif
