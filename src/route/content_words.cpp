#include "sluice/route/content_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sluice/text/identifier.hpp"
#include "sluice/text/literals.hpp"
#include "sluice/text/marked_words.hpp"
#include "sluice/text/stem.hpp"
#include "sluice/text/stop_words.hpp"
#include "sluice/text/unicode.hpp"

namespace sluice {
namespace {

constexpr std::size_t most_words = 40;

/// Words that ask for a kind of column, among those that no column is called by.
bool is_question_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> asking{"who", "whom", "when", "where", "how"};
  return std::ranges::find(asking, word) != asking.end();
}

/// Folded, with the parts of each.
std::vector<std::string> words_of_names(std::string_view question) {
  std::vector<std::string> names;
  std::size_t words = 0, capitals = 0;
  for (const MarkedWord &word : marked_words(question, question.size())) {
    if (!is_stop_word(fold(word.text))) {
      ++words;
      capitals += word.has_capital ? 1 : 0;
    }
    if (!word.is_name()) continue;
    for (std::string &part : split_identifier(word.text)) names.push_back(std::move(part));
  }
  const bool is_title = words > 2 && 10 * capitals > 7 * words;
  return is_title ? std::vector<std::string>() : names;
}

}  // namespace

std::vector<ContentWord> content_words(std::string_view question) {
  const std::vector<std::string> names = words_of_names(question);
  std::vector<ContentWord> words;
  const auto add = [&words, &names](std::string word) {
    if (words.size() == most_words) return;
    if (is_stop_word(word) && !is_question_word(word)) return;
    if (std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; })) return;
    std::string stemmed = sluice::stem(word);
    const bool is_known =
        std::ranges::any_of(words, [&](const ContentWord &known) { return known.stem == stemmed; });
    if (is_known) return;
    const bool is_name = std::ranges::find(names, word) != names.end();
    words.push_back({std::move(word), std::move(stemmed), is_name});
  };
  for (std::string &word : split_identifier(question)) add(std::move(word));
  for (const LiteralKind kind : literal_kinds(question)) {
    const std::string name(name_of(kind));
    if (words.size() < most_words) words.push_back({name, name, false});
  }
  return words;
}

}  // namespace sluice
