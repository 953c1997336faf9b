#ifndef SLUICE_DB_POSTGRES_SESSION_HPP
#define SLUICE_DB_POSTGRES_SESSION_HPP

/// Hostile queries on a PostgreSQL server.

#include <memory>
#include <string>
#include <string_view>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"

namespace sluice {

/// Whether `text` is meant for a server: begins with postgres:// or postgresql://.
constexpr bool is_postgres_uri(std::string_view text) noexcept {
  return text.starts_with("postgres://") || text.starts_with("postgresql://");
}

struct PostgresOptions {
  /// What a query is kept from here, a superuser can still reach in ways that this library does not
  /// know, such as functions of extensions. So none may connect, nor a role that may read or write
  /// the server's files, run its programs or signal its backends, unless this is set.
  bool allow_powerful_role = false;
  /// Where the connection string names none.
  int connect_seconds = 10;
};

/// A connection that reads. Models Executor. One thread at a time.
///
/// Each query runs as a cursor's, so that nothing but SELECT, VALUES and TABLE is grammatical, in a
/// read-only transaction that is always rolled back. What that leaves open, functions with effects
/// (advisory locks, setval, dblink, large objects, pg_terminate_backend, set_config, …), is refused
/// by name. A query calls what the engine brings, unless the server's catalog says that it is
/// volatile (random() and its like may be called), and immutable functions of installed extensions;
/// no other function or aggregate, whatever it is declared to be. A name that the database gives a
/// function of its own is refused for the engine's function of that name as well. A name before a
/// parenthesis inside a string counts as a call, and so does one behind a dot where the function
/// can be called with one argument. The names are those of the time of connecting.
///
/// What the database's owner attached to other things runs without a name, as for every reader, and
/// is the owner's to answer for: functions of operators, of casts and types and in the checks of
/// domains; views; policies of row security. The same holds for what a superuser replaced in
/// pg_catalog.
///
/// What one query may take on the server is the role's to say. A role made for this:
///   CREATE ROLE judge LOGIN NOSUPERUSER NOINHERIT CONNECTION LIMIT 16;
///   ALTER ROLE judge SET temp_file_limit = '1GB';
///   GRANT SELECT ON ALL TABLES IN SCHEMA … TO judge;
///
/// Limits: there are no steps, so `seconds` ends a query (a statement_timeout, and a clock of our
/// own); `memory` and `temporary_bytes` are not heeded; the others are, rows being read one by one.
/// libpq takes a row in whole: one of more than `bytes` is mostly, not always, stopped on its way,
/// so that a single row may take as much memory as PostgreSQL lets it have, a gigabyte.
///
/// Values: integers and booleans are integers; a numeric without a fraction that fits is one too,
/// else the nearest real; NaN is NULL, as SQLite has it; bytea is a blob; all else is text as the
/// server prints it in ISO style and in UTC.
class PostgresSession {
 public:
  /// `connection`: what libpq takes, a postgres:// URI or `host=… dbname=…`.
  /// Throws Error: unsupported (built with SLUICE_WITH_POSTGRES=OFF; a role that may do too much),
  /// invalid_argument (a string that libpq does not take), io (no connection). No error holds what
  /// the string says of a password.
  explicit PostgresSession(std::string connection, const QueryLimits &limits = {},
                           CancellationToken token = {}, const PostgresOptions &options = {});
  PostgresSession(PostgresSession &&) noexcept;
  PostgresSession &operator=(PostgresSession &&) noexcept;
  ~PostgresSession();

  static bool is_built_in() noexcept;

  /// Runs one statement, as SqliteSession does. A connection that breaks is an outcome of its own,
  /// connection_lost; the next call connects anew, and throws Error(io) if it cannot.
  QueryOutcome run(std::string_view sql, RowVisitor visit);

  /// Such as "localhost/shop": never a user or a password.
  const std::string &source() const noexcept;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sluice

#endif
