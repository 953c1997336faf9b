#ifndef SLUICE_CORE_ASCII_HPP
#define SLUICE_CORE_ASCII_HPP

/// Names as SQL compares them: letters of ASCII without regard to case, all else byte by byte.

#include <string>
#include <string_view>

namespace sluice {

constexpr char lower_ascii(char letter) noexcept {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
}

inline std::string lower_ascii(std::string_view text) {
  std::string folded(text);
  for (char &letter : folded) letter = lower_ascii(letter);
  return folded;
}

/// Whether SQL takes both for one name.
constexpr bool same_name(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower_ascii(a[i]) != lower_ascii(b[i])) return false;
  }
  return true;
}

}  // namespace sluice

#endif
