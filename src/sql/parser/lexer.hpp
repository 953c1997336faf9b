#ifndef SLUICE_SRC_SQL_PARSER_LEXER_HPP
#define SLUICE_SRC_SQL_PARSER_LEXER_HPP

/// Splits text into tokens, one at a time.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "keywords.hpp"
#include "sluice/sql/syntax_error.hpp"
#include "sql/token.hpp"

namespace sluice::inline v0::sql {

/// Which kinds of token a byte may be part of.
namespace byte_class {
enum : std::uint8_t { space = 1, word = 2, digit = 4, hex = 8, word_start = 16 };

inline constexpr std::array<std::uint8_t, 256> table = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : std::string_view(" \t\n\f\r")) classes[static_cast<unsigned char>(c)] = space;
  for (unsigned c = 0; c < 256; ++c) {
    const bool digit_char = c >= '0' && c <= '9';
    const unsigned lower = c | 0x20;
    const bool letter = c < 0x80 && lower >= 'a' && lower <= 'z';
    if (digit_char) classes[c] |= digit | hex | word;
    if (letter || c == '_' || c >= 0x80) classes[c] |= word | word_start;
    if (c == '$') classes[c] |= word;
    if (letter && lower <= 'f') classes[c] |= hex;
  }
  return classes;
}();

inline bool is(char c, std::uint8_t classes) noexcept {
  return (table[static_cast<unsigned char>(c)] & classes) != 0;
}
}  // namespace byte_class

/// The text must be in a buffer with `keywords::padding` zero bytes after it.
template <class Grammar>
class Lexer {
 public:
  Lexer(const char *text, std::size_t size) noexcept : text_(text), end_(text + size), at_(text) {}

  Token next() {
    skip_blanks();
    const char *begin = at_;
    const TokenKind kind = scan();
    return {offset_of(begin), offset_of(at_), kind};
  }

 private:
  static constexpr bool strict = Grammar::dialect == Dialect::sqlite;
  static constexpr bool postgresql = Grammar::dialect == Dialect::postgresql;
  static constexpr bool permissive = Grammar::dialect == Dialect::permissive;

  std::uint32_t offset_of(const char *at) const noexcept {
    return static_cast<std::uint32_t>(at - text_);
  }

  [[noreturn]] void fail(const char *at, std::string_view message) const {
    throw SyntaxError(ErrorCode::malformed, message,
                      {text_, static_cast<std::size_t>(end_ - text_)}, offset_of(at));
  }

  void skip_blanks() {
    for (;;) {
      while (byte_class::is(*at_, byte_class::space)) ++at_;
      if (*at_ == '-' && at_[1] == '-') {
        while (*at_ != '\n' && at_ < end_) ++at_;
      } else if (*at_ == '/' && at_[1] == '*' && (at_ + 2 < end_)) {
        skip_comment();
      } else if (static_cast<unsigned char>(*at_) == 0xEF &&
                 std::string_view(at_, static_cast<std::size_t>(end_ - at_))
                     .starts_with("\xEF\xBB\xBF")) {
        at_ += 3;  // a byte order mark counts as whitespace anywhere
      } else {
        return;
      }
    }
  }

  // In SQLite, an unterminated comment extends to the end of the text; PostgreSQL's comments nest.
  void skip_comment() {
    const char *begin = at_;
    std::size_t open = 1;
    at_ += 2;
    while (at_ < end_) {
      if (*at_ == '*' && at_[1] == '/') {
        at_ += 2;
        if (--open == 0) return;
      } else if (postgresql && *at_ == '/' && at_[1] == '*') {
        at_ += 2;
        ++open;
      } else {
        ++at_;
      }
    }
    if (postgresql) fail(begin, "starts a comment that does not end");
  }

  TokenKind take(std::size_t bytes, TokenKind kind) noexcept {
    at_ += bytes;
    return kind;
  }

  TokenKind scan() {
    const char c = *at_;
    if (byte_class::is(c, byte_class::word_start)) return scan_word();
    if (byte_class::is(c, byte_class::digit)) return scan_number();
    switch (c) {
      case '\0':
        if (at_ >= end_) return TokenKind::end;
        fail(at_, "is a NUL byte");
      case '(': return take(1, TokenKind::left_paren);
      case ')': return take(1, TokenKind::right_paren);
      case ',': return take(1, TokenKind::comma);
      case ';': return take(1, TokenKind::semicolon);
      case '+': return take(1, TokenKind::plus);
      case '*': return take(1, TokenKind::star);
      case '%': return take(1, TokenKind::percent);
      case '~':
        if (postgresql && at_[1] == '*') return take(2, TokenKind::regex_imatch);
        return take(1, TokenKind::tilde);
      case '/': return take(1, TokenKind::slash);
      case '-':
        if (at_[1] == '>') {
          return at_[2] == '>' ? take(3, TokenKind::double_arrow) : take(2, TokenKind::arrow);
        }
        return take(1, TokenKind::minus);
      case '=': return take(!postgresql && at_[1] == '=' ? 2 : 1, TokenKind::equal);
      case '<': return scan_less();
      case '>':
        if (at_[1] == '=') return take(2, TokenKind::greater_equal);
        if (at_[1] == '>') return take(2, TokenKind::shift_right);
        return take(1, TokenKind::greater);
      case '!':
        if (at_[1] == '=') return take(2, TokenKind::not_equal);
        if (postgresql && at_[1] == '~') {
          return at_[2] == '*' ? take(3, TokenKind::not_regex_imatch)
                               : take(2, TokenKind::not_regex_match);
        }
        break;
      case '|': return at_[1] == '|' ? take(2, TokenKind::concat) : take(1, TokenKind::bar);
      case '&':
        if (postgresql && at_[1] == '&') return take(2, TokenKind::overlaps);
        return take(1, TokenKind::ampersand);
      case '.':
        if (byte_class::is(at_[1], byte_class::digit)) return scan_number();
        return take(1, TokenKind::dot);
      case '\'': return scan_quoted('\'', TokenKind::string);
      case '"': return scan_quoted('"', TokenKind::quoted_identifier);
      case '`':
        if (postgresql) break;
        return scan_quoted('`', TokenKind::quoted_identifier);
      case '[':
        if (postgresql) return take(1, TokenKind::left_bracket);
        return scan_bracketed();
      case ']':
        if (postgresql) return take(1, TokenKind::right_bracket);
        break;
      case '^':
        if (postgresql || permissive) return take(1, TokenKind::caret);
        break;
      case '?':
        if (postgresql) break;
        return scan_numbered_parameter();
      case ':':
        if ((postgresql || permissive) && at_[1] == ':') return take(2, TokenKind::double_colon);
        if (postgresql && !byte_class::is(at_[1], byte_class::word_start)) {
          return take(1, TokenKind::colon);
        }
        return scan_named_parameter();
      case '$':
        if (postgresql && !byte_class::is(at_[1], byte_class::digit)) return scan_dollar_quoted();
        return scan_named_parameter();
      case '@':
        if (postgresql && at_[1] == '>') return take(2, TokenKind::contains);
        return scan_named_parameter();
      case '#':
        if (postgresql && at_[1] == '>') {
          return at_[2] == '>' ? take(3, TokenKind::hash_double_arrow)
                               : take(2, TokenKind::hash_arrow);
        }
        break;
      default: break;
    }
    fail(at_, "does not start a token");
  }

  TokenKind scan_less() noexcept {
    switch (at_[1]) {
      case '=':
        if (permissive && at_[2] == '>') return take(3, TokenKind::null_safe_equal);
        return take(2, TokenKind::less_equal);
      case '>': return take(2, TokenKind::not_equal);
      case '<': return take(2, TokenKind::shift_left);
      case '@':
        if (postgresql) return take(2, TokenKind::contained);
        [[fallthrough]];
      default: return take(1, TokenKind::less);
    }
  }

  TokenKind scan_word() {
    const char *begin = at_;
    while (byte_class::is(*at_, byte_class::word)) ++at_;
    if (*at_ == '\'' && at_ == begin + 1) {
      const char prefix = static_cast<char>(*begin | 0x20);
      if (prefix == 'x') return scan_blob(begin);
      if (postgresql && prefix == 'e') return scan_escaped_string(begin);
    }
    return keywords::find(begin, static_cast<std::size_t>(at_ - begin));
  }

  TokenKind scan_blob(const char *begin) {
    ++at_;
    const char *digits = at_;
    while (byte_class::is(*at_, byte_class::hex)) ++at_;
    if (*at_ != '\'' || (at_ - digits) % 2 != 0)
      fail(begin, "starts a blob that is not pairs of hex digits");
    ++at_;
    return TokenKind::blob;
  }

  TokenKind scan_escaped_string(const char *begin) {
    ++at_;
    for (; at_ < end_; ++at_) {
      if (*at_ == '\\') {
        ++at_;
      } else if (*at_ == '\'') {
        if (at_[1] != '\'') return take(1, TokenKind::string);
        ++at_;
      }
    }
    at_ = end_;
    fail(begin, "starts a string that does not end");
  }

  TokenKind scan_dollar_quoted() {
    const char *begin = at_++;
    while (byte_class::is(*at_, byte_class::word) && *at_ != '$') ++at_;
    if (*at_ != '$') fail(begin, "does not start a token");
    ++at_;
    const std::string_view tag(begin, static_cast<std::size_t>(at_ - begin));
    const std::size_t close = std::string_view(at_, static_cast<std::size_t>(end_ - at_)).find(tag);
    if (close == std::string_view::npos) fail(begin, "starts a string that does not end");
    at_ += close + tag.size();
    return TokenKind::string;
  }

  TokenKind scan_quoted(char quote, TokenKind kind) {
    const char *begin = at_++;
    for (;; ++at_) {
      while (*at_ != quote && at_ < end_) ++at_;
      if (at_ >= end_) {
        fail(begin, quote == '\'' ? "starts a string that does not end"
                                  : "starts a quoted name that does not end");
      }
      ++at_;
      if (*at_ != quote) return kind;
    }
  }

  TokenKind scan_bracketed() {
    const char *begin = at_;
    while (*at_ != ']' && at_ < end_) ++at_;
    if (at_ >= end_) fail(begin, "starts a quoted name that does not end");
    return take(1, TokenKind::quoted_identifier);
  }

  void skip_digits() noexcept {
    while (byte_class::is(*at_, byte_class::digit)) ++at_;
  }

  TokenKind scan_number() {
    const char *begin = at_;
    TokenKind kind = TokenKind::integer;
    if (*at_ == '0' && (at_[1] | 0x20) == 'x' && byte_class::is(at_[2], byte_class::hex)) {
      at_ += 3;
      while (byte_class::is(*at_, byte_class::hex)) ++at_;
    } else {
      skip_digits();
      if (*at_ == '.') {
        ++at_;
        skip_digits();
        kind = TokenKind::real;
      }
      if ((*at_ | 0x20) == 'e') {
        const char *exponent = at_ + 1;
        if (*exponent == '+' || *exponent == '-') ++exponent;
        if (byte_class::is(*exponent, byte_class::digit)) {
          at_ = exponent;
          skip_digits();
          kind = TokenKind::real;
        }
      }
    }
    if (byte_class::is(*at_, byte_class::word))
      fail(begin, "is a number with a letter directly after it");
    return kind;
  }

  TokenKind scan_numbered_parameter() noexcept {
    ++at_;
    skip_digits();
    return TokenKind::parameter;
  }

  TokenKind scan_named_parameter() {
    const char *begin = at_++;
    std::size_t named = 0;
    for (;;) {
      if (byte_class::is(*at_, byte_class::word)) {
        ++at_;
        ++named;
      } else if (strict && *at_ == '(' && named > 0) {
        while (*at_ != ')' && at_ < end_ && !byte_class::is(*at_, byte_class::space)) ++at_;
        if (*at_ != ')') break;
        ++at_;
        return TokenKind::parameter;
      } else if (strict && *at_ == ':' && at_[1] == ':') {
        at_ += 2;
      } else {
        if (named == 0) break;
        return TokenKind::parameter;
      }
    }
    fail(begin, "does not start a parameter");
  }

  const char *text_;
  const char *end_;
  const char *at_;
};

}  // namespace sluice::inline v0::sql

#endif
