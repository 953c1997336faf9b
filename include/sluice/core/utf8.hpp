#ifndef SLUICE_CORE_UTF8_HPP
#define SLUICE_CORE_UTF8_HPP

/// Validates and repairs UTF-8: text from files and databases may contain any bytes.

#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Size in bytes of the valid sequence that `text` starts with; 0 if it does not start with one or
/// is empty.
std::size_t utf8_sequence_size(std::string_view text) noexcept;

/// Offset of the first byte that is not part of a valid sequence; `text.size()` if all are valid.
std::size_t utf8_valid_size(std::string_view text) noexcept;

inline bool is_utf8(std::string_view text) noexcept { return utf8_valid_size(text) == text.size(); }

/// The text with each invalid byte replaced by U+FFFD.
std::string repair_utf8(std::string_view text);

/// Appends the UTF-8 sequence of a code point, which is at most 0x10FFFF and no surrogate.
void append_utf8(char32_t code_point, std::string &to);

/// The text as a single line that any terminal or prompt can show: control characters, including
/// line ends and Unicode's separators of lines, become blanks; invisible marks, such as those that
/// change the direction of text, are removed; invalid bytes become U+FFFD. O(size).
std::string one_line(std::string_view text);

/// The longest prefix of `text` of at most `max_bytes` that does not cut a character. An invalid
/// byte counts as one character.
std::string_view clip_utf8(std::string_view text, std::size_t max_bytes) noexcept;

}  // namespace sluice::inline v0

#endif
