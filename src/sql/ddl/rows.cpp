/// INSERT and COPY: some rows, as examples of values.

#include <algorithm>
#include <utility>

#include "sluice/core/utf8.hpp"
#include "statements.hpp"

namespace sluice::inline v0::sql {
namespace {

using Row = std::vector<std::optional<std::string>>;

std::string clipped(std::string value, std::size_t max_bytes) {
  if (value.size() > max_bytes) value.resize(clip_utf8(value, max_bytes).size());
  return value;
}

/// A literal; nullopt for NULL and for what has to be computed.
std::optional<std::string> read_value(Cursor &cursor, std::size_t max_bytes) {
  std::optional<std::string> value;
  const std::size_t begin = cursor.position();
  const bool negative = cursor.accept(TokenKind::minus);
  if (cursor.is_any({"date", "timestamp", "time"}) && cursor.is_string(1)) cursor.advance();
  if (cursor.is_string()) {
    value = clipped(cursor.value_of(cursor.token()), max_bytes);
  } else if (cursor.kind() == TokenKind::integer || cursor.kind() == TokenKind::real) {
    value = (negative ? "-" : "") + std::string(cursor.text());
  } else if (cursor.is_any({"true", "false"})) {
    value = std::string(cursor.text());
  }
  cursor.advance();
  // a cast keeps the value, anything else computes one
  while (cursor.kind() == TokenKind::double_colon) cursor.advance(2);
  if (cursor.kind() != TokenKind::comma && cursor.kind() != TokenKind::right_paren) {
    value.reset();
    cursor.skip_item();
  }
  if (cursor.position() == begin) cursor.advance();
  return value;
}

/// Undoes the escapes of COPY's text format.
std::optional<std::string> copied_value(std::string_view field, std::size_t max_bytes) {
  if (field == "\\N") return std::nullopt;
  std::string value;
  for (std::size_t i = 0; i < field.size() && value.size() <= max_bytes; ++i) {
    if (field[i] != '\\' || i + 1 == field.size()) {
      value += field[i];
      continue;
    }
    switch (field[++i]) {
      case 't': value += '\t'; break;
      case 'n': value += '\n'; break;
      case 'r': value += '\r'; break;
      default: value += field[i];
    }
  }
  return clipped(std::move(value), max_bytes);
}

}  // namespace

std::optional<InsertRows> read_insert(Cursor &cursor, const DdlOptions &options) {
  if (options.rows == 0) return std::nullopt;
  cursor.accept_any({"ignore", "low_priority", "delayed", "high_priority", "overwrite"});
  if (cursor.accept(TokenKind::kw_or)) cursor.advance();
  cursor.accept_any({"into"});
  cursor.accept_any({"table"});
  InsertRows rows;
  rows.table = cursor.qualified_name();
  if (cursor.kind() == TokenKind::left_paren && !cursor.is_any({"select", "with"}, 1))
    rows.columns = cursor.names_in_parentheses();
  if (cursor.accept({"overriding"})) cursor.advance(2);
  if (!cursor.accept_any({"values", "value"})) return std::nullopt;
  while (cursor.accept(TokenKind::left_paren) && rows.rows.size() < options.rows) {
    Row &row = rows.rows.emplace_back();
    while (!cursor.at_end() && cursor.kind() != TokenKind::right_paren) {
      row.push_back(read_value(cursor, options.max_value_bytes));
      cursor.accept(TokenKind::comma);
    }
    if (cursor.at_end()) rows.rows.pop_back();  // cut off
    cursor.accept(TokenKind::right_paren);
    cursor.accept(TokenKind::comma);
  }
  return rows;
}

std::optional<InsertRows> read_copy(Cursor &cursor, const DdlOptions &options) {
  std::string_view data = cursor.script().data();
  if (options.rows == 0 || data.empty()) return std::nullopt;
  InsertRows rows;
  rows.table = cursor.qualified_name();
  if (cursor.kind() == TokenKind::left_paren) rows.columns = cursor.names_in_parentheses();
  // Only the text format separates by tabs.
  for (Cursor rest = cursor; !rest.at_end(); rest.advance()) {
    if (rest.is_any({"csv", "binary", "delimiter"})) return std::nullopt;
  }
  while (!data.empty() && rows.rows.size() < options.rows) {
    const std::size_t end = std::min(data.find('\n'), data.size());
    std::string_view line = data.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    data.remove_prefix(std::min(end + 1, data.size()));
    Row &row = rows.rows.emplace_back();
    for (;;) {
      const std::size_t tab = std::min(line.find('\t'), line.size());
      row.push_back(copied_value(line.substr(0, tab), options.max_value_bytes));
      if (tab == line.size()) break;
      line.remove_prefix(tab + 1);
    }
  }
  return rows;
}

}  // namespace sluice::inline v0::sql
