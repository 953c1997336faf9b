#ifndef SLUICE_TESTS_SUPPORT_MARIADB_SERVER_HPP
#define SLUICE_TESTS_SUPPORT_MARIADB_SERVER_HPP

/// A private MariaDB server for a test, with its data and its socket in a temporary folder.

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support.hpp"
#include "tls_server.hpp"

namespace sluice::test {

/// Runs during the lifetime of this object. Its user "root" may do everything, without a password.
/// It also listens on port() of 127.0.0.1.
class MariadbServer {
 public:
  /// Returns nullptr if no server is installed in PATH, /usr/sbin or $SLUICE_MARIADB_BIN, or no
  /// client library (libmariadb.so.3). Throws if the server does not start. With a certificate, it
  /// accepts TLS.
  static std::unique_ptr<MariadbServer> start(const TlsCertificate *certificate = nullptr);
  ~MariadbServer();
  MariadbServer(const MariadbServer &) = delete;
  MariadbServer &operator=(const MariadbServer &) = delete;

  /// Returns a URI for the socket. `login` is a user, or a user and a password with a colon between
  /// them.
  std::string uri(std::string_view login, std::string_view database) const;
  int port() const noexcept { return port_; }
  /// Runs a script as root; throws the server's message.
  void administer(const std::string &script) const;
  /// Returns what mariadb-dump prints for these databases, without rows.
  std::string dump(const std::vector<std::string> &databases) const;
  /// Returns the rows of a query as tab-separated lines with a header, as the client prints them.
  std::string ask(const std::string &query) const;
  /// Ends the server immediately, like a crash.
  void crash();

 private:
  struct Programs {
    std::filesystem::path server, install, client, dump;
  };
  explicit MariadbServer(Programs programs) : programs_(std::move(programs)) {}
  static bool find(Programs &programs);
  void launch(const TlsCertificate *certificate);
  std::string run(const std::filesystem::path &program, std::vector<std::string> arguments,
                  const std::string &input) const;

  Programs programs_;
  TemporaryDirectory folder_;
  int port_ = 0;
  pid_t child_ = 0;
};

}  // namespace sluice::test

#endif
