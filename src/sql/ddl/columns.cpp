#include "columns.hpp"

#include <utility>

#include "check.hpp"
#include "sluice/core/ascii.hpp"
#include "types.hpp"

namespace sluice::inline v0::sql {
namespace {

/// `-- text` in SQLite's CREATE statements, which keep it, describes the column before it.
std::string comment_in(std::string_view gap) {
  const std::size_t at = gap.find("--");
  if (at == gap.npos || gap.find('\n') < at) return {};
  std::string_view line = gap.substr(at + 2);
  line = line.substr(0, line.find('\n'));
  return std::string(trimmed(line, " \t\r-"));
}

/// The comment behind the item that ends before the current token, in the same line.
void take_line_comment(const Cursor &cursor, std::size_t item_end, DdlColumn &column) {
  if (cursor.dialect() != Dialect::sqlite || !column.comment.empty()) return;
  // A comma or parenthesis may come between: `a INT, -- text`.
  const std::string_view text = cursor.script().text();
  std::size_t begin = item_end;
  if (cursor.kind() == TokenKind::comma) begin = cursor.token().end;
  const std::size_t end =
      cursor.kind() == TokenKind::comma ? cursor.token(1).begin : cursor.token().begin;
  if (begin < end) column.comment = comment_in(text.substr(begin, end - begin));
}

void skip_default(Cursor &cursor) {
  // Db2: COMPRESS SYSTEM DEFAULT
  if (cursor.kind() == TokenKind::comma || cursor.kind() == TokenKind::right_paren) return;
  // DEFAULT NULL, DEFAULT -1, DEFAULT 'x'::type, DEFAULT nextval('s'::regclass), DEFAULT (a + b)
  if (cursor.kind() == TokenKind::minus || cursor.kind() == TokenKind::plus) cursor.advance();
  cursor.skip_group();
  for (;;) {
    if (cursor.kind() == TokenKind::left_paren || cursor.kind() == TokenKind::left_bracket) {
      cursor.skip_group();
    } else if (cursor.kind() == TokenKind::double_colon || cursor.kind() == TokenKind::dot) {
      cursor.advance(2);
    } else {
      return;
    }
  }
}

/// GENERATED was read, or AS is next.
void read_generated(Cursor &cursor, DdlColumn &column) {
  cursor.accept_any({"always"});
  cursor.accept({"by", "default"});
  cursor.accept({"on", "null"});
  if (!cursor.accept(TokenKind::kw_as)) return;
  if (cursor.accept("identity")) {
    column.serial = true;
    if (cursor.kind() == TokenKind::left_paren) cursor.skip_group();
    return;
  }
  // Temporal columns: AS ROW START; Db2: AS TRANSACTION START ID
  if (cursor.accept_any({"row", "transaction", "transaction_id", "sequence_number"})) {
    cursor.accept_any({"start", "begin", "end"});
    cursor.accept("id");
    return;
  }
  column.generated = true;
  cursor.skip_group();
  // SQL Server allows expressions without parentheses.
  while (cursor.kind() == TokenKind::left_paren || cursor.kind() == TokenKind::dot ||
         cursor.kind() == TokenKind::plus || cursor.kind() == TokenKind::minus ||
         cursor.kind() == TokenKind::star || cursor.kind() == TokenKind::slash ||
         cursor.kind() == TokenKind::concat) {
    if (cursor.kind() != TokenKind::left_paren) cursor.advance();
    cursor.skip_group();
  }
  // SingleStore: AS a + b PERSISTED bigint
  if (cursor.accept("persisted") && column.type.text.empty()) column.type = read_type(cursor);
}

/// One option; false if none begins here.
bool read_option(Cursor &cursor, DdlColumn &column) {
  switch (cursor.kind()) {
    case TokenKind::kw_not:
      cursor.advance();
      if (cursor.accept(TokenKind::kw_null)) column.not_null = true;
      return true;
    case TokenKind::kw_primary:
      cursor.advance();
      cursor.accept(TokenKind::kw_key);
      column.primary_key = true;
      return true;
    case TokenKind::kw_key:
      cursor.advance();
      column.primary_key = true;
      return true;
    case TokenKind::kw_unique:
      cursor.advance();
      cursor.accept_any({"key", "index"});
      column.unique = true;
      return true;
    case TokenKind::kw_foreign:
      cursor.advance();
      cursor.accept(TokenKind::kw_key);
      return true;
    case TokenKind::kw_references:
      cursor.advance();
      column.reference = read_reference(cursor);
      return true;
    case TokenKind::kw_check:
      cursor.advance();
      if (cursor.kind() != TokenKind::left_paren) return true;
      if (auto allowed = allowed_values(cursor)) {
        if (same_name(allowed->column.text, column.name.text) ||
            same_name(allowed->column.text, "value"))
          column.values = std::move(allowed->values);
      }
      return true;
    case TokenKind::kw_default:
      cursor.advance();
      skip_default(cursor);
      return true;
    case TokenKind::kw_constraint: {
      cursor.advance();
      NamePart name;
      // The name may be left out.
      if (cursor.is_name() && !cursor.is_any({"primary", "unique", "check", "references", "not"}))
        name = cursor.name();
      cursor.accept({"foreign", "key"});
      if (cursor.accept(TokenKind::kw_references)) {
        column.reference = read_reference(cursor);
        column.reference->constraint = std::move(name);
      }
      return true;
    }
    case TokenKind::kw_generated:
      cursor.advance();
      read_generated(cursor, column);
      return true;
    case TokenKind::kw_as: read_generated(cursor, column); return true;
    case TokenKind::kw_autoincrement:
      cursor.advance();
      column.serial = true;
      return true;
    case TokenKind::kw_collate:
      cursor.advance();
      if (cursor.is_name()) cursor.qualified_name();
      return true;
    case TokenKind::kw_on:  // ON UPDATE current_timestamp()
      cursor.advance(2);
      return true;
    default: break;
  }
  if (cursor.is_word("comment")) {
    if (!read_comment_option(cursor, column.comment)) return false;
  } else if (cursor.is_word("options") && cursor.kind(1) == TokenKind::left_paren) {
    cursor.advance();
    column.comment = description_in_options(cursor);
  } else if (cursor.is_any({"auto_increment", "identity"})) {
    cursor.advance();
    column.serial = true;
  } else if (cursor.accept({"computed", "by"})) {  // Firebird
    column.generated = true;
    if (cursor.kind() == TokenKind::left_paren) cursor.skip_group();
  } else if (cursor.is_any({"materialized", "alias"}) && cursor.dialect() == Dialect::clickhouse) {
    cursor.advance();
    column.generated = true;
  } else {
    return false;
  }
  return true;
}

bool is_type_length(const Cursor &cursor, std::size_t ahead) {
  return cursor.kind(ahead) == TokenKind::integer || cursor.is_word("max", ahead);
}

/// KEY name (a, b), INDEX (a), FULLTEXT KEY name (a): not a column of that name and type.
bool begins_index(const Cursor &cursor) {
  std::size_t at = 0;
  if (cursor.is_any({"fulltext", "spatial", "clustering", "vector", "hash", "inverted"})) {
    if (!cursor.is_any({"key", "index"}, 1)) {
      return cursor.kind(1) == TokenKind::left_paren && !is_type_length(cursor, 2);
    }
    at = 1;
  }
  if (!cursor.is_any({"key", "index"}, at)) return false;
  ++at;
  if (cursor.kind(at) == TokenKind::left_paren) return true;
  if (!cursor.is_name(at)) return false;
  // SQL Server: INDEX i UNIQUE CLUSTERED (a); MySQL: KEY k USING BTREE (a); ClickHouse: INDEX i a
  // TYPE t
  if (cursor.is_any({"unique", "clustered", "nonclustered", "using", "on"}, at + 1)) return true;
  if (cursor.dialect() == Dialect::clickhouse && cursor.is_word("index", at - 1)) return true;
  return cursor.kind(at + 1) == TokenKind::left_paren && !is_type_length(cursor, at + 2);
}

/// Items that are neither columns nor constraints: PROJECTION p (SELECT …), PERIOD FOR SYSTEM_TIME
/// …
bool begins_other_item(const Cursor &cursor) {
  if (cursor.is_any({"projection", "family"}))
    return (cursor.is_name(1) && cursor.kind(2) == TokenKind::left_paren &&
            !is_type_length(cursor, 3)) ||
           (cursor.is_word("family") && cursor.kind(1) == TokenKind::left_paren);
  // Oracle: methods of an object type
  if (cursor.is_any({"member", "static", "constructor"}) &&
      cursor.is_any({"function", "procedure"}, 1)) {
    return true;
  }
  if (cursor.is_any({"map", "order"}) && cursor.is_word("member", 1)) return true;
  if (cursor.is_word("period"))
    return cursor.is_any({"for", "system_time", "business_time"}, 1) && cursor.is_name(1);
  return cursor.is_words({"exclude", "using"}) || cursor.is_words({"supplemental", "log"}) ||
         cursor.is_words({"shard", "key"}) || cursor.is_words({"sort", "key"}) ||
         cursor.is_words({"watermark", "for"}) || cursor.is_words({"assume", "check"}) ||
         cursor.is_words({"default", "column"}) || cursor.is_words({"distribute", "by"}) ||
         cursor.is_words({"partition", "by"}) ||
         (cursor.is_word("column") && cursor.is_word("encoding", 2)) ||  // Greenplum
         (cursor.is_word("exclude") && cursor.kind(1) == TokenKind::left_paren);
}

/// Reads a constraint of the table, if the item is one.
bool read_table_constraint(Cursor &cursor, TableItems &items) {
  bool is_constraint = false;
  NamePart name;
  if (cursor.is_word("constraint")) {
    // "constraint" may be the name of a column: constraint text
    cursor.advance();
    is_constraint = true;
    if (cursor.is_name() &&
        !(cursor.is_any({"primary", "unique", "check", "foreign"}) &&
          (cursor.is_any({"key", "index"}, 1) || cursor.kind(1) == TokenKind::left_paren))) {
      name = cursor.name();
    }
  }
  if (cursor.is_words({"primary", "key"})) {
    cursor.advance(2);
    items.primary_key = read_primary_key(cursor);
  } else if (cursor.is_words({"foreign", "key"})) {
    cursor.advance(2);
    items.foreign_keys.push_back(read_foreign_key(cursor));
    items.foreign_keys.back().reference.constraint = std::move(name);
  } else if (cursor.is_word("check") && cursor.kind(1) == TokenKind::left_paren) {
    cursor.advance();
    if (auto allowed = allowed_values(cursor)) items.allowed_values.push_back(std::move(*allowed));
  } else if (cursor.is_word("unique") &&
             (is_constraint || cursor.kind(1) == TokenKind::left_paren ||
              cursor.is_any({"key", "index", "clustered", "nonclustered", "nulls"}, 1) ||
              (cursor.is_name(1) && cursor.kind(2) == TokenKind::left_paren &&
               !is_type_length(cursor, 3)))) {
    cursor.advance();
  } else if (is_constraint) {
    // DEFAULT … FOR a, NOT NULL a, EXCLUDE …: nothing about the schema
  } else {
    return false;
  }
  cursor.skip_item();
  return true;
}

/// Whether a constraint of the table begins here, for want of a comma: PRIMARY KEY (a, b).
bool begins_table_key(const Cursor &cursor) {
  std::size_t at = 0;
  if (cursor.is_word("constraint")) at = cursor.is_any({"primary", "foreign", "unique"}, 1) ? 1 : 2;
  if (cursor.is_any({"primary", "foreign"}, at)) {
    at += cursor.is_word("key", at + 1) ? 2 : 1;
  } else if (cursor.is_word("unique", at)) {
    ++at;
  } else {
    return false;
  }
  if (cursor.is_any({"clustered", "nonclustered"}, at)) ++at;
  return cursor.kind(at) == TokenKind::left_paren;
}

}  // namespace

void read_column_options(Cursor &cursor, DdlColumn &column) {
  while (!cursor.at_end() && cursor.kind() != TokenKind::comma &&
         cursor.kind() != TokenKind::right_paren) {
    if (begins_table_key(cursor)) return;
    if (!read_option(cursor, column)) cursor.skip_group();
  }
}

bool read_comment_option(Cursor &cursor, std::string &comment) {
  if (!cursor.is_word("comment")) return false;
  const std::size_t ahead = cursor.kind(1) == TokenKind::equal || cursor.is_word("is", 1) ? 2 : 1;
  if (!cursor.is_string(ahead)) return false;
  cursor.advance(ahead);
  comment = cursor.string();
  return true;
}

DdlColumn read_column(Cursor &cursor) {
  DdlColumn column;
  column.name = cursor.name();
  // ClickHouse's Nested: `n.a` Array(T)
  while (cursor.kind() == TokenKind::dot && cursor.is_name(1)) {
    cursor.advance();
    column.name.text += '.';
    column.name.text += cursor.name().text;
  }
  column.type = read_type(cursor);
  column.serial = is_serial(column.type);
  read_column_options(cursor, column);
  return column;
}

void read_item(Cursor &cursor, TableItems &items) {
  if (read_table_constraint(cursor, items)) return;
  if (cursor.is_any({"like"}) && cursor.is_name(1)) {
    cursor.advance();
    items.copies.push_back(cursor.qualified_name());
    for (; !cursor.at_end() && cursor.kind() != TokenKind::comma &&
           cursor.kind() != TokenKind::right_paren;
         cursor.skip_group()) {
      if (cursor.is_word("including") && cursor.is_any({"all", "indexes"}, 1))
        items.copies_key = true;
    }
    return;
  }
  if (begins_index(cursor) || begins_other_item(cursor)) return cursor.skip_item();
  const std::size_t begin = cursor.position();
  DdlColumn column = read_column(cursor);
  if (cursor.position() > begin) {
    Cursor before = cursor;
    before.move_to(cursor.position() - 1);
    take_line_comment(cursor, before.token().end, column);
  }
  items.columns.push_back(std::move(column));
}

void read_items(Cursor &cursor, TableItems &items) {
  cursor.expect(TokenKind::left_paren, "\"(\"");
  while (!cursor.at_end() && cursor.kind() != TokenKind::right_paren) {
    if (cursor.accept(TokenKind::comma)) continue;  // one too many
    try {
      read_item(cursor, items);
    } catch (const Unreadable &problem) {
      items.unreadable.push_back(problem.reason);
      cursor.skip_item();
    }
  }
  cursor.accept(TokenKind::right_paren);
}

}  // namespace sluice::inline v0::sql
