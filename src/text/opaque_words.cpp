#include "opaque_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/core/ascii.hpp"
#include "vocabulary.hpp"
#include "word_parts.hpp"

namespace sluice::inline v0::text_detail {
namespace {

bool is_hexadecimal(char c) {
  const char lower = lower_ascii(c);
  return is_ascii_digit(c) || (lower >= 'a' && lower <= 'f');
}

/// Whether some part of four or more letters is a known word.
bool spells_word(std::string_view word) {
  constexpr std::size_t min_letters = 4;
  bool spells = false;
  each_part(word, true, true, [&](std::string_view part) {
    spells = spells || (part.size() >= min_letters && is_known_word(lower_ascii(part)));
  });
  return spells;
}

/// Whether digits are a month or a day of the years 1900 to 2099: "202101", "20210131".
bool is_compact_date(std::string_view digits) {
  const auto is_within = [&](std::size_t at, std::string_view least, std::string_view most) {
    const std::string_view part = digits.substr(at, 2);
    return least <= part && part <= most;
  };
  return (digits.size() == 6 || digits.size() == 8) && is_within(0, "19", "20") &&
         is_within(4, "01", "12") && (digits.size() == 6 || is_within(6, "01", "31"));
}

/// Whether a number has at most three digits before its zeros: "10000", "125000".
bool is_round_amount(std::string_view digits) {
  constexpr std::size_t max_significant = 3;
  return digits.front() != '0' && digits.find_last_not_of('0') < max_significant;
}

bool is_long_number(std::string_view digits) {
  constexpr std::size_t min_digits = 5;
  return digits.size() >= min_digits && !is_compact_date(digits) && !is_round_amount(digits);
}

/// How often digits follow letters or letters digits.
std::size_t turns_in(std::string_view word) {
  std::size_t turns = 0;
  for (std::size_t i = 1; i < word.size(); ++i)
    turns += is_ascii_digit(word[i - 1]) != is_ascii_digit(word[i]) ? 1 : 0;
  return turns;
}

/// Letters and a year: "decade1990".
bool is_dated_word(std::string_view word) {
  constexpr std::size_t year_size = 4;
  if (word.size() <= year_size) return false;
  const std::string_view year = word.substr(word.size() - year_size);
  return is_ascii_digits(year) && (year.starts_with("19") || year.starts_with("20")) &&
         std::ranges::all_of(word.substr(0, word.size() - year_size), is_ascii_letter);
}

bool is_opaque(std::string_view word, bool is_in_url) {
  constexpr std::size_t min_hexadecimal = 8, surely_hexadecimal = 16;
  constexpr std::size_t min_mixture = 10, min_turns = 3, min_url_mixture = 6;
  if (std::ranges::none_of(word, is_ascii_digit)) return false;
  if (is_ascii_digits(word)) return is_long_number(word);
  const bool is_ascii =
      std::ranges::all_of(word, [](char c) { return is_ascii_digit(c) || is_ascii_letter(c); });
  if (!is_ascii || is_dated_word(word)) return false;
  if (word.size() > 2 && (word.starts_with("0x") || word.starts_with("0X")) &&
      std::ranges::all_of(word.substr(2), is_hexadecimal))
    return true;
  if (word.size() >= min_hexadecimal && std::ranges::all_of(word, is_hexadecimal))
    return word.size() >= surely_hexadecimal || !spells_word(word);
  const bool is_mixture = is_in_url ? word.size() >= min_url_mixture
                                    : word.size() >= min_mixture && turns_in(word) >= min_turns;
  return is_mixture && !spells_word(word);
}

std::string_view gap_between(const QuestionWord &before, const QuestionWord &word) {
  const char *end = before.text.data() + before.text.size();
  return {end, static_cast<std::size_t>(word.text.data() - end)};
}

/// Whether the words begin with the five groups of a UUID.
bool begins_with_uuid(std::span<const QuestionWord> words) {
  constexpr std::array<std::size_t, 5> sizes{8, 4, 4, 4, 12};
  if (words.size() < sizes.size()) return false;
  for (std::size_t w = 0; w < sizes.size(); ++w) {
    const std::string_view group = words[w].text;
    if (group.size() != sizes[w] || !std::ranges::all_of(group, is_hexadecimal)) return false;
    if (w > 0 && gap_between(words[w - 1], words[w]) != "-") return false;
  }
  return true;
}

/// The part of a URL that the current word is in.
enum class UrlPart { none, host, path };

UrlPart next_part(UrlPart part, std::string_view gap) {
  if (gap == "://") return UrlPart::host;
  if (part == UrlPart::none || gap.find_first_of(" \t\r\n\"'<>`") != gap.npos) return UrlPart::none;
  return gap.find_first_of("/?#") != gap.npos ? UrlPart::path : part;
}

}  // namespace

void mark_opaque_words(std::span<QuestionWord> words) {
  constexpr std::size_t groups = 5;
  UrlPart part = UrlPart::none;
  for (std::size_t w = 0; w < words.size(); ++w) {
    if (w > 0) part = next_part(part, gap_between(words[w - 1], words[w]));
    if (is_opaque(words[w].text, part == UrlPart::path)) words[w].is_opaque = true;
    if (begins_with_uuid(words.subspan(w))) {
      for (QuestionWord &group : words.subspan(w, groups)) group.is_opaque = true;
    }
  }
}

}  // namespace sluice::inline v0::text_detail
