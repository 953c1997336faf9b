#include "text/unicode.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "unspaced.hpp"

namespace sluice::inline v0 {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_ascii_word(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }

bool is_word_character(std::string_view sequence) {
  if (sequence.size() == 1) return is_ascii_word(sequence.front());
  utf8proc_int32_t character = 0;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(sequence.data()),
                   static_cast<utf8proc_ssize_t>(sequence.size()), &character);
  const utf8proc_category_t category = utf8proc_category(character);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO);
}

/// `text` is valid UTF-8.
std::string folded_piece(std::string_view text, bool keep_marks) {
  utf8proc_uint8_t *mapped = nullptr;
  constexpr int common =
      UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE;
  const auto options =
      static_cast<utf8proc_option_t>(keep_marks ? common : common | UTF8PROC_STRIPMARK);
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &mapped, options);
  // Out of memory inside utf8proc: unfolded text still is text.
  if (size < 0) return std::string(text);
  std::string folded(reinterpret_cast<const char *>(mapped), static_cast<std::size_t>(size));
  std::free(mapped);  // NOLINT(cppcoreguidelines-no-malloc): utf8proc's contract
  return folded;
}

bool sequence_keeps_marks(std::string_view sequence) {
  if (sequence.size() < 3) return false;
  utf8proc_int32_t character = 0;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(sequence.data()),
                   static_cast<utf8proc_ssize_t>(sequence.size()), &character);
  return text_detail::keeps_marks(static_cast<std::uint32_t>(character));
}

}  // namespace

std::string fold(std::string_view text) {
  if (is_ascii(text)) {
    return lower_ascii(text);
  }
  const std::string whole = repair_utf8(text);
  if (!text_detail::may_be_unspaced(whole)) return folded_piece(whole, false);
  std::string folded;
  std::size_t start = 0;
  bool keep_marks = false;
  for (std::size_t at = 0; at < whole.size();) {
    const std::size_t size =
        std::max<std::size_t>(1, utf8_sequence_size(std::string_view(whole).substr(at)));
    const bool here = sequence_keeps_marks(std::string_view(whole).substr(at, size));
    if (here != keep_marks && at > start) {
      folded += folded_piece(std::string_view(whole).substr(start, at - start), keep_marks);
      start = at;
    }
    keep_marks = here;
    at += size;
  }
  return folded + folded_piece(std::string_view(whole).substr(start), keep_marks);
}

std::string lower_case(std::string_view text) {
  std::string lowered;
  lowered.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t size = utf8_sequence_size(rest);
    if (size <= 1) {
      lowered += lower_ascii(rest.front());
    } else {
      utf8proc_int32_t character = 0;
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(rest.data()),
                       static_cast<utf8proc_ssize_t>(size), &character);
      utf8proc_uint8_t bytes[4];
      const utf8proc_ssize_t written =
          utf8proc_encode_char(utf8proc_tolower(character), static_cast<utf8proc_uint8_t *>(bytes));
      lowered.append(reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(written));
    }
    at += std::max<std::size_t>(size, 1);
  }
  return lowered;
}

bool is_letter_or_number(std::uint32_t code_point) noexcept {
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
  const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
  const bool number = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
  return letter || number;
}

void each_word(std::string_view text, function_ref<void(std::string_view word)> visit) {
  std::size_t start = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t size = utf8_sequence_size(text.substr(at));
    if (size > 0 && is_word_character(text.substr(at, size))) {
      at += size;
      continue;
    }
    if (at > start) visit(text.substr(start, at - start));
    at += std::max<std::size_t>(size, 1);
    start = at;
  }
  if (at > start) visit(text.substr(start, at - start));
}

}  // namespace sluice::inline v0
