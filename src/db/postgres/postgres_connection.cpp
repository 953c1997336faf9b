#include "postgres_connection.hpp"

#include <bit>

#include "sluice/core/error.hpp"

#if defined(SLUICE_WITH_POSTGRES)

#include <poll.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "libpq.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::db_detail {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t number_of(const char *bytes, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

[[noreturn]] void fail_damaged() {
  throw Error(ErrorCode::malformed, "the server replied in an unexpected format");
}

const PGresult *result_of(const std::shared_ptr<void> &result) {
  return static_cast<const PGresult *>(result.get());
}

ErrorCode code_of(std::string_view state) {
  if (state == "57014" || state.starts_with("53") || state.starts_with("54"))
    return ErrorCode::limit_exceeded;
  if (state == "42P01" || state == "3F000") return ErrorCode::not_found;
  if (state == "42704" || state == "0A000" || state == "58P01") return ErrorCode::unsupported;
  return ErrorCode::io;
}

}  // namespace

std::size_t PostgresRows::size() const noexcept {
  return result_ == nullptr ? 0 : static_cast<std::size_t>(PQntuples(result_of(result_)));
}

bool PostgresRows::is_null(std::size_t row, int column) const noexcept {
  return PQgetisnull(result_of(result_), static_cast<int>(row), column) != 0;
}

std::string_view PostgresRows::bytes(std::size_t row, int column) const noexcept {
  return {PQgetvalue(result_of(result_), static_cast<int>(row), column),
          static_cast<std::size_t>(PQgetlength(result_of(result_), static_cast<int>(row), column))};
}

std::int64_t PostgresRows::integer(std::size_t row, int column) const {
  const std::string_view value = bytes(row, column);
  const std::uint64_t number = number_of(value.data(), value.size());
  switch (value.size()) {
    case 1: return static_cast<std::int64_t>(number);
    case 2: return static_cast<std::int16_t>(number);
    case 4: return static_cast<std::int32_t>(number);
    case 8: return static_cast<std::int64_t>(number);
    default: fail_damaged();
  }
}

double PostgresRows::real(std::size_t row, int column) const {
  const std::string_view value = bytes(row, column);
  const std::uint64_t number = number_of(value.data(), value.size());
  if (value.size() == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(number));
  if (value.size() == 8) return std::bit_cast<double>(number);
  fail_damaged();
}

void PostgresRows::append_vector(std::size_t row, int column, std::vector<float> &numbers) const {
  const std::string_view value = bytes(row, column);
  if (value.size() < 4 || number_of(value.data(), 2) * 4 + 4 != value.size()) fail_damaged();
  for (std::size_t at = 4; at < value.size(); at += 4) {
    numbers.push_back(
        std::bit_cast<float>(static_cast<std::uint32_t>(number_of(value.data() + at, 4))));
  }
}

struct PostgresConnection::Handle {
  std::string address;
  Connection connection;
  std::map<std::string, std::string> prepared;  // names by statement
  bool is_lost = false;

  [[noreturn]] void lose(ErrorCode code, std::string_view message) {
    if (code == ErrorCode::limit_exceeded) {
      const std::unique_ptr<PGcancel, Finish> cancel(PQgetCancel(connection.get()));
      char ignored[256];
      if (cancel != nullptr) PQcancel(cancel.get(), ignored, sizeof ignored);
    }
    is_lost = true;
    connection.reset();
    throw Error(code, message, {address});
  }

  [[noreturn]] void fail_broken() { lose(ErrorCode::io, "the connection to the server broke"); }

  void check() const {
    if (is_lost) throw Error(ErrorCode::io, "the connection to the server broke", {address});
  }

  void wait(short events, Deadline deadline) {
    for (;;) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) lose(ErrorCode::limit_exceeded, "the server did not answer in time");
      pollfd socket{PQsocket(connection.get()), events, 0};
      const int ready = ::poll(&socket, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
      if (ready > 0) return;
    }
  }

  void flush(Deadline deadline) {
    for (int left = PQflush(connection.get()); left != 0; left = PQflush(connection.get())) {
      if (left < 0) fail_broken();
      wait(POLLIN | POLLOUT, deadline);
      // Read while sending: a server that is blocked on sending would not receive.
      if (PQconsumeInput(connection.get()) == 0) fail_broken();
    }
  }

  Result next(Deadline deadline) {
    while (PQisBusy(connection.get()) != 0) {
      wait(POLLIN, deadline);
      if (PQconsumeInput(connection.get()) == 0) fail_broken();
    }
    return Result(PQgetResult(connection.get()));
  }

  /// The last result of what was sent. If the server reported an error, throws it after reading all
  /// results.
  Result finish(Deadline deadline) {
    Result last;
    std::string message;
    ErrorCode code = ErrorCode::io;
    for (Result result = next(deadline); result != nullptr; result = next(deadline)) {
      const ExecStatusType status = PQresultStatus(result.get());
      if (status == PGRES_COPY_IN) return result;
      if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && message.empty()) {
        const std::string_view state = field(result.get(), PG_DIAG_SQLSTATE);
        message = one_line(field(result.get(), PG_DIAG_MESSAGE_PRIMARY));
        if (state.empty() || state.starts_with("57P") || state.starts_with("08")) fail_broken();
        code = code_of(state);
        if (message.empty()) message = "refused";
      }
      last = std::move(result);
    }
    if (PQstatus(connection.get()) == CONNECTION_BAD) fail_broken();
    if (!message.empty()) throw Error(code, message, {address});
    return last;
  }

  std::string name_of(const std::string &statement, const PostgresParameters &parameters,
                      Deadline deadline) {
    const auto known = prepared.find(statement);
    if (known != prepared.end()) return known->second;
    std::string name = fmt::format("sluice_{}", prepared.size());
    const std::vector<Oid> types(parameters.types().begin(), parameters.types().end());
    if (PQsendPrepare(connection.get(), name.c_str(), statement.c_str(),
                      static_cast<int>(types.size()), types.data()) == 0) {
      fail_broken();
    }
    flush(deadline);
    finish(deadline);
    prepared.emplace(statement, name);
    return name;
  }
};

PostgresConnection::PostgresConnection(const std::string &uri, std::string address,
                                       const std::string &settings, Deadline deadline)
    : handle_(new Handle{std::move(address), nullptr, {}, false}) {
  const double seconds = std::chrono::duration<double>(deadline - Clock::now()).count();
  try {
    handle_->connection = connect(uri, password_of(uri), static_cast<int>(std::ceil(seconds)));
  } catch (const Error &error) {
    throw Error(error.code(), error.message(), {handle_->address});
  }
  if (PQsetnonblocking(handle_->connection.get(), 1) != 0) handle_->fail_broken();
  run("SET standard_conforming_strings = on; SET jit = off;" + settings, deadline);
}

PostgresConnection::~PostgresConnection() = default;

void PostgresConnection::close() noexcept {
  handle_->is_lost = true;
  handle_->connection.reset();
}

bool PostgresConnection::lost() const noexcept { return handle_->is_lost; }
const std::string &PostgresConnection::address() const noexcept { return handle_->address; }

void PostgresConnection::run(const std::string &statements, Deadline deadline) {
  handle_->check();
  if (PQsendQuery(handle_->connection.get(), statements.c_str()) == 0) handle_->fail_broken();
  handle_->flush(deadline);
  handle_->finish(deadline);
}

void PostgresConnection::send(const std::string &statement, const PostgresParameters &parameters,
                              Deadline deadline) {
  handle_->check();
  const std::string name = handle_->name_of(statement, parameters, deadline);
  std::vector<const char *> values;
  std::vector<int> sizes, formats;
  for (const std::string &value : parameters.values()) {
    values.push_back(value.data());
    sizes.push_back(static_cast<int>(value.size()));
    formats.push_back(1);
  }
  if (PQsendQueryPrepared(handle_->connection.get(), name.c_str(), static_cast<int>(values.size()),
                          values.data(), sizes.data(), formats.data(), /*resultFormat=*/1) == 0) {
    handle_->fail_broken();
  }
  handle_->flush(deadline);
}

PostgresRows PostgresConnection::receive(Deadline deadline) {
  handle_->check();
  PostgresRows rows;
  rows.result_ = std::shared_ptr<void>(handle_->finish(deadline).release(),
                                       [](void *held) { PQclear(static_cast<PGresult *>(held)); });
  return rows;
}

PostgresRows PostgresConnection::ask(const std::string &statement,
                                     const PostgresParameters &parameters, Deadline deadline) {
  send(statement, parameters, deadline);
  return receive(deadline);
}

void PostgresConnection::copy(const std::string &statement, CopyRows &rows, Deadline deadline) {
  run(statement, deadline);
  constexpr std::string_view end("\377\377", 2);
  rows.bytes_ += end;
  constexpr std::size_t most = 1 << 20;
  for (std::size_t at = 0; at < rows.bytes_.size(); at += most) {
    const std::size_t size = std::min(most, rows.bytes_.size() - at);
    for (;;) {
      const int put =
          PQputCopyData(handle_->connection.get(), rows.bytes_.data() + at, static_cast<int>(size));
      if (put < 0) handle_->fail_broken();
      if (put > 0) break;
      handle_->flush(deadline);
    }
    handle_->flush(deadline);
  }
  while (PQputCopyEnd(handle_->connection.get(), nullptr) == 0) handle_->flush(deadline);
  handle_->flush(deadline);
  handle_->finish(deadline);
  rows.clear();
}

}  // namespace sluice::inline v0::db_detail

#else

namespace sluice::inline v0::db_detail {

struct PostgresConnection::Handle {
  std::string address;
};

namespace {

[[noreturn]] void fail_unsupported() {
  throw Error(ErrorCode::unsupported, "this build has no PostgreSQL (SLUICE_WITH_POSTGRES)");
}

}  // namespace

std::size_t PostgresRows::size() const noexcept { return 0; }
bool PostgresRows::is_null(std::size_t, int) const noexcept { return true; }
std::int64_t PostgresRows::integer(std::size_t, int) const { return 0; }
double PostgresRows::real(std::size_t, int) const { return 0; }
std::string_view PostgresRows::bytes(std::size_t, int) const noexcept { return {}; }
void PostgresRows::append_vector(std::size_t, int, std::vector<float> &) const {}
PostgresConnection::PostgresConnection(const std::string &, std::string, const std::string &,
                                       Deadline) {
  fail_unsupported();
}
PostgresConnection::~PostgresConnection() = default;
void PostgresConnection::run(const std::string &, Deadline) { fail_unsupported(); }
PostgresRows PostgresConnection::ask(const std::string &, const PostgresParameters &, Deadline) {
  fail_unsupported();
}
void PostgresConnection::send(const std::string &, const PostgresParameters &, Deadline) {
  fail_unsupported();
}
PostgresRows PostgresConnection::receive(Deadline) { fail_unsupported(); }
void PostgresConnection::copy(const std::string &, CopyRows &, Deadline) { fail_unsupported(); }
void PostgresConnection::close() noexcept {}
bool PostgresConnection::lost() const noexcept { return true; }
const std::string &PostgresConnection::address() const noexcept { return handle_->address; }

}  // namespace sluice::inline v0::db_detail

#endif
