#include "names.hpp"

#include <algorithm>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

bool is_control(char byte) noexcept { return static_cast<unsigned char>(byte) < 0x20; }

}  // namespace

std::string quote_name(std::string_view name) {
  constexpr std::size_t longest = 80;
  const std::string_view shown = clip_utf8(name, longest);
  std::string text = '"' + repair_utf8(shown) + (shown.size() < name.size() ? "…\"" : "\"");
  std::ranges::replace_if(text, is_control, ' ');
  return text;
}

std::string sql_identifier(std::string_view name) {
  std::string text = "\"";
  for (const char byte : name) text.append(byte == '"' ? 2 : 1, byte);
  return text += '"';
}

bool fits_pattern(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = pattern.npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

}  // namespace sluice::inline v0::schema_detail
