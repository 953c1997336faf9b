#ifndef SLUICE_TEXT_MARKED_WORDS_HPP
#define SLUICE_TEXT_MARKED_WORDS_HPP

/// Which words of a question are written as the names of things.

#include <cstddef>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// A word of running text and how it is marked.
struct MarkedWord {
  std::string_view text;  ///< A part of the whole text.
  bool has_capital = false;
  bool begins_sentence = false;
  bool is_quoted = false;  ///< In quotes of any kind: ', ", “”, ‘’ or «».

  /// As the name of some one thing: a capital inside a sentence, or quotes.
  bool is_name() const noexcept { return is_quoted || (has_capital && !begins_sentence); }
};

/// The first `most` words (see each_word) of a text. An apostrophe inside a word or behind one
/// opens no quote, nor does a mark that nothing closes. O(size).
std::vector<MarkedWord> marked_words(std::string_view text, std::size_t most);

}  // namespace sluice

#endif
