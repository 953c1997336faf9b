#ifndef SLUICE_SRC_TEXT_MARKED_WORDS_HPP
#define SLUICE_SRC_TEXT_MARKED_WORDS_HPP

#include <string_view>
#include <vector>

#include "sluice/text/question.hpp"

namespace sluice::inline v0::text_detail {

/// The words of a text (see each_word) and how they are marked: capitals, sentence starts,
/// quotes and opaque words. Other members are not set. An apostrophe inside or after a word does
/// not open a quote, nor does a quotation mark that is never closed. O(size).
std::vector<QuestionWord> marked_words(std::string_view text);

}  // namespace sluice::inline v0::text_detail

#endif
