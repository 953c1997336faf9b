#ifndef SLUICE_SRC_NET_API_ENDPOINT_HPP
#define SLUICE_SRC_NET_API_ENDPOINT_HPP

/// One address of an OpenAI-compatible service that JSON is posted to, with a key that is never
/// shown.

#include <string>
#include <string_view>

#include "sluice/core/cancellation.hpp"
#include "sluice/net/http.hpp"

namespace sluice::detail {

/// What the environment variable holds; empty if it has no name. Throws Error(not_found) if it is
/// not set.
std::string key_from(const std::string &variable);

/// Any threads at once.
class ApiEndpoint {
 public:
  /// `base`, up to where `path` follows. An empty key: none is sent. Throws Error(invalid_argument)
  /// if the URL has a query, a user or a password, and what HttpClient throws.
  ApiEndpoint(std::string base, std::string_view path, std::string key, const HttpOptions &http);

  /// The body of an answer with status 200. Throws Error: what HttpClient::post throws, io (the
  /// server refused; its words are shown if they do not repeat the key).
  std::string post(std::string json, const CancellationToken &token) const;

  /// What an answer says of an error, in a line; empty if nothing, or if it repeats the key.
  std::string error_in(const std::string &body) const;
  /// Whether the whole key stands in the text.
  bool holds_key(std::string_view text) const;

  const std::string &url() const noexcept { return url_; }

 private:
  std::string url_;
  std::string key_;
  HttpClient client_;
};

}  // namespace sluice::detail

#endif
