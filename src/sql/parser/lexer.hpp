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
#include "sql/lexical_rules.hpp"
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

/// Rules that are known to the compiler.
template <const LexicalRules &fixed>
struct FixedRules {
  static constexpr const LexicalRules &get() noexcept { return fixed; }
};

/// Rules that are chosen when the program runs.
struct ChosenRules {
  const LexicalRules *rules;
  const LexicalRules &get() const noexcept { return *rules; }
};

/// The text must be in a buffer with `keywords::padding` zero bytes after it. Throws SyntaxError at
/// what begins no token, unless the rules are tolerant. O(size).
template <class Rules>
class Lexer {
 public:
  Lexer(const char *text, std::size_t size, Rules rules = {}) noexcept
      : rules_(rules), text_(text), end_(text + size), at_(text) {}

  Token next() {
    skip_blanks();
    const char *begin = at_;
    const TokenKind kind = scan();
    return {offset_of(begin), offset_of(at_), kind};
  }

  /// Continues at a byte of the text, outside of tokens and comments.
  void move_to(std::size_t offset) noexcept { at_ = text_ + offset; }

 private:
  // An unclosed quote makes the lexer read to the end of the text. A tolerant one stops doing so
  // after a few, and so stays linear.
  static constexpr int max_open_quotes = 16;

  std::uint32_t offset_of(const char *at) const noexcept {
    return static_cast<std::uint32_t>(at - text_);
  }

  /// In a tolerant lexer, the token is the one byte at `at`.
  TokenKind fail(const char *at, std::string_view message) {
    if (!rules_.get().tolerant) {
      throw SyntaxError(ErrorCode::malformed, message,
                        {text_, static_cast<std::size_t>(end_ - text_)}, offset_of(at));
    }
    at_ = at + 1;
    return TokenKind::unknown;
  }

  TokenKind fail_open(const char *begin, std::string_view message) {
    ++open_quotes_;
    return fail(begin, message);
  }

  bool is_hopeless() const noexcept {
    return rules_.get().tolerant && open_quotes_ >= max_open_quotes;
  }

  bool starts_with(std::string_view prefix) const noexcept {
    return std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(prefix);
  }

  void skip_line() noexcept {
    while (*at_ != '\n' && at_ < end_) ++at_;
  }

  bool begins_line_comment() const noexcept {
    switch (*at_) {
      case '-':
        if (at_[1] != '-') return false;
        return !rules_.get().dashes_need_blank || static_cast<unsigned char>(at_[2]) <= ' ';
      case '#': return rules_.get().hash_comments;
      case '/': return at_[1] == '/' && rules_.get().slash_comments;
      default: return false;
    }
  }

  void skip_blanks() {
    for (;;) {
      while (byte_class::is(*at_, byte_class::space)) ++at_;
      if (begins_line_comment()) {
        skip_line();
      } else if (*at_ == '/' && at_[1] == '*' && (at_ + 2 < end_)) {
        if (!skip_comment()) return;
      } else if (*at_ == '*' && at_[1] == '/' && in_executed_comment_) {
        in_executed_comment_ = false;
        at_ += 2;
      } else if (static_cast<unsigned char>(*at_) == 0xEF && starts_with("\xEF\xBB\xBF")) {
        at_ += 3;  // a byte order mark counts as whitespace anywhere
      } else {
        return;
      }
    }
  }

  /// False if the comment does not end, and the lexer is tolerant. In SQLite, such a comment
  /// extends to the end of the text.
  bool skip_comment() {
    const char *begin = at_;
    if (rules_.get().executed_comments && (at_[2] == '!' || (at_[2] == 'M' && at_[3] == '!'))) {
      at_ += at_[2] == '!' ? 3 : 4;
      while (byte_class::is(*at_, byte_class::digit)) ++at_;
      in_executed_comment_ = true;
      return true;
    }
    if (is_hopeless()) return false;
    const bool nested = rules_.get().nested_comments;
    std::size_t open = 1;
    at_ += 2;
    while (at_ < end_) {
      if (*at_ == '*' && at_[1] == '/') {
        at_ += 2;
        if (--open == 0) return true;
      } else if (nested && *at_ == '/' && at_[1] == '*') {
        at_ += 2;
        ++open;
      } else {
        ++at_;
      }
    }
    if (rules_.get().tolerant) {
      ++open_quotes_;
      at_ = begin;
      return false;
    }
    if (rules_.get().open_comment_fails) fail(begin, "starts a comment that does not end");
    return true;
  }

  TokenKind take(std::size_t bytes, TokenKind kind) noexcept {
    at_ += bytes;
    return kind;
  }

  TokenKind scan() {
    const char c = *at_;
    if (byte_class::is(c, byte_class::word_start)) return scan_word();
    if (byte_class::is(c, byte_class::digit)) return scan_number();
    const LexicalRules &rules = rules_.get();
    const bool postgresql = rules.postgresql_operators;
    switch (c) {
      case '\0':
        if (at_ >= end_) return TokenKind::end;
        return fail(at_, "is a NUL byte");
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
      case '=': return take(rules.double_equal && at_[1] == '=' ? 2 : 1, TokenKind::equal);
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
      case '\'': return scan_string('\'', rules.backslash_escapes);
      case '"':
        if (rules.double_quoted_strings) return scan_string('"', rules.backslash_escapes);
        return scan_quoted('"', TokenKind::quoted_identifier, false);
      case '`':
        if (!rules.backquoted_names) break;
        return scan_quoted('`', TokenKind::quoted_identifier, rules.backslash_in_names);
      case '[':
        if (rules.brackets) return take(1, TokenKind::left_bracket);
        if (!rules.bracketed_names) break;
        return scan_bracketed();
      case ']':
        if (rules.brackets) return take(1, TokenKind::right_bracket);
        break;
      case '^':
        if (rules.caret) return take(1, TokenKind::caret);
        break;
      case '?':
        if (!rules.question_parameters) break;
        return scan_numbered_parameter();
      case ':':
        if (rules.casts && at_[1] == ':') return take(2, TokenKind::double_colon);
        if (rules.tolerant || (postgresql && !byte_class::is(at_[1], byte_class::word_start)))
          return take(1, TokenKind::colon);
        return scan_named_parameter();
      case '$':
        if (rules.dollar_strings && !byte_class::is(at_[1], byte_class::digit))
          return scan_dollar_string();
        return scan_named_parameter();
      case '@':
        if (postgresql && at_[1] == '>') return take(2, TokenKind::contains);
        if (at_[1] == '@' && rules.tolerant) ++at_;
        return scan_named_parameter();
      case '#':
        if (rules.hash_in_names) return scan_word();
        if (postgresql && at_[1] == '>') {
          return at_[2] == '>' ? take(3, TokenKind::hash_double_arrow)
                               : take(2, TokenKind::hash_arrow);
        }
        break;
      default: break;
    }
    return fail(at_, "does not start a token");
  }

  TokenKind scan_less() noexcept {
    switch (at_[1]) {
      case '=':
        if (rules_.get().null_safe_equal && at_[2] == '>')
          return take(3, TokenKind::null_safe_equal);
        return take(2, TokenKind::less_equal);
      case '>': return take(2, TokenKind::not_equal);
      case '<': return take(2, TokenKind::shift_left);
      case '@':
        if (rules_.get().postgresql_operators) return take(2, TokenKind::contained);
        [[fallthrough]];
      default: return take(1, TokenKind::less);
    }
  }

  void skip_word() noexcept {
    while (byte_class::is(*at_, byte_class::word)) ++at_;
    while (*at_ == '#' && rules_.get().hash_in_names) {
      ++at_;
      while (byte_class::is(*at_, byte_class::word)) ++at_;
    }
  }

  TokenKind scan_word() {
    const char *begin = at_;
    skip_word();
    if (*at_ == '\'' || *at_ == '"' || *at_ == '&') {
      if (const TokenKind kind = scan_prefixed(begin); kind != TokenKind::end) return kind;
    }
    return keywords::find(begin, static_cast<std::size_t>(at_ - begin));
  }

  // Strings and quoted names: lexer_strings.hpp
  /// The string whose prefix was read; `end` if it is an ordinary word.
  TokenKind scan_prefixed(const char *begin);
  /// N, B, X, R, U, BR, RB, and MySQL's _utf8mb4.
  static bool is_string_prefix(std::string_view word) noexcept;
  TokenKind scan_blob(const char *begin);
  TokenKind scan_escaped_string(const char *begin);
  // q'[…]': brackets close with their partner, other delimiters with themselves.
  TokenKind scan_delimited_string(const char *begin);
  TokenKind scan_dollar_string();
  TokenKind scan_string(char quote, bool backslash);
  TokenKind scan_tripled_string(char quote, bool backslash);
  TokenKind scan_quoted(char quote, TokenKind kind, bool backslash);
  TokenKind scan_bracketed();

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
    if (byte_class::is(*at_, byte_class::word)) {
      if (!rules_.get().tolerant) return fail(begin, "is a number with a letter directly after it");
      skip_word();
      return TokenKind::identifier;
    }
    return kind;
  }

  TokenKind scan_numbered_parameter() noexcept {
    ++at_;
    skip_digits();
    return TokenKind::parameter;
  }

  TokenKind scan_named_parameter() {
    const char *begin = at_++;
    const bool tcl = rules_.get().tcl_parameters;
    std::size_t named = 0;
    for (;;) {
      if (byte_class::is(*at_, byte_class::word)) {
        ++at_;
        ++named;
      } else if (tcl && *at_ == '(' && named > 0) {
        while (*at_ != ')' && at_ < end_ && !byte_class::is(*at_, byte_class::space)) ++at_;
        if (*at_ != ')') break;
        ++at_;
        return TokenKind::parameter;
      } else if (tcl && *at_ == ':' && at_[1] == ':') {
        at_ += 2;
      } else {
        if (named == 0) break;
        return TokenKind::parameter;
      }
    }
    return fail(begin, "does not start a parameter");
  }

  [[no_unique_address]] Rules rules_;
  const char *text_;
  const char *end_;
  const char *at_;
  int open_quotes_ = 0;
  bool in_executed_comment_ = false;
};

}  // namespace sluice::inline v0::sql

#include "lexer_strings.hpp"

#endif
