#ifndef SLUICE_SRC_SQL_PARSER_LEXER_STRINGS_HPP
#define SLUICE_SRC_SQL_PARSER_LEXER_STRINGS_HPP

/// How a lexer finds the ends of strings and quoted names.

#include <cstddef>
#include <string_view>

#include "lexer.hpp"

namespace sluice::inline v0::sql {

template <class Rules>
TokenKind Lexer<Rules>::scan_prefixed(const char *begin) {
  const LexicalRules &rules = rules_.get();
  const char prefix = at_ == begin + 1 ? static_cast<char>(*begin | 0x20) : '\0';
  if (*at_ == '\'') {
    if (prefix == 'x' && !rules.tolerant) return scan_blob(begin);
    if (prefix == 'e' && rules.escape_strings) return scan_escaped_string(begin);
    if (prefix == 'q' && rules.delimited_strings) return scan_delimited_string(begin);
  }
  if (!rules.prefixed_strings) return TokenKind::end;
  const char *quote_at = at_;
  if (*at_ == '&') {
    if (prefix != 'u' || (at_[1] != '\'' && at_[1] != '"')) return TokenKind::end;
    ++at_;
  } else if (*at_ == '"' && !rules.double_quoted_strings) {
    return TokenKind::end;
  }
  const std::string_view word(begin, static_cast<std::size_t>(quote_at - begin));
  if (!is_string_prefix(word)) return TokenKind::end;
  const bool is_raw = (word.back() | 0x20) == 'r' || (word.front() | 0x20) == 'r';
  const char *quote = at_;
  const TokenKind kind = scan_string(*at_, rules.backslash_escapes && !is_raw);
  if (kind != TokenKind::unknown)
    return *quote == '"' && !rules.double_quoted_strings ? TokenKind::quoted_identifier : kind;
  at_ = quote;
  return TokenKind::end;
}

template <class Rules>
bool Lexer<Rules>::is_string_prefix(std::string_view word) noexcept {
  const auto is = [&](std::size_t at, std::string_view letters) {
    return letters.find(static_cast<char>(word[at] | 0x20)) != letters.npos;
  };
  if (word.size() == 1) return is(0, "nbxru");
  if (word.size() == 2 && is(0, "br") && is(1, "br")) return true;
  return word.front() == '_';
}

template <class Rules>
TokenKind Lexer<Rules>::scan_blob(const char *begin) {
  ++at_;
  const char *digits = at_;
  while (byte_class::is(*at_, byte_class::hex)) ++at_;
  if (*at_ != '\'' || (at_ - digits) % 2 != 0)
    return fail(begin, "starts a blob that is not pairs of hex digits");
  ++at_;
  return TokenKind::blob;
}

template <class Rules>
TokenKind Lexer<Rules>::scan_escaped_string(const char *begin) {
  if (is_hopeless()) return TokenKind::end;
  const char *quote = at_++;
  for (; at_ < end_; ++at_) {
    if (*at_ == '\\') {
      ++at_;
    } else if (*at_ == '\'') {
      if (at_[1] != '\'') return take(1, TokenKind::string);
      ++at_;
    }
  }
  at_ = end_;
  if (fail_open(begin, "starts a string that does not end") == TokenKind::unknown) at_ = quote;
  return TokenKind::end;
}

template <class Rules>
TokenKind Lexer<Rules>::scan_delimited_string(const char *begin) {
  if (is_hopeless() || at_ + 1 >= end_) return TokenKind::end;
  const char *quote = at_;
  const char open = at_[1];
  const char close = open == '['   ? ']'
                     : open == '(' ? ')'
                     : open == '{' ? '}'
                     : open == '<' ? '>'
                                   : open;
  for (at_ += 2; at_ + 1 < end_; ++at_) {
    if (*at_ == close && at_[1] == '\'') return take(2, TokenKind::string);
  }
  if (fail_open(begin, "starts a string that does not end") == TokenKind::unknown) at_ = quote;
  return TokenKind::end;
}

template <class Rules>
TokenKind Lexer<Rules>::scan_dollar_string() {
  const char *begin = at_++;
  if (is_hopeless()) return TokenKind::unknown;
  while (byte_class::is(*at_, byte_class::word) && *at_ != '$') ++at_;
  if (*at_ != '$') return fail(begin, "does not start a token");
  ++at_;
  const std::string_view tag(begin, static_cast<std::size_t>(at_ - begin));
  const std::size_t close = std::string_view(at_, static_cast<std::size_t>(end_ - at_)).find(tag);
  if (close == std::string_view::npos) return fail_open(begin, "starts a string that does not end");
  at_ += close + tag.size();
  return TokenKind::string;
}

template <class Rules>
TokenKind Lexer<Rules>::scan_string(char quote, bool backslash) {
  if (rules_.get().tripled_strings && at_[1] == quote && at_[2] == quote)
    return scan_tripled_string(quote, backslash);
  return scan_quoted(quote, TokenKind::string, backslash);
}

template <class Rules>
TokenKind Lexer<Rules>::scan_tripled_string(char quote, bool backslash) {
  const char *begin = at_;
  if (is_hopeless()) return take(1, TokenKind::unknown);
  for (at_ += 3; at_ < end_; ++at_) {
    if (*at_ == '\\' && backslash) {
      ++at_;
    } else if (*at_ == quote && at_[1] == quote && at_[2] == quote) {
      return take(3, TokenKind::string);
    }
  }
  return fail_open(begin, "starts a string that does not end");
}

template <class Rules>
TokenKind Lexer<Rules>::scan_quoted(char quote, TokenKind kind, bool backslash) {
  const char *begin = at_++;
  if (is_hopeless()) return TokenKind::unknown;
  const bool doubled = rules_.get().doubled_quotes || kind != TokenKind::string;
  for (;; ++at_) {
    while (*at_ != quote && at_ < end_) {
      if (*at_ == '\\' && backslash && at_ + 1 < end_) ++at_;
      ++at_;
    }
    if (at_ >= end_) {
      return fail_open(begin, kind == TokenKind::string ? "starts a string that does not end"
                                                        : "starts a quoted name that does not end");
    }
    ++at_;
    if (*at_ != quote || !doubled) return kind;
  }
}

template <class Rules>
TokenKind Lexer<Rules>::scan_bracketed() {
  const char *begin = at_;
  if (is_hopeless()) return take(1, TokenKind::unknown);
  for (;;) {
    while (*at_ != ']' && at_ < end_) ++at_;
    if (at_ >= end_) return fail_open(begin, "starts a quoted name that does not end");
    // SQL Server writes ] in a name twice.
    if (at_[1] != ']' || !rules_.get().tolerant) return take(1, TokenKind::quoted_identifier);
    at_ += 2;
  }
}

}  // namespace sluice::inline v0::sql

#endif
