#ifndef SLUICE_SRC_TEXT_OPAQUE_WORDS_HPP
#define SLUICE_SRC_TEXT_OPAQUE_WORDS_HPP

#include <span>

#include "sluice/text/question.hpp"

namespace sluice::inline v0::text_detail {

/// Sets `is_opaque` of a question's words, which must be all of them, in order: hexadecimal numbers
/// of eight or more digits, UUIDs, runs of five or more digits that are neither a date nor a round
/// amount, long mixtures of letters and digits, and shorter ones in the path of a URL. A mixture
/// with a known word ("address2line1street3") or of letters before a year ("decade1990") is not.
/// O(size).
void mark_opaque_words(std::span<QuestionWord> words);

}  // namespace sluice::inline v0::text_detail

#endif
