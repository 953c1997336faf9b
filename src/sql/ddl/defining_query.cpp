#include "defining_query.hpp"

#include <algorithm>
#include <cstddef>

namespace sluice::inline v0::sql {
namespace {

// WITH LOCAL CHECK OPTION, WITH NO SCHEMA BINDING: clauses behind a query are short.
constexpr std::size_t max_clause_tokens = 16;

bool is_query_word(const Cursor &cursor, std::size_t ahead) {
  return cursor.is_any({"select", "with", "values", "table"}, ahead) ||
         (cursor.is_word("from", ahead) && cursor.dialect() == Dialect::duckdb) ||
         (ahead == 0 && cursor.is_word("sel"));  // Teradata
}

/// Whether a query goes on here, behind its first part, which is in parentheses.
bool continues_query(const Cursor &cursor) {
  return cursor.is_any({"union", "except", "intersect", "minus", "order", "limit", "offset",
                        "fetch", "join", "left", "inner", "cross", "full", "right", "where"});
}

/// The position where a comment begins that ends the statement: AS SELECT … COMMENT 'x'
std::size_t comment_before(Cursor cursor, std::size_t end, std::size_t begin,
                           std::string &comment) {
  if (end < begin + 3) return end;
  cursor.move_to(end - 1);
  if (!cursor.is_string()) return end;
  std::size_t at = end - 2;
  cursor.move_to(at);
  if (cursor.is_word("is") || cursor.kind() == TokenKind::equal) cursor.move_to(--at);
  // `SELECT a comment 'x'` is a query only where strings may be aliases.
  if (!cursor.is_word("comment") || at <= begin + 1) return end;
  Cursor value = cursor;
  value.move_to(end - 1);
  comment = value.string();
  return at;
}

/// The position where WITH NO DATA, WITH CHECK OPTION or the like begins, if the query ends in it.
std::size_t clause_before(Cursor cursor, std::size_t end, std::size_t begin) {
  for (std::size_t at = end; at > begin + 1 && end - at < max_clause_tokens; --at) {
    cursor.move_to(at - 1);
    if (cursor.kind() == TokenKind::right_paren) return end;
    if (cursor.is_word("with") && cursor.is_any({"no", "data", "check", "read", "local", "cascaded",
                                                 "cascade"}, 1)) {
      return at - 1;
    }
  }
  return end;
}

}  // namespace

bool begins_query(const Cursor &cursor) {
  std::size_t ahead = 0;
  while (cursor.kind(ahead) == TokenKind::left_paren && ahead < max_clause_tokens) ++ahead;
  if (ahead > 0 && cursor.is_any({"values", "table"}, ahead)) return false;
  return is_query_word(cursor, ahead);
}

std::string_view read_query(Cursor &cursor, std::string &comment) {
  Cursor last = cursor;
  while (!last.at_end()) last.advance();
  const std::size_t statement_end = last.position();
  std::size_t begin = cursor.position();
  std::size_t end = comment_before(cursor, statement_end, begin, comment);
  end = clause_before(cursor, end, begin);
  while (cursor.kind() == TokenKind::left_paren && cursor.position() < end) {
    const std::size_t group_end = cursor.end_of_group();
    last.move_to(group_end);
    if (group_end < end && (continues_query(last) || !begins_query(cursor))) break;
    cursor.advance();
    begin = cursor.position();
    end = group_end - 1;
  }
  last.move_to(end);
  const std::size_t from = cursor.token().begin;
  const std::size_t to = std::max<std::size_t>(last.token().begin, from);
  const std::string_view query = cursor.script().text().substr(from, to - from);
  cursor.move_to(statement_end);
  return query;
}

}  // namespace sluice::inline v0::sql
