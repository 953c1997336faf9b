#include "sluice/llm/schema_choice.hpp"

#include <algorithm>
#include <optional>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

/// Parses the number at `at` as a position, from 1; nullopt if it is not in [1, count].
std::optional<std::size_t> position_at(std::string_view text, std::size_t at, std::size_t count) {
  std::size_t number = 0;
  while (at < text.size() && is_ascii_digit(text[at]) && number <= count)
    number = 10 * number + static_cast<std::size_t>(text[at++] - '0');
  if (number == 0 || number > count) return std::nullopt;
  return number - 1;
}

std::optional<std::size_t> in_brackets(std::string_view text, std::size_t count) {
  std::optional<std::size_t> found;
  for (std::size_t open = text.find('['); open != text.npos; open = text.find('[', open + 1)) {
    const std::size_t digit = text.find_first_not_of(' ', open + 1);
    if (digit == text.npos) break;
    if (const auto position = position_at(text, digit, count)) found = position;
  }
  return found;
}

std::optional<std::size_t> by_name(std::string_view text,
                                   std::span<const SchemaCandidate> candidates) {
  const std::string lower = lower_ascii(text);
  std::optional<std::size_t> found;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (lower.find(lower_ascii(candidates[c].name)) == lower.npos) continue;
    if (found) return std::nullopt;
    found = c;
  }
  return found;
}

std::optional<std::size_t> first_number(std::string_view text, std::size_t count) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_ascii_digit(text[at]) && (at == 0 || !is_ascii_digit(text[at - 1]))) {
      if (const auto position = position_at(text, at, count)) return position;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string schema_choice_prompt(std::string_view question,
                                 std::span<const SchemaCandidate> candidates) {
  std::string prompt =
      "Which of these database schemas is the question asked of? Think about what each could tell, "
      "then end with the number of the best one in brackets, such as [1].\n";
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    prompt += "\n[" + std::to_string(c + 1) + "] " + one_line(candidates[c].name) + '\n' +
              candidates[c].schema;
    if (!prompt.ends_with('\n')) prompt += '\n';
  }
  return prompt + "\nQuestion: " + one_line(question) + "\nAnswer:";
}

std::size_t schema_choice_in(std::string_view answer, std::span<const SchemaCandidate> candidates) {
  constexpr std::size_t max_bytes = std::size_t{64} << 10;
  answer = answer.substr(0, max_bytes);
  std::optional<std::size_t> chosen = in_brackets(answer, candidates.size());
  if (!chosen) chosen = by_name(answer, candidates);
  if (!chosen) chosen = first_number(answer, candidates.size());
  return chosen.value_or(0);
}

std::size_t choose_schema(const AnyCompleter &completer, std::string_view question,
                          std::span<const SchemaCandidate> candidates,
                          const CancellationToken &token) {
  if (candidates.empty())
    throw Error(ErrorCode::invalid_argument, "there is no schema to choose from");
  if (candidates.size() == 1) return 0;
  CompletionRequest request;
  request.messages.push_back({ChatRole::user, schema_choice_prompt(question, candidates)});
  return schema_choice_in(completer.complete(request, token).text, candidates);
}

}  // namespace sluice::inline v0
