#ifndef SLUICE_CORE_ASCII_HPP
#define SLUICE_CORE_ASCII_HPP

/// ASCII character classes, case folding and trimming; other bytes are left as they are. Also
/// compares names as SQL does, ignoring ASCII case.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

constexpr bool is_ascii_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
constexpr bool is_ascii_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
constexpr bool is_ascii_letter(char c) noexcept { return is_ascii_lower(c) || is_ascii_upper(c); }

/// Whether there is a digit and nothing else.
constexpr bool is_ascii_digits(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit);
}

constexpr char lower_ascii(char letter) noexcept {
  return is_ascii_upper(letter) ? static_cast<char>(letter + ('a' - 'A')) : letter;
}
constexpr char upper_ascii(char letter) noexcept {
  return is_ascii_lower(letter) ? static_cast<char>(letter - ('a' - 'A')) : letter;
}

inline std::string lower_ascii(std::string_view text) {
  std::string folded(text);
  for (char &letter : folded) letter = lower_ascii(letter);
  return folded;
}
inline std::string upper_ascii(std::string_view text) {
  std::string raised(text);
  for (char &letter : raised) letter = upper_ascii(letter);
  return raised;
}

inline constexpr char ascii_blanks[] = " \t\r\n\v\f";

/// `text` without leading and trailing characters that are in `ends`. A view into `text`, or empty.
constexpr std::string_view trimmed(std::string_view text,
                                   std::string_view ends = ascii_blanks) noexcept {
  const std::size_t first = text.find_first_not_of(ends);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(ends) - first + 1);
}

/// Whether SQL treats both as the same name: equal except for ASCII case.
constexpr bool same_name(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower_ascii(a[i]) != lower_ascii(b[i])) return false;
  }
  return true;
}

}  // namespace sluice::inline v0

#endif
