/// Leaves out of a query what only its engine understands.

#include <string>

#include "cursor.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::sql {
namespace {

class StandardWriter {
 public:
  explicit StandardWriter(Cursor cursor) : cursor_(cursor), text_(cursor.script().text()) {
    standard_.reserve(text_.size());
  }

  std::string read() {
    while (!cursor_.at_end()) {
      if (!read_clause() && !read_word()) keep();
    }
    return std::move(standard_);
  }

 private:
  bool is_mysql() const {
    return cursor_.dialect() == Dialect::mysql || cursor_.dialect() == Dialect::mariadb;
  }
  bool is_sql_server() const { return cursor_.dialect() == Dialect::sqlserver; }
  bool is_oracle() const { return cursor_.dialect() == Dialect::oracle; }

  /// White space is kept, comments are not.
  void add_gap() {
    const std::string_view gap = text_.substr(copied_, cursor_.token().begin - copied_);
    if (gap.find_first_not_of(" \t\r\n") == gap.npos) {
      standard_ += gap;
    } else {
      standard_ += ' ';
    }
  }

  void replace(std::string_view with, std::size_t tokens = 1) {
    add_gap();
    standard_ += with;
    drop(tokens);
  }

  void keep() {
    const std::string_view text = cursor_.text();
    // MySQL: a AS "b" names a column.
    const bool is_alias = text.starts_with('"') && (before_ == TokenKind::kw_as || after_operand());
    const bool is_simple = !cursor_.is_string() || ((text.starts_with('\'') || is_alias) &&
                                                    text.find('\\') == std::string_view::npos);
    // N'x', q'[x]', "x" and 'a\'b' are texts; which does not matter.
    replace(is_simple ? text : "''");
  }

  void drop(std::size_t tokens = 1) {
    for (; tokens > 0 && !cursor_.at_end(); --tokens) {
      before_ = cursor_.kind();
      copied_ = cursor_.token().end;
      cursor_.advance();
    }
  }

  void drop_group() {
    const std::size_t end = cursor_.end_of_group();
    drop(end - cursor_.position());
    standard_ += ' ';
  }

  void drop_to_end_of_query(std::initializer_list<std::string_view> next = {}) {
    do {
      drop_group();
    } while (!cursor_.at_end() && cursor_.kind() != TokenKind::right_paren &&
             !cursor_.is_any(next));
  }

  /// Clauses; false if none begins here.
  bool read_clause() {
    if (cursor_.is_word("with")) return read_with();
    if (cursor_.kind() == TokenKind::left_paren && cursor_.kind(1) == TokenKind::plus &&
        cursor_.kind(2) == TokenKind::right_paren) {  // Oracle: a.b = c.d(+)
      drop(3);
      return true;
    }
    if (is_oracle() &&
        (cursor_.is_words({"start", "with"}) || cursor_.is_words({"connect", "by"}))) {
      drop_to_end_of_query({"group", "order", "having", "union", "intersect", "minus", "except"});
      return true;
    }
    const bool has_group = cursor_.kind(1) == TokenKind::left_paren;
    if (has_group && ((is_oracle() && cursor_.is_word("keep")) ||
                      (is_sql_server() && cursor_.is_word("option")) ||
                      (is_mysql() && cursor_.is_word("against")))) {
      drop();
      drop_group();
      return true;
    }
    if (is_sql_server() && cursor_.is_word("for") && cursor_.is_any({"xml", "json"}, 1)) {
      drop_to_end_of_query();
      return true;
    }
    if (is_mysql() && cursor_.is_any({"force", "use", "ignore"}) &&
        cursor_.is_any({"index", "key"}, 1)) {
      while (!cursor_.at_end() && cursor_.kind() != TokenKind::left_paren) drop();
      drop_group();
      return true;
    }
    return false;
  }

  /// WITH (hint), and what ends the query of a view: WITH NO DATA, WITH CHECK OPTION
  bool read_with() {
    if (cursor_.kind(1) == TokenKind::left_paren) {
      drop();
      drop_group();
      return true;
    }
    const bool ends = (cursor_.is_word("data", 1) && cursor_.kind(2) == TokenKind::end) ||
                      cursor_.is_words({"with", "no", "data"}) ||
                      cursor_.is_words({"with", "check", "option"}) ||
                      cursor_.is_words({"with", "local", "check", "option"}) ||
                      cursor_.is_words({"with", "cascaded", "check", "option"}) ||
                      cursor_.is_words({"with", "read", "only"});
    if (!ends) return false;
    while (!cursor_.at_end()) drop();
    return true;
  }

  bool after_operand() const {
    return before_ == TokenKind::identifier || before_ == TokenKind::quoted_identifier ||
           before_ == TokenKind::right_paren || before_ == TokenKind::integer ||
           before_ == TokenKind::real || before_ == TokenKind::string;
  }

  /// Words that have another name elsewhere; false if this is none.
  bool read_word() {
    if (is_oracle() && cursor_.is_word("minus") && cursor_.kind(1) != TokenKind::comma &&
        (cursor_.is_word("select", 1) || cursor_.kind(1) == TokenKind::left_paren)) {
      replace("EXCEPT");
    } else if (is_oracle() && before_ == TokenKind::kw_order && cursor_.is_word("siblings")) {
      drop();
    } else if (is_oracle() && cursor_.kind() == TokenKind::parameter &&
               cursor_.text().starts_with('@')) {  // table@link
      drop();
    } else if (is_sql_server() && cursor_.is_any({"cross", "outer"}) &&
               cursor_.is_word("apply", 1)) {
      replace("CROSS JOIN LATERAL", 2);
    } else if (is_sql_server() && cursor_.kind() == TokenKind::dot &&
               cursor_.kind(1) == TokenKind::dot) {  // database..table
      drop();
    } else if (is_sql_server() && before_ != TokenKind::dot && is_long_name()) {
      drop(2);
    } else if (is_sql_server() && cursor_.is_word("isnull") &&
               cursor_.kind(1) == TokenKind::left_paren) {
      replace("COALESCE");
    } else if (is_sql_server() && cursor_.is_word("top") &&
               (cursor_.kind(1) == TokenKind::left_paren ||
                cursor_.kind(1) == TokenKind::integer)) {
      drop();
      drop_group();
      if (cursor_.is_word("percent")) drop();
      if (cursor_.is_words({"with", "ties"})) drop(2);
    } else if (is_mysql() && cursor_.is_word("straight_join")) {
      replace(before_ == TokenKind::kw_select ? "" : "JOIN");
    } else if (is_mysql() && after_operand() && cursor_.is_name(1) && cursor_.is_word("div")) {
      replace("/");
    } else if (is_mysql() && after_operand() && cursor_.is_name(1) && cursor_.is_word("mod")) {
      replace("%");
    } else if (is_mysql() && after_operand() && cursor_.is_word("xor")) {
      replace("OR");
    } else if (is_mysql() && cursor_.is_any({"regexp", "rlike"})) {
      replace("LIKE");
    } else if (cursor_.dialect() == Dialect::postgresql && cursor_.is_word("operator") &&
               cursor_.kind(1) == TokenKind::left_paren) {
      add_gap();
      standard_ += '=';
      drop();
      drop_group();
    } else if (cursor_.dialect() == Dialect::postgresql && cursor_.kind() == TokenKind::dot &&
               before_ == TokenKind::right_paren) {  // (composite).field
      drop(2);
    } else {
      return false;
    }
    return true;
  }

  /// server.database.schema.table
  bool is_long_name() const {
    std::size_t parts = 0;
    while (parts < 4 && cursor_.is_name(2 * parts) && !cursor_.is_string(2 * parts)) {
      ++parts;
      if (cursor_.kind(2 * parts - 1) != TokenKind::dot) break;
    }
    return parts == 4;
  }

  Cursor cursor_;
  std::string_view text_;
  std::string standard_;
  std::size_t copied_ = 0;  // the text is dealt with up to here
  TokenKind before_ = TokenKind::end;
};

}  // namespace

std::string standard_query(std::string_view query, Dialect dialect) {
  switch (dialect) {
    case Dialect::postgresql:
    case Dialect::mysql:
    case Dialect::mariadb:
    case Dialect::sqlserver:
    case Dialect::oracle:
    case Dialect::permissive: break;
    default: return std::string(query);
  }
  Script script(query, dialect);
  if (!script.next() || script.is_cut()) return std::string(query);
  return StandardWriter(Cursor(script, script.tokens())).read();
}

}  // namespace sluice::inline v0::sql
