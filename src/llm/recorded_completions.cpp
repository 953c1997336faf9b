#include "sluice/llm/recorded_completions.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>

#include <fmt/format.h>

#include "llm/completion_protocol.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"

namespace sluice::inline v0 {
namespace {

constexpr double longest_delay = 3600;

struct Recording {
  std::vector<std::string> matches;
  std::string hash;
  RecordedAnswer answer;
  std::size_t times = 1;
};

std::size_t count_of(JsonValue value, std::size_t least) {
  const std::int64_t number = value.as_integer();
  if (number < static_cast<std::int64_t>(least)) {
    value.fail("expected a number of at least " + std::to_string(least));
  }
  return static_cast<std::size_t>(number);
}

CompletionEnd end_of(JsonValue reason) {
  if (reason.as_string() == "stop") return CompletionEnd::finished;
  if (reason.as_string() == "length") return CompletionEnd::cut;
  if (reason.as_string() == "content_filter") return CompletionEnd::refused;
  reason.fail(R"(expected "stop", "length" or "content_filter")");
}

void read_field(Recording &recording, Completion &completion, std::string_view key,
                JsonValue value) {
  RecordedAnswer &answer = recording.answer;
  if (key == "match") {
    if (value.is(JsonKind::string)) {
      recording.matches.emplace_back(value.as_string());
    } else {
      for (const JsonValue text : value) recording.matches.emplace_back(text.as_string());
    }
  } else if (key == "hash") {
    recording.hash = value.as_string();
  } else if (key == "answer") {
    completion.text = value.as_string();
  } else if (key == "finish_reason") {
    completion.end = end_of(value);
  } else if (key == "usage") {
    completion.prompt_tokens = count_of(value.at("prompt_tokens"), 0);
    completion.answer_tokens = count_of(value.at("completion_tokens"), 0);
  } else if (key == "body") {
    answer.body = value.as_string();
  } else if (key == "status") {
    answer.status = static_cast<int>(count_of(value, 100));
    if (answer.status > 599) value.fail("expected a status from 100 to 599");
  } else if (key == "headers") {
    value.each_member([&](std::string_view name, JsonValue content) {
      answer.headers.emplace_back(name, content.as_string());
    });
  } else if (key == "delay") {
    answer.delay = value.as_number();
    if (!(answer.delay >= 0 && answer.delay <= longest_delay)) {
      value.fail("expected seconds from 0 to 3600");
    }
  } else if (key == "cut") {
    answer.cut = count_of(value, 0);
  } else if (key == "times") {
    recording.times = count_of(value, 1);
  } else {
    value.fail("\"" + std::string(key) + "\" is not a field of a recorded answer");
  }
}

/// Returns the texts of a request's messages, one per line; the whole body if it is not such a
/// request.
std::string text_of(std::string_view request) {
  try {
    const JsonDocument document = JsonDocument::parse(request);
    std::string text;
    for (const JsonValue message : document.root().at("messages")) {
      text.append(message.at("content").as_string()).append("\n");
    }
    return text;
  } catch (const Error &) {
    return std::string(request);
  }
}

bool fits(const Recording &recording, std::string_view text, std::string_view hash) {
  return (recording.hash.empty() || recording.hash == hash) &&
         std::ranges::all_of(recording.matches, [&](const std::string &match) {
           return text.find(match) != text.npos;
         });
}

RecordedAnswer nothing_recorded() {
  RecordedAnswer answer;
  answer.status = 404;
  answer.body = R"({"error":{"message":"no answer is recorded for this request"}})";
  return answer;
}

}  // namespace

struct RecordedCompletions::State {
  std::mutex mutex;
  std::vector<Recording> recordings;
};

RecordedCompletions RecordedCompletions::parse(std::string_view json_lines,
                                               const std::string &source) {
  auto state = std::make_shared<State>();
  each_json_line(json_lines, source, [&](JsonValue line) {
    Recording recording;
    Completion completion;
    line.each_member([&](std::string_view key, JsonValue value) {
      read_field(recording, completion, key, value);
    });
    if (line.find("body") && line.find("answer")) line.fail("has both an answer and a body");
    if (!line.find("body") && recording.answer.status == 200) {
      recording.answer.body = completion_answer(completion);
    }
    state->recordings.push_back(std::move(recording));
  });
  return RecordedCompletions(std::move(state));
}

RecordedAnswer RecordedCompletions::answer(std::string_view request) const {
  const std::string text = text_of(request);
  const std::string hash = request_hash(request);
  const std::lock_guard lock(state_->mutex);
  Recording *last = nullptr;
  for (Recording &recording : state_->recordings) {
    if (!fits(recording, text, hash)) continue;
    last = &recording;
    if (recording.times == 0) continue;
    --recording.times;
    return recording.answer;
  }
  return last != nullptr ? last->answer : nothing_recorded();
}

std::size_t RecordedCompletions::size() const noexcept { return state_->recordings.size(); }

std::string request_hash(std::string_view request) {
  const Hash128 hash = hash128(request);
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

}  // namespace sluice::inline v0
