#ifndef SLUICE_LLM_RECORDED_COMPLETIONS_HPP
#define SLUICE_LLM_RECORDED_COMPLETIONS_HPP

/// Recorded answers of a chat-completion endpoint, including failures of server and network, to
/// test clients without an endpoint.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The response to one request.
struct RecordedAnswer {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  double delay = 0;                ///< Seconds before the response is sent.
  std::optional<std::size_t> cut;  ///< Bytes of the body sent before the connection closes.
};

/// JSON Lines, one answer per line; all fields are optional:
///   match          a string, or a list of strings, that the request's messages must contain
///   hash           hash of the request, from `request_hash`
///   answer         text of the model's answer
///   finish_reason  "stop", "length", "content_filter"
///   usage          {"prompt_tokens": n, "completion_tokens": n}
///   body           the whole body, instead of an answer
///   status         HTTP status; 200 by default
///   headers        {"Retry-After": "1"}
///   delay          seconds before the response is sent
///   cut            bytes of the body after which the connection closes
///   times          maximum number of uses; 1 by default
/// A request gets the first matching answer that has uses left; the last matching answer may be
/// used without limit. Thread-safe; copies share the counts of uses.
class RecordedCompletions {
 public:
  /// Throws Error(malformed), with the line.
  static RecordedCompletions parse(std::string_view json_lines, const std::string &source);

  /// Returns the response to a request with this body; status 404 if none matches.
  RecordedAnswer answer(std::string_view request) const;
  std::size_t size() const noexcept;

 private:
  struct State;
  explicit RecordedCompletions(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

/// Returns the hash of a request's body, 32 hexadecimal digits, as in recordings and caches.
std::string request_hash(std::string_view request);

}  // namespace sluice::inline v0

#endif
