#ifndef SLUICE_SRC_TEXT_UNICODE_HPP
#define SLUICE_SRC_TEXT_UNICODE_HPP

/// Words and letter case in any script.

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0 {

/// Folds a text for comparison: NFKC, case folding, accents removed ("Café" equals "CAFE", "ß"
/// equals "ss"). Marks that distinguish letters are kept: those of kana, Thai, Lao, Khmer and
/// Burmese. Full-width and half-width forms become the usual ones. Bytes that are not valid UTF-8
/// become U+FFFD. O(size).
std::string fold(std::string_view text);

/// Maps each letter to its lower case, one code point to one; everything else, including invalid
/// bytes, is unchanged. O(size).
std::string lower_case(std::string_view text);

/// Whether a code point is a letter or a number of any script.
bool is_letter_or_number(std::uint32_t code_point) noexcept;

/// Calls `visit` with each maximal run of letters, marks and digits, in order. The views point into
/// `text`. Everything else, including invalid bytes and underscores, separates words. O(size).
void each_word(std::string_view text, function_ref<void(std::string_view word)> visit);

}  // namespace sluice::inline v0

#endif
