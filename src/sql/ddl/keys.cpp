/// Primary and foreign keys.

#include <algorithm>
#include <utility>
#include <vector>

#include "columns.hpp"

namespace sluice::inline v0::sql {
namespace {

// Of ClickHouse's keys, which have few.
constexpr std::size_t max_key_columns = 256;

/// The columns of a key that may have expressions: (a, toDate(b)).
std::vector<NamePart> columns_in_key(Cursor &cursor) {
  std::vector<NamePart> names;
  const std::size_t end = cursor.end_of_group();
  while (cursor.position() < end) {
    const bool is_column = cursor.is_name() && !cursor.is_string() &&
                           cursor.kind(1) != TokenKind::left_paren &&
                           names.size() < max_key_columns;
    if (is_column && std::ranges::find(names, cursor.text(), &NamePart::text) == names.end()) {
      names.push_back(cursor.name());
    } else {
      cursor.advance();
    }
  }
  return names;
}

}  // namespace

DdlReference read_reference(Cursor &cursor) {
  DdlReference reference;
  // Teradata: REFERENCES WITH NO CHECK OPTION t
  if (cursor.accept("with")) {
    cursor.accept("no");
    cursor.accept({"check", "option"});
  }
  reference.table = cursor.qualified_name();
  if (cursor.kind() == TokenKind::left_paren) reference.columns = cursor.names_in_parentheses();
  for (;;) {
    if (cursor.accept(TokenKind::kw_on)) {
      cursor.advance();  // DELETE or UPDATE
      if (!cursor.accept({"no", "action"})) {
        if (cursor.accept(TokenKind::kw_set)) {
          cursor.advance();  // NULL or DEFAULT
          if (cursor.kind() == TokenKind::left_paren) cursor.skip_group();
        } else {
          cursor.advance();
        }
      }
    } else if (cursor.accept(TokenKind::kw_match)) {
      cursor.advance();
    } else if (!cursor.accept_any({"deferrable", "enable", "disable", "validate", "novalidate",
                                   "rely", "norely", "enforced"}) &&
               !cursor.accept({"not", "deferrable"}) && !cursor.accept({"not", "enforced"}) &&
               !cursor.accept({"not", "valid"}) && !cursor.accept({"initially", "deferred"}) &&
               !cursor.accept({"initially", "immediate"}) &&
               !cursor.accept({"not", "for", "replication"})) {
      return reference;
    }
  }
}

DdlForeignKey read_foreign_key(Cursor &cursor) {
  DdlForeignKey key;
  cursor.accept({"if", "not", "exists"});
  if (cursor.is_name()) cursor.qualified_name();  // MySQL: a name of the index
  key.columns = cursor.names_in_parentheses();
  if (!cursor.accept(TokenKind::kw_references)) cursor.fail("REFERENCES");
  key.reference = read_reference(cursor);
  return key;
}

std::vector<NamePart> read_primary_key(Cursor &cursor) {
  while (!cursor.at_end() && cursor.kind() != TokenKind::left_paren &&
         cursor.kind() != TokenKind::comma && cursor.kind() != TokenKind::right_paren) {
    cursor.advance();  // CLUSTERED, USING BTREE, a name
  }
  if (cursor.kind() != TokenKind::left_paren) cursor.fail("the columns of the primary key");
  return cursor.dialect() == Dialect::clickhouse ? columns_in_key(cursor)
                                                 : cursor.names_in_parentheses();
}

}  // namespace sluice::inline v0::sql
