#ifndef SLUICE_TEXT_SCRIPT_HPP
#define SLUICE_TEXT_SCRIPT_HPP

/// Detects the scripts that a text is written in. Words of different scripts have no letters in
/// common, so comparing letters cannot match them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Coarse groups: Japanese kana and Korean hangul are separate from Han; rare scripts share
/// `other`.
enum class Script : std::uint8_t {
  latin,
  greek,
  cyrillic,
  armenian,
  hebrew,
  arabic,
  indic,  ///< Devanagari to Malayalam, and Sinhala.
  thai,   ///< Including Lao.
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

/// Number of letters per script.
struct ScriptCounts {
  std::array<std::size_t, script_count> letters{};

  std::size_t operator[](Script script) const noexcept {
    return letters[static_cast<std::size_t>(script)];
  }
  /// Digits, marks, symbols and invalid bytes belong to no script. O(size).
  void add(std::string_view text) noexcept;
  /// The script with the most letters, the first one if tied; nullopt if there are no letters. A
  /// Han character or a Hangul syllable is roughly a word by itself and counts three times.
  std::optional<Script> main() const noexcept;
};

}  // namespace sluice::inline v0

#endif
