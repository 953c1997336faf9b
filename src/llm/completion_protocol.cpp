#include "llm/completion_protocol.hpp"

#include <cmath>

#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

std::string_view name_of(ChatRole role) {
  switch (role) {
    case ChatRole::system: return "system";
    case ChatRole::user: return "user";
    case ChatRole::assistant: return "assistant";
  }
  return "user";
}

std::string_view name_of(CompletionEnd end) {
  switch (end) {
    case CompletionEnd::finished: return "stop";
    case CompletionEnd::cut: return "length";
    case CompletionEnd::refused: return "content_filter";
  }
  return "stop";
}

std::optional<JsonValue> string_in(JsonValue object, std::string_view key) {
  std::optional<JsonValue> found = object.find(key);
  if (found && !found->is(JsonKind::string)) found.reset();
  return found;
}

/// A string, or a list of parts of which some have text.
std::optional<std::string> content_of(JsonValue message) {
  const std::optional<JsonValue> content = message.find("content");
  if (!content) return std::nullopt;
  if (content->is(JsonKind::string)) return std::string(content->as_string());
  if (!content->is(JsonKind::array)) return std::nullopt;
  std::string text;
  for (const JsonValue part : *content) {
    if (const auto own = string_in(part, "text")) text += own->as_string();
  }
  return text;
}

std::optional<std::size_t> count_in(JsonValue answer, std::string_view key) {
  const std::optional<JsonValue> usage = answer.find("usage");
  const std::optional<JsonValue> count = usage ? usage->find(key) : std::nullopt;
  if (!count || !count->is(JsonKind::number)) return std::nullopt;
  const double number = count->as_number();
  constexpr double most = 1e12;
  if (!(number >= 0 && number <= most) || number != std::floor(number)) return std::nullopt;
  return static_cast<std::size_t>(number);
}

}  // namespace

std::string completion_request(std::string_view model, const CompletionRequest &request) {
  JsonWriter writer;
  writer.begin_object().member("model", model).key("messages").begin_array();
  for (const ChatMessage &message : request.messages) {
    writer.begin_object()
        .member("role", name_of(message.role))
        .member("content", std::string_view(message.text))
        .end_object();
  }
  writer.end_array().member("temperature", request.temperature);
  if (request.max_tokens != 0) writer.member("max_tokens", request.max_tokens);
  if (!request.stop.empty()) {
    writer.key("stop").begin_array();
    for (const std::string &stop : request.stop) writer.value(std::string_view(stop));
    writer.end_array();
  }
  if (request.seed) writer.member("seed", *request.seed);
  return writer.end_object().take();
}

Completion parse_completion(std::string_view json, const std::string &source) {
  const JsonDocument document = JsonDocument::parse(json, source);
  const JsonValue answer = document.root();
  const JsonValue choices = answer.at("choices");
  if (!choices.is(JsonKind::array) || choices.size() == 0) {
    choices.fail("expected an array with at least one choice");
  }
  const JsonValue choice = *choices.begin();
  const std::optional<JsonValue> message = choice.find("message");
  Completion completion;
  const std::optional<JsonValue> finish = string_in(choice, "finish_reason");
  if (finish && finish->as_string() == "length") completion.end = CompletionEnd::cut;
  if (finish && finish->as_string() == "content_filter") completion.end = CompletionEnd::refused;
  std::optional<std::string> text;
  if (message) text = content_of(*message);
  if (!text) {
    if (const auto plain = string_in(choice, "text")) text = std::string(plain->as_string());
  }
  if (const auto refusal = message ? string_in(*message, "refusal") : std::nullopt) {
    completion.end = CompletionEnd::refused;
    text = std::string(refusal->as_string());
  }
  if (!text && completion.end == CompletionEnd::finished) choice.fail("holds no text");
  completion.text = text.value_or("");
  completion.prompt_tokens = count_in(answer, "prompt_tokens");
  completion.answer_tokens = count_in(answer, "completion_tokens");
  return completion;
}

std::string completion_answer(const Completion &completion) {
  JsonWriter writer;
  writer.begin_object().member("object", "chat.completion").key("choices").begin_array();
  writer.begin_object().member("index", 0).key("message").begin_object();
  writer.member("role", "assistant").member("content", std::string_view(completion.text));
  writer.end_object().member("finish_reason", name_of(completion.end)).end_object().end_array();
  if (completion.prompt_tokens && completion.answer_tokens) {
    writer.key("usage")
        .begin_object()
        .member("prompt_tokens", *completion.prompt_tokens)
        .member("completion_tokens", *completion.answer_tokens)
        .member("total_tokens", *completion.prompt_tokens + *completion.answer_tokens)
        .end_object();
  }
  return writer.end_object().take();
}

}  // namespace sluice::inline v0
