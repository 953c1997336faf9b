#include "sluice/text/script.hpp"

#include <utf8proc.h>

#include <algorithm>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

struct ScriptRange {
  std::uint32_t first, last;
  Script script;
};

/// Unicode's blocks, ascending; the letters between them are of rare scripts.
constexpr ScriptRange ranges[] = {
    {0x41, 0x24F, Script::latin},       {0x250, 0x2AF, Script::latin},
    {0x370, 0x3FF, Script::greek},      {0x400, 0x52F, Script::cyrillic},
    {0x530, 0x58F, Script::armenian},   {0x590, 0x5FF, Script::hebrew},
    {0x600, 0x6FF, Script::arabic},     {0x750, 0x77F, Script::arabic},
    {0x870, 0x8FF, Script::arabic},     {0x900, 0xDFF, Script::indic},
    {0xE00, 0xEFF, Script::thai},       {0x10A0, 0x10FF, Script::georgian},
    {0x1100, 0x11FF, Script::hangul},   {0x1200, 0x139F, Script::ethiopic},
    {0x1C80, 0x1C8F, Script::cyrillic}, {0x1C90, 0x1CBF, Script::georgian},
    {0x1E00, 0x1EFF, Script::latin},    {0x1F00, 0x1FFF, Script::greek},
    {0x2C60, 0x2C7F, Script::latin},    {0x2D00, 0x2D2F, Script::georgian},
    {0x2D80, 0x2DDF, Script::ethiopic}, {0x2DE0, 0x2DFF, Script::cyrillic},
    {0x2E80, 0x2FDF, Script::han},      {0x3005, 0x3007, Script::han},
    {0x3021, 0x3029, Script::han},      {0x3040, 0x30FF, Script::kana},
    {0x3105, 0x312F, Script::han},      {0x3131, 0x318F, Script::hangul},
    {0x31F0, 0x31FF, Script::kana},     {0x3400, 0x9FFF, Script::han},
    {0xA640, 0xA69F, Script::cyrillic}, {0xA720, 0xA7FF, Script::latin},
    {0xA960, 0xA97F, Script::hangul},   {0xAB30, 0xAB6F, Script::latin},
    {0xAC00, 0xD7FF, Script::hangul},   {0xF900, 0xFAFF, Script::han},
    {0xFB00, 0xFB06, Script::latin},    {0xFB13, 0xFB17, Script::armenian},
    {0xFB1D, 0xFB4F, Script::hebrew},   {0xFB50, 0xFDFF, Script::arabic},
    {0xFE70, 0xFEFE, Script::arabic},   {0xFF21, 0xFF5A, Script::latin},
    {0xFF66, 0xFF9F, Script::kana},     {0xFFA0, 0xFFDC, Script::hangul},
    {0x20000, 0x3FFFF, Script::han},
};

bool is_letter(std::uint32_t character) {
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(character));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

Script script_of(std::uint32_t letter) {
  const auto range = std::ranges::upper_bound(ranges, letter, {}, &ScriptRange::first);
  if (range == std::begin(ranges) || letter > std::prev(range)->last) return Script::other;
  return std::prev(range)->script;
}

}  // namespace

std::string_view name_of(Script script) noexcept {
  static constexpr std::array<std::string_view, script_count> names{
      "Latin", "Greek",    "Cyrillic", "Armenian", "Hebrew", "Arabic", "Indic",
      "Thai",  "Georgian", "Ethiopic", "Hangul",   "Kana",   "Han",    "other"};
  return names[static_cast<std::size_t>(script)];
}

void ScriptCounts::add(std::string_view text) noexcept {
  const auto count = [this](Script script) { ++letters[static_cast<std::size_t>(script)]; };
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    std::size_t size = 1;
    if (byte < 0x80) {
      if ((byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z') count(Script::latin);
    } else if ((size = utf8_sequence_size(text)) == 0) {
      size = 1;
    } else {
      utf8proc_int32_t character = 0;
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
                       static_cast<utf8proc_ssize_t>(size), &character);
      const auto letter = static_cast<std::uint32_t>(character);
      if (is_letter(letter)) count(script_of(letter));
    }
    text.remove_prefix(size);
  }
}

std::optional<Script> ScriptCounts::main() const noexcept {
  std::array<std::size_t, script_count> weighed = letters;
  for (const Script dense : {Script::han, Script::hangul})
    weighed[static_cast<std::size_t>(dense)] *= 3;
  const auto most = std::ranges::max_element(weighed);
  if (*most == 0) return std::nullopt;
  return static_cast<Script>(most - weighed.begin());
}

}  // namespace sluice::inline v0
