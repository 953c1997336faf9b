#include "sluice/text/literals.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t kinds = 8;

std::size_t digits_at(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, is_ascii_digit);
  return static_cast<std::size_t>(end - text.begin());
}

/// A whole number, or one with separators and a fraction.
bool is_number(std::string_view text) {
  return !text.empty() && is_ascii_digit(text.front()) && is_ascii_digit(text.back()) &&
         std::ranges::all_of(text,
                             [](char c) { return is_ascii_digit(c) || c == '.' || c == ','; });
}

/// 24, 24th
bool is_day(std::string_view text) {
  const std::size_t digits = digits_at(text);
  if (digits == 0 || digits > 2) return false;
  const std::string_view rest = text.substr(digits);
  return rest.empty() || rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
}

bool begins_with_year(std::string_view text) {
  constexpr std::size_t size = 4;
  if (digits_at(text) != size) return false;
  const std::string_view century = text.substr(0, 2);
  return century == "20" || (century >= "15" && century <= "19");
}

/// Three numbers separated by the same mark, one of them long enough for a year.
bool is_date(std::string_view text) {
  const std::size_t first = digits_at(text);
  if (first == 0 || first > 4 || first == text.size()) return false;
  const char mark = text[first];
  if (mark != '-' && mark != '/' && mark != '.') return false;
  text.remove_prefix(first + 1);
  const std::size_t second = digits_at(text);
  if (second == 0 || second > 2 || second == text.size() || text[second] != mark) return false;
  text.remove_prefix(second + 1);
  const std::size_t third = digits_at(text);
  if (third == 0 || third > 4) return false;
  const bool ends = third == text.size() || !is_ascii_letter(text[third]) || text[third] == 'T';
  return ends && (mark == '.' ? third == 4 || first == 4 : third > 1 || first > 2);
}

bool is_time(std::string_view text) {
  const std::size_t hours = digits_at(text);
  if (hours == 0 || hours > 2 || hours == text.size() || text[hours] != ':') return false;
  return digits_at(text.substr(hours + 1)) == 2;
}

bool is_month(std::string_view text) {
  constexpr std::array<std::string_view, 12> months{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  return std::ranges::find(months, text) != months.end();
}

bool is_currency(std::string_view text) {
  constexpr std::array<std::string_view, 6> names{"USD",     "EUR",   "GBP",
                                                  "dollars", "euros", "pounds"};
  return std::ranges::find(names, text) != names.end();
}

/// The text after a leading currency sign; empty if there is none.
std::string_view after_currency(std::string_view text) {
  for (const std::string_view sign : {"$", "€", "£", "¥"}) {
    if (text.starts_with(sign)) return text.substr(sign.size());
  }
  return {};
}

bool is_email(std::string_view text) {
  const std::size_t at = text.find('@');
  return at != text.npos && at > 0 && text.find('.', at + 2) < text.size() - 1;
}

bool is_url(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.");
}

/// Removes the punctuation around a word, and a final 's.
std::string_view bare(std::string_view text) {
  constexpr std::string_view before = "'\"([{<", after = "'\")]}>.,;:?!";
  while (!text.empty() && before.find(text.front()) != before.npos) text.remove_prefix(1);
  while (!text.empty() && after.find(text.back()) != after.npos) text.remove_suffix(1);
  return text.ends_with("'s") ? text.substr(0, text.size() - 2) : text;
}

/// The kind of a word, judged without its neighbors.
std::optional<LiteralKind> kind_of(std::string_view word) {
  if (is_email(word)) return LiteralKind::email;
  if (is_url(word)) return LiteralKind::url;
  if (is_date(word)) return LiteralKind::date;
  if (is_time(word)) return LiteralKind::time;
  if (word.ends_with('%') && is_ascii_digit(word.front())) return LiteralKind::percentage;
  const std::string_view amount = after_currency(word);
  if (!amount.empty() && is_ascii_digit(amount.front())) return LiteralKind::money;
  return std::nullopt;
}

/// The words between blanks, without the punctuation around them.
std::vector<std::string_view> bare_words(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(blanks); at != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    const std::string_view word = bare(text.substr(at, end - at));
    if (!word.empty()) words.push_back(word);
    at = text.find_first_not_of(blanks, end);
  }
  return words;
}

}  // namespace

std::string_view name_of(LiteralKind kind) noexcept {
  constexpr std::array<std::string_view, kinds> names{
      "a date", "a time", "a year", "a month", "money", "a percentage", "an email", "a url"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<LiteralKind> literal_kinds(std::string_view text) {
  std::array<bool, kinds> is_there{};
  const auto add = [&](LiteralKind kind) { is_there[static_cast<std::size_t>(kind)] = true; };
  const std::vector<std::string_view> words = bare_words(text);
  const auto word_at = [&](std::size_t at) {
    return at < words.size() ? words[at] : std::string_view();
  };
  for (std::size_t w = 0; w < words.size(); ++w) {
    const std::string_view word = words[w], before = w > 0 ? words[w - 1] : std::string_view();
    if (const auto kind = kind_of(word)) {
      add(*kind);
    } else if (is_month(word)) {
      const std::string_view day = before == "of" && w > 1 ? words[w - 2] : before;
      const std::size_t month = w;
      if (is_day(word_at(w + 1))) ++w;
      if (begins_with_year(word_at(w + 1))) ++w;
      if (w > month || is_day(day)) {
        add(LiteralKind::date);
      } else if (word != "May") {  // mostly a verb
        add(LiteralKind::month);
      }
    } else if (begins_with_year(word)) {
      add(LiteralKind::year);
    } else if (is_currency(word) && is_number(before)) {
      add(LiteralKind::money);
    }
  }
  std::vector<LiteralKind> found;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (is_there[kind]) found.push_back(static_cast<LiteralKind>(kind));
  }
  return found;
}

}  // namespace sluice::inline v0
