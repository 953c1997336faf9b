#ifndef SLUICE_LLM_COMPLETION_PROTOCOL_HPP
#define SLUICE_LLM_COMPLETION_PROTOCOL_HPP

/// The JSON that OpenAI-compatible /v1/chat/completions endpoints take and give, for those who send
/// it themselves; CompletionClient does all of it.

#include <string>
#include <string_view>

#include "sluice/core/completer.hpp"

namespace sluice {

/// {"model": …, "messages": [{"role", "content"}…], "temperature": …, …}: the same bytes for the
/// same request. What the request leaves to the server is left out; stray bytes become U+FFFD.
std::string completion_request(std::string_view model, const CompletionRequest &request);

/// Reads an answer: its first choice, as chat or as plain text, in one piece or in parts. What the
/// server counts wrongly it does not count. `source` names it in errors, which show nothing of it.
/// Throws Error(malformed): no JSON, no choice, a choice without text that is no refusal.
Completion parse_completion(std::string_view json, const std::string &source);

/// Such an answer, as a server would give it.
std::string completion_answer(const Completion &completion);

}  // namespace sluice

#endif
