#ifndef SLUICE_ROUTE_CONTENT_WORDS_HPP
#define SLUICE_ROUTE_CONTENT_WORDS_HPP

/// The words of a question that say what it is about.

#include <string>
#include <vector>

#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// A part of a word that says what the question is about.
struct ContentWord {
  std::string word;
  std::string stem;
  /// Written as the name of one particular thing (see QuestionWord), so a value rather than a word
  /// of the schema. Never set if most words of the question are capitalized, as in a title.
  bool is_name = false;
  /// The first phrase of the question that contains the word and is in WordNet ("grand prix"),
  /// folded; or empty. It narrows down what the word means.
  std::string phrase = {};
};

/// A question's content words, one per stem, in order: parts that have a letter and are not stop
/// words. Question words such as "who" and "when" are included because they ask for kinds of
/// columns. The names of the question's kinds of literals follow ("a date"), which never equal the
/// stem of a schema's word. At most 40 in all. O(words).
std::vector<ContentWord> content_words(const Question &question);

}  // namespace sluice::inline v0

#endif
