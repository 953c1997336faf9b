/// CREATE TABLE and CREATE VIEW.

#include <utility>

#include "columns.hpp"
#include "defining_query.hpp"
#include "sluice/core/ascii.hpp"
#include "statements.hpp"
#include "types.hpp"

namespace sluice::inline v0::sql {
namespace {

void skip_if_not_exists(Cursor &cursor, bool &if_not_exists) {
  if (cursor.accept({"if", "not", "exists"})) if_not_exists = true;
}

/// TBLPROPERTIES ('comment' = 'x')
void read_properties(Cursor &cursor, std::string &comment) {
  const std::size_t end = cursor.end_of_group();
  for (; cursor.position() < end; cursor.advance()) {
    if (cursor.is_string() && cursor.value_of(cursor.token()) == "comment" &&
        cursor.kind(1) == TokenKind::equal && cursor.is_string(2)) {
      cursor.advance(2);
      // COMMENT 'x' has precedence.
      if (comment.empty()) comment = cursor.string();
      break;
    }
  }
  cursor.move_to(end);
}

/// Whether a list of columns begins here, although other words come between it and the name of the
/// table: `t, FALLBACK (a INTEGER`, but not `ENGINE = S3('x')` or `WITH (a = b)`.
bool begins_columns(const Cursor &cursor) {
  if (!cursor.is_name(1) || cursor.is_string(1)) return false;
  if (cursor.is_any({"partition", "linear", "default"}, 1)) return false;
  if (cursor.is_any({"constraint", "primary", "like"}, 1)) return cursor.is_name(2);
  return cursor.is_name(2) && !cursor.is_string(2) && !cursor.is_any({"asc", "desc"}, 2);
}

class TableReader {
 public:
  TableReader(Cursor &cursor, CreateTable &table, std::vector<std::string> &problems)
      : cursor_(cursor), table_(table), problems_(problems) {}

  void read() {
    skip_if_not_exists(cursor_, table_.if_not_exists);
    table_.name = cursor_.qualified_name();
    if (table_.kind == DdlTableKind::virtual_table) return read_module();
    name_end_ = cursor_.position();
    while (!cursor_.at_end()) read_part();
  }

 private:
  /// SQLite's CREATE VIRTUAL TABLE … USING module(a, b, option = value)
  void read_module() {
    if (!cursor_.accept(TokenKind::kw_using)) cursor_.fail("USING");
    const std::string module = lower_ascii(cursor_.name().text);
    if (cursor_.kind() != TokenKind::left_paren) return;
    const std::size_t end = cursor_.end_of_group();
    cursor_.advance();
    while (cursor_.position() < end && cursor_.kind() != TokenKind::right_paren) {
      if (cursor_.is_name() && cursor_.kind(1) != TokenKind::equal) {
        DdlColumn column;
        column.name = cursor_.name();
        // R-tree's auxiliary columns begin with a plus sign, which was skipped.
        if (module != "fts5") column.type = read_type(cursor_);
        table_.columns.push_back(std::move(column));
      }
      cursor_.skip_item();
      if (cursor_.accept(TokenKind::comma)) cursor_.accept(TokenKind::plus);
    }
    cursor_.move_to(end);
  }

  void read_part() {
    if (cursor_.kind() == TokenKind::left_paren && !has_items_) {
      // CREATE TABLE t (SELECT …)
      if (begins_query(cursor_)) {
        table_.query = read_query(cursor_, table_.comment);
        return;
      }
      if (cursor_.is_word("like", 1) && cursor_.kind(3) == TokenKind::right_paren) {
        cursor_.advance(2);
        return read_copied();
      }
      if (cursor_.position() > name_end_ && !begins_columns(cursor_)) return cursor_.skip_group();
      return read_list();
    }
    if (cursor_.accept(TokenKind::kw_as)) return read_source();
    if (cursor_.is_word("select")) {  // MySQL: AS may be left out
      table_.query = read_query(cursor_, table_.comment);
      return;
    }
    if (cursor_.accept({"partition", "of"})) {
      table_.partition_of = cursor_.qualified_name();
      if (cursor_.kind() == TokenKind::left_paren) cursor_.skip_group();
      return skip_rest();
    }
    if (!has_items_ && cursor_.accept(TokenKind::kw_of)) {
      table_.of_type = cursor_.qualified_name();
      if (cursor_.kind() == TokenKind::left_paren) {
        read_list();
        // `a WITH OPTIONS NOT NULL`: the type is known from elsewhere.
        for (DdlColumn &column : table_.columns) column.type = {};
      }
      return;
    }
    if (!has_items_ && cursor_.is_any({"like", "clone", "copy", "sameas"}) && cursor_.is_name(1)) {
      cursor_.advance();
      if (cursor_.is_string(1)) return cursor_.advance(2);  // Impala: LIKE PARQUET 'path'
      cursor_.accept_any({"from", "as"});
      return read_copied();
    }
    read_option();
  }

  /// LIKE was read.
  void read_copied() {
    table_.copies.push_back(cursor_.qualified_name());
    table_.copies_key =
        cursor_.dialect() == Dialect::mysql || cursor_.dialect() == Dialect::mariadb;
    cursor_.accept(TokenKind::right_paren);
    has_items_ = true;
  }

  void read_list() {
    TableItems items;
    read_items(cursor_, items);
    has_items_ = true;
    table_.columns = std::move(items.columns);
    table_.primary_key = std::move(items.primary_key);
    table_.foreign_keys = std::move(items.foreign_keys);
    table_.allowed_values = std::move(items.allowed_values);
    table_.copies_key = items.copies_key;
    for (QualifiedName &copied : items.copies) table_.copies.push_back(std::move(copied));
    for (std::string &reason : items.unreadable) problems_.push_back(std::move(reason));
  }

  /// AS was read: a query, or ClickHouse's AS other_table and AS function(…).
  void read_source() {
    if (begins_query(cursor_)) {
      table_.query = read_query(cursor_, table_.comment);
    } else if (cursor_.is_name() && !cursor_.is_string() && !has_items_) {
      QualifiedName source = cursor_.qualified_name();
      if (cursor_.kind() != TokenKind::left_paren) table_.copies.push_back(std::move(source));
    }
    skip_rest();
  }

  void read_option() {
    if (read_comment_option(cursor_, table_.comment)) return;
    if (cursor_.is_word("options") && cursor_.kind(1) == TokenKind::left_paren) {
      cursor_.advance();
      table_.comment = description_in_options(cursor_);
    } else if (cursor_.is_word("tblproperties") && cursor_.kind(1) == TokenKind::left_paren) {
      cursor_.advance();
      read_properties(cursor_, table_.comment);
    } else if (cursor_.accept({"primary", "key"})) {
      read_trailing_key();
    } else if (cursor_.accept({"stored", "as"}) || cursor_.accept({"using", "template"})) {
      cursor_.skip_group();
    } else if (cursor_.accept({"with", "partition", "columns"})) {  // BigQuery
      if (cursor_.kind() == TokenKind::left_paren) read_partition_columns();
    } else if (cursor_.accept({"inherits"}) && cursor_.kind() == TokenKind::left_paren) {
      cursor_.advance();
      table_.inherits = true;
      while (cursor_.is_name()) {
        table_.copies.push_back(cursor_.qualified_name());
        cursor_.accept(TokenKind::comma);
      }
      cursor_.accept(TokenKind::right_paren);
    } else if (cursor_.accept({"organization", "external"})) {
      table_.kind = DdlTableKind::external;
    } else if (cursor_.is_word("by") && cursor_.kind(1) == TokenKind::left_paren) {
      cursor_.advance();  // CLUSTER BY (a), also before the columns
      cursor_.skip_group();
    } else if (cursor_.accept({"interleave", "in"})) {
      cursor_.accept("parent");
      table_.interleaved_in = cursor_.qualified_name();
    } else if (cursor_.is_word("partitioned") && cursor_.is_word("by", 1) &&
               cursor_.kind(2) == TokenKind::left_paren) {
      cursor_.advance(2);
      read_partition_columns();
    } else {
      cursor_.skip_group();
    }
  }

  /// PRIMARY KEY behind the list: Spanner's (a, b), ClickHouse's a, (a, b) or f(a).
  void read_trailing_key() {
    if (cursor_.kind() == TokenKind::left_paren) {
      table_.primary_key = read_primary_key(cursor_);
    } else if (cursor_.is_name()) {
      NamePart name = cursor_.name();
      if (cursor_.kind() == TokenKind::left_paren) {
        table_.primary_key = read_primary_key(cursor_);
      } else {
        table_.primary_key = {std::move(name)};
      }
    }
  }

  /// Hive: PARTITIONED BY (c type) adds columns; Spark: (c) names some.
  void read_partition_columns() {
    TableItems items;
    read_items(cursor_, items);
    for (DdlColumn &column : items.columns) {
      if (!column.type.text.empty()) table_.columns.push_back(std::move(column));
    }
  }

  void skip_rest() {
    while (!cursor_.at_end()) cursor_.advance();
  }

  Cursor &cursor_;
  CreateTable &table_;
  std::vector<std::string> &problems_;
  bool has_items_ = false;
  std::size_t name_end_ = 0;  // the position behind the name
};

/// `(a, b COMMENT 'x')`
void read_view_list(Cursor &cursor, CreateView &view) {
  TableItems items;
  read_items(cursor, items);
  view.columns = std::move(items.columns);
}

}  // namespace

CreateTable read_create_table(Cursor &cursor, const CreateWords &words,
                              std::vector<std::string> &problems) {
  CreateTable table;
  table.or_replace = words.or_replace;
  table.kind = words.temporary    ? DdlTableKind::temporary
               : words.is_virtual ? DdlTableKind::virtual_table
               : words.external   ? DdlTableKind::external
                                  : DdlTableKind::table;
  TableReader(cursor, table, problems).read();
  if (!table.name.empty() && table.name.back().text.starts_with('#') && !table.name.back().quoted)
    table.kind = DdlTableKind::temporary;
  return table;
}

CreateView read_create_view(Cursor &cursor, const CreateWords &words) {
  CreateView view;
  view.or_replace = words.or_replace;
  view.materialized = words.materialized;
  view.temporary = words.temporary;
  bool if_not_exists = false;
  skip_if_not_exists(cursor, if_not_exists);
  view.name = cursor.qualified_name();
  const std::size_t name_end = cursor.position();
  while (!cursor.at_end()) {
    if (cursor.kind() == TokenKind::left_paren && view.columns.empty() && !begins_query(cursor) &&
        (cursor.position() == name_end || begins_columns(cursor))) {
      read_view_list(cursor, view);
    } else if (cursor.accept(TokenKind::kw_as)) {
      // ClickHouse: a type of refresh may follow; Snowflake: COPY GRANTS
      if (cursor.accept("locking")) {  // Teradata: LOCKING ROW FOR ACCESS SELECT …
        while (!cursor.at_end() && !begins_query(cursor)) cursor.advance();
      }
      if (!begins_query(cursor) && cursor.kind() != TokenKind::left_paren) continue;
      view.query = read_query(cursor, view.comment);
    } else if (cursor.is_word("options") && cursor.kind(1) == TokenKind::left_paren) {
      cursor.advance();
      view.comment = description_in_options(cursor);
    } else if (cursor.is_word("tblproperties") && cursor.kind(1) == TokenKind::left_paren) {
      cursor.advance();
      read_properties(cursor, view.comment);
    } else if (!read_comment_option(cursor, view.comment)) {
      cursor.skip_group();
    }
  }
  // Spark: CREATE TEMPORARY VIEW v USING csv
  if (view.query.empty() && !view.temporary) cursor.fail("AS and a query");
  return view;
}

}  // namespace sluice::inline v0::sql
