#ifndef SLUICE_CORE_COMPLETER_HPP
#define SLUICE_CORE_COMPLETER_HPP

/// Requests to a language model, its answers, and the interface to the model.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/core/erased.hpp"

namespace sluice::inline v0 {

enum class ChatRole : std::uint8_t { system, user, assistant };

struct ChatMessage {
  ChatRole role = ChatRole::user;
  std::string text;
};

/// Requests that compare equal ask for the same completion: caches use this.
struct CompletionRequest {
  std::vector<ChatMessage> messages;
  double temperature = 0;            ///< 0 always picks the most likely token.
  std::size_t max_tokens = 1000;     ///< Limit for the answer; 0: the server's own limit.
  std::vector<std::string> stop;     ///< The answer ends before any of these texts.
  std::optional<std::int64_t> seed;  ///< Sent to servers that accept a sampling seed.
};

/// Why an answer ends where it does.
enum class CompletionEnd : std::uint8_t {
  finished,
  cut,      ///< The token limit was reached: the rest of the answer is missing.
  refused,  ///< The model or a filter refused to answer.
};

struct Completion {
  std::string text;  ///< UTF-8. For a refusal: its text, or empty.
  CompletionEnd end = CompletionEnd::finished;
  /// As counted by the server; nullopt if it does not count.
  std::optional<std::size_t> prompt_tokens;
  std::optional<std::size_t> answer_tokens;
  bool is_cached = false;  ///< The answer comes from a cache, without a call to the model.
};

/// `complete(request, token)` answers a request. It throws whatever its own work throws, and
/// Error(cancelled) soon after the token is cancelled. Thread-safe.
template <class T>
concept Completer = requires(const T &completer, const CompletionRequest &request,
                             const CancellationToken &token) {
  { completer.complete(request, token) } -> std::same_as<Completion>;
};

/// Holds any completer; copies share it. Never empty.
class AnyCompleter {
 public:
  template <OtherThan<AnyCompleter> Model>
    requires(Completer<Model>)
  AnyCompleter(Model model)  // NOLINT(google-explicit-constructor)
      : held_(std::move(model)) {}

  Completion complete(const CompletionRequest &request, const CancellationToken &token = {}) const {
    return held_->complete(request, token);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual Completion complete(const CompletionRequest &request,
                                const CancellationToken &token) const = 0;
  };
  template <class Model>
  struct Adapter final : Adapted<Interface, Model> {
    using Adapted<Interface, Model>::Adapted;
    Completion complete(const CompletionRequest &request,
                        const CancellationToken &token) const override {
      return this->model.complete(request, token);
    }
  };

  Erased<Interface, Adapter> held_;
};

/// Models Completer with a callback: `std::string(const CompletionRequest &)`. Thread-safe if the
/// callback is.
template <class Function>
  requires std::is_invocable_r_v<std::string, const Function &, const CompletionRequest &>
class CallbackCompleter {
 public:
  explicit CallbackCompleter(Function function) : function_(std::move(function)) {}

  Completion complete(const CompletionRequest &request, const CancellationToken &token) const {
    (token.check)();
    Completion completion;
    completion.text = function_(request);
    return completion;
  }

 private:
  Function function_;
};

/// Adapts a completer to a function from a prompt to the answer's text, as CompletionQuestioner
/// expects. The messages of `settings` come before the prompt.
class PromptFunction {
 public:
  explicit PromptFunction(AnyCompleter completer, CompletionRequest settings = {},
                          CancellationToken token = {})
      : completer_(std::move(completer)),
        settings_(std::move(settings)),
        token_(std::move(token)) {}

  std::string operator()(std::string_view prompt) const {
    CompletionRequest request = settings_;
    request.messages.push_back({ChatRole::user, std::string(prompt)});
    return completer_.complete(request, token_).text;
  }

 private:
  AnyCompleter completer_;
  CompletionRequest settings_;
  CancellationToken token_;
};

}  // namespace sluice::inline v0

#endif
