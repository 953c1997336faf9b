#include "family_marks.hpp"

#include <algorithm>
#include <iterator>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_marks = 8;
constexpr std::size_t max_digits = 18;  // longer ones are hashes or identifiers

bool is_mark_separator(char c) { return c == '_' || c == '-' || c == '.' || c == '$' || c == ' '; }

/// The mark at one place of a name, tried in the forms that dates have.
class MarkReader {
 public:
  MarkReader(std::string_view name, std::size_t start)
      : name_(name), start_(start), digits_(digits_at(start)) {}

  NameMark read() {
    mark_.start = start_;
    mark_.size = digits_;
    if (!read_quarter_of() && !(digits_ == 4 && read_year())) read_digits();
    const std::size_t end = mark_.start + mark_.size;
    const char before = at(mark_.start - 1), after = at(end);
    mark_.in_word = is_word(before) || is_word(after);
    mark_.beside_number = (is_mark_separator(before) && is_ascii_digit(at(mark_.start - 2))) ||
                          (is_mark_separator(after) && is_ascii_digit(at(end + 1)));
    return mark_;
  }

 private:
  char at(std::size_t i) const { return i < name_.size() ? name_[i] : '\0'; }
  static bool is_word(char c) {
    return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80;
  }

  std::size_t digits_at(std::size_t i) const {
    std::size_t end = i;
    while (is_ascii_digit(at(end))) ++end;
    return end - i;
  }

  unsigned value(std::size_t start, std::size_t size) const {
    unsigned number = 0;
    for (std::size_t i = start; i < start + size; ++i)
      number = number * 10 + static_cast<unsigned>(name_[i] - '0');
    return number;
  }

  static bool is_recent(unsigned year) { return year >= 1900 && year < 2100; }

  /// Whether exactly two digits are there, with a value up to `max`.
  bool has_pair(std::size_t start, unsigned max) const {
    return digits_at(start) == 2 && value(start, 2) >= 1 && value(start, 2) <= max;
  }

  void take(MarkKind kind, std::size_t end) {
    mark_.kind = kind;
    mark_.size = end - mark_.start;
  }

  /// Q4_2020, from its number.
  bool read_quarter_of() {
    const char letter = at(start_ - 1);
    if (digits_ != 1 || value(start_, 1) < 1 || value(start_, 1) > 4) return false;
    if ((letter != 'q' && letter != 'Q') || is_word(at(start_ - 2))) return false;
    const std::size_t year = start_ + (is_mark_separator(at(start_ + 1)) ? 2 : 1);
    if (digits_at(year) != 4 || !is_recent(value(year, 4))) return false;
    mark_.start = start_ - 1;
    take(MarkKind::quarter, year + 4);
    return true;
  }

  /// A year, and what may follow it.
  bool read_year() {
    const unsigned year = value(start_, 4);
    if (year < 1000 || year >= 3000) return false;
    const std::size_t end = start_ + 4;
    mark_.kind = MarkKind::year;
    mark_.is_recent = is_recent(year);
    if (!mark_.is_recent) return true;
    const std::size_t next = end + (is_mark_separator(at(end)) ? 1 : 0);
    const char letter = lower_ascii(at(next));
    if (letter == 'q' && digits_at(next + 1) == 1 && value(next + 1, 1) >= 1 &&
        value(next + 1, 1) <= 4 && !is_word(at(next + 2))) {
      take(MarkKind::quarter, next + 2);
    } else if (letter == 'w' && has_pair(next + 1, 53) && !is_word(at(next + 3))) {
      take(MarkKind::week, next + 3);
    } else if (next > end && has_pair(next, 12)) {
      const bool has_day = is_mark_separator(at(next + 2)) && has_pair(next + 3, 31);
      take(has_day ? MarkKind::day : MarkKind::month, has_day ? next + 5 : next + 2);
    }
    return true;
  }

  void read_digits() {
    if (digits_ != 8 && digits_ != 6) return;
    const unsigned year = value(start_, 4), month = value(start_ + 4, 2);
    if (month < 1 || month > 12) return;
    const unsigned day = digits_ == 8 ? value(start_ + 6, 2) : 1;
    if (day < 1 || day > 31) return;
    if (digits_ == 8 ? year < 1000 || year >= 3000 : !is_recent(year)) return;
    mark_.kind = digits_ == 8 ? MarkKind::day : MarkKind::month;
  }

  std::string_view name_;
  std::size_t start_;
  std::size_t digits_;
  NameMark mark_;
};

}  // namespace

std::vector<NameMark> marks_of(std::string_view name) {
  std::vector<NameMark> marks;
  for (std::size_t i = 0; i < name.size() && marks.size() < max_marks; ++i) {
    if (!is_ascii_digit(name[i])) continue;
    const std::size_t end =
        std::min(static_cast<std::size_t>(std::ranges::find_if_not(name.substr(i), is_ascii_digit) -
                                          name.substr(i).begin()) +
                     i,
                 name.size());
    if (end - i <= max_digits) {
      marks.push_back(MarkReader(name, i).read());
      i = std::max(end, marks.back().start + marks.back().size);
    } else {
      i = end;
    }
  }
  return marks;
}

std::string mark_order(std::string_view name, const NameMark &mark) {
  std::string digits;
  const std::string_view text = name.substr(mark.start, mark.size);
  if (mark.kind == MarkKind::quarter && !is_ascii_digit(text.front())) {
    digits = text.substr(text.size() - 4);
    digits += text[1];
  } else {
    std::ranges::copy_if(text, std::back_inserter(digits), is_ascii_digit);
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  }
  digits.insert(digits.begin(), static_cast<char>('0' + digits.size()));
  return digits;
}

}  // namespace sluice::inline v0::schema_detail
