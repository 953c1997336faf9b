#include "mysql_session.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "mysql_error.hpp"
#include "pipe_guard.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::db_detail {
namespace {

constexpr std::size_t library_stack_bytes = std::size_t{1} << 20;
constexpr std::size_t max_packet_bytes = std::size_t{64} << 20;
// A server's own timeout comes first, because it leaves the connection usable.
constexpr double mysql_grace_seconds = 2;
constexpr int max_steps_to_stop = 1000;

/// Which of the events in `waiting` a socket has within `milliseconds`.
int poll_for(int socket, int waiting, int milliseconds) noexcept {
  constexpr std::pair<int, short> kinds[] = {
      {mariadb_read, POLLIN}, {mariadb_write, POLLOUT}, {mariadb_exception, POLLPRI}};
  pollfd events{socket, 0, 0};
  for (const auto &[kind, event] : kinds) {
    if ((waiting & kind) != 0) events.events = static_cast<short>(events.events | event);
  }
  if (::poll(&events, 1, milliseconds) <= 0) return 0;
  // The library finds out what is wrong with a socket.
  if ((events.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0)
    return waiting & ~int{mariadb_timeout};
  int ready = 0;
  for (const auto &[kind, event] : kinds) {
    if ((events.revents & event) != 0) ready |= kind;
  }
  return ready;
}

const char *text_or_null(const std::string &text) noexcept {
  return text.empty() ? nullptr : text.c_str();
}

}  // namespace

void MariadbDelete::operator()(MariadbHandle *handle) const noexcept {
  const PipeGuard guard;
  mariadb().close(handle);
}

void MariadbDelete::operator()(MariadbResult *result) const noexcept {
  mariadb().free_result(result);
}

MysqlSession::MysqlSession(MysqlAddress address, const QueryLimits &limits, CancellationToken token)
    : address_(std::move(address)),
      source_(source_of(address_)),
      limits_(limits),
      token_(std::move(token)) {
  connect();
}

// Connecting.

void MysqlSession::connect() {
  const PipeGuard guard;
  deadline_ = Clock::now() + std::chrono::seconds(address_.connect_seconds);
  stopped_ = QueryEnd::finished;
  // As in libpq, a socket needs no TLS.
  const bool with_tls = address_.tls != MysqlTls::disable && address_.socket.empty();
  if (connect(with_tls)) connect(false);
  try {
    fix_settings();
  } catch (...) {
    handle_.reset();
    throw;
  }
}

bool MysqlSession::connect(bool with_tls) {
  Handle handle(mariadb().init(nullptr));
  if (handle == nullptr) throw Error(ErrorCode::limit_exceeded, "out of memory", {source_});
  set_options(handle.get(), with_tls);
  MariadbHandle *connected = nullptr;
  finish(
      handle.get(),
      [&] {
        return mariadb().real_connect_start(
            &connected, handle.get(), address_.host.c_str(), text_or_null(address_.user),
            text_or_null(address_.password), text_or_null(address_.database), address_.port,
            text_or_null(address_.socket), 0);
      },
      [&](int ready) { return mariadb().real_connect_cont(&connected, handle.get(), ready); });
  if (connected == nullptr) {
    if (with_tls && address_.tls == MysqlTls::prefer && stopped_ == QueryEnd::finished &&
        mariadb().last_errno(handle.get()) == mysql_tls_failed) {
      return true;
    }
    fail_to_connect(handle.get());
  }
  if (with_tls && address_.tls != MysqlTls::prefer &&
      mariadb().get_ssl_cipher(handle.get()) == nullptr) {
    throw Error(ErrorCode::io, "the server does not support TLS, which sslmode demands", {source_});
  }
  handle_ = std::move(handle);
  return false;
}

void MysqlSession::set_option(MariadbHandle *handle, MariadbOption option,
                              const void *value) const {
  if (mariadb().options(handle, option, value) != 0) {
    throw Error(ErrorCode::unsupported,
                "needs MariaDB Connector/C 3.3 or newer, of MariaDB 10.8 or newer", {source_});
  }
}

void MysqlSession::set_options(MariadbHandle *handle, bool with_tls) const {
  const unsigned no = 0;
  const auto seconds = static_cast<unsigned>(address_.connect_seconds);
  const auto query_seconds =
      static_cast<unsigned>(std::clamp(limits_.seconds, 1.0, 1e6) + mysql_grace_seconds);
  const unsigned protocol = address_.socket.empty() ? 1 : 2;
  set_option(handle, mariadb_nonblocking, &library_stack_bytes);
  set_option(handle, mariadb_connect_timeout, &seconds);
  set_option(handle, mariadb_read_timeout, &query_seconds);
  set_option(handle, mariadb_write_timeout, &query_seconds);
  set_option(handle, mariadb_charset, "utf8mb4");
  set_option(handle, mariadb_local_files, &no);
  set_option(handle, mariadb_protocol, &protocol);
  set_option(handle, mariadb_max_packet, &max_packet_bytes);
  // A server may ask for the password itself, which only an encrypted connection may carry.
  const bool is_private = with_tls && address_.tls != MysqlTls::prefer;
  set_option(handle, mariadb_allowed_logins,
             is_private ? "mysql_native_password,caching_sha2_password,sha256_password,"
                          "client_ed25519,parsec,mysql_clear_password"
                        : "mysql_native_password,caching_sha2_password,sha256_password,"
                          "client_ed25519,parsec");
  mariadb().options4(handle, mariadb_add_attribute, "program_name", "sluice");

  const char use_tls = with_tls ? 1 : 0;
  const char verify = with_tls && address_.tls == MysqlTls::verify_full ? 1 : 0;
  set_option(handle, mariadb_use_tls, &use_tls);
  set_option(handle, mariadb_verify_certificate, &verify);
  if (!with_tls) return;
  if (!address_.authorities.empty() && address_.tls != MysqlTls::prefer)
    set_option(handle, mariadb_tls_authorities, address_.authorities.c_str());
  if (!address_.certificate.empty()) {
    set_option(handle, mariadb_tls_certificate, address_.certificate.c_str());
    set_option(handle, mariadb_tls_key, address_.key.c_str());
  }
}

void MysqlSession::fail_in_time() const {
  throw Error(ErrorCode::limit_exceeded,
              fmt::format("the server did not answer within {} seconds", address_.connect_seconds),
              {source_});
}

void MysqlSession::fail_to_connect(MariadbHandle *handle) const {
  if (stopped_ == QueryEnd::cancelled) throw Error(ErrorCode::cancelled, "cancelled", {source_});
  if (stopped_ != QueryEnd::finished) fail_in_time();
  const unsigned number = mariadb().last_errno(handle);
  if (number == mysql_login_not_allowed) {
    throw Error(ErrorCode::io,
                "the server asks for a kind of login that is not allowed without TLS", {source_});
  }
  std::string message = one_line(mariadb().last_error(handle));
  const std::string &password = address_.password;
  for (std::size_t at = 0; !password.empty() && (at = message.find(password, at)) != message.npos;
       at += 3) {
    message.replace(at, password.size(), "***");
  }
  throw Error(number == mysql_no_such_database ? ErrorCode::not_found : ErrorCode::io,
              message.empty() ? "cannot connect" : message, {source_});
}

/// Makes results independent of the server's configuration, limits a statement's time, and refuses
/// changes.
void MysqlSession::fix_settings() {
  const auto ignore = [](Row) { return true; };
  set("SELECT VERSION()", [&](Row row) {
    if (!row.empty()) version_ = row[0].bytes;
    return true;
  });
  set("SET SESSION autocommit = 1, sql_mode = '', time_zone = '+00:00', sql_big_selects = 1, "
      "sql_select_limit = 18446744073709551615, lock_wait_timeout = 5",
      ignore);
  set("SET SESSION TRANSACTION READ ONLY", ignore);
  const double seconds = std::clamp(limits_.seconds, 0.001, 1e6);
  set(version_.find("MariaDB") != version_.npos
          ? fmt::format("SET SESSION max_statement_time = {:.3f}", seconds)
          : fmt::format("SET SESSION max_execution_time = {}",
                        static_cast<std::int64_t>(seconds * 1000)),
      ignore);
}

/// One of the statements that follow a login.
void MysqlSession::set(const std::string &sql, RowVisitor visit) {
  const QueryOutcome outcome = ask(sql, visit);
  if (outcome.finished()) return;
  if (outcome.end == QueryEnd::too_slow) fail_in_time();
  throw Error(outcome.end == QueryEnd::cancelled ? ErrorCode::cancelled : ErrorCode::io,
              outcome.message, {source_});
}

// Waiting.

bool MysqlSession::is_stopped() {
  if (stopped_ != QueryEnd::finished) return true;
  if (token_.cancelled()) {
    stopped_ = QueryEnd::cancelled;
  } else if (Clock::now() >= deadline_) {
    stopped_ = QueryEnd::too_slow;
  }
  return stopped_ != QueryEnd::finished;
}

/// Waits for one of the events in `waiting`, and returns those that happened. Too late or
/// cancelled, it lets the library believe that its own timeout has passed, and closes the
/// connection.
int MysqlSession::wait(MariadbHandle *handle, int waiting) {
  const int socket = mariadb().get_socket(handle);
  const auto started = Clock::now();
  while (!is_stopped()) {
    const auto now = Clock::now();
    if ((waiting & mariadb_timeout) != 0 &&
        now - started >= std::chrono::milliseconds(mariadb().get_timeout_value_ms(handle))) {
      return mariadb_timeout;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - now);
    const int ready =
        poll_for(socket, waiting, static_cast<int>(std::clamp<std::int64_t>(left.count(), 1, 50)));
    if (ready != 0) return ready;
  }
  if (socket >= 0) ::shutdown(socket, SHUT_RDWR);
  return (waiting & mariadb_timeout) != 0 ? int{mariadb_timeout} : waiting;
}

template <class Start, class Continue>
void MysqlSession::finish(MariadbHandle *handle, Start start, Continue go_on) {
  int steps_to_stop = max_steps_to_stop;
  for (int waiting = start(); waiting != 0; waiting = go_on(wait(handle, waiting))) {
    if (stopped_ != QueryEnd::finished && --steps_to_stop == 0)
      throw Error(ErrorCode::internal, "MariaDB Connector/C does not stop", {source_});
  }
}

// Running queries.

QueryOutcome MysqlSession::run(std::string_view sql, RowVisitor visit) {
  QueryOutcome outcome;
  if (!ResultBounds(limits_).takes(sql, outcome)) return outcome;
  if (token_.cancelled()) {
    outcome.end = QueryEnd::cancelled;
    outcome.message = "cancelled";
    return outcome;
  }
  if (handle_ == nullptr) connect();
  const PipeGuard guard;
  deadline_ = Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(
                                 (std::min(limits_.seconds, 1e9) + mysql_grace_seconds) * 1e6));
  return ask(sql, visit);
}

QueryOutcome MysqlSession::ask(std::string_view sql, RowVisitor visit) {
  QueryOutcome outcome;
  int failed = 0;
  finish(
      handle_.get(),
      [&] {
        return mariadb().real_query_start(&failed, handle_.get(), sql.data(),
                                          static_cast<unsigned long>(sql.size()));
      },
      [&](int ready) { return mariadb().real_query_cont(&failed, handle_.get(), ready); });
  if (failed != 0) {
    explain(outcome);
  } else {
    read_rows(visit, outcome);
  }
  const bool is_usable = outcome.finished() || outcome.end == QueryEnd::abandoned ||
                         (failed != 0 && outcome.end != QueryEnd::connection_lost);
  if (!is_usable || stopped_ != QueryEnd::finished) {
    handle_.reset();
    stopped_ = QueryEnd::finished;
  }
  return outcome;
}

void MysqlSession::read_rows(RowVisitor visit, QueryOutcome &outcome) {
  const Result result(mariadb().use_result(handle_.get()));
  if (result == nullptr) {
    if (mariadb().last_errno(handle_.get()) != 0) explain(outcome);
    return;
  }
  // Freeing a result reads all of it, however long it is, unless the connection is closed.
  struct Cut {
    ~Cut() {
      const int socket = handle == nullptr ? -1 : mariadb().get_socket(handle);
      if (socket >= 0) ::shutdown(socket, SHUT_RDWR);
    }
    MariadbHandle *handle;
  } cut{handle_.get()};
  outcome.columns = mariadb().num_fields(result.get());
  row_.resize(outcome.columns);
  ResultBounds bounds(limits_);
  while (read_row(result.get(), visit, bounds, outcome)) {
  }
  if (outcome.finished() || outcome.end == QueryEnd::abandoned) cut.handle = nullptr;
}

/// Returns whether more rows may follow.
bool MysqlSession::read_row(MariadbResult *result, RowVisitor visit, ResultBounds &bounds,
                            QueryOutcome &outcome) {
  char **row = nullptr;
  finish(
      handle_.get(), [&] { return mariadb().fetch_row_start(&row, result); },
      [&](int ready) { return mariadb().fetch_row_cont(&row, result, ready); });
  if (row == nullptr) {
    if (mariadb().last_errno(handle_.get()) != 0) explain(outcome);
    return false;
  }
  // Rows that have arrived already do not wait.
  if (is_stopped()) {
    explain(outcome);
    return false;
  }
  const unsigned long *const sizes = mariadb().fetch_lengths(result);
  for (std::size_t i = 0; i < row_.size(); ++i) {
    row_[i] = row[i] == nullptr ? Cell::of_null() : Cell::of_text({row[i], sizes[i]});
    if (row_[i].bytes.size() <= static_cast<std::size_t>(limits_.value_bytes)) continue;
    outcome.end = QueryEnd::value_too_large;
    outcome.message = fmt::format("returns a value of more than {} bytes", limits_.value_bytes);
    return false;
  }
  if (!bounds.add(row_, outcome)) return false;
  // The rest of a result that is not wanted is read, so that the connection can be used again.
  if (outcome.finished() && !visit(row_)) outcome.end = QueryEnd::abandoned;
  return true;
}

void MysqlSession::explain(QueryOutcome &outcome) {
  if (stopped_ == QueryEnd::cancelled) {
    outcome.end = QueryEnd::cancelled;
    outcome.message = "cancelled";
    return;
  }
  const unsigned number = mariadb().last_errno(handle_.get());
  outcome.end = stopped_ != QueryEnd::finished ? QueryEnd::too_slow : mysql_error_end(number);
  if (outcome.end == QueryEnd::too_slow) {
    outcome.message = fmt::format("takes more than {} seconds", limits_.seconds);
  } else if (outcome.end == QueryEnd::connection_lost) {
    outcome.message = "the connection to the server broke";
  } else {
    outcome.message = one_line(mariadb().last_error(handle_.get()));
  }
}

}  // namespace sluice::inline v0::db_detail
