#include "cursor.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::sql {
namespace {

constexpr std::size_t max_name_parts = 8;

bool opens(TokenKind kind) noexcept {
  return kind == TokenKind::left_paren || kind == TokenKind::left_bracket;
}

bool closes(TokenKind kind) noexcept {
  return kind == TokenKind::right_paren || kind == TokenKind::right_bracket;
}

}  // namespace

Cursor Cursor::part(std::size_t begin, std::size_t end, std::vector<Token> &store) const {
  end = std::min(end, tokens_.size() - 1);
  begin = std::min(begin, end);
  store.assign(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
               tokens_.begin() + static_cast<std::ptrdiff_t>(end));
  const std::uint32_t at = tokens_[end].begin;
  store.push_back({at, at, TokenKind::end});
  return {script_, store};
}

bool Cursor::is_word(std::string_view word, std::size_t ahead) const noexcept {
  const TokenKind found = kind(ahead);
  return (found == TokenKind::identifier || is_keyword(found)) && same_name(text(ahead), word);
}

bool Cursor::is_any(std::initializer_list<std::string_view> words,
                    std::size_t ahead) const noexcept {
  return std::ranges::any_of(words, [&](std::string_view word) { return is_word(word, ahead); });
}

bool Cursor::is_words(std::initializer_list<std::string_view> words) const noexcept {
  std::size_t ahead = 0;
  return std::ranges::all_of(words, [&](std::string_view word) { return is_word(word, ahead++); });
}

bool Cursor::accept(TokenKind wanted) noexcept {
  if (kind() != wanted) return false;
  advance();
  return true;
}

bool Cursor::accept(std::string_view word) noexcept {
  if (!is_word(word)) return false;
  advance();
  return true;
}

bool Cursor::accept(std::initializer_list<std::string_view> words) noexcept {
  if (!is_words(words)) return false;
  advance(words.size());
  return true;
}

bool Cursor::accept_any(std::initializer_list<std::string_view> words) noexcept {
  if (!is_any(words)) return false;
  advance();
  return true;
}

void Cursor::expect(TokenKind wanted, std::string_view what) {
  if (!accept(wanted)) fail(what);
}

bool Cursor::is_name(std::size_t ahead) const noexcept {
  const TokenKind found = kind(ahead);
  return found == TokenKind::identifier || found == TokenKind::quoted_identifier ||
         is_keyword(found) || found == TokenKind::string || found == TokenKind::parameter;
}

NamePart Cursor::name() {
  if (!is_name()) fail("a name");
  NamePart part = name_of(text(), token(), script_rules(dialect()));
  advance();
  return part;
}

QualifiedName Cursor::qualified_name() {
  QualifiedName parts;
  // Redshift's temporary tables: #t
  const bool is_marked = kind() == TokenKind::unknown && text() == "#" && is_name(1);
  if (is_marked) advance();
  parts.push_back(name());
  if (is_marked) parts.back().text.insert(0, 1, '#');
  for (;;) {
    // BigQuery's project names have dashes: my-project.dataset.table
    if (dialect() == Dialect::bigquery && kind() == TokenKind::minus && is_name(1) &&
        token().begin == token(1).begin - 1 && !parts.back().quoted) {
      advance();
      parts.back().text += '-';
      parts.back().text += name().text;
      continue;
    }
    if (kind() == TokenKind::dot) {
      // SQL Server leaves parts out: db..table
      std::size_t dots = 1;
      while (kind(dots) == TokenKind::dot) ++dots;
      if (!is_name(dots) || parts.size() >= max_name_parts) break;
      advance(dots);
      parts.push_back(name());
      continue;
    }
    // `.5x` is one token: a table whose name begins with a digit.
    if (kind() == TokenKind::identifier && text().starts_with('.')) {
      parts.push_back({std::string(text().substr(1)), false});
      advance();
      continue;
    }
    break;
  }
  // `project.dataset.table` in one pair of quotes; Hive writes `database.table` so.
  if (parts.size() == 1 && parts[0].quoted &&
      (dialect() == Dialect::bigquery || dialect() == Dialect::spark) &&
      parts[0].text.find('.') != std::string::npos) {
    const std::string whole = std::move(parts[0].text);
    parts.clear();
    for (std::size_t at = 0; at <= whole.size();) {
      const std::size_t end = std::min(whole.find('.', at), whole.size());
      if (end > at) parts.push_back({whole.substr(at, end - at), true});
      at = end + 1;
    }
    if (parts.empty()) fail("a name");
  }
  return parts;
}

std::vector<NamePart> Cursor::names_in_parentheses() {
  expect(TokenKind::left_paren, "\"(\"");
  std::vector<NamePart> names;
  while (!at_end() && kind() != TokenKind::right_paren) {
    if (is_name()) names.push_back(name());
    skip_item();
    accept(TokenKind::comma);
  }
  accept(TokenKind::right_paren);
  return names;
}

std::string Cursor::value_of(const Token &token) const {
  return string_of(script_.text(token), script_rules(dialect()));
}

std::string Cursor::string() {
  if (!is_string()) fail("a string");
  std::string value = value_of(token());
  advance();
  while (is_string()) {
    value += value_of(token());
    advance();
  }
  // SQL Server and Oracle join pieces of long texts.
  while ((kind() == TokenKind::plus || kind() == TokenKind::concat) && is_string(1)) {
    advance();
    value += value_of(token());
    advance();
  }
  return value;
}

std::size_t Cursor::end_of_group() const noexcept {
  if (!opens(kind())) return std::min(at_ + 1, tokens_.size() - 1);
  std::size_t depth = 0;
  for (std::size_t i = at_; i + 1 < tokens_.size(); ++i) {
    if (opens(tokens_[i].kind)) ++depth;
    if (closes(tokens_[i].kind) && --depth == 0) return i + 1;
  }
  return tokens_.size() - 1;
}

void Cursor::skip_group() noexcept { at_ = end_of_group(); }

void Cursor::skip_item() noexcept {
  while (!at_end() && kind() != TokenKind::comma && kind() != TokenKind::right_paren) skip_group();
}

void Cursor::fail(std::string_view expected) const {
  constexpr std::size_t longest = 40;
  std::string found =
      at_end() ? "the end of the statement" : '"' + std::string(text().substr(0, longest)) + '"';
  throw Unreadable{"expected " + std::string(expected) + ", found " + found};
}

}  // namespace sluice::inline v0::sql
