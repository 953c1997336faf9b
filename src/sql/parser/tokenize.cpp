#include <string>

#include "grammar.hpp"
#include "sluice/sql/parse.hpp"
#include "sql/token.hpp"

namespace sluice::inline v0::sql {
namespace {

template <class Grammar>
std::vector<Token> tokenize_as(std::string_view sql, std::size_t max_tokens) {
  std::string padded(sql);
  padded.append(keywords::padding, '\0');
  typename Grammar::Lexer lexer(padded.data(), sql.size());
  std::vector<Token> tokens;
  do {
    if (tokens.size() == max_tokens) {
      throw SyntaxError(ErrorCode::limit_exceeded,
                        "the text has more than " + std::to_string(max_tokens) + " tokens", sql,
                        tokens.back().begin);
    }
    tokens.push_back(lexer.next());
  } while (tokens.back().kind != TokenKind::end);
  return tokens;
}

}  // namespace

std::vector<Token> tokenize(std::string_view sql, Dialect dialect, std::size_t max_tokens) {
  switch (dialect) {
    case Dialect::sqlite: return tokenize_as<SqliteGrammar>(sql, max_tokens);
    case Dialect::postgresql: return tokenize_as<PostgresqlGrammar>(sql, max_tokens);
    default: return tokenize_as<PermissiveGrammar>(sql, max_tokens);
  }
}

bool is_sqlite_keyword(std::string_view word) noexcept {
  if (word.size() > keywords::longest) return false;
  char padded[keywords::longest + keywords::padding] = {};
  word.copy(padded, word.size());
  return is_keyword(keywords::find(padded, word.size()));
}

bool may_be_name(TokenKind keyword) noexcept {
  return is_keyword(keyword) &&
         (name_classes[static_cast<std::size_t>(keyword)] != 0 || keyword == TokenKind::kw_window ||
          keyword == TokenKind::kw_over || keyword == TokenKind::kw_filter);
}

std::vector<std::string_view> split_statements(std::string_view sql, Dialect dialect) {
  std::vector<std::string_view> statements;
  std::size_t first = 0;  // index of the statement's first token
  const std::vector<Token> tokens = tokenize(sql, dialect);
  const auto is_trigger = [&](std::size_t start) {
    if (tokens[start].kind != TokenKind::kw_create) return false;
    const TokenKind next = tokens[start + 1].kind;
    const bool temporary = next == TokenKind::kw_temp || next == TokenKind::kw_temporary;
    return (temporary ? tokens[start + 2].kind : next) == TokenKind::kw_trigger;
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool last = tokens[i].kind == TokenKind::end;
    if (!last && tokens[i].kind != TokenKind::semicolon) continue;
    // The statements of a trigger end inside it; END ends the trigger.
    if (!last && is_trigger(first) && tokens[i - 1].kind != TokenKind::kw_end) continue;
    if (i > first) {
      statements.push_back(
          sql.substr(tokens[first].begin, tokens[i - 1].end - tokens[first].begin));
    }
    first = i + 1;
  }
  return statements;
}

}  // namespace sluice::inline v0::sql
