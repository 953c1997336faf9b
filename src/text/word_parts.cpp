#include "word_parts.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "text/unicode.hpp"
#include "unspaced.hpp"

namespace sluice::inline v0::text_detail {
namespace {

enum class Kind { upper, lower, digit, other };

Kind ascii_kind(char c) {
  if (is_ascii_lower(c)) return Kind::lower;
  if (is_ascii_upper(c)) return Kind::upper;
  return is_ascii_digit(c) ? Kind::digit : Kind::other;
}

Kind kind_of(std::string_view sequence, Kind before) {
  if (sequence.size() == 1) return ascii_kind(sequence.front());
  utf8proc_int32_t character = 0;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(sequence.data()),
                   static_cast<utf8proc_ssize_t>(sequence.size()), &character);
  switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT: return Kind::upper;
    case UTF8PROC_CATEGORY_LL: return Kind::lower;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NO: return Kind::digit;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME: return before;  // an accent belongs to its letter
    default: return Kind::other;
  }
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

void each_part(std::string_view word, bool split_case, bool split_digits,
               function_ref<void(std::string_view part)> visit) {
  const auto size_at = [&](std::size_t at) -> std::size_t {
    if (static_cast<unsigned char>(word[at]) < 0x80) return 1;
    return std::max<std::size_t>(1, utf8_sequence_size(word.substr(at)));
  };
  std::size_t start = 0;
  Kind before = Kind::other;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t next = at + size_at(at);
    const Kind here = kind_of(word.substr(at, next - at), before);
    bool border = split_digits && (before == Kind::digit) != (here == Kind::digit);
    if (split_case && here == Kind::upper) {
      border |=
          before != Kind::upper ||
          (next < word.size() && kind_of(word.substr(next, size_at(next)), here) == Kind::lower);
    }
    if (border && at > start) {
      visit(word.substr(start, at - start));
      start = at;
    }
    before = here;
    at = next;
  }
  if (start < word.size()) visit(word.substr(start));
}

void each_folded_word(std::string_view word, bool split_case, bool split_digits,
                      function_ref<void(std::string folded)> visit) {
  each_part(word, split_case, split_digits, [&](std::string_view part) {
    std::string folded = fold(part);
    if (is_ascii(part)) return visit(std::move(folded));
    each_word(folded, [&](std::string_view folded_word) { visit(std::string(folded_word)); });
  });
}

void each_folded_part(std::string_view word, bool split_case, bool split_digits,
                      function_ref<void(std::string term)> visit) {
  each_part(word, split_case, split_digits, [&](std::string_view part) {
    std::string folded = fold(part);
    if (is_ascii(part)) return visit(std::move(folded));
    each_word(folded, [&](std::string_view folded_word) {
      each_term(folded_word, [&](std::string_view term) { visit(std::string(term)); });
    });
  });
}

}  // namespace sluice::inline v0::text_detail
