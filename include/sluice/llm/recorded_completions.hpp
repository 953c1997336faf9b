#ifndef SLUICE_LLM_RECORDED_COMPLETIONS_HPP
#define SLUICE_LLM_RECORDED_COMPLETIONS_HPP

/// Answers of a chat-completion endpoint recorded before, troubles of servers and lines among them,
/// so that everything that talks to one can be tried without one.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// What a server does about one request.
struct RecordedAnswer {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  double delay = 0;                ///< Seconds before anything is sent.
  std::optional<std::size_t> cut;  ///< Bytes of the body that are sent before the connection ends.
};

/// JSON Lines, one answer each; all fields may be left out:
///   match          text, or a list of texts, that all stand in the request's messages
///   hash           of the request, as `request_hash` gives it
///   answer         the text that the model answers with
///   finish_reason  "stop", "length", "content_filter"
///   usage          {"prompt_tokens": n, "completion_tokens": n}
///   body           all that is sent, in place of an answer
///   status         200, if not given
///   headers        {"Retry-After": "1"}
///   delay          seconds before it is sent
///   cut            bytes of the body after which the connection ends
///   times          for how many requests it is good, 1 if not given
/// A request is given the first answer that fits and is still good; the last one that fits is good
/// for ever. Any threads at once; copies share what is used up.
class RecordedCompletions {
 public:
  /// Throws Error(malformed) with the line.
  static RecordedCompletions parse(std::string_view json_lines, const std::string &source);

  /// What to do about the request whose body this is; status 404 if nothing fits.
  RecordedAnswer answer(std::string_view request) const;
  std::size_t size() const noexcept;

 private:
  struct State;
  explicit RecordedCompletions(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

/// Thirty-two hexadecimal digits that name a request's body, in recordings and in caches.
std::string request_hash(std::string_view request);

}  // namespace sluice

#endif
