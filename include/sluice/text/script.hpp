#ifndef SLUICE_TEXT_SCRIPT_HPP
#define SLUICE_TEXT_SCRIPT_HPP

/// Which scripts a text is written in: words of different scripts have no letter in common, so that
/// no comparison by letters brings them together.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

/// Coarse: what Japanese and Korean add to Han has a place of its own, rare scripts share one.
enum class Script : std::uint8_t {
  latin,
  greek,
  cyrillic,
  armenian,
  hebrew,
  arabic,
  indic,  ///< Devanagari to Malayalam, and Sinhala.
  thai,   ///< Lao as well.
  georgian,
  ethiopic,
  hangul,
  kana,
  han,
  other,
};
inline constexpr std::size_t script_count = static_cast<std::size_t>(Script::other) + 1;

/// "Latin", "Han". A static string.
std::string_view name_of(Script script) noexcept;

/// How many letters of each script there are.
struct ScriptCounts {
  std::array<std::size_t, script_count> letters{};

  std::size_t operator[](Script script) const noexcept {
    return letters[static_cast<std::size_t>(script)];
  }
  /// Digits, marks, signs and stray bytes belong to no script. O(size).
  void add(std::string_view text) noexcept;
  /// That of the most letters, the first of several; nothing without letters. A letter of Han, or a
  /// syllable of Hangul, is about a word of its own and counts for three.
  std::optional<Script> main() const noexcept;
};

}  // namespace sluice

#endif
