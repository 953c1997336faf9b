#if defined(SLUICE_WITH_POSTGRES)

#include "libpq.hpp"

#include <algorithm>

#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::db_detail {
namespace {

/// Whether errors of libpq cannot reveal the password. An @ in a password that is not written as
/// %40 makes the rest of the password part of the host, which errors name.
bool hides_password(std::string_view connection) noexcept {
  const std::size_t scheme = connection.find("://");
  if (scheme == connection.npos) return true;
  std::string_view rest = connection.substr(scheme + 3);
  rest = rest.substr(0, rest.find('?'));
  const std::size_t at = rest.find('@');
  return at == rest.npos || (rest.find('@', at + 1) == rest.npos && at < rest.find('/'));
}

void ignore_notice(void *, const char *) {}

}  // namespace

std::string password_of(const std::string &connection) {
  char *ignored = nullptr;
  const std::unique_ptr<PQconninfoOption, Finish> options(
      PQconninfoParse(connection.c_str(), &ignored));
  if (ignored != nullptr) PQfreemem(ignored);
  // The message of libpq repeats parts of the string, so it is not shown.
  if (options == nullptr || !hides_password(connection)) {
    throw Error(ErrorCode::invalid_argument,
                "is not a PostgreSQL connection string, such as postgres://user@host/database "
                "with @, / and : in a password as %40, %2F and %3A");
  }
  for (const PQconninfoOption *option = options.get(); option->keyword != nullptr; ++option) {
    if (std::string_view(option->keyword) == "password" && option->val != nullptr)
      return option->val;
  }
  return {};
}

std::string first_line(std::string_view message) {
  return one_line(message.substr(0, message.find('\n')));
}

Connection connect(const std::string &connection_string, const std::string &password,
                   int connect_seconds) {
  const std::string seconds = std::to_string(std::max(connect_seconds, 1));
  // Later entries override earlier ones: the string overrides the timeout and the application name,
  // but not the encoding.
  const char *const keywords[] = {"connect_timeout", "application_name", "dbname",
                                  "client_encoding", nullptr};
  const char *const values[] = {seconds.c_str(), "sluice", connection_string.c_str(), "UTF8",
                                nullptr};
  Connection connection(PQconnectdbParams(keywords, values, 1));
  if (connection == nullptr || PQstatus(connection.get()) != CONNECTION_OK) {
    std::string message = first_line(PQerrorMessage(connection.get()));
    for (std::size_t at = 0; !password.empty() && (at = message.find(password)) != message.npos;)
      message.replace(at, password.size(), "***");
    throw Error(ErrorCode::io, message.empty() ? "cannot connect" : message);
  }
  PQsetNoticeProcessor(connection.get(), ignore_notice, nullptr);
  return connection;
}

std::string_view field(const PGresult *result, int code) noexcept {
  const char *text = PQresultErrorField(result, code);
  return text != nullptr ? std::string_view(text) : std::string_view();
}

}  // namespace sluice::inline v0::db_detail

#endif
