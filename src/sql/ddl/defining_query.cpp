#include "defining_query.hpp"

#include <algorithm>
#include <cstddef>

namespace sluice::inline v0::sql {
namespace {

// WITH LOCAL CHECK OPTION, WITH NO SCHEMA BINDING: clauses behind a query are short.
constexpr std::size_t max_clause_tokens = 16;
constexpr std::size_t max_parentheses = 16;

bool is_query_word(const Cursor &cursor, std::size_t ahead) {
  if (cursor.is_any({"select", "with", "values", "table"}, ahead)) return true;
  switch (cursor.dialect()) {
    case Dialect::duckdb:
      return cursor.is_any({"from", "pivot", "unpivot", "summarize", "describe"}, ahead);
    case Dialect::clickhouse:
    case Dialect::bigquery: return cursor.is_word("from", ahead);
    case Dialect::permissive: return ahead == 0 && cursor.is_word("sel");  // Teradata
    default: return false;
  }
}

/// Whether a query goes on here, behind its first part, which is in parentheses.
bool continues_query(const Cursor &cursor) {
  return cursor.is_any({"union", "except", "intersect", "minus", "order", "limit", "offset",
                        "fetch", "join", "left", "inner", "cross", "full", "right", "where"});
}

/// Whether an expression may end in the current token, so that a word after it is not a part of it.
bool may_end_expression(const Cursor &cursor) {
  if (cursor.kind() == TokenKind::right_paren || cursor.kind() == TokenKind::integer) return true;
  return cursor.is_name() && !cursor.is_any({"where", "and", "or", "not", "on", "having", "when",
                                             "then", "else", "case", "by", "select", "distinct"});
}

/// Where a comment begins that ends the statement: AS SELECT … COMMENT [IS] 'x'. `end` if none
/// does.
std::size_t comment_before(Cursor cursor, std::size_t end, std::size_t begin,
                           std::string &comment) {
  constexpr std::size_t longest = 3;
  if (end < begin + longest + 2) return end;
  cursor.move_to(end - 1);
  if (!cursor.is_string()) return end;
  Cursor value = cursor;
  std::size_t at = end - 2;
  cursor.move_to(at);
  if (cursor.is_word("is")) cursor.move_to(--at);
  if (!cursor.is_word("comment")) return end;
  cursor.move_to(at - 1);
  if (!may_end_expression(cursor)) return end;  // WHERE comment IS 'x'
  comment = value.string();
  return at;
}

/// Where WITH NO DATA, WITH CHECK OPTION or the like begins. `end` if the query does not end in it.
std::size_t clause_before(Cursor cursor, std::size_t end, std::size_t begin) {
  for (std::size_t at = end; at > begin + 1 && end - at < max_clause_tokens; --at) {
    cursor.move_to(at - 1);
    if (cursor.kind() == TokenKind::right_paren) return end;
    if (cursor.is_word("with") &&
        cursor.is_any({"no", "data", "check", "read", "local", "cascaded", "cascade"}, 1)) {
      return at - 1;
    }
  }
  return end;
}

}  // namespace

bool begins_query(const Cursor &cursor) {
  std::size_t ahead = 0;
  while (cursor.kind(ahead) == TokenKind::left_paren && ahead < max_parentheses) ++ahead;
  if (ahead > 0 && cursor.is_any({"values", "table"}, ahead)) return false;
  return is_query_word(cursor, ahead);
}

std::string_view read_query(Cursor &cursor, std::string &comment) {
  Cursor last = cursor;
  while (!last.at_end()) last.advance();
  const std::size_t statement_end = last.position();
  std::size_t end = comment_before(cursor, statement_end, cursor.position(), comment);
  end = clause_before(cursor, end, cursor.position());
  for (std::size_t i = 0; i < max_parentheses && cursor.kind() == TokenKind::left_paren; ++i) {
    const std::size_t group_end = cursor.end_of_group();
    last.move_to(group_end);
    // (SELECT a) UNION (SELECT b), but not (SELECT a) WITH DATA
    if (group_end < end && (continues_query(last) || !begins_query(cursor))) break;
    if (group_end > end) break;
    cursor.advance();
    end = group_end - 1;
  }
  last.move_to(end);
  const std::size_t from = cursor.token().begin;
  const std::size_t to = std::max<std::size_t>(last.token().begin, from);
  cursor.move_to(statement_end);
  return cursor.script().text().substr(from, to - from);
}

}  // namespace sluice::inline v0::sql
