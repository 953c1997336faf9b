#ifndef SLUICE_SRC_DB_MYSQL_MYSQL_SESSION_HPP
#define SLUICE_SRC_DB_MYSQL_MYSQL_SESSION_HPP

/// Runs our own queries on a MySQL or MariaDB server.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "db/result_bounds.hpp"
#include "mariadb_library.hpp"
#include "mysql_address.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"

namespace sluice::inline v0::db_detail {

struct MariadbDelete {
  void operator()(MariadbHandle *handle) const noexcept;
  void operator()(MariadbResult *result) const noexcept;
};

/// A read-only connection. Not thread-safe.
///
/// Each query is a transaction of its own, so no table stays locked. The server is not trusted: it
/// cannot read local files, nor ask for the password in plain text without TLS, nor send more than
/// the limits allow. Option files are not read. Of the limits, `seconds` ends a query, by the
/// server's own timeout and by a timer here, which also ends connecting; `rows`, `bytes` and
/// `value_bytes` apply; `column_names`, `steps`, `memory` and `temporary_bytes` have no effect.
/// Looking up the host's name cannot be interrupted.
class MysqlSession {
 public:
  /// Connects. Throws Error: unsupported (no library, or one without what is needed), not_found (no
  /// such database), io (cannot connect or log in), limit_exceeded (in time), cancelled. Errors do
  /// not contain the password.
  MysqlSession(MysqlAddress address, const QueryLimits &limits, CancellationToken token = {});
  MysqlSession(const MysqlSession &) = delete;
  MysqlSession &operator=(const MysqlSession &) = delete;

  /// Runs one statement. Cells are text or NULL. If the connection breaks, the outcome is
  /// connection_lost; the next call reconnects, or throws as the constructor does.
  QueryOutcome run(std::string_view sql, RowVisitor visit);

  /// What the server answers to SELECT VERSION(), such as "10.11.6-MariaDB".
  const std::string &version() const noexcept { return version_; }
  /// Server and database, without user and password.
  const std::string &source() const noexcept { return source_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Handle = std::unique_ptr<MariadbHandle, MariadbDelete>;
  using Result = std::unique_ptr<MariadbResult, MariadbDelete>;

  void connect();
  /// Returns whether a connection without TLS may be tried instead.
  bool connect(bool with_tls);
  void set_options(MariadbHandle *handle, bool with_tls) const;
  void set_option(MariadbHandle *handle, MariadbOption option, const void *value) const;
  void fix_settings();
  void set(const std::string &sql, RowVisitor visit);
  [[noreturn]] void fail_to_connect(MariadbHandle *handle) const;
  [[noreturn]] void fail_in_time() const;

  bool is_stopped();
  int wait(MariadbHandle *handle, int waiting);
  template <class Start, class Continue>
  void finish(MariadbHandle *handle, Start start, Continue go_on);
  QueryOutcome ask(std::string_view sql, RowVisitor visit);
  void read_rows(RowVisitor visit, QueryOutcome &outcome);
  bool read_row(MariadbResult *result, RowVisitor visit, ResultBounds &bounds,
                QueryOutcome &outcome);
  void explain(QueryOutcome &outcome);

  MysqlAddress address_;
  std::string source_;
  QueryLimits limits_;
  CancellationToken token_;
  std::string version_;
  Handle handle_;
  std::vector<Cell> row_;
  Clock::time_point deadline_;
  QueryEnd stopped_ = QueryEnd::finished;  ///< Else why a call of the library was ended early.
};

}  // namespace sluice::inline v0::db_detail

#endif
