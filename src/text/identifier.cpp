#include "text/identifier.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "text/unicode.hpp"
#include "vocabulary.hpp"
#include "word_parts.hpp"

namespace sluice::inline v0 {

std::vector<std::string> split_identifier(std::string_view identifier) {
  std::vector<std::string> words;
  each_word(identifier, [&](std::string_view word) {
    text_detail::each_folded_part(word, true, true,
                                  [&](std::string part) { words.push_back(std::move(part)); });
  });
  return words;
}

std::vector<std::string> whole_words(std::string_view identifier) {
  std::vector<std::string> words;
  each_word(identifier, [&](std::string_view word) {
    text_detail::each_folded_word(word, true, true,
                                  [&](std::string part) { words.push_back(std::move(part)); });
  });
  return words;
}

std::string spaced_words(std::string_view identifier) {
  std::string text;
  for (const std::string &word : whole_words(identifier)) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

std::string readable_name(std::string_view identifier) {
  constexpr std::string_view gaps = "_. \t\n\r";
  std::string text;
  for (std::size_t at = 0; at < identifier.size();) {
    const std::size_t end = std::min(identifier.find_first_of(gaps, at), identifier.size());
    text_detail::each_part(identifier.substr(at, end - at), true, false,
                           [&](std::string_view part) {
                             if (!text.empty()) text += ' ';
                             text += fold(part);
                           });
    at = end + 1;
  }
  return text;
}

std::vector<std::string_view> expansions(std::string_view folded_word) {
  return text_detail::find_expansions(folded_word);
}

std::vector<std::string> implied_words(std::string_view identifier) {
  const std::vector<std::string> spelled = split_identifier(identifier);
  std::vector<std::string> implied;
  // A set pays off only for names of thousands of words, such as hostile input.
  const bool few = spelled.size() <= 32;
  std::set<std::string, std::less<>> known;
  if (!few) known.insert(spelled.begin(), spelled.end());
  const auto holds = [](const std::vector<std::string> &words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  const auto add = [&](std::string_view word) {
    const bool is_new =
        few ? !holds(spelled, word) && !holds(implied, word) : known.emplace(word).second;
    if (is_new) implied.emplace_back(word);
  };
  for (const std::string &word : spelled) {
    const std::vector<std::string> parts = split_glued(word);
    for (const std::string &part : parts) {
      add(part);
      for (const std::string_view meaning : expansions(part)) add(meaning);
    }
    for (const std::string_view meaning : expansions(word)) add(meaning);
  }
  return implied;
}

}  // namespace sluice::inline v0
