#ifndef SLUICE_TESTS_SUPPORT_POSTGRES_SERVER_HPP
#define SLUICE_TESTS_SUPPORT_POSTGRES_SERVER_HPP

/// A private PostgreSQL server for a test, with its data and its socket in a temporary folder.

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

/// Runs during the lifetime of this object. It has a superuser, "admin", and a role that may log
/// in, "judge".
class PostgresServer {
 public:
  /// Returns nullptr if no server is installed in PATH, Debian's folders or $SLUICE_POSTGRES_BIN.
  /// Throws if the server does not start.
  static std::unique_ptr<PostgresServer> start();
  /// Starts a server with the extension pgvector; also searches build/postgres, where
  /// cmake/postgres_with_vectors.sh saves one.
  static std::unique_ptr<PostgresServer> start_with_vectors();
  /// Starts a server that also listens on port() of 127.0.0.1, by TLS with a password. Returns
  /// nullptr if the installed server does not support TLS.
  static std::unique_ptr<PostgresServer> start_with_tls(const TlsCertificate &certificate);
  ~PostgresServer();
  PostgresServer(const PostgresServer &) = delete;
  PostgresServer &operator=(const PostgresServer &) = delete;

  /// Returns a URI for the socket.
  std::string uri(std::string_view user, std::string_view database) const;
  int port() const noexcept { return port_; }
  /// Runs a script as the superuser; throws the server's error. Returns the first value of its last
  /// result, if it has one.
  std::string administer(std::string_view database, const std::string &script) const;
  /// Returns what pg_dump prints about a database, without rows; empty if pg_dump is not installed.
  std::string dump(std::string_view database) const;
  /// Returns the result of a query as CSV with a header.
  std::string csv(std::string_view database, const std::string &query) const;
  /// Ends the server immediately, like a crash.
  void crash();
  /// Restarts the server on the same data; it recovers.
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
