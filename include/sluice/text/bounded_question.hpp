#ifndef SLUICE_TEXT_BOUNDED_QUESTION_HPP
#define SLUICE_TEXT_BOUNDED_QUESTION_HPP

/// Limits how much of a question is read, so that processing time is bounded.

#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

/// Number of words read, from the start of the question. Words are split as by split_identifier, so
/// one written word may count as several. The longest question of the benchmarks has 110.
inline constexpr std::size_t max_question_words = 512;
/// A longer word counts as several words: Chinese is written without blanks.
inline constexpr std::size_t max_word_bytes = 256;
/// Limit for all the text that is read, including what is between words.
inline constexpr std::size_t max_question_bytes = 16'384;

/// The part of a question that is read: a question within these limits is returned unchanged.
/// Between two words, at most `max_word_bytes` are read. Idempotent. `question` must be UTF-8.
/// O(size); O(1) for at most `max_word_bytes`.
std::string bounded_question(std::string_view question);

}  // namespace sluice

#endif
