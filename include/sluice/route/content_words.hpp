#ifndef SLUICE_ROUTE_CONTENT_WORDS_HPP
#define SLUICE_ROUTE_CONTENT_WORDS_HPP

/// The words of a question that say what it is about.

#include <string>
#include <string_view>
#include <vector>

namespace sluice {

/// A question's content words, folded, one a stem, in order: what is not a stop word and has a
/// letter; question words such as "who" and "when" count, for they ask for kinds of columns. At
/// most 40.
struct ContentWord {
  std::string word;
  std::string stem;
};
std::vector<ContentWord> content_words(std::string_view question);

}  // namespace sluice

#endif
