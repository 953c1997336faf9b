#ifndef SLUICE_SRC_LLM_COMPLETION_PROTOCOL_HPP
#define SLUICE_SRC_LLM_COMPLETION_PROTOCOL_HPP

/// The JSON of OpenAI-compatible /v1/chat/completions endpoints, for programs with their own HTTP
/// client. CompletionClient uses it.

#include <string>
#include <string_view>

#include "sluice/core/completer.hpp"

namespace sluice::inline v0 {

/// {"model": …, "messages": [{"role", "content"}…], "temperature": …, …}. The same request gives
/// the same bytes. Fields that the request does not set are omitted; bytes that are not valid UTF-8
/// become U+FFFD.
std::string completion_request(std::string_view model, const CompletionRequest &request);

/// Parses an answer: its first choice, as chat or plain text, whole or in parts. Implausible token
/// counts count as missing. `source` names the answer in errors, which do not quote it. Throws
/// Error(malformed) if it is not JSON, has no choice, or the choice has no text and is not a
/// refusal.
Completion parse_completion(std::string_view json, const std::string &source);

/// Returns the JSON of an answer, as a server would send it.
std::string completion_answer(const Completion &completion);

}  // namespace sluice::inline v0

#endif
