#include "loose_tokens.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "python_characters.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::judge_detail {
namespace {

/// [A-ZÀ-Ü], case-insensitively.
bool starts_name(std::uint32_t c) noexcept {
  if (c < 0x80) return is_ascii_letter(static_cast<char>(c));
  return (c >= 0xC0 && c <= 0xDC) || (c >= 0xE0 && c <= 0xFC && c != 0xF7) || c == 0x17F ||
         c == 0x212A;
}

using Match = std::optional<std::size_t>;  // the end of the match

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<LooseToken> run() {
    std::vector<LooseToken> tokens;
    for (std::size_t at = 0; at < text_.size();) {
      kind_ = LooseKind::other;
      const std::size_t end = next(at);
      tokens.push_back({kind_, text_.substr(at, end - at)});
      at = end;
    }
    return tokens;
  }

 private:
  /// The end of the token at `at`. Rules are tried in sqlparse's order.
  std::size_t next(std::size_t at) {
    if (const Match end = comment(at)) return *end;
    if (const Match end = white_space(at)) return *end;
    for (const std::string_view mark : {":=", "::", "*"}) {
      if (text_.substr(at).starts_with(mark)) return at + mark.size();
    }
    if (const Match end = quoted_name(at)) return *end;
    if (const Match end = placeholder(at)) return *end;
    if (const Match end = leading_keyword(at)) return *end;
    if (const Match end = name(at)) return *end;
    if (const Match end = number(at)) return *end;
    if (const Match end = quoted(at)) return *end;
    if (const Match end = bracketed(at)) return *end;
    if (const Match end = keywords(at)) return *end;
    if (const Match end = word(at)) return *end;
    return sign(at);
  }

  // Single characters.

  bool at_end(std::size_t at) const noexcept { return at >= text_.size(); }
  char byte(std::size_t at) const noexcept { return at_end(at) ? '\0' : text_[at]; }
  std::uint32_t point(std::size_t at) const noexcept {
    return at_end(at) ? 0 : first_code_point(text_.substr(at));
  }
  std::size_t after(std::size_t at) const noexcept { return at + character_size(text_.substr(at)); }
  std::size_t before(std::size_t at) const noexcept {
    do {
      --at;
    } while (at > 0 && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U);
    return at;
  }
  bool follows_word(std::size_t at) const noexcept {
    return at > 0 && is_python_word(point(before(at)));
  }
  bool at_word(std::size_t at) const noexcept { return !at_end(at) && is_python_word(point(at)); }

  std::size_t skip_words(std::size_t at) const noexcept {
    while (at_word(at)) at = after(at);
    return at;
  }
  std::size_t skip_digits(std::size_t at) const noexcept {
    while (is_ascii_digit(byte(at))) ++at;
    return at;
  }
  std::size_t skip_spaces(std::size_t at) const noexcept {
    while (!at_end(at) && is_python_space(point(at))) at = after(at);
    return at;
  }
  std::size_t end_of_line(std::size_t at) const noexcept {
    at = text_.find_first_of("\r\n", at);
    if (at == text_.npos) return text_.size();
    return at + (text_.substr(at).starts_with("\r\n") ? 2 : 1);
  }

  // Rules.

  Match comment(std::size_t at) {
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with("--") || rest.starts_with("# ")) {
      kind_ = LooseKind::line_comment;
      return end_of_line(at + 2);
    }
    if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at + 2);
      if (end != text_.npos) return end + 2;
    }
    return {};
  }

  Match white_space(std::size_t at) {
    if (!is_python_space(point(at))) return {};
    const char c = byte(at);
    kind_ = c == '\r' || c == '\n' ? LooseKind::newline : LooseKind::blank;
    return text_.substr(at).starts_with("\r\n") ? at + 2 : after(at);
  }

  Match quoted_name(std::size_t at) const {
    for (const std::string_view quote : {"`", "\u00B4"}) {
      if (!text_.substr(at).starts_with(quote)) continue;
      // A doubled quote is part of the name unless the name would not be terminated then.
      Match end;
      for (std::size_t i = text_.find(quote, at + quote.size()); i != text_.npos;
           i = text_.find(quote, i)) {
        end = i += quote.size();
        if (!text_.substr(i).starts_with(quote)) break;
        i += quote.size();
      }
      return end;
    }
    return dollar_quoted(at);
  }

  Match dollar_quoted(std::size_t at) const {
    if (byte(at) != '$' || (at > 0 && !is_python_space(point(before(at))))) return {};
    std::size_t end = at + 1;
    if (byte(end) == '_' || (!at_end(end) && starts_name(point(end)))) end = skip_words(after(end));
    if (byte(end) != '$') return {};
    const std::string_view tag = text_.substr(at, ++end - at);
    // Tags are compared case-insensitively.
    for (; end + tag.size() <= text_.size(); ++end) {
      if (same_name(text_.substr(end, tag.size()), tag)) return end + tag.size();
    }
    return {};
  }

  Match placeholder(std::size_t at) const {
    const char c = byte(at);
    if (c == '?') return at + 1;
    if (c == '%') {
      if (lower_ascii(byte(at + 1)) == 's') return at + 2;
      if (byte(at + 1) == '(') {
        const std::size_t end = skip_words(at + 2);
        const bool complete = end > at + 2 && byte(end) == ')' && lower_ascii(byte(end + 1)) == 's';
        if (complete) return end + 2;
      }
    }
    if ((c == '$' || c == ':') && !follows_word(at) && at_word(at + 1)) return skip_words(at + 1);
    if (c == '\\' && at_word(at + 1)) return skip_words(at + 1);
    return {};
  }

  /// Matches the words in turn, separated by white space and followed by a word boundary.
  Match phrase(std::size_t at, std::initializer_list<std::string_view> words) const {
    bool first = true;
    for (const std::string_view expected : words) {
      if (!first) {
        const std::size_t next = skip_spaces(at);
        if (next == at) return {};
        at = next;
      }
      if (!same_name(text_.substr(std::min(at, text_.size()), expected.size()), expected))
        return {};
      at += expected.size();
      first = false;
    }
    if (at_word(at)) return {};
    return at;
  }

  Match leading_keyword(std::size_t at) {
    if (const Match end = phrase(at, {"NOT", "IN"})) return end;
    if (const Match end = phrase(at, {"CASE"})) {
      kind_ = LooseKind::keyword;
      return end;
    }
    for (const std::string_view keyword : {"IN", "VALUES", "USING", "FROM", "AS"}) {
      if (const Match end = phrase(at, {keyword})) return end;
    }
    return {};
  }

  Match name(std::size_t at) const {
    std::size_t begin = at;
    if (byte(at) == '@' || byte(at) == '#') {
      begin += text_.substr(at).starts_with("##") ? 2 : 1;
      if (at_end(begin) || !starts_name(point(begin)) || !at_word(after(begin))) return {};
      return skip_words(after(begin));
    }
    if (at_end(at) || !starts_name(point(at))) return {};
    const std::size_t end =
        skip_words(after(at));  // the first character of a name may not be a letter: ×
    const bool before_dot = byte(skip_spaces(end)) == '.';
    const bool after_dot = at > 0 && text_[at - 1] == '.';
    if (before_dot || after_dot || byte(end) == '(') return end;
    return {};
  }

  bool at_letter(std::size_t at) const noexcept {
    return byte(at) == '_' || (!at_end(at) && starts_name(point(at)));
  }

  Match number(std::size_t at) const {
    const std::size_t digits = at + (byte(at) == '-' ? 1 : 0);
    if (byte(digits) == '0' && lower_ascii(byte(digits + 1)) == 'x') {
      std::size_t end = digits + 2;
      while (is_ascii_digit(byte(end)) ||
             (lower_ascii(byte(end)) >= 'a' && lower_ascii(byte(end)) <= 'f'))
        ++end;
      if (end > digits + 2) return end;
    }
    const std::size_t whole = skip_digits(digits);
    if (whole > digits) {
      if (const Match end = exponent(whole)) return end;
      if (byte(whole) == '.' && is_ascii_digit(byte(whole + 1))) {
        if (const Match end = exponent(skip_digits(whole + 1))) return end;
      }
    }
    if (byte(whole) == '.') {
      if (const Match end = shortened(whole + 1, whole > digits ? whole + 1 : whole + 2))
        return end;
    }
    return shortened(digits, digits + 1);
  }

  Match exponent(std::size_t at) const {
    if (lower_ascii(byte(at)) != 'e') return {};
    const std::size_t digits = at + (byte(at + 1) == '-' ? 2 : 1);
    if (!is_ascii_digit(byte(digits))) return {};
    return skip_digits(digits);
  }

  /// Matches digits from `at` that end at `min_end` or later. Before a letter, the last digit is
  /// excluded.
  Match shortened(std::size_t at, std::size_t min_end) const {
    std::size_t end = skip_digits(at);
    if (at_letter(end) && end > at) --end;
    if (end < min_end || at_letter(end)) return {};
    return end;
  }

  Match quoted(std::size_t at) {
    if (byte(at) != '\'' && byte(at) != '"') return {};
    const std::vector<std::size_t> &ends = ends_of_quotes(byte(at));
    if (ends[at + 1] == 0) return {};
    kind_ = LooseKind::quoted;
    return ends[at + 1];
  }

  /// For each position inside a string, where the string ends; 0 if it does not. Doubled quotes and
  /// characters after a backslash are part of it if it can end later.
  const std::vector<std::size_t> &ends_of_quotes(char quote) {
    std::vector<std::size_t> &ends = quote == '\'' ? single_ends_ : double_ends_;
    if (!ends.empty()) return ends;
    ends.assign(text_.size() + 3, 0);
    for (std::size_t i = text_.size(); i-- > 0;) {
      const char c = text_[i];
      const char follower = byte(i + 1);
      const bool pair =
          i + 1 < text_.size() && ((c == quote && follower == quote) ||
                                   (c == '\\' && (follower == '\\' || follower == quote)));
      if (pair && ends[i + 2] != 0) {
        ends[i] = ends[i + 2];
      } else if (c == quote) {
        ends[i] = i + 1;
      } else {
        ends[i] = ends[i + 1];
      }
    }
    return ends;
  }

  Match bracketed(std::size_t at) const {
    if (byte(at) != '[' || follows_word(at) ||
        (at > 0 && (text_[at - 1] == ']' || text_[at - 1] == ')')))
      return {};
    const std::size_t end = text_.find_first_of("[]", at + 1);
    if (end == text_.npos || text_[end] == '[' || end == at + 1) return {};
    return end + 1;
  }

  Match keywords(std::size_t at) {
    if (const Match end = join(at)) return end;
    for (const std::string_view second : {"IF", "LOOP", "WHILE"}) {
      if (const Match end = phrase(at, {"END", second})) {
        kind_ = LooseKind::keyword;
        return end;
      }
    }
    if (const Match end = phrase(at, {"END"})) {
      kind_ = LooseKind::keyword;
      return end;
    }
    for (const Match end : {phrase(at, {"CREATE", "OR", "REPLACE"}), phrase(at, {"CREATE"})}) {
      if (!end) continue;
      kind_ = LooseKind::keyword;
      return end;
    }
    for (const auto &words :
         {std::array{"NOT", "NULL"}, std::array{"NULLS", "FIRST"}, std::array{"NULLS", "LAST"},
          std::array{"UNION", "ALL"}, std::array{"DOUBLE", "PRECISION"}, std::array{"GROUP", "BY"},
          std::array{"ORDER", "BY"}, std::array{"HANDLER", "FOR"}, std::array{"NOT", "LIKE"},
          std::array{"NOT", "ILIKE"}, std::array{"NOT", "RLIKE"}}) {
      if (const Match end = phrase(at, {words[0], words[1]})) return end;
    }
    for (const std::string_view third :
         {"EXPLODE", "INLINE", "PARSE_URL_TUPLE", "POSEXPLODE", "STACK"}) {
      if (const Match end = phrase(at, {"LATERAL", "VIEW", third})) return end;
    }
    for (const std::string_view like : {"LIKE", "ILIKE", "RLIKE"}) {
      if (const Match end = phrase(at, {like})) return end;
    }
    return time_zone(at);
  }

  Match join(std::size_t at) const {
    std::size_t next = at;
    const auto take = [&](std::initializer_list<std::string_view> choices) {
      for (const std::string_view choice : choices) {
        const Match end = phrase(next, {choice});
        if (!end) continue;
        const std::size_t behind = skip_spaces(*end);
        if (behind == *end) continue;
        next = behind;
        return;
      }
    };
    take({"LEFT", "RIGHT", "FULL"});
    take({"INNER", "OUTER", "STRAIGHT"});
    if (const Match end = phrase(next, {"JOIN"})) return end;
    next = at;
    take({"CROSS", "NATURAL"});
    return phrase(next, {"JOIN"});
  }

  Match time_zone(std::size_t at) const {
    for (const std::string_view first : {"AT", "WITH'"}) {
      if (!same_name(text_.substr(at, first.size()), first)) continue;
      const std::size_t next = skip_spaces(at + first.size());
      if (next == at + first.size()) continue;
      const Match zone = phrase(next, {"TIME", "ZONE"});
      if (!zone) continue;
      const std::size_t quote = skip_spaces(*zone);
      if (quote == *zone || byte(quote) != '\'') continue;
      const std::size_t end = text_.find('\'', quote + 1);
      if (end != text_.npos && end > quote + 1) return end + 1;
    }
    return {};
  }

  Match word(std::size_t at) {
    if (at_end(at) || !(is_ascii_digit(byte(at)) || at_letter(at))) return {};
    std::size_t end = after(at);
    while (at_word(end) || byte(end) == '$' || byte(end) == '#') end = after(end);
    const std::string_view found = text_.substr(at, end - at);
    for (const std::string_view keyword : {"BEGIN", "CREATE", "DECLARE", "FOR", "IF", "WHILE"}) {
      if (same_name(found, keyword)) kind_ = LooseKind::keyword;
    }
    return end;
  }

  std::size_t sign(std::size_t at) {
    switch (byte(at)) {
      case '(': kind_ = LooseKind::open; return at + 1;
      case ')': kind_ = LooseKind::close; return at + 1;
      case ';': kind_ = LooseKind::semicolon; return at + 1;
      case ':':
      case '[':
      case ']':
      case ',':
      case '.': return at + 1;
      default: break;
    }
    for (const std::string_view signs : {"<>=~!", "+/@#%^&|-"}) {
      const std::size_t end = std::min(text_.find_first_not_of(signs, at), text_.size());
      if (end > at) return end;
    }
    return after(at);
  }

  std::string_view text_;
  LooseKind kind_ = LooseKind::other;
  std::vector<std::size_t> single_ends_;
  std::vector<std::size_t> double_ends_;
};

}  // namespace

std::vector<LooseToken> loose_tokens(std::string_view text) { return Tokenizer(text).run(); }

}  // namespace sluice::inline v0::judge_detail
