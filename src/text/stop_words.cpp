#include "text/stop_words.hpp"

#include <algorithm>
#include <array>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0 {
namespace {

constexpr auto stop_words = [] {
  auto words = std::to_array<std::string_view>({
      "i",       "me",      "my",      "myself",   "we",         "our",    "ours",    "ourselves",
      "you",     "your",    "yours",   "yourself", "yourselves", "he",     "him",     "his",
      "himself", "she",     "her",     "hers",     "herself",    "it",     "its",     "itself",
      "they",    "them",    "their",   "theirs",   "themselves", "what",   "which",   "who",
      "whom",    "this",    "that",    "these",    "those",      "am",     "is",      "are",
      "was",     "were",    "be",      "been",     "being",      "have",   "has",     "had",
      "having",  "do",      "does",    "did",      "doing",      "a",      "an",      "the",
      "and",     "but",     "if",      "or",       "because",    "as",     "until",   "while",
      "of",      "at",      "by",      "for",      "with",       "about",  "against", "between",
      "into",    "through", "during",  "before",   "after",      "above",  "below",   "to",
      "from",    "up",      "down",    "in",       "out",        "on",     "off",     "over",
      "under",   "again",   "further", "then",     "once",       "here",   "there",   "when",
      "where",   "why",     "how",     "all",      "any",        "both",   "each",    "few",
      "more",    "most",    "other",   "some",     "such",       "no",     "nor",     "not",
      "only",    "own",     "same",    "so",       "than",       "too",    "very",    "s",
      "t",       "can",     "will",    "just",     "don",        "should", "now",
  });
  std::ranges::sort(words);
  return words;
}();

/// By first letter: the position of its first word; one more at the end.
constexpr auto starts = [] {
  std::array<std::size_t, 27> first{};
  for (const std::string_view word : stop_words) {
    for (std::size_t letter = static_cast<std::size_t>(word.front() - 'a') + 1;
         letter < first.size(); ++letter)
      ++first[letter];
  }
  return first;
}();

}  // namespace

bool is_stop_word(std::string_view folded_word) noexcept {
  if (folded_word.empty() || !is_ascii_lower(folded_word.front())) return false;
  const auto letter = static_cast<std::size_t>(folded_word.front() - 'a');
  return std::find(stop_words.begin() + starts[letter], stop_words.begin() + starts[letter + 1],
                   folded_word) != stop_words.begin() + starts[letter + 1];
}

}  // namespace sluice::inline v0
