#ifndef SLUICE_LLM_COMPLETION_CLIENT_HPP
#define SLUICE_LLM_COMPLETION_CLIENT_HPP

/// A model behind an OpenAI-compatible /v1/chat/completions endpoint.

#include <cstddef>
#include <memory>
#include <string>

#include "sluice/core/completer.hpp"
#include "sluice/net/http.hpp"

namespace sluice::inline v0 {

struct CompletionClientOptions {
  std::string url;    ///< Without "/chat/completions": "https://api.openai.com/v1".
  std::string model;  ///< Sent to the server.
  /// Environment variable with the API key, read once. If empty, `key` is sent, if there is one.
  std::string key_variable;
  std::string key;
  /// File that caches answers; created if it does not exist. Empty: no cache. Processes may share a
  /// file.
  std::string cache;
  std::size_t concurrency = 4;  ///< Maximum number of concurrent requests; others wait.
  HttpOptions http{.max_response_bytes = std::size_t{8} << 20};
};

/// Statistics of a client so far.
struct CompletionCounts {
  std::size_t requests = 0;       ///< Requests answered by the server or the cache.
  std::size_t cached = 0;         ///< Those answered by the cache; their tokens cost nothing.
  std::size_t uncounted = 0;      ///< Those whose tokens the server did not report.
  std::size_t prompt_tokens = 0;  ///< Without answers of the cache.
  std::size_t answer_tokens = 0;

  friend bool operator==(const CompletionCounts &, const CompletionCounts &) = default;
};

/// Prices per million tokens, in any currency.
struct TokenPrices {
  double prompt = 0;
  double answer = 0;
};

constexpr double cost(const CompletionCounts &counts, const TokenPrices &prices) noexcept {
  return (static_cast<double>(counts.prompt_tokens) * prices.prompt +
          static_cast<double>(counts.answer_tokens) * prices.answer) /
         1e6;
}

/// Models Completer. Thread-safe; copies share their state. The cache key is the whole request and
/// the model, without URL and API key. Random answers are cached, too: for another sample, change
/// the seed of the request. A damaged entry is requested again. The API key is never in an error or
/// a file.
class CompletionClient {
 public:
  /// Throws Error(invalid_argument) if the model is empty, the concurrency is 0 or the URL has a
  /// query; Error(not_found) if the environment variable is not set; and what HttpClient and the
  /// cache file throw.
  explicit CompletionClient(const CompletionClientOptions &options);

  /// Throws what HttpClient::post throws; Error(io) if the server refused, with its message unless
  /// that contains the key; Error(malformed) if the answer is invalid or contains the key.
  Completion complete(const CompletionRequest &request, const CancellationToken &token = {}) const;

  CompletionCounts counts() const;

 private:
  struct Connection;
  std::shared_ptr<Connection> connection_;
};

}  // namespace sluice::inline v0

#endif
