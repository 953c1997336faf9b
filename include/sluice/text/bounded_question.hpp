#ifndef SLUICE_TEXT_BOUNDED_QUESTION_HPP
#define SLUICE_TEXT_BOUNDED_QUESTION_HPP

/// How much of a question is read, so that no question takes long.

#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

/// Words of a question that are read: the first ones. A word is a part of a written word, as
/// split_identifier separates them. The longest question of the benchmarks has 110.
inline constexpr std::size_t max_question_words = 512;
/// A longer word is read as several: Chinese is written without blanks.
inline constexpr std::size_t max_word_bytes = 256;
/// All that is read, with what is between the words.
inline constexpr std::size_t max_question_bytes = 16'384;

/// What is read of a question: the question itself within these bounds. What stands between two
/// words is read up to `max_word_bytes`. Bounding the result again changes nothing. Takes UTF-8.
/// O(size), and O(1) up to `max_word_bytes`.
std::string bounded_question(std::string_view question);

}  // namespace sluice

#endif
