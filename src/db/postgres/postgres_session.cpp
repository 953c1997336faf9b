#include "sluice/db/postgres_session.hpp"

#include "sluice/core/error.hpp"

#if defined(SLUICE_WITH_POSTGRES)

#include <poll.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/parse_number.hpp"
#include "libpq.hpp"
#include "postgres_words.hpp"
#include "result_bounds.hpp"
#include "sluice/core/utf8.hpp"
#include "sql_start.hpp"

namespace sluice::inline v0 {
namespace {

using Clock = std::chrono::steady_clock;
using detail::Connection;
using detail::field;
using detail::Finish;
using detail::first_line;
using detail::password_of;
using detail::Result;

/// Bytes that the operating system may have received after a row.
constexpr std::uint64_t other_rows = std::uint64_t{8} << 20;

constexpr std::string_view cursor_of = "DECLARE sluice NO SCROLL CURSOR FOR ";

/// Types whose values are not converted to text, by their OIDs, which are the same on every server.
enum ValueType : Oid {
  boolean = 16,
  bytes = 17,
  int8 = 20,
  int2 = 21,
  int4 = 23,
  oid = 26,
  float4 = 700,
  float8 = 701,
  numeric = 1700,
};

Cell real_cell(std::string_view text) {
  double number = 0;
  const auto [end, error] = detail::parse_number(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    // Distinguishes underflow from overflow by the exponent or the length of the number.
    const bool tiny = text.find("e-") != text.npos || text.find("0.") < 2;
    number = tiny ? 0.0 : std::numeric_limits<double>::infinity();
    if (text.starts_with('-')) number = -number;
  }
  return std::isnan(number) ? Cell::of_null() : Cell::of(number);
}

Cell number_cell(std::string_view text) {
  std::int64_t integer = 0;
  const char *const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, integer);
  if (error == std::errc() && end == last) return Cell::of(integer);
  return real_cell(text);
}

/// Parses `\x` and two digits per byte; stores the bytes in `space`.
Cell blob_cell(std::string_view text, std::string &space) {
  space.clear();
  for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
    unsigned byte = 0;
    std::from_chars(text.data() + at, text.data() + at + 2, byte, 16);
    space += static_cast<char>(byte);
  }
  return Cell::of_blob(space);
}

Cell cell_of(PGresult *result, int column, std::string &space) {
  if (PQgetisnull(result, 0, column) != 0) return Cell::of_null();
  const std::string_view text(PQgetvalue(result, 0, column),
                              static_cast<std::size_t>(PQgetlength(result, 0, column)));
  switch (PQftype(result, column)) {
    case boolean: return Cell::of(std::int64_t{text == "t" ? 1 : 0});
    case int2:
    case int4:
    case int8:
    case oid:
    case numeric: return number_cell(text);
    case float4:
    case float8: return real_cell(text);
    case bytes: return blob_cell(text, space);
    default: return Cell::of_text(text);
  }
}

/// Converts the server's position, counted in characters, to a byte offset.
std::optional<std::size_t> offset_of(const PGresult *result, std::string_view text) {
  const std::string_view position = field(result, PG_DIAG_STATEMENT_POSITION);
  std::size_t characters = 0;
  std::from_chars(position.data(), position.data() + position.size(), characters);
  if (characters == 0) return std::nullopt;
  std::size_t offset = 0;
  for (; characters > 1 && offset < text.size(); --characters) {
    offset += std::max<std::size_t>(utf8_sequence_size(text.substr(offset)), 1);
  }
  return offset;
}

QueryEnd end_of(const PGresult *result) {
  const std::string_view state = field(result, PG_DIAG_SQLSTATE);
  const std::string_view where = field(result, PG_DIAG_SOURCE_FUNCTION);
  if (state == "42501" || state == "25006") return QueryEnd::refused;
  // Data changes inside WITH, and SELECT INTO, which only the server's parser can recognize.
  if (state == "0A000" && where == "transformDeclareCursorStmt") return QueryEnd::refused;
  if (state == "42601" && where == "transformSelectStmt") return QueryEnd::refused;
  if (state == "42601" && where == "exec_parse_message") return QueryEnd::several_statements;
  if (state == "42P02" || state == "08P01") return QueryEnd::unbound_parameter;
  if (state == "57014") return QueryEnd::too_slow;
  if (state == "53200" || state == "53100" || state == "53400") return QueryEnd::too_much_memory;
  if (state == "54000") return QueryEnd::value_too_large;
  if (state.starts_with("57P") || state.starts_with("08")) return QueryEnd::connection_lost;
  return QueryEnd::error;
}

}  // namespace

struct PostgresSession::Handle {
  std::string connection_string;
  std::string password;
  std::string source;
  QueryLimits limits;
  CancellationToken token;
  PostgresOptions options;
  Connection connection;
  detail::PostgresCalls calls;
  std::vector<Cell> row;
  std::vector<std::string> blobs;
  Clock::time_point deadline;

  // Connecting.

  void connect() {
    connection = detail::connect(connection_string, password, options.connect_seconds);
    source = fmt::format("{}/{}", PQhost(connection.get()), PQdb(connection.get()));
    check_role();
    const auto milliseconds =
        static_cast<std::int64_t>(std::clamp(limits.seconds, 0.001, 1e6) * 1000);
    // Settings that make results independent of the server's configuration. JIT compilation does
    // not pay off for small queries.
    ask(fmt::format(
        "SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}; "
        "SET default_transaction_read_only = on; SET standard_conforming_strings = on; "
        "SET backslash_quote = off; SET bytea_output = hex; SET datestyle = 'ISO, YMD'; "
        "SET intervalstyle = postgres; SET timezone = 'UTC'; SET extra_float_digits = 1; "
        "SET cursor_tuple_fraction = 1; SET synchronize_seqscans = off; SET jit = off",
        milliseconds, milliseconds + 60'000));
    refuse_functions();
    if (PQsetnonblocking(connection.get(), 1) != 0) throw Error(ErrorCode::io, "cannot connect");
  }

  void refuse_functions() {
    const char *encoding = PQparameterStatus(connection.get(), "server_encoding");
    calls = detail::PostgresCalls(encoding != nullptr && std::string_view(encoding) == "UTF8"
                                      ? detail::PostgresCalls::Encoding::utf8
                                      : detail::PostgresCalls::Encoding::other);
    // Built-in functions have OIDs below 16384 in any schema; later ones, even in pg_catalog, have
    // higher OIDs.
    const Result refused =
        ask("SELECT p.proname, bool_or(p.provariadic <> 0 OR "
            "p.pronargs >= 1 AND p.pronargs - p.pronargdefaults <= 1) "
            "FROM pg_catalog.pg_proc p WHERE CASE WHEN p.oid < 16384 "
            "THEN p.provolatile = 'v' AND p.proname NOT IN ('random', 'random_normal', "
            "'clock_timestamp', 'timeofday', 'gen_random_uuid') "
            "ELSE p.provolatile <> 'i' OR NOT EXISTS (SELECT FROM pg_catalog.pg_depend d "
            "WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid "
            "AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass "
            "AND d.deptype = 'e') END GROUP BY p.proname");
    for (int i = 0; i < PQntuples(refused.get()); ++i) {
      calls.refuse(PQgetvalue(refused.get(), i, 0), *PQgetvalue(refused.get(), i, 1) == 't');
    }
  }

  void check_role() {
    if (options.allow_privileged_role) return;
    const Result answer =
        ask("SELECT current_user, rolname FROM pg_catalog.pg_roles WHERE CASE WHEN rolname = "
            "current_user THEN rolsuper ELSE rolname IN ('pg_read_server_files', "
            "'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend') AND "
            "pg_catalog.pg_has_role(current_user, oid, 'MEMBER') END "
            "UNION ALL SELECT session_user, rolname FROM pg_catalog.pg_roles "
            "WHERE rolname = session_user AND rolsuper");
    if (PQntuples(answer.get()) == 0) return;
    const std::string_view role = PQgetvalue(answer.get(), 0, 0);
    const std::string_view right = PQgetvalue(answer.get(), 0, 1);
    throw Error(ErrorCode::unsupported,
                fmt::format("predicted SQL may not run as the role {}, which {}", role,
                            role == right ? std::string("is a superuser")
                                          : fmt::format("has the rights of {}", right)),
                {source});
  }

  /// Runs one of our own queries and waits for the result.
  Result ask(const std::string &sql) {
    Result result(PQexec(connection.get(), sql.c_str()));
    const ExecStatusType status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
      throw Error(ErrorCode::io, first_line(PQerrorMessage(connection.get())), {source});
    return result;
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
    outcome.end = end_of(result);
    outcome.message = one_line(field(result, PG_DIAG_MESSAGE_PRIMARY));
    if (outcome.end == QueryEnd::connection_lost || PQstatus(connection.get()) == CONNECTION_BAD) {
      drop(QueryEnd::connection_lost,
           outcome.message.empty() ? "the connection to the server broke" : outcome.message,
           outcome);
      return;
    }
    const auto offset = offset_of(result, text);
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
    detail::ResultBounds bounds(limits);
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

  bool read_rows(RowVisitor visit, detail::ResultBounds &bounds, QueryOutcome &outcome) {
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

  bool take(PGresult *result, RowVisitor visit, detail::ResultBounds &bounds,
            QueryOutcome &outcome) {
    const int columns = PQnfields(result);
    outcome.columns = static_cast<std::size_t>(columns);
    name_columns(result, outcome);
    row.resize(outcome.columns);
    blobs.resize(outcome.columns);
    for (int column = 0; column < columns; ++column) {
      const auto at = static_cast<std::size_t>(column);
      row[at] = cell_of(result, column, blobs[at]);
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
    if (!detail::ResultBounds(limits).takes(sql, outcome)) return outcome;
    const std::size_t start = detail::sql_start(sql);
    if (start == sql.size()) return outcome;
    if (token.cancelled()) {
      outcome.end = QueryEnd::cancelled;
      outcome.message = "cancelled";
      return outcome;
    }
    if (connection == nullptr) connect();
    const std::string_view text = sql.substr(start);
    std::string refused = detail::statement_that_is_no_query(text);
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
    outcome.unstable = detail::unstable_words(text);
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
