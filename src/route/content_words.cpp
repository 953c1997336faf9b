#include "sluice/route/content_words.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "route/features/known_phrases.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/text/identifier.hpp"
#include "sluice/text/literals.hpp"
#include "sluice/text/marked_words.hpp"
#include "sluice/text/stem.hpp"
#include "sluice/text/stop_words.hpp"
#include "sluice/text/unicode.hpp"

namespace sluice {
namespace {

constexpr std::size_t max_words = 40;

/// Words that ask for a kind of column, among those that no column is called by.
bool is_question_word(std::string_view word) {
  return word == "who" || word == "whom" || word == "when" || word == "where" || word == "how";
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
  const std::vector<std::string> spelled = split_identifier(question);
  std::vector<std::string> stems;
  std::vector<ContentWord> words;
  for (const std::string &word : spelled) {
    if (words.size() == max_words) break;
    const std::string &stemmed = stems.emplace_back(stem(word));
    if (is_stop_word(word) && !is_question_word(word)) continue;
    if (std::ranges::all_of(word, is_ascii_digit)) continue;
    if (std::ranges::find(words, stemmed, &ContentWord::stem) != words.end()) continue;
    words.push_back({word, stemmed, std::ranges::find(names, word) != names.end()});
  }
  for (const detail::KnownPhrase &phrase : detail::known_phrases(spelled, stems)) {
    const auto own = std::span(stems).subspan(phrase.first, phrase.end - phrase.first);
    for (ContentWord &word : words) {
      if (word.phrase.empty() && std::ranges::find(own, word.stem) != own.end())
        word.phrase = phrase.text;
    }
  }
  for (const LiteralKind kind : literal_kinds(question)) {
    const std::string name(name_of(kind));
    if (words.size() < max_words) words.push_back({name, name, false});
  }
  return words;
}

}  // namespace sluice
