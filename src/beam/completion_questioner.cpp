#include "sluice/beam/completion_questioner.hpp"

#include <algorithm>

#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "text/identifier.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t longest_question = 1024;
constexpr std::string_view blanks = " \t\r\n\v\f";

bool has_word(std::string_view text) {
  bool found = false;
  each_word(text, [&](std::string_view) { found = true; });
  return found;
}

void trim(std::string_view &text, std::string_view what) {
  text.remove_prefix(std::min(text.find_first_not_of(what), text.size()));
  text = text.substr(0, text.find_last_not_of(what) + 1);
}

/// Removes leading "3." or "3)", and a label such as "Question:".
void drop_lead(std::string_view &line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0 && digits < line.size() && (line[digits] == '.' || line[digits] == ')')) {
    line.remove_prefix(digits + 1);
    trim(line, blanks);
  }
  for (const std::string_view label : {"question:", "q:"}) {
    if (line.size() > label.size() && fold(line.substr(0, label.size())) == label) {
      line.remove_prefix(label.size());
      trim(line, blanks);
      return;
    }
  }
}

std::string collapsed(std::string_view line) {
  std::string text;
  for (const char byte : line) {
    const bool blank = blanks.find(byte) != blanks.npos;
    if (!blank) {
      text += byte;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  return text;
}

}  // namespace

std::string questioner_prompt(const Catalog &catalog, const SampledSchema &sampled) {
  std::string prompt =
      "Write one question in plain English that needs exactly these tables and columns to be "
      "answered. Answer with the question alone.\nDatabase: ";
  prompt += spaced_words(catalog.database(sampled.schema.database).name());
  for (const TableId table : sampled.schema.tables) {
    prompt += '\n';
    prompt += catalog.table(table).readable_name();
    std::string_view separator = ": ";
    for (const ColumnId column : sampled.columns) {
      if (catalog.table_of(column) != table) continue;
      prompt += separator;
      prompt += catalog.column(column).readable_name();
      separator = ", ";
    }
  }
  prompt += "\nQuestion:";
  return prompt;
}

std::string question_in_answer(std::string_view answer) {
  while (!answer.empty()) {
    const std::size_t end = std::min(answer.find('\n'), answer.size());
    std::string_view line = answer.substr(0, end);
    answer.remove_prefix(std::min(end + 1, answer.size()));
    trim(line, blanks);
    trim(line, "-*#\"'` \t");
    drop_lead(line);
    trim(line, "\"'` \t");
    if (!has_word(line)) continue;
    const std::string question = repair_utf8(collapsed(line));
    return std::string(clip_utf8(question, longest_question));
  }
  throw Error(ErrorCode::malformed, "the answer contains no question");
}

}  // namespace sluice::inline v0
