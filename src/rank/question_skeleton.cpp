#include <algorithm>
#include <unordered_set>

#include "sluice/core/ascii.hpp"
#include "sluice/rank/example_store.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"

namespace sluice::inline v0 {
namespace {

/// Words that ask for an aggregate even if a column has that name.
bool asks(std::string_view word) noexcept {
  return word == "number" || word == "average" || word == "count";
}

std::unordered_set<std::string> schema_stems(const Database *database) {
  std::unordered_set<std::string> stems;
  if (database == nullptr) return stems;
  for (const Table &table : database->tables()) {
    for (const std::string &word : split_identifier(table.readable_name()))
      stems.insert(stem(word));
  }
  for (const Column &column : database->columns()) {
    for (const std::string &word : split_identifier(column.readable_name()))
      stems.insert(stem(word));
  }
  return stems;
}

}  // namespace

std::vector<std::string> question_skeleton(const Question &question, const Database *database) {
  const std::unordered_set<std::string> schema = schema_stems(database);
  std::vector<std::string> terms;
  const auto mask = [&](const char *mark) {
    if (terms.empty() || terms.back() != mark) terms.emplace_back(mark);
  };
  bool is_first = true;
  const auto add = [&](const QuestionWord &word) {
    const bool starts = std::exchange(is_first, false);
    if (is_ascii_digits(word.text)) return mask("#n");
    if (schema.contains(word.stem) && !asks(word.folded)) return mask("#s");
    if (!starts && is_ascii_upper(word.text.front())) return mask("#v");
    terms.push_back(word.stem);
  };
  auto word = question.words().begin();
  const auto last = question.words().end();
  std::string_view rest = question.text();
  while (!rest.empty()) {
    const std::size_t quote = std::min(rest.find('"'), rest.size());
    for (; word != last && word->text.data() < rest.data() + quote; ++word) add(*word);
    rest.remove_prefix(quote);
    if (rest.empty()) break;
    const std::size_t end = rest.find('"', 1);
    if (end == rest.npos) {
      rest.remove_prefix(1);  // an unclosed quote: keeps its words
      continue;
    }
    mask("#v");
    is_first = false;
    rest.remove_prefix(end + 1);
    while (word != last && word->text.data() < rest.data()) ++word;
  }
  return terms;
}

}  // namespace sluice::inline v0
