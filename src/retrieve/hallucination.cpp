#include "sluice/retrieve/hallucination.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0 {
namespace {

std::string squeezed(std::string_view question) {
  std::string text;
  for (const char c : question) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace

HallucinatedSchema QuestionSegments::hallucinate(const Question &question) const {
  HallucinatedSchema schema;
  std::string segment;
  const char *segment_end = nullptr;
  const auto finish = [&] {
    if (!segment.empty() && schema.size() < max_hallucinated_tables)
      schema.push_back({segment, {}});
    segment.clear();
  };
  for (const QuestionWord &word : question.words()) {
    const bool adjacent =
        segment_end != nullptr && segment_end + 1 == word.text.data() && *segment_end == ' ';
    if (!adjacent) finish();
    if (word.is_stop_word || word.is_opaque) {
      finish();
      continue;
    }
    if (!segment.empty()) segment += ' ';
    segment += word.text;
    segment_end = word.text.data() + word.text.size();
  }
  finish();
  return schema;
}

void RecordedHallucinations::add(std::string_view question, HallucinatedSchema schema) {
  std::string key = squeezed(question);
  const auto at = std::ranges::lower_bound(recorded_, key, {},
                                           &std::pair<std::string, HallucinatedSchema>::first);
  if (at != recorded_.end() && at->first == key) {
    at->second = std::move(schema);
  } else {
    recorded_.emplace(at, std::move(key), std::move(schema));
  }
}

void RecordedHallucinations::add_lines(std::string_view json_lines, const std::string &source) {
  each_json_line(json_lines, source, [&](JsonValue line) {
    add(line.at("question").as_string(), parse_hallucinated_schema(line.at("hallucinated")));
  });
}

HallucinatedSchema RecordedHallucinations::hallucinate(std::string_view question) const {
  const std::string key = squeezed(question);
  const auto at = std::ranges::lower_bound(recorded_, key, {},
                                           &std::pair<std::string, HallucinatedSchema>::first);
  return at != recorded_.end() && at->first == key ? at->second : HallucinatedSchema{};
}

}  // namespace sluice::inline v0
