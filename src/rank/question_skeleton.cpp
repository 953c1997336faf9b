#include <algorithm>
#include <unordered_set>

#include "sluice/core/ascii.hpp"
#include "sluice/rank/example_store.hpp"
#include "sluice/text/identifier.hpp"
#include "sluice/text/stem.hpp"
#include "sluice/text/unicode.hpp"

namespace sluice {
namespace {

/// Words that ask for an aggregate even where a column is called so.
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

std::vector<std::string> question_skeleton(std::string_view question, const Database *database) {
  const std::unordered_set<std::string> schema = schema_stems(database);
  std::vector<std::string> terms;
  const auto mask = [&](const char *mark) {
    if (terms.empty() || terms.back() != mark) terms.emplace_back(mark);
  };
  bool is_first = true;
  const auto add = [&](std::string_view word) {
    const bool starts = std::exchange(is_first, false);
    if (std::ranges::all_of(word, is_ascii_digit)) return mask("#n");
    const std::string folded = fold(word);
    std::string term = stem(folded);
    if (schema.contains(term) && !asks(folded)) return mask("#s");
    if (!starts && is_ascii_upper(word.front())) return mask("#v");
    terms.push_back(std::move(term));
  };
  while (!question.empty()) {
    const std::size_t quote = std::min(question.find('"'), question.size());
    each_word(question.substr(0, quote), add);
    question.remove_prefix(quote);
    if (question.empty()) break;
    const std::size_t end = question.find('"', 1);
    if (end == question.npos) {
      question.remove_prefix(1);  // of a quote that is never closed, the words stay
      continue;
    }
    mask("#v");
    is_first = false;
    question.remove_prefix(end + 1);
  }
  return terms;
}

}  // namespace sluice
