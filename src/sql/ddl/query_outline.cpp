/// The sources and results of a query, from its text without a grammar.

#include <string>
#include <utility>
#include <vector>

#include "cursor.hpp"
#include "defining_query.hpp"
#include "select_list.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::sql {
namespace {

constexpr int max_query_depth = 16;  // of queries and joins inside others
constexpr std::size_t max_results = std::size_t{1} << 15;
constexpr std::size_t max_result_parts = 3;  // schema.table.column
constexpr std::size_t max_unnamed_bytes = 60;

bool is_part_of_name(const Cursor &cursor) {
  if (cursor.kind() == TokenKind::star) return true;
  return cursor.is_name() && !cursor.is_string() && cursor.kind() != TokenKind::parameter;
}

/// The position behind a, a.b or a.b.*; that of the cursor if there is none.
std::size_t end_of_name(Cursor cursor) {
  const std::size_t begin = cursor.position();
  while (is_part_of_name(cursor)) {
    cursor.advance();
    if (cursor.kind() != TokenKind::dot) return cursor.position();
    cursor.advance();
  }
  return begin;
}

bool ends_sources(const Cursor &cursor) {
  return cursor.at_end() ||
         cursor.is_any({"where",   "prewhere", "group",  "having",    "qualify", "window",
                        "order",   "limit",    "union",  "except",    "minus",   "intersect",
                        "fetch",   "offset",   "select", "format",    "connect", "settings",
                        "cluster", "sort",     "start",  "distribute"});
}

bool begins_join(const Cursor &cursor) {
  if (cursor.kind() == TokenKind::comma) return true;
  return cursor.kind(1) != TokenKind::left_paren &&
         cursor.is_any({"join", "natural", "left", "right", "full", "inner", "cross", "outer",
                        "asof", "lateral", "semi", "anti"});
}

/// Words that may follow a table, and are not another name of it.
bool is_alias(const Cursor &cursor) {
  return cursor.is_name() && !cursor.is_string() && !ends_sources(cursor) && !begins_join(cursor) &&
         !cursor.is_any({"on",
                         "using",
                         "any",
                         "all",
                         "global",
                         "final",
                         "sample",
                         "tablesample",
                         "at",
                         "before",
                         "for",
                         "with",
                         "changes",
                         "version",
                         "timestamp",
                         "pivot",
                         "unpivot",
                         "match_recognize",
                         "match_condition",
                         "array"});
}

class OutlineWriter {
 public:
  /// Writes a query; false if it is not understood.
  bool write(Cursor cursor, int depth = 0) {
    if (depth > max_query_depth) return false;
    if (cursor.kind() == TokenKind::left_paren) return write_group(cursor, depth);
    if (cursor.accept("with") && !write_common_tables(cursor, depth)) return false;
    text_ += "SELECT ";
    if (!cursor.is_word("from"))
      return cursor.accept_any({"select", "sel"}) && write_results(cursor, depth) &&
             (!cursor.accept("from") || write_from(cursor, depth));
    Cursor list = cursor;  // DuckDB: FROM t SELECT a
    while (!list.at_end() && !list.is_word("select")) list.skip_group();
    if (!list.accept("select")) {
      text_ += '*';
    } else if (!write_results(list, depth)) {
      return false;
    }
    cursor.advance();
    return write_from(cursor, depth);
  }

  QueryOutline take() { return {std::move(text_), std::move(left_out_)}; }

 private:
  /// Writes the query in the parentheses at the cursor, and moves behind them.
  bool write_group(Cursor &cursor, int depth) {
    std::vector<Token> store;
    const std::size_t end = cursor.end_of_group();
    const Cursor inside = cursor.part(cursor.position() + 1, end - 1, store);
    cursor.move_to(end);
    return write(inside, depth + 1);
  }

  static std::string_view source_of(Cursor cursor, std::size_t begin, std::size_t end) {
    if (begin >= end) return {};
    cursor.move_to(begin);
    const std::size_t from = cursor.token().begin;
    cursor.move_to(end - 1);
    return cursor.script().text().substr(from, cursor.token().end - from);
  }

  /// WITH was read.
  bool write_common_tables(Cursor &cursor, int depth) {
    cursor.accept("recursive");
    const char *before = "WITH ";
    do {
      const std::size_t begin = cursor.position();
      if (cursor.is_name()) cursor.advance();
      if (cursor.kind() == TokenKind::left_paren) cursor.skip_group();
      const std::string_view name = source_of(cursor, begin, cursor.position());
      const bool has_name = cursor.accept(TokenKind::kw_as);
      cursor.accept("not");
      cursor.accept("materialized");
      if (has_name && begins_query(cursor) && cursor.kind() == TokenKind::left_paren) {
        text_ += before;
        text_ += name;
        text_ += " AS (";
        if (!write_group(cursor, depth)) return false;
        text_ += ") ";
        before = ", ";
      } else {  // ClickHouse: WITH expression AS name
        while (!ends_result(cursor) && !cursor.is_word("select")) cursor.skip_group();
      }
    } while (cursor.accept(TokenKind::comma));
    return true;
  }

  static bool ends_result(const Cursor &cursor) {
    if (cursor.is_word("except") && cursor.kind(1) == TokenKind::left_paren) return false;
    return ends_select_list(cursor) || cursor.kind() == TokenKind::comma ||
           cursor.kind() == TokenKind::right_paren;
  }

  /// The list behind SELECT.
  bool write_results(Cursor &cursor, int depth) {
    skip_select_words(cursor);
    std::size_t count = 0;
    while (!ends_select_list(cursor) && count < max_results) {
      const std::size_t begin = cursor.position();
      while (!ends_result(cursor)) cursor.skip_group();
      if (cursor.position() == begin) return false;
      if (count++ > 0) text_ += ", ";
      if (!write_result(cursor, begin, cursor.position(), depth)) return false;
      if (!cursor.accept(TokenKind::comma)) break;
    }
    return count > 0;
  }

  bool write_result(const Cursor &cursor, std::size_t begin, std::size_t end, int depth) {
    Cursor at = cursor;
    at.move_to(begin);
    const std::size_t name_end = end_of_name(at);
    const bool is_name = name_end > begin;
    at.move_to(name_end - (is_name ? 1 : 0));
    if (is_name && at.kind() == TokenKind::star) {
      text_ += source_of(cursor, begin, name_end);
      at.advance();
      return leave_out(at, end, depth);
    }
    at.move_to(name_end);
    at.accept(TokenKind::kw_as);
    if (is_name && (name_end == end || (at.position() == end - 1 && at.is_name()))) {
      const std::size_t parts = (name_end - begin + 1) / 2;
      if (parts > max_result_parts) begin += 2 * (parts - max_result_parts);
      text_ += source_of(cursor, begin, end);
      return true;
    }
    DdlColumn column = select_item(cursor, begin, end);
    const std::string_view type = column.type.text.empty() ? type_of_cast(cursor, begin, end)
                                                           : std::string_view(column.type.text);
    text_ += type.empty() ? "NULL" : "CAST(NULL AS " + std::string(type) + ')';
    text_ += " AS ";
    if (column.name.text.empty())
      column.name = {std::string(clip_utf8(source_of(cursor, begin, end), max_unnamed_bytes)),
                     true};
    write_name(column.name);
    return true;
  }

  void write_name(const NamePart &name) {
    if (!name.quoted) {
      text_ += name.text;
      return;
    }
    text_ += '"';
    for (const char c : name.text) text_.append(c == '"' ? 2 : 1, c);
    text_ += '"';
  }

  /// The type of `expression::type [AS] name`.
  static std::string_view type_of_cast(const Cursor &cursor, std::size_t begin, std::size_t end) {
    Cursor at = cursor;
    std::size_t type = end;
    for (at.move_to(begin); at.position() < end; at.skip_group()) {
      if (at.kind() == TokenKind::double_colon) type = at.position() + 1;
    }
    if (type >= end) return {};
    at.move_to(type);
    at.move_to(end_of_name(at));
    if (at.position() == type) return {};
    if (at.kind() == TokenKind::left_paren) at.skip_group();
    const std::size_t type_end = at.position();
    at.accept(TokenKind::kw_as);
    return at.position() + 1 >= end ? source_of(cursor, type, type_end) : std::string_view();
  }

  /// `* EXCEPT (a, b)`, `* EXCLUDE a`. The columns that REPLACE changes keep their names.
  bool leave_out(Cursor &cursor, std::size_t end, int depth) {
    if (cursor.accept_any({"except", "exclude"})) {
      if (depth > 0) return false;
      if (cursor.kind() == TokenKind::left_paren) {
        for (NamePart &name : cursor.names_in_parentheses()) left_out_.push_back(std::move(name));
      } else if (cursor.is_name()) {
        left_out_.push_back(cursor.name());
      }
    }
    return cursor.position() >= end || cursor.is_word("replace");
  }

  /// FROM was read.
  bool write_from(Cursor &cursor, int depth) {
    text_ += " FROM ";
    return write_sources(cursor, depth);
  }

  bool write_sources(Cursor &cursor, int depth) {
    if (depth > max_query_depth || !write_source(cursor, depth)) return false;
    while (!ends_sources(cursor)) {
      if (cursor.is_any({"semi", "anti", "pivot", "unpivot", "match_recognize"})) return false;
      if (cursor.is_words({"lateral", "view"})) {
        skip_lateral_view(cursor);
      } else if (begins_join(cursor)) {
        text_ += cursor.is_word("natural") ? " NATURAL JOIN " : " JOIN ";
        while (begins_join(cursor) || cursor.is_any({"apply", "any", "all"})) cursor.advance();
        if (!write_source(cursor, depth)) return false;
      } else if (cursor.is_any({"on", "using"})) {
        write_condition(cursor);
      } else {
        cursor.skip_group();  // TABLESAMPLE (1), AT (…), FINAL
      }
    }
    return true;
  }

  bool write_source(Cursor &cursor, int depth) {
    cursor.accept_any({"lateral", "only"});
    if (cursor.kind() == TokenKind::left_paren) {
      text_ += '(';
      if (begins_query(cursor)) {
        if (!write_group(cursor, depth)) return false;
      } else {
        std::vector<Token> store;
        const std::size_t end = cursor.end_of_group();
        Cursor inside = cursor.part(cursor.position() + 1, end - 1, store);
        cursor.move_to(end);
        if (!write_sources(inside, depth + 1)) return false;
      }
      text_ += ')';
    } else {
      const std::size_t begin = cursor.position();
      const std::size_t end = end_of_name(cursor);
      if (end == begin) return false;
      cursor.move_to(end);
      if (cursor.kind() == TokenKind::left_paren) {
        cursor.skip_group();
        text_ += "some_function()";  // its columns are unknown, whatever it is
      } else {
        text_ += source_of(cursor, begin, end);
      }
    }
    cursor.accept(TokenKind::kw_as);
    if (is_alias(cursor)) {
      const std::size_t begin = cursor.position();
      cursor.advance();
      if (cursor.kind() == TokenKind::left_paren) cursor.skip_group();
      text_ += " AS ";
      text_ += source_of(cursor, begin, cursor.position());
    }
    return true;
  }

  /// USING (a), and ON if it only compares columns: what joins tell.
  void write_condition(Cursor &cursor) {
    Cursor at = cursor;
    const std::size_t begin = cursor.position();
    if (cursor.is_word("using") && cursor.is_name(1) &&
        !cursor.is_word("sample", 1)) {  // ClickHouse: USING a
      text_ += " USING (";
      text_ += source_of(cursor, begin + 1, begin + 2);
      text_ += ')';
      return cursor.advance(2);
    }
    while (!ends_sources(cursor) && !begins_join(cursor)) cursor.skip_group();
    for (; at.position() < cursor.position(); at.advance()) {
      const bool is_plain = at.is_name() || at.kind() == TokenKind::dot ||
                            at.kind() == TokenKind::equal || at.kind() == TokenKind::comma ||
                            at.kind() == TokenKind::left_paren ||
                            at.kind() == TokenKind::right_paren;
      if (!is_plain) return;
    }
    text_ += ' ';
    text_ += source_of(cursor, begin, cursor.position());
  }

  /// Spark: LATERAL VIEW OUTER explode(a) t AS b, c
  static void skip_lateral_view(Cursor &cursor) {
    cursor.advance(2);
    cursor.accept("outer");
    cursor.move_to(end_of_name(cursor));
    if (cursor.kind() == TokenKind::left_paren) cursor.skip_group();
    if (is_alias(cursor)) cursor.advance();
    if (!cursor.accept(TokenKind::kw_as)) return;
    do cursor.advance();
    while (cursor.accept(TokenKind::comma));
  }

  std::string text_;
  std::vector<NamePart> left_out_;
};

}  // namespace

QueryOutline query_outline(std::string_view text, Dialect dialect) {
  Script script(text, dialect);
  if (!script.next()) return {};
  OutlineWriter writer;
  try {
    if (!writer.write(Cursor(script, script.tokens()))) return {};
  } catch (const Unreadable &) {
    return {};
  }
  return writer.take();
}

}  // namespace sluice::inline v0::sql
