#include "sluice/core/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace sluice::inline v0 {
namespace {

/// Control characters, those of C1 included, and Unicode's separators of lines and paragraphs.
bool breaks_line(utf8proc_int32_t character) {
  return character < 0x20 || (character >= 0x7F && character < 0xA0) || character == 0x2028 ||
         character == 0x2029;
}

struct Characters {
  utf8proc_int32_t first;
  utf8proc_int32_t last;
};

/// Characters that are not visible: marks of direction, of word borders and of byte order, tags,
/// and numbered variants. Joiners are not among them, because words of some languages need them.
constexpr Characters invisible_marks[] = {
    {0x061C, 0x061C}, {0x180E, 0x180E}, {0x200B, 0x200B}, {0x200E, 0x200F},   {0x202A, 0x202E},
    {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}, {0xE0100, 0xE01EF},
};

bool is_invisible_mark(utf8proc_int32_t character) {
  return character >= invisible_marks[0].first &&
         std::ranges::any_of(invisible_marks, [character](const Characters &marks) {
           return character >= marks.first && character <= marks.last;
         });
}

}  // namespace

std::size_t utf8_sequence_size(std::string_view text) noexcept {
  if (text.empty()) return 0;
  if (static_cast<unsigned char>(text.front()) < 0x80) return 1;
  utf8proc_int32_t character = 0;
  const utf8proc_ssize_t size =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
                       static_cast<utf8proc_ssize_t>(text.size()), &character);
  return size > 0 ? static_cast<std::size_t>(size) : 0;
}

std::size_t utf8_valid_size(std::string_view text) noexcept {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const std::size_t size = utf8_sequence_size(text.substr(offset));
    if (size == 0) break;
    offset += size;
  }
  return offset;
}

std::string repair_utf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size());
  for (;;) {
    const std::size_t valid = utf8_valid_size(text);
    repaired += text.substr(0, valid);
    if (valid == text.size()) return repaired;
    repaired += "\xEF\xBF\xBD";
    text.remove_prefix(valid + 1);
  }
}

void append_utf8(char32_t code_point, std::string &to) {
  const auto continuation = [&](int shift) {
    to += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    to += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    to += static_cast<char>(0xC0 | (code_point >> 6));
    continuation(0);
  } else if (code_point < 0x10000) {
    to += static_cast<char>(0xE0 | (code_point >> 12));
    continuation(6);
    continuation(0);
  } else {
    to += static_cast<char>(0xF0 | (code_point >> 18));
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

std::string one_line(std::string_view text) {
  std::string line = repair_utf8(text);
  std::size_t kept = 0;
  for (std::size_t at = 0; at < line.size();) {
    utf8proc_int32_t character = static_cast<unsigned char>(line[at]);
    std::size_t size = 1;
    if (character >= 0x80) {
      size = static_cast<std::size_t>(
          utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(line.data()) + at,
                           static_cast<utf8proc_ssize_t>(line.size() - at), &character));
    }
    if (breaks_line(character)) {
      line[kept++] = ' ';
    } else if (!is_invisible_mark(character)) {
      for (std::size_t i = 0; i < size; ++i) line[kept++] = line[at + i];
    }
    at += size;
  }
  line.resize(kept);
  return line;
}

std::string_view clip_utf8(std::string_view text, std::size_t max_bytes) noexcept {
  if (text.size() <= max_bytes) return text;
  // The limit falls inside a character if one of the last three bytes before it starts a sequence
  // that crosses it.
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, max_bytes); ++back) {
    if (utf8_sequence_size(text.substr(max_bytes - back)) > back) {
      return text.substr(0, max_bytes - back);
    }
  }
  return text.substr(0, max_bytes);
}

}  // namespace sluice::inline v0
