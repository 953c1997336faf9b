#ifndef SLUICE_ROUTE_CONTENT_WORDS_HPP
#define SLUICE_ROUTE_CONTENT_WORDS_HPP

/// The words of a question that say what it is about.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// A question's content words, folded, one a stem, in order: what is not a stop word and has a
/// letter; question words such as "who" and "when" count, for they ask for kinds of columns. Behind
/// them what the kinds of its literals are called: "a date" (see literal_kinds), which no word of a
/// schema has for its stem. At most 40.
struct ContentWord {
  std::string word;
  std::string stem;
  /// Written as the name of some one thing (see MarkedWord), a value rather than what a schema
  /// calls its kind. None is in a question of capitals, such as a title.
  bool is_name = false;
  /// The first phrase of the question that the word is part of and WordNet knows ("grand prix"),
  /// folded; or empty. It says what the word means there.
  std::string phrase = {};
};
std::vector<ContentWord> content_words(std::string_view question);

}  // namespace sluice

#endif
