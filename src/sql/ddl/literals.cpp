/// Names and strings as text.

#include <string>
#include <string_view>

#include "cursor.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "sql/lexical_rules.hpp"

namespace sluice::inline v0::sql {
namespace {

std::string without_doubled(std::string_view text, char quote) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    plain += text[i];
    if (text[i] == quote && i + 1 < text.size() && text[i + 1] == quote) ++i;
  }
  return plain;
}

int hex_value(char digit) {
  if (is_ascii_digit(digit)) return digit - '0';
  const char lower = lower_ascii(digit);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Appends the character of up to `max` hexadecimal digits at `at`, and moves behind them; false if
/// there are none.
bool append_code_point(std::string_view text, std::size_t &at, std::size_t max, std::string &to) {
  char32_t code = 0;
  std::size_t digits = 0;
  while (digits < max && at + digits < text.size() && hex_value(text[at + digits]) >= 0) {
    code = code * 16 + static_cast<char32_t>(hex_value(text[at + digits]));
    ++digits;
  }
  if (digits == 0 || code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
    return false;
  at += digits;
  append_utf8(code, to);
  return true;
}

std::string without_escapes(std::string_view text, char quote) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == quote && i + 1 < text.size() && text[i + 1] == quote) {
      plain += quote;
      ++i;
      continue;
    }
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char escaped = text[++i];
    switch (escaped) {
      case 'n': plain += '\n'; break;
      case 'r': plain += '\r'; break;
      case 't': plain += '\t'; break;
      case 'b': plain += '\b'; break;
      case 'f': plain += '\f'; break;
      case '0': plain += ' '; break;  // NUL cannot be part of a name or a description
      case 'x':
      case 'u':
      case 'U': {
        std::size_t at = i + 1;
        if (append_code_point(text, at, escaped == 'x' ? 2 : escaped == 'u' ? 4 : 8, plain)) {
          i = at - 1;
        } else {
          plain += escaped;
        }
        break;
      }
      default: plain += escaped;
    }
  }
  return plain;
}

/// U&'d\0061ta': four digits, or six after a plus sign.
std::string without_unicode_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      plain += text[i];
      continue;
    }
    std::size_t at = i + 1;
    const bool is_long = at < text.size() && text[at] == '+';
    if (is_long) ++at;
    if (append_code_point(text, at, is_long ? 6 : 4, plain)) {
      i = at - 1;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace

NamePart name_of(std::string_view text, const Token &token, const LexicalRules &rules) {
  if (token.kind != TokenKind::quoted_identifier && token.kind != TokenKind::string)
    return {std::string(text), false};
  std::size_t quote_at = 0;
  if (lower_ascii(text[0]) == 'u') quote_at = 2;  // U&"…"
  const char quote = text[quote_at];
  const std::string_view inner = text.substr(quote_at + 1, text.size() - quote_at - 2);
  if (quote_at > 0) return {without_unicode_escapes(without_doubled(inner, quote)), true};
  if (quote == '`' && rules.backslash_in_names) return {without_escapes(inner, quote), true};
  return {without_doubled(inner, quote == '[' ? ']' : quote), true};
}

std::string string_of(std::string_view literal, const LexicalRules &rules) {
  const std::size_t quote_at = literal.find_first_of("'\"$");
  if (quote_at == literal.npos || literal.size() < quote_at + 2) return std::string(literal);
  const std::string_view prefix = literal.substr(0, quote_at);
  const char quote = literal[quote_at];
  if (quote == '$') {
    const std::size_t tag = literal.find('$', 1) + 1;
    return std::string(literal.substr(tag, literal.size() - 2 * tag));
  }
  const char letter = prefix.empty() ? '\0' : lower_ascii(prefix[0]);
  if (letter == 'q' && rules.delimited_strings)
    return std::string(literal.substr(quote_at + 2, literal.size() - quote_at - 4));
  std::string_view inner = literal.substr(quote_at + 1, literal.size() - quote_at - 2);
  const bool tripled = rules.tripled_strings && inner.size() >= 4 && inner[0] == quote &&
                       inner[1] == quote && inner.ends_with(std::string(2, quote));
  if (tripled) inner = inner.substr(2, inner.size() - 4);
  const bool raw = letter == 'r' || (prefix.size() == 2 && lower_ascii(prefix[1]) == 'r');
  if (letter == 'u' && prefix.ends_with('&'))
    return without_unicode_escapes(without_doubled(inner, quote));
  if ((rules.backslash_escapes && !raw) || (letter == 'e' && rules.escape_strings))
    return without_escapes(inner, rules.doubled_quotes ? quote : '\0');
  return rules.doubled_quotes ? without_doubled(inner, quote) : std::string(inner);
}

}  // namespace sluice::inline v0::sql
