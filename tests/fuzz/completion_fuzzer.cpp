// Answers of a chat-completion endpoint, and recordings of such answers: they are parsed, or give
// an Error that does not quote them.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "llm/completion_protocol.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/llm/recorded_completions.hpp"

namespace {

using namespace sluice;

void check_answer(std::string_view json) {
  Completion completion;
  try {
    completion = parse_completion(json, "fuzzed");
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed) std::abort();
    return;
  }
  if (!is_utf8(completion.text)) std::abort();
  const Completion back = parse_completion(completion_answer(completion), "written");
  if (back.text != completion.text || back.end != completion.end) std::abort();
}

void check_recording(std::string_view lines) {
  try {
    const RecordedCompletions recorded = RecordedCompletions::parse(lines, "fuzzed");
    for (std::size_t i = 0; i <= recorded.size() && i < 8; ++i) {
      const RecordedAnswer answer = recorded.answer(lines);
      if (answer.status < 100 || answer.status > 599 || !(answer.delay >= 0)) std::abort();
    }
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  check_answer(text);
  check_recording(text);
  return 0;
}
