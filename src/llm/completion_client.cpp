#include "sluice/llm/completion_client.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "completion_cache.hpp"
#include "llm/completion_protocol.hpp"
#include "net/api_endpoint.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

/// Limits the number of concurrent requests.
class Turnstile {
 public:
  explicit Turnstile(std::size_t places) : free_(places) {}

  /// Throws Error(cancelled).
  void enter(const CancellationToken &token) {
    constexpr std::chrono::milliseconds slice(20);
    std::unique_lock lock(mutex_);
    while (!freed_.wait_for(lock, slice, [this] { return free_ > 0; })) token.check();
    --free_;
  }
  void leave() noexcept {
    {
      const std::lock_guard lock(mutex_);
      ++free_;
    }
    freed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t free_;
};

class HeldTurn {
 public:
  HeldTurn(Turnstile &turnstile, const CancellationToken &token) : turnstile_(turnstile) {
    turnstile_.enter(token);
  }
  HeldTurn(const HeldTurn &) = delete;
  HeldTurn &operator=(const HeldTurn &) = delete;
  ~HeldTurn() { turnstile_.leave(); }

 private:
  Turnstile &turnstile_;
};

std::string key_of(const CompletionClientOptions &options) {
  return options.key_variable.empty() ? options.key : net_detail::key_from(options.key_variable);
}

}  // namespace

struct CompletionClient::Connection {
  explicit Connection(const CompletionClientOptions &options)
      : model(options.model),
        endpoint(options.url, "/chat/completions", key_of(options), options.http),
        turnstile(options.concurrency) {
    if (options.model.empty() || options.concurrency == 0) {
      throw Error(ErrorCode::invalid_argument,
                  "a completions endpoint needs a model, and a concurrency of at least 1");
    }
    if (!options.cache.empty()) cache.emplace(options.cache);
  }

  Completion ask(const std::string &request, const CancellationToken &token);
  void count(const Completion &completion);

  std::string model;
  net_detail::ApiEndpoint endpoint;
  Turnstile turnstile;
  std::optional<llm_detail::CompletionCache> cache;
  std::mutex mutex;
  CompletionCounts counts;
};

Completion CompletionClient::Connection::ask(const std::string &request,
                                             const CancellationToken &token) {
  const HeldTurn turn(turnstile, token);
  const std::string answer = endpoint.post(request, token);
  // Some servers report errors with status 200.
  if (const std::string said = endpoint.error_in(answer); !said.empty()) {
    throw Error(ErrorCode::io, "answered with an error: " + said, {endpoint.url()});
  }
  Completion completion = parse_completion(answer, endpoint.url());
  if (endpoint.holds_key(completion.text)) {
    throw Error(ErrorCode::malformed, "the answer contains the API key", {endpoint.url()});
  }
  return completion;
}

void CompletionClient::Connection::count(const Completion &completion) {
  const std::lock_guard lock(mutex);
  ++counts.requests;
  if (completion.is_cached) {
    ++counts.cached;
    return;
  }
  if (!completion.prompt_tokens || !completion.answer_tokens) ++counts.uncounted;
  counts.prompt_tokens += completion.prompt_tokens.value_or(0);
  counts.answer_tokens += completion.answer_tokens.value_or(0);
}

CompletionClient::CompletionClient(const CompletionClientOptions &options)
    : connection_(std::make_shared<Connection>(options)) {}

Completion CompletionClient::complete(const CompletionRequest &request,
                                      const CancellationToken &token) const {
  token.check();
  const std::string json = completion_request(connection_->model, request);
  std::optional<Completion> completion;
  if (connection_->cache) completion = connection_->cache->find(json);
  if (!completion) {
    completion = connection_->ask(json, token);
    if (connection_->cache) completion = connection_->cache->store(json, *completion);
  }
  connection_->count(*completion);
  return *completion;
}

CompletionCounts CompletionClient::counts() const {
  const std::lock_guard lock(connection_->mutex);
  return connection_->counts;
}

}  // namespace sluice::inline v0
