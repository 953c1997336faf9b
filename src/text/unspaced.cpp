#include "unspaced.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "sluice/core/utf8.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0::text_detail {
namespace {

enum class Writing : std::uint8_t { spaced, han, hiragana, katakana, thai, khmer, burmese };

struct WritingRange {
  std::uint32_t first, last;
  Writing writing;
};

/// Ascending.
constexpr WritingRange writing_ranges[] = {
    {0xE00, 0xEFF, Writing::thai},       {0x1000, 0x109F, Writing::burmese},
    {0x1780, 0x17FF, Writing::khmer},    {0x2E80, 0x2FDF, Writing::han},
    {0x3005, 0x3007, Writing::han},      {0x3021, 0x3029, Writing::han},
    {0x3041, 0x309F, Writing::hiragana}, {0x30A0, 0x30FF, Writing::katakana},
    {0x3105, 0x312F, Writing::han},      {0x31A0, 0x31BF, Writing::han},
    {0x31F0, 0x31FF, Writing::katakana}, {0x3400, 0x4DBF, Writing::han},
    {0x4E00, 0x9FFF, Writing::han},      {0xA9E0, 0xA9FF, Writing::burmese},
    {0xAA60, 0xAA7F, Writing::burmese},  {0xF900, 0xFAFF, Writing::han},
    {0xFF66, 0xFF9F, Writing::katakana}, {0x1AFF0, 0x1B16F, Writing::hiragana},
    {0x20000, 0x3FFFF, Writing::han},
};

/// The first byte, in UTF-8, of the first of these characters.
constexpr unsigned char first_lead = 0xE0;

Writing range_of(std::uint32_t code_point) {
  if (code_point < writing_ranges[0].first) return Writing::spaced;
  const auto next = std::ranges::upper_bound(writing_ranges, code_point, {}, &WritingRange::first);
  const WritingRange &range = *std::prev(next);
  return code_point <= range.last ? range.writing : Writing::spaced;
}

Writing writing_of(std::uint32_t code_point) {
  const Writing writing = range_of(code_point);
  if (writing == Writing::spaced || writing == Writing::han) return writing;
  const bool is_digit =
      utf8proc_category(static_cast<utf8proc_int32_t>(code_point)) == UTF8PROC_CATEGORY_ND;
  return is_digit ? Writing::spaced : writing;
}

bool is_mark(std::uint32_t code_point) {
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

constexpr std::uint32_t length_mark = 0x30FC;

/// Small kana, the length mark, and half-width forms of these and of the voicing marks.
bool is_small_kana(std::uint32_t c) {
  constexpr std::array<std::uint32_t, 12> small{0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063,
                                                0x3083, 0x3085, 0x3087, 0x308E, 0x3095, 0x3096};
  if (c == length_mark || (c >= 0x31F0 && c <= 0x31FF)) return true;
  if ((c >= 0xFF67 && c <= 0xFF70) || c == 0xFF9E || c == 0xFF9F) return true;
  return std::ranges::find(small, c >= 0x30A0 ? c - 0x60 : c) != small.end();
}

/// A vowel that is written before its consonant.
bool is_leading_vowel(std::uint32_t c) {
  return (c >= 0xE40 && c <= 0xE44) || (c >= 0xEC0 && c <= 0xEC4);
}

/// A Thai or Lao vowel or repetition sign that is written after its consonant.
bool is_trailing_vowel(std::uint32_t c) {
  c = c >= 0xE80 ? c - 0x80 : c;
  return c == 0xE30 || c == 0xE32 || c == 0xE33 || c == 0xE45 || c == 0xE46;
}

/// The next consonant is written below.
bool is_stacker(std::uint32_t c) { return c == 0x17D2 || c == 0x1039; }

struct Decoded {
  std::uint32_t code_point = 0;
  std::size_t size = 1;
  Writing writing = Writing::spaced;
};

Decoded decode(std::string_view text) {
  if (static_cast<unsigned char>(text.front()) < 0x80)
    return {static_cast<unsigned char>(text.front()), 1, Writing::spaced};
  const std::size_t size = utf8_sequence_size(text);
  if (size == 0) return {};
  utf8proc_int32_t character = 0;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
                   static_cast<utf8proc_ssize_t>(size), &character);
  const auto code_point = static_cast<std::uint32_t>(character);
  return {code_point, size, writing_of(code_point)};
}

/// Whether a character is part of the one before it.
bool continues(const Decoded &before, const Decoded &next) {
  if (next.writing == Writing::spaced) return before.writing == Writing::spaced;
  if (before.writing == Writing::spaced) return false;
  if (is_mark(next.code_point)) return true;
  switch (next.writing) {
    case Writing::thai:
      return before.writing == Writing::thai &&
             (is_leading_vowel(before.code_point) || is_trailing_vowel(next.code_point));
    case Writing::khmer:
    case Writing::burmese: return is_stacker(before.code_point);
    case Writing::hiragana:
    case Writing::katakana: return before.writing != Writing::han && is_small_kana(next.code_point);
    default: return false;
  }
}

/// Which characters form pairs with each other.
Writing run_of(Writing writing) { return writing == Writing::hiragana ? Writing::han : writing; }

/// Calls `visit` with each character and the writing of its first code point.
template <class Visit>
void each_written(std::string_view word, Visit visit) {
  std::size_t start = 0;
  Decoded first, before;
  for (std::size_t at = 0; at < word.size();) {
    const Decoded next = decode(word.substr(at));
    if (at == start) {
      first = next;
    } else if (!continues(before, next)) {
      visit(word.substr(start, at - start), first.writing);
      start = at;
      first = next;
    }
    before = next;
    at += next.size;
  }
  if (start < word.size()) visit(word.substr(start), first.writing);
}

/// The run without a length mark at its end, if it is long.
std::string_view without_length_mark(std::string_view katakana) {
  constexpr std::string_view mark = "ー";
  constexpr std::size_t shortest = 4 * 3;  // bytes of four characters
  if (katakana.size() >= shortest && katakana.ends_with(mark)) katakana.remove_suffix(mark.size());
  return katakana;
}

/// `run` is of one writing and not spaced.
void each_pair(std::string_view run, function_ref<void(std::string_view term)> visit) {
  std::string_view before;
  bool is_alone = true;
  each_written(run, [&](std::string_view character, Writing) {
    if (!before.empty()) {
      is_alone = false;
      visit({before.data(), before.size() + character.size()});
    }
    before = character;
  });
  if (is_alone && !before.empty()) visit(before);
}

}  // namespace

bool is_unspaced(std::uint32_t code_point) noexcept {
  return writing_of(code_point) != Writing::spaced;
}

bool keeps_marks(std::uint32_t code_point) noexcept {
  const bool is_squared_kana = code_point >= 0x3300 && code_point <= 0x3357;
  const Writing writing = range_of(code_point);
  return is_squared_kana || (writing != Writing::spaced && writing != Writing::han);
}

bool may_be_unspaced(std::string_view text) noexcept {
  return std::ranges::any_of(text,
                             [](char c) { return static_cast<unsigned char>(c) >= first_lead; });
}

bool has_unspaced(std::string_view text) noexcept {
  if (!may_be_unspaced(text)) return false;
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (next.writing != Writing::spaced) return true;
    text.remove_prefix(next.size);
  }
  return false;
}

void each_character(std::string_view word,
                    function_ref<void(std::string_view piece, bool is_unspaced)> visit) {
  each_written(word, [&](std::string_view piece, Writing writing) {
    visit(piece, writing != Writing::spaced);
  });
}

void each_term(std::string_view folded_word, function_ref<void(std::string_view term)> visit) {
  if (!may_be_unspaced(folded_word)) return visit(folded_word);
  std::string_view run;
  Writing of_run = Writing::spaced;
  const auto flush = [&] {
    if (run.empty()) return;
    if (of_run == Writing::spaced) return visit(run);
    each_pair(of_run == Writing::katakana ? without_length_mark(run) : run, visit);
  };
  each_written(folded_word, [&](std::string_view character, Writing writing) {
    const Writing next = run_of(writing);
    if (!run.empty() && next == of_run) {
      run = {run.data(), run.size() + character.size()};
      return;
    }
    flush();
    run = character;
    of_run = next;
  });
  flush();
}

void each_inner_run(std::string_view word, function_ref<bool(std::string_view folded_run)> visit) {
  constexpr std::size_t max_pieces = 24, min_bytes = 3, min_bytes_without_han = 9;
  if (!has_unspaced(word)) return;
  struct Piece {
    std::size_t start, end;  // in the folded word
    bool is_spaced, is_han;
  };
  std::string folded;
  std::vector<Piece> pieces;
  each_written(word, [&](std::string_view piece, Writing writing) {
    const std::size_t start = folded.size();
    folded += fold(piece);
    const bool is_spaced = writing == Writing::spaced;
    if (folded.size() > start)
      pieces.push_back({start, folded.size(), is_spaced, writing == Writing::han});
  });
  const auto is_telling = [&](std::size_t first, std::size_t count) {
    const std::size_t bytes = pieces[first + count - 1].end - pieces[first].start;
    if (count == 1) return pieces[first].is_spaced && bytes >= min_bytes;
    for (std::size_t p = first; p < first + count; ++p) {
      if (pieces[p].is_han) return true;
    }
    return bytes >= min_bytes_without_han;
  };
  for (std::size_t first = 0; first < pieces.size();) {
    std::size_t matched = 0;
    for (std::size_t count = std::min(max_pieces, pieces.size() - first); count > 0; --count) {
      if (!is_telling(first, count)) continue;
      const std::size_t start = pieces[first].start;
      if (!visit(std::string_view(folded).substr(start, pieces[first + count - 1].end - start)))
        continue;
      matched = count;
      break;
    }
    first += std::max<std::size_t>(matched, 1);
  }
}

}  // namespace sluice::inline v0::text_detail
