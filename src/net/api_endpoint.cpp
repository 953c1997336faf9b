#include "api_endpoint.hpp"

#include <cstdlib>
#include <optional>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::net_detail {
namespace {

/// Whether the text contains enough of the key to give it away. Servers may repeat a key that they
/// reject, partly masked.
bool repeats(std::string_view text, std::string_view key) {
  constexpr std::size_t telling = 6;
  if (key.empty()) return false;
  if (key.size() <= telling) return text.find(key) != text.npos;
  for (std::size_t at = 0; at + telling <= key.size(); ++at) {
    if (text.find(key.substr(at, telling)) != text.npos) return true;
  }
  return false;
}

std::string said_in(const std::string &body) {
  try {
    const JsonDocument document = JsonDocument::parse(body);
    std::optional<JsonValue> error = document.root().find("error");
    if (!error) error = document.root().find("message");
    if (error && error->is(JsonKind::object)) error = error->find("message");
    if (!error || !error->is(JsonKind::string)) return {};
    constexpr std::size_t max_shown = 200;
    const std::string line = one_line(error->as_string());
    return std::string(clip_utf8(line, max_shown));
  } catch (const Error &) {
    return {};
  }
}

std::string joined(std::string base, std::string_view path) {
  // A query string may contain a secret, and errors name the URL.
  if (base.find_first_of("?#@") != base.npos) {
    throw Error(ErrorCode::invalid_argument,
                "the URL of an endpoint must not contain a query, a user or a password");
  }
  while (base.ends_with('/')) base.pop_back();
  return base.append(path);
}

}  // namespace

std::string key_from(const std::string &variable) {
  if (variable.empty()) return {};
  const char *key = std::getenv(variable.c_str());
  if (key == nullptr || *key == '\0') {
    throw Error(ErrorCode::not_found, "the environment variable " + variable +
                                          " is not set; expected the endpoint's key");
  }
  return key;
}

ApiEndpoint::ApiEndpoint(std::string base, std::string_view path, std::string key,
                         const HttpOptions &http)
    : url_(joined(std::move(base), path)), key_(std::move(key)), client_(http) {}

std::string ApiEndpoint::post(std::string json, const CancellationToken &token) const {
  HttpRequest request;
  request.url = url_;
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  if (!key_.empty()) request.headers.push_back({"Authorization", "Bearer " + key_});
  request.body = std::move(json);
  HttpResponse response = client_.post(request, token);
  constexpr int ok = 200;
  if (response.status != ok) {
    const std::string said = error_in(response.body);
    throw Error(ErrorCode::io,
                "answered " + std::to_string(response.status) + (said.empty() ? "" : ": " + said),
                {url_});
  }
  return std::move(response.body);
}

std::string ApiEndpoint::error_in(const std::string &body) const {
  std::string said = said_in(body);
  return repeats(said, key_) ? std::string() : said;
}

bool ApiEndpoint::holds_key(std::string_view text) const {
  return !key_.empty() && text.find(key_) != text.npos;
}

}  // namespace sluice::inline v0::net_detail
