/// CREATE TYPE and CREATE DOMAIN.

#include <utility>

#include "check.hpp"
#include "columns.hpp"
#include "statements.hpp"
#include "types.hpp"

namespace sluice::inline v0::sql {
namespace {

std::vector<std::string> strings_in_parentheses(Cursor &cursor) {
  std::vector<std::string> values;
  if (cursor.kind() != TokenKind::left_paren) return values;
  const std::size_t end = cursor.end_of_group();
  for (; cursor.position() < end; cursor.advance()) {
    if (cursor.is_string()) values.push_back(cursor.value_of(cursor.token()));
  }
  cursor.move_to(end);
  return values;
}

}  // namespace

std::optional<CreateType> read_create_type(Cursor &cursor) {
  CreateType type;
  cursor.accept({"if", "not", "exists"});
  type.name = cursor.qualified_name();
  if (cursor.accept(TokenKind::kw_from)) {  // SQL Server
    type.base = read_type(cursor);
    return type;
  }
  if (!cursor.accept_any({"as", "is"})) return std::nullopt;
  cursor.accept_any({"distinct"});
  if (cursor.accept("enum")) {
    type.values = strings_in_parentheses(cursor);
    return type;
  }
  if (cursor.accept_any({"object", "struct", "table"}) || cursor.kind() == TokenKind::left_paren) {
    if (cursor.kind() != TokenKind::left_paren) return std::nullopt;
    TableItems items;
    read_items(cursor, items);
    type.columns = std::move(items.columns);
    return type;
  }
  if (cursor.is_any({"range", "table", "varray", "varying"})) return std::nullopt;
  type.base = read_type(cursor);
  type.values = type.base.values;
  return type;
}

std::optional<AlterType> read_alter_type(Cursor &cursor) {
  AlterType change;
  change.name = cursor.qualified_name();
  const auto accept_text = [&](std::optional<std::string> &to) {
    if (cursor.is_string()) to = cursor.string();
  };
  std::optional<std::string> value;
  if (cursor.accept({"add", "value"})) {
    cursor.accept({"if", "not", "exists"});
    accept_text(value);
    if (cursor.accept("before")) {
      accept_text(change.before);
    } else if (cursor.accept("after")) {
      accept_text(change.after);
    }
  } else if (cursor.accept({"rename", "value"})) {
    accept_text(change.renamed);
    if (cursor.accept(TokenKind::kw_to)) accept_text(value);
  } else if (cursor.accept({"rename", "to"})) {
    change.new_name = cursor.qualified_name();
    return change;
  }
  if (!value) return std::nullopt;
  change.value = std::move(*value);
  return change;
}

CreateType read_create_domain(Cursor &cursor) {
  CreateType type;
  type.name = cursor.qualified_name();
  cursor.accept(TokenKind::kw_as);
  DdlColumn column;
  column.name.text = "value";
  column.type = read_type(cursor);
  while (!cursor.at_end()) {
    const std::size_t before = cursor.position();
    read_column_options(cursor, column);
    if (cursor.position() == before) cursor.advance();
  }
  type.base = std::move(column.type);
  type.not_null = column.not_null;
  type.values = std::move(column.values);
  return type;
}

}  // namespace sluice::inline v0::sql
