#include "sluice/route/content_words.hpp"

#include <algorithm>
#include <string_view>

#include "route/features/known_phrases.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_words = 40;

/// Words that ask for a kind of column but are not names of columns.
bool is_question_word(std::string_view word) {
  return word == "who" || word == "whom" || word == "when" || word == "where" || word == "how";
}

/// The parts of the words that are written as names.
std::vector<std::string_view> parts_of_names(const Question &question) {
  std::vector<std::string_view> names;
  std::size_t words = 0, capitals = 0;
  for (const QuestionWord &word : question.words()) {
    if (!word.is_stop_word) {
      ++words;
      capitals += word.has_capital ? 1 : 0;
    }
    if (!word.is_name()) continue;
    for (const QuestionPart &part : question.parts(word)) names.push_back(part.text);
  }
  const bool is_title = words > 2 && 10 * capitals > 7 * words;
  return is_title ? std::vector<std::string_view>() : names;
}

}  // namespace

std::vector<ContentWord> content_words(const Question &question) {
  const std::vector<std::string_view> names = parts_of_names(question);
  std::size_t read = 0;
  std::vector<ContentWord> words;
  for (const QuestionPart &part : question.parts()) {
    if (words.size() == max_words) break;
    ++read;
    if (part.is_stop_word && !is_question_word(part.text)) continue;
    if (is_ascii_digits(part.text)) continue;
    if (std::ranges::find(words, part.stem, &ContentWord::stem) != words.end()) continue;
    words.push_back({part.text, part.stem, std::ranges::find(names, part.text) != names.end()});
  }
  const auto parts = question.parts().first(read);
  for (const route_detail::KnownPhrase &phrase : route_detail::known_phrases(parts)) {
    const auto own = parts.subspan(phrase.first, phrase.end - phrase.first);
    for (ContentWord &word : words) {
      if (word.phrase.empty() &&
          std::ranges::find(own, word.stem, &QuestionPart::stem) != own.end())
        word.phrase = phrase.text;
    }
  }
  for (const LiteralKind kind : question.literals()) {
    const std::string name(name_of(kind));
    if (words.size() < max_words) words.push_back({name, name, false});
  }
  return words;
}

}  // namespace sluice::inline v0
