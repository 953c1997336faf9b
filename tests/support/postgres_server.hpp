#ifndef SLUICE_TESTS_SUPPORT_POSTGRES_SERVER_HPP
#define SLUICE_TESTS_SUPPORT_POSTGRES_SERVER_HPP

/// A PostgreSQL server of the test's own, in a temporary folder and behind a socket there.

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "support/support.hpp"

namespace sluice::test {

/// Runs while it lives. It has a superuser, "admin", and a role that may log in, "judge".
class PostgresServer {
 public:
  /// Nothing where no server is installed: in the path, in Debian's folders, or in
  /// $SLUICE_POSTGRES_BIN. Throws where one is and does not start.
  static std::unique_ptr<PostgresServer> start();
  ~PostgresServer();
  PostgresServer(const PostgresServer &) = delete;
  PostgresServer &operator=(const PostgresServer &) = delete;

  std::string uri(std::string_view user, std::string_view database) const;
  /// Runs a script as the superuser; throws what the server says against it. The first value of its
  /// last result, if it has one.
  std::string administer(std::string_view database, const std::string &script) const;
  /// Ends the server at once, as a crash would.
  void crash();

 private:
  PostgresServer() = default;
  TemporaryDirectory folder_;
  pid_t child_ = 0;
};

}  // namespace sluice::test

#endif
