#include "sluice/db/postgres_session.hpp"

#include "sluice/core/error.hpp"

#if defined(SLUICE_WITH_POSTGRES)

#include <poll.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "db/result_bounds.hpp"
#include "db/sql_start.hpp"
#include "libpq.hpp"
#include "postgres_login.hpp"
#include "postgres_result.hpp"
#include "postgres_words.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

using Clock = std::chrono::steady_clock;
using db_detail::Connection;
using db_detail::field;
using db_detail::Finish;
using db_detail::password_of;
using db_detail::Result;

/// Bytes that the operating system may have received after a row.
constexpr std::uint64_t other_rows = std::uint64_t{8} << 20;

constexpr std::string_view cursor_of = "DECLARE sluice NO SCROLL CURSOR FOR ";

}  // namespace

struct PostgresSession::Handle {
  std::string connection_string;
  std::string password;
  std::string source;
  QueryLimits limits;
  CancellationToken token;
  PostgresOptions options;
  Connection connection;
  db_detail::PostgresCalls calls;
  std::vector<Cell> row;
  std::vector<std::string> blobs;
  Clock::time_point deadline;

  // Connecting.

  void connect() {
    connection = db_detail::connect(connection_string, password, options.connect_seconds);
    source = fmt::format("{}/{}", PQhost(connection.get()), PQdb(connection.get()));
    if (!options.allow_privileged_role) db_detail::refuse_privileged_role(connection.get(), source);
    db_detail::fix_settings(connection.get(), limits.seconds, source);
    calls = db_detail::refused_functions(connection.get(), source);
    if (PQsetnonblocking(connection.get(), 1) != 0) throw Error(ErrorCode::io, "cannot connect");
  }

  // Running queries.

  enum class Wait { ready, late, cancelled, lost, too_large };

  /// Waits for the next result. Gives up on a row when more than `limits.bytes` have been seen to
  /// arrive; bytes that arrive while libpq reads are not seen.
  Wait wait() {
    std::uint64_t taken = 0;
    while (PQisBusy(connection.get()) != 0) {
      if (token.cancelled()) return Wait::cancelled;
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) return Wait::late;
      const int unsent = PQflush(connection.get());
      if (unsent < 0) return Wait::lost;
      pollfd socket{PQsocket(connection.get()), POLLIN, 0};
      if (unsent > 0) socket.events |= POLLOUT;
      if (socket.fd < 0 ||
          ::poll(&socket, 1, static_cast<int>(std::min<std::int64_t>(left, 50))) < 0)
        return Wait::lost;
      if ((socket.revents & ~POLLOUT) == 0) continue;
      int waiting = 0;
      if (::ioctl(socket.fd, FIONREAD, &waiting) == 0 && waiting > 0)
        taken += static_cast<std::uint64_t>(waiting);
      if (taken > limits.bytes + other_rows) return Wait::too_large;
      if (PQconsumeInput(connection.get()) == 0) return Wait::lost;
    }
    return Wait::ready;
  }

  void drop(QueryEnd end, std::string message, QueryOutcome &outcome) {
    connection.reset();
    outcome.end = end;
    outcome.message = std::move(message);
  }

  /// Cancels the query on the server, then reads the rest of its answer or closes the connection.
  void stop() {
    const std::unique_ptr<PGcancel, Finish> cancel(PQgetCancel(connection.get()));
    char ignored[256];
    if (cancel == nullptr || PQcancel(cancel.get(), ignored, sizeof ignored) == 0) {
      connection.reset();
      return;
    }
    const CancellationToken asked = std::exchange(token, CancellationToken());
    deadline = Clock::now() + std::chrono::seconds(5);
    drain();
    token = asked;
  }

  void drain() {
    for (;;) {
      if (wait() != Wait::ready) {
        connection.reset();
        return;
      }
      if (Result(PQgetResult(connection.get())) == nullptr) return;
    }
  }

  /// Waits for the next result. Returns false if there is none, with the reason in `outcome`.
  bool await(QueryOutcome &outcome) {
    switch (wait()) {
      case Wait::ready: return true;
      case Wait::late:
        stop();
        outcome.end = QueryEnd::too_slow;
        outcome.message = fmt::format("takes more than {} seconds", limits.seconds);
        return false;
      case Wait::cancelled:
        stop();
        outcome.end = QueryEnd::cancelled;
        outcome.message = "cancelled";
        return false;
      case Wait::too_large:
        drop(QueryEnd::too_many_bytes, fmt::format("returns more than {} bytes", limits.bytes),
             outcome);
        return false;
      case Wait::lost: break;
    }
    drop(QueryEnd::connection_lost, "the connection to the server broke", outcome);
    return false;
  }

  void explain(const PGresult *result, std::string_view text, QueryOutcome &outcome) {
    outcome.end = db_detail::postgres_error_end(result);
    outcome.message = one_line(field(result, PG_DIAG_MESSAGE_PRIMARY));
    if (outcome.end == QueryEnd::connection_lost || PQstatus(connection.get()) == CONNECTION_BAD) {
      drop(QueryEnd::connection_lost,
           outcome.message.empty() ? "the connection to the server broke" : outcome.message,
           outcome);
      return;
    }
    const auto offset = db_detail::postgres_error_offset(result, text);
    if (offset && *offset >= cursor_of.size()) outcome.offset = *offset - cursor_of.size();
    if (outcome.end == QueryEnd::too_slow)
      outcome.message = fmt::format("takes more than {} seconds", limits.seconds);
  }

  /// Waits for the end of a command that returns no rows.
  bool finish_command(std::string_view text, QueryOutcome &outcome) {
    bool done = true;
    while (await(outcome)) {
      const Result result(PQgetResult(connection.get()));
      if (result == nullptr) return done;
      const ExecStatusType status = PQresultStatus(result.get());
      if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || !done) continue;
      done = false;
      explain(result.get(), text, outcome);
      if (connection == nullptr) return false;
    }
    return false;
  }

  bool send(int sent, QueryOutcome &outcome) {
    if (sent != 0) return true;
    drop(QueryEnd::connection_lost, "the connection to the server broke", outcome);
    return false;
  }

  bool command(const char *text, QueryOutcome &outcome) {
    return send(PQsendQuery(connection.get(), text), outcome) && finish_command(text, outcome);
  }

  /// The extended protocol accepts a single statement, and the cursor only a query.
  bool declare(std::string_view sql, QueryOutcome &outcome) {
    std::string text(cursor_of);
    text += sql;
    return send(PQsendQueryParams(connection.get(), text.c_str(), 0, nullptr, nullptr, nullptr,
                                  nullptr, 0),
                outcome) &&
           finish_command(text, outcome);
  }

  /// Starts with a few rows: usually there are no more, or the visitor stops early.
  void fetch_all(RowVisitor visit, QueryOutcome &outcome) {
    db_detail::ResultBounds bounds(limits);
    for (std::uint64_t count = 100;; count = std::min<std::uint64_t>(count * 4, 10'000)) {
      const std::uint64_t before = outcome.rows;
      if (!send(PQsendQuery(connection.get(), fmt::format("FETCH {} FROM sluice", count).c_str()),
                outcome)) {
        return;
      }
      PQsetSingleRowMode(connection.get());
      if (!read_rows(visit, bounds, outcome) || outcome.rows - before < count) return;
    }
  }

  bool read_rows(RowVisitor visit, db_detail::ResultBounds &bounds, QueryOutcome &outcome) {
    while (await(outcome)) {
      const Result result(PQgetResult(connection.get()));
      if (result == nullptr) return true;
      switch (PQresultStatus(result.get())) {
        case PGRES_SINGLE_TUPLE:
          if (take(result.get(), visit, bounds, outcome)) break;
          // The rest of an abandoned result is usually small.
          if (outcome.end == QueryEnd::abandoned) {
            drain();
          } else {
            stop();
          }
          return false;
        case PGRES_TUPLES_OK:
          outcome.columns = static_cast<std::size_t>(PQnfields(result.get()));
          name_columns(result.get(), outcome);
          break;
        default:
          explain(result.get(), {}, outcome);
          if (connection != nullptr) drain();
          return false;
      }
    }
    return false;
  }

  void name_columns(const PGresult *result, QueryOutcome &outcome) const {
    if (!limits.column_names || !outcome.column_names.empty()) return;
    for (int column = 0; column < PQnfields(result); ++column)
      outcome.column_names.emplace_back(PQfname(result, column));
  }

  bool take(PGresult *result, RowVisitor visit, db_detail::ResultBounds &bounds,
            QueryOutcome &outcome) {
    const int columns = PQnfields(result);
    outcome.columns = static_cast<std::size_t>(columns);
    name_columns(result, outcome);
    row.resize(outcome.columns);
    blobs.resize(outcome.columns);
    for (int column = 0; column < columns; ++column) {
      const auto at = static_cast<std::size_t>(column);
      row[at] = db_detail::postgres_cell(result, column, blobs[at]);
      if (row[at].bytes.size() <= static_cast<std::size_t>(limits.value_bytes)) continue;
      outcome.end = QueryEnd::value_too_large;
      outcome.message = fmt::format("returns a value of more than {} bytes", limits.value_bytes);
      return false;
    }
    if (!bounds.add(row, outcome)) return false;
    if (visit(row)) return true;
    outcome.end = QueryEnd::abandoned;
    return false;
  }

  QueryOutcome run(std::string_view sql, RowVisitor visit) {
    QueryOutcome outcome;
    if (!db_detail::ResultBounds(limits).takes(sql, outcome)) return outcome;
    const std::size_t start = db_detail::sql_start(sql);
    if (start == sql.size()) return outcome;
    if (token.cancelled()) {
      outcome.end = QueryEnd::cancelled;
      outcome.message = "cancelled";
      return outcome;
    }
    if (connection == nullptr) connect();
    const std::string_view text = sql.substr(start);
    std::string refused = db_detail::statement_that_is_no_query(text);
    if (refused.empty()) refused = calls.refused(text);
    if (!refused.empty()) {
      outcome.end = QueryEnd::refused;
      outcome.message = refused + " is not allowed here";
      return outcome;
    }
    deadline = Clock::now() + std::chrono::microseconds(
                                  static_cast<std::int64_t>(std::min(limits.seconds, 1e9) * 1e6));
    const RollBack at_end(*this);
    // Once a snapshot is taken, the transaction can no longer be switched to read-write.
    if (command("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1", outcome) &&
        declare(text, outcome)) {
      fetch_all(visit, outcome);
    }
    if (outcome.offset) *outcome.offset += start;
    outcome.unstable = db_detail::unstable_words(text);
    return outcome;
  }

  /// Ends the transaction, even if a visitor throws.
  struct RollBack {
    explicit RollBack(Handle &of) : handle(of) {}
    RollBack(const RollBack &) = delete;
    RollBack &operator=(const RollBack &) = delete;
    ~RollBack() {
      if (handle.connection == nullptr) return;
      if (PQtransactionStatus(handle.connection.get()) == PQTRANS_ACTIVE) {
        handle.connection.reset();
        return;
      }
      const CancellationToken asked = std::exchange(handle.token, CancellationToken());
      handle.deadline = Clock::now() + std::chrono::seconds(10);
      QueryOutcome ignored;
      if (!handle.command("ROLLBACK", ignored)) handle.connection.reset();
      handle.token = asked;
    }
    Handle &handle;
  };
};

PostgresSession::PostgresSession(std::string connection, const QueryLimits &limits,
                                 CancellationToken token, const PostgresOptions &options)
    : handle_(std::make_unique<Handle>()) {
  handle_->password = password_of(connection);
  handle_->connection_string = std::move(connection);
  handle_->limits = limits;
  handle_->token = std::move(token);
  handle_->options = options;
  handle_->connect();
}

bool PostgresSession::is_built_in() noexcept { return true; }

QueryOutcome PostgresSession::run(std::string_view sql, RowVisitor visit) {
  return handle_->run(sql, visit);
}

}  // namespace sluice::inline v0

#else

namespace sluice::inline v0 {

struct PostgresSession::Handle {
  std::string source;
};

PostgresSession::PostgresSession(std::string, const QueryLimits &, CancellationToken,
                                 const PostgresOptions &) {
  throw Error(ErrorCode::unsupported, "this build does not include PostgreSQL");
}

bool PostgresSession::is_built_in() noexcept { return false; }

QueryOutcome PostgresSession::run(std::string_view, RowVisitor) { return {}; }

}  // namespace sluice::inline v0

#endif

namespace sluice::inline v0 {

const std::string &PostgresSession::source() const noexcept { return handle_->source; }

PostgresSession::PostgresSession(PostgresSession &&) noexcept = default;
PostgresSession &PostgresSession::operator=(PostgresSession &&) noexcept = default;
PostgresSession::~PostgresSession() = default;

}  // namespace sluice::inline v0
