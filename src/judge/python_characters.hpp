#ifndef SLUICE_SRC_JUDGE_PYTHON_CHARACTERS_HPP
#define SLUICE_SRC_JUDGE_PYTHON_CHARACTERS_HPP

/// Characters of UTF-8, as Python's strings and regular expressions classify them.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0::judge_detail {

/// The code point at the start of a text; an invalid byte represents itself.
inline std::uint32_t first_code_point(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  switch (utf8_sequence_size(text)) {
    case 2: return (byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU);
    case 3: return (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
    case 4:
      return (byte(0) & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 |
             (byte(3) & 0x3FU);
    default: return byte(0);
  }
}

/// Python's \s and str.isspace.
inline bool is_python_space(std::uint32_t c) noexcept {
  return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 ||
         c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

/// Python's \w.
inline bool is_python_word(std::uint32_t c) noexcept {
  if (c >= 0x80) return is_letter_or_number(c);
  const char letter = static_cast<char>(c);
  return letter == '_' || is_ascii_digit(letter) || is_ascii_letter(letter);
}

/// Number of bytes of the character at the start of `text`; 1 for an invalid byte, 0 if it is
/// empty.
std::size_t character_size(std::string_view text) noexcept;
/// Whether Python's str.isspace holds for the character at the start of `text`.
bool starts_with_space(std::string_view text) noexcept;
/// Like Python's str.strip.
std::string_view stripped(std::string_view text) noexcept;

}  // namespace sluice::inline v0::judge_detail

#endif
