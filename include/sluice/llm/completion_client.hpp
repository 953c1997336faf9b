#ifndef SLUICE_LLM_COMPLETION_CLIENT_HPP
#define SLUICE_LLM_COMPLETION_CLIENT_HPP

/// A model behind an OpenAI-compatible /v1/chat/completions endpoint.

#include <cstddef>
#include <memory>
#include <string>

#include "sluice/core/completer.hpp"
#include "sluice/net/http.hpp"

namespace sluice {

struct CompletionClientOptions {
  std::string url;    ///< Up to where "/chat/completions" follows: "https://api.openai.com/v1".
  std::string model;  ///< Sent to the server.
  /// The environment variable that holds the key; empty: `key` is sent, or none. Read once.
  std::string key_variable;
  std::string key;
  /// A file to keep answers in, made if need be; empty: none. Several processes may share one.
  std::string cache;
  std::size_t concurrency = 4;  ///< Requests under way at once; others wait for their turn.
  HttpOptions http{.max_response_bytes = std::size_t{8} << 20};
};

/// What a client has asked for so far.
struct CompletionCounts {
  std::size_t requests = 0;       ///< That were answered, by the server or the cache.
  std::size_t cached = 0;         ///< Of these, by the cache; their tokens cost nothing.
  std::size_t uncounted = 0;      ///< By a server that did not say how many tokens it took.
  std::size_t prompt_tokens = 0;  ///< Of what the server answered.
  std::size_t answer_tokens = 0;

  friend bool operator==(const CompletionCounts &, const CompletionCounts &) = default;
};

/// Of a million tokens, in any currency.
struct TokenPrices {
  double prompt = 0;
  double answer = 0;
};

constexpr double cost(const CompletionCounts &counts, const TokenPrices &prices) noexcept {
  return (static_cast<double>(counts.prompt_tokens) * prices.prompt +
          static_cast<double>(counts.answer_tokens) * prices.answer) /
         1e6;
}

/// Models Completer. Any threads at once; copies share all. The cache goes by the whole request
/// and the model, not by URL or key, and also keeps what was drawn at random: who wants another
/// draw gives the request another seed. A damaged entry is asked for again. The key is in no error
/// and no file.
class CompletionClient {
 public:
  /// Throws Error: invalid_argument (no model, a concurrency of 0, a URL with a query), not_found
  /// (the variable of the key is not set), and what HttpClient and the cache's file throw.
  explicit CompletionClient(const CompletionClientOptions &options);

  /// Throws Error: what HttpClient::post throws, io (the server refused; its words are shown if
  /// they do not repeat the key), malformed (no such answer, or one that repeats the key).
  Completion complete(const CompletionRequest &request, const CancellationToken &token = {}) const;

  CompletionCounts counts() const;

 private:
  struct Connection;
  std::shared_ptr<Connection> connection_;
};

}  // namespace sluice

#endif
