#include "select_list.hpp"

#include <string>
#include <utility>
#include <vector>

#include "sluice/sql/ddl.hpp"
#include "types.hpp"

namespace sluice::inline v0::sql {
namespace {

constexpr std::size_t max_columns = std::size_t{1} << 16;

/// One item of the list.
class Item {
 public:
  Item(const Cursor &cursor, std::size_t begin, std::size_t end)
      : cursor_(cursor), begin_(begin), end_(end) {}

  DdlColumn column() const {
    DdlColumn column;
    Cursor first = at(begin_);
    if (first.is_any({"cast", "try_cast", "safe_cast"})) column.type = cast_type();
    // DuckDB: SELECT alias: expression
    if (cursor_.dialect() == Dialect::duckdb && first.is_name() &&
        first.kind(1) == TokenKind::colon && end_ - begin_ > 2) {
      column.name = first.name();
      return column;
    }
    // SQL Server: SELECT alias = expression
    if (cursor_.dialect() == Dialect::sqlserver && first.is_name() &&
        first.kind(1) == TokenKind::equal && end_ - begin_ > 2) {
      column.name = first.name();
      return column;
    }
    Cursor last = at(end_ - 1);
    if (last.kind() == TokenKind::star) {
      column.name.text = "*";
    } else if (last.is_name() && is_alias()) {
      column.name = last.name();
    } else if (first.is_name() && first.kind(1) == TokenKind::left_paren) {
      column.name = first.name();  // the name of a function
    }
    return column;
  }

 private:
  Cursor at(std::size_t position) const {
    Cursor cursor = cursor_;
    cursor.move_to(position);
    return cursor;
  }

  /// Whether the last token names the item: `a`, `t.a`, `… AS a`, `f(x) a`.
  bool is_alias() const {
    if (end_ - begin_ == 1) return !at(begin_).is_string();
    const Cursor before = at(end_ - 2);
    switch (before.kind()) {
      case TokenKind::dot:
      case TokenKind::kw_as:
      case TokenKind::right_paren:
      case TokenKind::right_bracket:
      case TokenKind::identifier:
      case TokenKind::quoted_identifier:
      case TokenKind::string:
      case TokenKind::integer:
      case TokenKind::real:
      case TokenKind::parameter:
      case TokenKind::kw_end: return at(end_ - 1).kind() != TokenKind::kw_end;
      default: return before.text() == "}";  // Snowflake's and DuckDB's objects
    }
  }

  /// CAST (… AS type)
  DdlType cast_type() const {
    Cursor cursor = at(begin_ + 1);
    const std::size_t end = cursor.end_of_group();
    cursor.advance();
    while (cursor.position() < end && cursor.kind() != TokenKind::kw_as) cursor.skip_group();
    if (cursor.position() >= end || !cursor.accept(TokenKind::kw_as)) return {};
    return read_type(cursor);
  }

  const Cursor &cursor_;
  std::size_t begin_;
  std::size_t end_;
};

/// Moves behind the first SELECT of the query itself, not of its common tables; false without one.
bool find_select(Cursor &cursor) {
  while (cursor.kind() == TokenKind::left_paren) cursor.advance();
  const bool is_short =
      cursor.dialect() == Dialect::permissive && cursor.accept("sel");  // Teradata
  if (!is_short) {
    while (!cursor.at_end() && !cursor.is_word("select")) cursor.skip_group();
    if (!cursor.accept("select")) return false;
  }
  skip_select_words(cursor);
  return true;
}

}  // namespace

bool ends_select_list(const Cursor &cursor) {
  // LISTAGG (a) WITHIN GROUP (ORDER BY b) is a result.
  if (cursor.is_any({"group", "order"})) return cursor.kind(1) != TokenKind::left_paren;
  return cursor.at_end() || cursor.is_any({"from", "where", "union", "except", "intersect", "minus",
                                           "limit", "having", "into", "with"});
}

void skip_select_words(Cursor &cursor) {
  while (cursor.accept_any({"distinct", "all"})) {
    if (cursor.accept(TokenKind::kw_on) && cursor.kind() == TokenKind::left_paren)
      cursor.skip_group();
  }
  if (cursor.accept("top")) {
    cursor.skip_group();
    cursor.accept("percent");
    cursor.accept({"with", "ties"});
  }
}

DdlColumn select_item(const Cursor &cursor, std::size_t begin, std::size_t end) {
  return Item(cursor, begin, end).column();
}

std::vector<DdlColumn> select_list_columns(std::string_view query, Dialect dialect) {
  std::vector<DdlColumn> columns;
  Script script(query, dialect);
  if (!script.next()) return columns;
  Cursor cursor(script, script.tokens());
  try {
    if (!find_select(cursor)) return columns;
    while (!ends_select_list(cursor) && columns.size() < max_columns) {
      const std::size_t begin = cursor.position();
      while (!ends_select_list(cursor) && cursor.kind() != TokenKind::comma &&
             cursor.kind() != TokenKind::right_paren) {
        cursor.skip_group();
      }
      if (cursor.position() > begin)
        columns.push_back(Item(cursor, begin, cursor.position()).column());
      if (!cursor.accept(TokenKind::comma)) break;
    }
  } catch (const Unreadable &) {
    columns.clear();
  }
  return columns;
}

}  // namespace sluice::inline v0::sql
