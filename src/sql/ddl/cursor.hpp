#ifndef SLUICE_SRC_SQL_DDL_CURSOR_HPP
#define SLUICE_SRC_SQL_DDL_CURSOR_HPP

/// A position in the tokens of a statement of definitions. Reading past the end gives `end` tokens.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "script.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::sql {

/// A statement that cannot be read. Caught by the reader of statements.
struct Unreadable {
  std::string reason;
};

class Cursor {
 public:
  /// The last token has kind `end`.
  Cursor(const Script &script, std::span<const Token> tokens) noexcept
      : script_(script), tokens_(tokens) {}

  Dialect dialect() const noexcept { return script_.dialect(); }
  const Script &script() const noexcept { return script_; }

  const Token &token(std::size_t ahead = 0) const noexcept {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  TokenKind kind(std::size_t ahead = 0) const noexcept { return token(ahead).kind; }
  std::string_view text(std::size_t ahead = 0) const noexcept { return script_.text(token(ahead)); }
  bool at_end() const noexcept { return kind() == TokenKind::end; }
  std::size_t position() const noexcept { return at_; }
  void move_to(std::size_t position) noexcept { at_ = position; }
  void advance(std::size_t tokens = 1) noexcept {
    at_ = std::min(at_ + tokens, tokens_.size() - 1);
  }
  /// The tokens from one position to another, which is excluded, followed by an `end` token in
  /// `store`.
  Cursor part(std::size_t begin, std::size_t end, std::vector<Token> &store) const;

  /// Words are compared without ASCII case, and are never quoted.
  bool is_word(std::string_view word, std::size_t ahead = 0) const noexcept;
  bool is_any(std::initializer_list<std::string_view> words, std::size_t ahead = 0) const noexcept;
  bool is_words(std::initializer_list<std::string_view> words) const noexcept;
  bool accept(TokenKind kind) noexcept;
  bool accept(std::string_view word) noexcept;
  /// Either all of the words, or none.
  bool accept(std::initializer_list<std::string_view> words) noexcept;
  bool accept_any(std::initializer_list<std::string_view> words) noexcept;
  void expect(TokenKind kind, std::string_view what);

  /// Whether the token may be a name: a word, a quoted name, or a string where the dialect, or a
  /// mistaken script, quotes names so.
  bool is_name(std::size_t ahead = 0) const noexcept;
  bool is_string(std::size_t ahead = 0) const noexcept { return kind(ahead) == TokenKind::string; }
  NamePart name();
  QualifiedName qualified_name();
  /// `(a, b DESC, c(10))`: the names in parentheses.
  std::vector<NamePart> names_in_parentheses();

  /// The value of a string or another literal, without quotes and escapes.
  std::string string();
  /// Adjacent strings count as one where the dialect says so.
  std::string value_of(const Token &token) const;

  /// Moves behind a group in parentheses, brackets or braces, or else behind one token.
  void skip_group() noexcept;
  /// The position behind the group that begins at the current token.
  std::size_t end_of_group() const noexcept;
  /// Moves to the next `,` or `)` that is not inside parentheses, or to the end.
  void skip_item() noexcept;

  [[noreturn]] void fail(std::string_view expected) const;

 private:
  const Script &script_;
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
};

/// A name without its quotes.
NamePart name_of(std::string_view text, const Token &token, const LexicalRules &rules);
/// The text of a string literal, without its prefix, quotes and escapes.
std::string string_of(std::string_view literal, const LexicalRules &rules);

}  // namespace sluice::inline v0::sql

#endif
