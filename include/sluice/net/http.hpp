#ifndef SLUICE_NET_HTTP_HPP
#define SLUICE_NET_HTTP_HPP

/// Asking an HTTP server, with a bound on everything: time, size, attempts.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/cancellation.hpp"

namespace sluice {

struct HttpHeader {
  std::string name;
  std::string value;  ///< Never in an error.
};

struct HttpRequest {
  std::string url;  ///< http:// or https://, without a user or a password.
  std::vector<HttpHeader> headers;
  std::string body;
  std::string method = "POST";
  double seconds = 0;  ///< One attempt in all, where the client's limit is longer; 0: the client's.
};

struct HttpResponse {
  int status = 0;
  std::string body;
};

struct HttpOptions {
  double connect_seconds = 10;
  double seconds = 60;                                     ///< One attempt in all.
  std::size_t max_response_bytes = std::size_t{64} << 20;  ///< Unpacked.
  /// An answer of 408, 429, 500, 502, 503 or 504, and a connection that breaks, is tried again, so
  /// often in all.
  int attempts = 4;
  /// The wait before the second attempt; each further one is twice as long. A random half of it is
  /// left out. Where the server names a time (Retry-After), at least that long.
  double first_wait_seconds = 0.5;
  /// No wait is longer; a server that asks for more is not asked again.
  double max_wait_seconds = 20;
  /// A PEM file with the certificates of authorities that are believed; empty: the one that the
  /// environment's SSL_CERT_FILE names when the client is made, else the system's.
  std::string authorities = {};
  /// What the random halves come from, with the request's body; nothing: they differ in each
  /// process and thread, so that clients which failed together do not return together.
  std::optional<std::uint64_t> jitter_seed = std::nullopt;
};

/// Models nothing; keeps its connections open for the next request. Redirects are not followed;
/// certificates are checked. Any threads at once; copies share the connections.
class HttpClient {
 public:
  /// Throws Error: unsupported (built without HTTP: SLUICE_WITH_HTTP=OFF), invalid_argument (an
  /// option that is not above 0, or not finite).
  explicit HttpClient(const HttpOptions &options = {});
  static bool is_built_in() noexcept;

  /// Posts (or what the request's method says), and returns the last attempt's answer, whatever its
  /// status. Throws Error: invalid_argument (a URL, a method or a header that cannot be), io (no
  /// connection, or it broke), limit_exceeded (time or size), cancelled (within a tenth of a
  /// second). Errors name the URL up to its query, and show neither headers nor bodies.
  HttpResponse post(const HttpRequest &request, const CancellationToken &token = {}) const;

 private:
  struct Sessions;
  std::shared_ptr<Sessions> sessions_;
};

}  // namespace sluice

#endif
