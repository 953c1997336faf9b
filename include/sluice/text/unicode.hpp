#ifndef SLUICE_TEXT_UNICODE_HPP
#define SLUICE_TEXT_UNICODE_HPP

/// Words and letter case for any script.

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/core/function_ref.hpp"

namespace sluice {

/// The text for comparing: NFKC, case folded, accents dropped ("Café" and "CAFE" agree, "ß" is
/// "ss"). Stray bytes that are no UTF-8 become U+FFFD. O(size).
std::string fold(std::string_view text);

/// Each letter in its lower case, one for one; all else, stray bytes included, as it is. O(size).
std::string lower_case(std::string_view text);

/// Whether a code point is a letter or a number of any script.
bool is_letter_or_number(std::uint32_t code_point) noexcept;

/// Calls `visit` with each maximal run of letters, marks and digits, in order. The views are parts
/// of `text`. Everything else, stray bytes and underscores included, stands between words. O(size).
void each_word(std::string_view text, function_ref<void(std::string_view word)> visit);

}  // namespace sluice

#endif
