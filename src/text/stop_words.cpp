#include "sluice/text/stop_words.hpp"

#include <algorithm>
#include <array>

namespace sluice {
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

}  // namespace

bool is_stop_word(std::string_view folded_word) noexcept {
  return std::ranges::binary_search(stop_words, folded_word);
}

}  // namespace sluice
