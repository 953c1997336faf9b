#ifndef SLUICE_TESTS_SUPPORT_POSTGRES_SERVER_HPP
#define SLUICE_TESTS_SUPPORT_POSTGRES_SERVER_HPP

/// A PostgreSQL server of the test's own, in a temporary folder and behind a socket there.

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support.hpp"
#include "tls_server.hpp"

namespace sluice::test {

/// Runs while it lives. It has a superuser, "admin", and a role that may log in, "judge".
class PostgresServer {
 public:
  /// Nothing where no server is installed: in the path, in Debian's folders, or in
  /// $SLUICE_POSTGRES_BIN. Throws where one is and does not start.
  static std::unique_ptr<PostgresServer> start();
  /// One that has the extension pgvector; looks into build/postgres as well, where
  /// cmake/postgres_with_vectors.sh puts one.
  static std::unique_ptr<PostgresServer> start_with_vectors();
  /// One at port() of 127.0.0.1 as well, for whoever comes by TLS and with a password. Nothing
  /// where the server that is installed knows no TLS.
  static std::unique_ptr<PostgresServer> start_with_tls(const TlsCertificate &certificate);
  ~PostgresServer();
  PostgresServer(const PostgresServer &) = delete;
  PostgresServer &operator=(const PostgresServer &) = delete;

  /// By the socket.
  std::string uri(std::string_view user, std::string_view database) const;
  int port() const noexcept { return port_; }
  /// Runs a script as the superuser; throws what the server says against it. The first value of its
  /// last result, if it has one.
  std::string administer(std::string_view database, const std::string &script) const;
  /// Ends the server at once, as a crash would.
  void crash();
  /// Starts it again over what it wrote; it recovers.
  void restart();

 private:
  explicit PostgresServer(std::filesystem::path programs) : programs_(std::move(programs)) {}
  static std::unique_ptr<PostgresServer> start(const std::filesystem::path &programs,
                                               const TlsCertificate *certificate = nullptr);
  void listen_with(const TlsCertificate &certificate);
  void launch();

  std::filesystem::path programs_;
  TemporaryDirectory folder_;
  std::vector<std::string> settings_;
  int port_ = 5432;
  pid_t child_ = 0;
};

}  // namespace sluice::test

#endif
