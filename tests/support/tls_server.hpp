#ifndef SLUICE_TESTS_SUPPORT_TLS_SERVER_HPP
#define SLUICE_TESTS_SUPPORT_TLS_SERVER_HPP

/// A TLS server whose certificate is not trusted by default.

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "support.hpp"

namespace sluice::test {

/// A self-signed certificate for "localhost", created by the program openssl.
class TlsCertificate {
 public:
  /// Returns nullopt if openssl is not installed.
  static std::optional<TlsCertificate> make();

  /// PEM files, which are removed with the object.
  std::filesystem::path certificate() const { return folder_->path() / "certificate.pem"; }
  std::filesystem::path key() const { return folder_->path() / "key.pem"; }

 private:
  TlsCertificate() : folder_(std::make_unique<TemporaryDirectory>()) {}
  std::unique_ptr<TemporaryDirectory> folder_;
};

/// Answers each GET with an HTML page and status 200. Runs during the lifetime of the object.
class TlsServer {
 public:
  /// Throws std::runtime_error if it does not start.
  explicit TlsServer(const TlsCertificate &certificate);
  ~TlsServer();
  TlsServer(const TlsServer &) = delete;
  TlsServer &operator=(const TlsServer &) = delete;

  int port() const noexcept { return port_; }

 private:
  pid_t child_ = 0;
  int port_ = 0;
};

}  // namespace sluice::test

#endif
