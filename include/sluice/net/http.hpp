#ifndef SLUICE_NET_HTTP_HPP
#define SLUICE_NET_HTTP_HPP

/// An HTTP client with limits on time, size and number of attempts.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/cancellation.hpp"

namespace sluice::inline v0 {

struct HttpHeader {
  std::string name;
  std::string value;  ///< Never shown in errors.
};

struct HttpRequest {
  std::string url;  ///< http:// or https://, without user name or password.
  std::vector<HttpHeader> headers;
  std::string body;
  std::string method = "POST";
  double seconds = 0;  ///< Limit per attempt, at most the client's; 0: the client's.
};

struct HttpResponse {
  int status = 0;
  std::string body;
};

struct HttpOptions {
  double connect_seconds = 10;
  double seconds = 60;                                     ///< Limit for one attempt.
  std::size_t max_response_bytes = std::size_t{64} << 20;  ///< Limit after decompression.
  /// Number of attempts in total. A request is repeated after status 408, 429, 500, 502, 503 or
  /// 504, and after a connection breaks.
  int attempts = 4;
  /// The wait before the second attempt; each later wait is twice as long. A random part of up to
  /// half is subtracted. If the server sends Retry-After, the wait is at least that long.
  double first_wait_seconds = 0.5;
  /// Limit for a single wait; if a server asks for a longer one, the request is not repeated.
  double max_wait_seconds = 20;
  /// A PEM file of trusted certificate authorities. If empty: the file that the environment
  /// variable SSL_CERT_FILE names when the client is created, else the system's.
  std::string authorities = {};
  /// Together with the request's body, seeds the random part of the waits. If nullopt, each process
  /// and thread gets a different seed, so that clients that failed together do not retry together.
  std::optional<std::uint64_t> jitter_seed = std::nullopt;
};

/// Reuses connections between requests. Does not follow redirects; verifies certificates. Copies
/// share the connections. Thread-safe.
class HttpClient {
 public:
  /// Throws Error: unsupported (built with SLUICE_WITH_HTTP=OFF), invalid_argument (an option that
  /// is not positive and finite).
  explicit HttpClient(const HttpOptions &options = {});
  static bool is_built_in() noexcept;

  /// Sends the request (POST unless it names another method) and returns the response of the last
  /// attempt, whatever its status. Throws Error: invalid_argument (invalid URL, method or header),
  /// io (cannot connect, or the connection broke), limit_exceeded (time or size), cancelled (within
  /// 0.1 s). Errors contain the URL without its query, and no headers or bodies.
  HttpResponse post(const HttpRequest &request, const CancellationToken &token = {}) const;

 private:
  struct Sessions;
  std::shared_ptr<Sessions> sessions_;
};

}  // namespace sluice::inline v0

#endif
