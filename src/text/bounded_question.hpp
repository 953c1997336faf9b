#ifndef SLUICE_SRC_TEXT_BOUNDED_QUESTION_HPP
#define SLUICE_SRC_TEXT_BOUNDED_QUESTION_HPP

#include <string>
#include <string_view>

namespace sluice::inline v0::text_detail {

/// The text within the bounds of a Question. Text between two words is kept up to `max_word_bytes`.
/// Bounding the result again changes nothing. Takes UTF-8. O(size), and O(1) up to
/// `max_word_bytes`.
std::string bounded_question(std::string_view question);

}  // namespace sluice::inline v0::text_detail

#endif
