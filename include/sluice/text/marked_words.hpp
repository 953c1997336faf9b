#ifndef SLUICE_TEXT_MARKED_WORDS_HPP
#define SLUICE_TEXT_MARKED_WORDS_HPP

/// Finds the words of a question that are written as names, by capitals or quotes.

#include <cstddef>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// A word of running text and how it is marked.
struct MarkedWord {
  std::string_view text;  ///< A view into the text.
  bool has_capital = false;
  bool begins_sentence = false;
  bool is_quoted = false;  ///< In quotes of any kind: ', ", “”, ‘’ or «».

  /// Whether it is written as a name: quoted, or capitalized inside a sentence.
  bool is_name() const noexcept { return is_quoted || (has_capital && !begins_sentence); }
};

/// The first `most` words (see each_word) of a text. An apostrophe inside or after a word does not
/// open a quote, nor does a quotation mark that is never closed. O(size).
std::vector<MarkedWord> marked_words(std::string_view text, std::size_t most);

}  // namespace sluice

#endif
