#ifndef SLUICE_CORE_COMPLETER_HPP
#define SLUICE_CORE_COMPLETER_HPP

/// What a language model is asked, what it answers, and who asks it.

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

namespace sluice {

enum class ChatRole : std::uint8_t { system, user, assistant };

struct ChatMessage {
  ChatRole role = ChatRole::user;
  std::string text;
};

/// Two equal requests ask the same thing: caches go by that.
struct CompletionRequest {
  std::vector<ChatMessage> messages;
  double temperature = 0;            ///< From 0, always the likeliest word.
  std::size_t max_tokens = 1000;     ///< Of the answer; 0: the server's own bound.
  std::vector<std::string> stop;     ///< The answer ends before any of these.
  std::optional<std::int64_t> seed;  ///< Sent to servers that draw by one.
};

/// Why an answer ends where it does.
enum class CompletionEnd : std::uint8_t {
  finished,
  cut,      ///< At the bound of tokens: what follows is missing.
  refused,  ///< The model or a filter would not answer.
};

struct Completion {
  std::string text;  ///< UTF-8. Of a refusal: its words, or empty.
  CompletionEnd end = CompletionEnd::finished;
  /// As the server counts; nothing where it does not.
  std::optional<std::size_t> prompt_tokens;
  std::optional<std::size_t> answer_tokens;
  bool is_cached = false;  ///< Nobody was asked now.
};

/// `complete(request, token)` answers a request, or throws: what its own work throws, and
/// Error(cancelled) soon after the token is. Safe to call from many threads.
template <class T>
concept Completer = requires(const T &completer, const CompletionRequest &request,
                             const CancellationToken &token) {
  { completer.complete(request, token) } -> std::same_as<Completion>;
};

/// Any completer; copies share it. Never empty.
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

/// Models Completer by a function of the caller's: `std::string(const CompletionRequest &)`. As
/// thread-safe as the function.
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

/// A completer as a function from a prompt to the answer's text, with the settings of a request
/// whose messages come first: as CompletionQuestioner takes one.
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

}  // namespace sluice

#endif
