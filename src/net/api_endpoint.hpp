#ifndef SLUICE_SRC_NET_API_ENDPOINT_HPP
#define SLUICE_SRC_NET_API_ENDPOINT_HPP

/// One URL of an OpenAI-compatible service to which JSON is posted, with a key that is never shown.

#include <string>
#include <string_view>

#include "sluice/core/cancellation.hpp"
#include "sluice/net/http.hpp"

namespace sluice::inline v0::net_detail {

/// The value of an environment variable; empty if `variable` is empty. Throws Error(not_found) if
/// it is not set.
std::string key_from(const std::string &variable);

/// Thread-safe.
class ApiEndpoint {
 public:
  /// `base` is the URL to which `path` is appended. With an empty key, none is sent. Throws
  /// Error(invalid_argument) if the URL has a query, a user or a password, and the errors of
  /// HttpClient.
  ApiEndpoint(std::string base, std::string_view path, std::string key, const HttpOptions &http);

  /// Returns the body of an answer with status 200. Throws the errors of HttpClient::post, and
  /// Error(io) if the server refused; the message contains the server's text unless that repeats
  /// the key.
  std::string post(std::string json, const CancellationToken &token) const;

  /// The error message in an answer, as one line; empty if there is none, or if it repeats the key.
  std::string error_in(const std::string &body) const;
  /// Whether the text contains the whole key.
  bool holds_key(std::string_view text) const;

  const std::string &url() const noexcept { return url_; }

 private:
  std::string url_;
  std::string key_;
  HttpClient client_;
};

}  // namespace sluice::inline v0::net_detail

#endif
