#include "python_characters.hpp"

#include <algorithm>

namespace sluice::inline v0::judge_detail {

std::size_t character_size(std::string_view text) noexcept {
  if (text.empty()) return 0;
  return std::max<std::size_t>(utf8_sequence_size(text), 1);
}

bool starts_with_space(std::string_view text) noexcept {
  return !text.empty() && is_python_space(first_code_point(text));
}

std::string_view stripped(std::string_view text) noexcept {
  while (starts_with_space(text)) text.remove_prefix(character_size(text));
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  while (!text.empty() && is_ascii(text.back()) && starts_with_space(text.substr(text.size() - 1)))
    text.remove_suffix(1);
  if (text.empty() || is_ascii(text.back())) return text;
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool space = starts_with_space(rest);
    at += character_size(rest);
    if (!space) end = at;
  }
  return text.substr(0, end);
}

}  // namespace sluice::inline v0::judge_detail
