#include "sluice/route/content_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sluice/text/identifier.hpp"
#include "sluice/text/stem.hpp"
#include "sluice/text/stop_words.hpp"

namespace sluice {
namespace {

constexpr std::size_t most_words = 40;

/// Words that ask for a kind of column, among those that no column is called by.
bool is_question_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> asking{"who", "whom", "when", "where", "how"};
  return std::ranges::find(asking, word) != asking.end();
}

}  // namespace

std::vector<ContentWord> content_words(std::string_view question) {
  std::vector<ContentWord> words;
  const auto add = [&words](std::string word) {
    if (words.size() == most_words) return;
    if (is_stop_word(word) && !is_question_word(word)) return;
    if (std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; })) return;
    std::string stemmed = sluice::stem(word);
    const bool is_known =
        std::ranges::any_of(words, [&](const ContentWord &known) { return known.stem == stemmed; });
    if (!is_known) words.push_back({std::move(word), std::move(stemmed)});
  };
  for (std::string &word : split_identifier(question)) add(std::move(word));
  return words;
}

}  // namespace sluice
