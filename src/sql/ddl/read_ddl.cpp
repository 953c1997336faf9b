#include "sluice/sql/ddl.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cursor.hpp"
#include "script.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "statements.hpp"

namespace sluice::inline v0::sql {
namespace {

// Words between CREATE and what is created.
constexpr std::size_t max_words_before_kind = 24;
constexpr std::size_t max_start_bytes = 80;

class DdlReader {
 public:
  DdlReader(Script &script, const DdlOptions &options, DdlVisitor visit)
      : script_(script), options_(options), visit_(visit) {}

  void read() {
    while (script_.next()) {
      Cursor cursor(script_, script_.tokens());
      try {
        read_statement(cursor);
        report_problems();
      } catch (const Unreadable &problem) {
        problems_.clear();
        skip(problem.reason);
      }
    }
  }

 private:
  void give(DdlStatement statement) { visit_(std::move(statement), script_.line()); }

  void skip(std::string reason) {
    const std::span<const Token> tokens = script_.tokens();
    const std::string_view text = script_.text().substr(tokens[0].begin);
    const std::string_view whole = text.substr(0, tokens.back().begin - tokens[0].begin);
    give(SkippedStatement{std::move(reason), one_line(clip_utf8(whole, max_start_bytes))});
  }

  void report_problems() {
    for (std::string &reason : problems_) skip(std::move(reason));
    problems_.clear();
  }

  void read_statement(Cursor &cursor) {
    switch (cursor.kind()) {
      case TokenKind::kw_create: cursor.advance(); return read_create(cursor);
      case TokenKind::kw_alter: cursor.advance(); return read_alter(cursor);
      case TokenKind::kw_drop: cursor.advance(); return read_drop(cursor);
      case TokenKind::kw_insert: cursor.advance(); return read_inserted(cursor);
      case TokenKind::kw_set: cursor.advance(); return read_set(cursor);
      case TokenKind::kw_rename:  // MySQL: RENAME TABLE a TO b, c TO d
        cursor.advance();
        return read_rename(cursor);
      default: break;
    }
    if (cursor.accept_any({"comment", "label"})) {  // IBM i: LABEL ON
      for (SetComment &comment : read_comments(cursor)) give(std::move(comment));
    } else if (cursor.accept_any({"exec", "execute", "call"})) {
      if (auto statement = read_execute(cursor)) give(std::move(*statement));
    } else if (cursor.accept("use")) {
      read_use(cursor);
    } else if (cursor.is_words({"open", "schema"})) {  // Exasol
      cursor.advance();
      read_use(cursor);
    } else if (cursor.accept("database")) {  // Teradata
      if (cursor.is_name()) give(UseNamespace{cursor.qualified_name(), true});
    } else if (cursor.is_word("attach") && cursor.is_any({"table", "materialized", "view"}, 1) &&
               script_.dialect() == Dialect::clickhouse) {
      cursor.advance();  // the server's own files
      read_create(cursor);
    } else if (cursor.accept("copy")) {
      if (cursor.is_name()) {
        if (auto rows = read_copy(cursor, options_)) give(std::move(*rows));
      }
    } else if (cursor.is_any({"recreate", "replace"}) && cursor.is_any({"table", "view"}, 1)) {
      cursor.advance();
      read_create(cursor, {.or_replace = true});
    } else if (cursor.is_any({"if", "begin", "else"})) {
      read_inner(cursor);
    }
  }

  /// IF … CREATE TABLE: what a condition allows is read.
  void read_inner(Cursor &cursor) {
    while (!cursor.at_end()) {
      if (cursor.kind() == TokenKind::kw_create || cursor.kind() == TokenKind::kw_alter)
        return read_statement(cursor);
      if (cursor.is_any({"exec", "execute"})) return read_statement(cursor);
      cursor.skip_group();
    }
  }

  void read_create(Cursor &cursor, CreateWords words = {}) {
    for (std::size_t read = 0; !cursor.at_end() && read < max_words_before_kind; ++read) {
      if (cursor.accept(TokenKind::kw_or)) {
        words.or_replace = true;
        cursor.advance();  // REPLACE, ALTER
      } else if (cursor.accept_any({"temp", "temporary", "volatile"})) {
        words.temporary = true;
      } else if (cursor.accept_any({"external", "foreign"})) {
        words.external = true;
      } else if (cursor.accept(TokenKind::kw_materialized)) {
        words.materialized = true;
      } else if (cursor.accept(TokenKind::kw_virtual)) {
        words.is_virtual = true;
      } else if (cursor.accept(TokenKind::kw_table)) {
        // CREATE TABLE FUNCTION f: a routine of BigQuery
        if (cursor.is_word("function") && cursor.is_name(1)) return;
        give(read_create_table(cursor, words, problems_));
        return report_cut();
      } else if (cursor.accept(TokenKind::kw_view)) {
        return give(read_create_view(cursor, words));
      } else if (cursor.accept("type")) {
        if (cursor.is_word("body")) return;
        if (auto type = read_create_type(cursor)) give(std::move(*type));
        return;
      } else if (cursor.accept("domain")) {
        return give(read_create_domain(cursor));
      } else if (cursor.accept("schema")) {
        return read_schema(cursor);
      } else if (cursor.accept(TokenKind::kw_database)) {
        cursor.accept({"if", "not", "exists"});
        if (cursor.is_name()) give(UseNamespace{cursor.qualified_name(), true});
        return;
      } else if (is_other_kind(cursor)) {
        return;
      } else {
        cursor.skip_group();
      }
    }
  }

  static bool is_other_kind(const Cursor &cursor) {
    if (cursor.is_words({"event", "table"})) return false;  // Snowflake
    return cursor.is_any({"index",       "function",   "procedure",  "proc",        "trigger",
                          "sequence",    "role",       "user",       "extension",   "package",
                          "event",       "rule",       "operator",   "policy",      "server",
                          "dictionary",  "stage",      "stream",     "task",        "tablespace",
                          "synonym",     "aggregate",  "cast",       "collation",   "language",
                          "publication", "statistics", "login",      "certificate", "assembly",
                          "xml",         "fulltext",   "partition",  "alias",       "macro",
                          "model",       "file",       "warehouse",  "queue",       "service",
                          "pipeline",    "pipe",       "projection", "script",      "connection",
                          "as",          "on",         "for",        "from"});
  }

  void report_cut() {
    if (script_.is_cut()) problems_.emplace_back("the statement is too long; its end was not read");
  }

  /// CREATE SCHEMA s [AUTHORIZATION u] [CREATE TABLE … CREATE VIEW …]
  void read_schema(Cursor &cursor) {
    cursor.accept({"if", "not", "exists"});
    if (!cursor.is_name() || cursor.is_word("authorization")) return;
    QualifiedName schema = cursor.qualified_name();
    const auto next_create = [&] {
      while (!cursor.at_end() && cursor.kind() != TokenKind::kw_create) cursor.skip_group();
      return !cursor.at_end();
    };
    // Whether names that follow belong to the schema depends on the dialect.
    const bool opens = script_.dialect() == Dialect::snowflake;
    if (!next_create()) {
      if (opens) give(UseNamespace{std::move(schema), false});
      return;
    }
    give(UseNamespace{schema, false});
    do {
      const std::size_t begin = cursor.position() + 1;
      cursor.advance();
      next_create();
      std::vector<Token> store;
      Cursor part = cursor.part(begin, cursor.position(), store);
      read_create(part);
    } while (!cursor.at_end());
    if (!opens) give(UseNamespace{{}, false});
  }

  void read_alter(Cursor &cursor) {
    cursor.accept_any({"foreign", "external", "materialized", "secure", "dynamic", "iceberg",
                       "hybrid", "streaming"});
    if (cursor.accept(TokenKind::kw_table)) {
      AlterTable alter = read_alter_table(cursor, problems_);
      if (!alter.changes.empty()) give(std::move(alter));
    } else if (cursor.accept({"session", "set", "current_schema"})) {  // Oracle
      cursor.accept(TokenKind::equal);
      if (cursor.is_name()) give(UseNamespace{cursor.qualified_name(), false});
    } else if (cursor.accept(TokenKind::kw_view) && cursor.is_name()) {
      // SQL Server: ALTER VIEW v AS SELECT … defines it again.
      Cursor rest = cursor;
      rest.qualified_name();
      if (rest.kind() == TokenKind::kw_as)
        return give(read_create_view(cursor, {.or_replace = true}));
      read_changes_of_view(cursor);
    }
  }

  /// ALTER VIEW … SET COMMENT = 'x', MODIFY COLUMN a COMMENT 'y': only descriptions and names.
  void read_changes_of_view(Cursor &cursor) {
    std::vector<std::string> unread;
    AlterTable alter = read_alter_table(cursor, unread);
    for (const TableChange &change : alter.changes) {
      const auto *column = std::get_if<ChangeColumn>(&change);
      if (column == nullptr || !column->sets_comment) continue;
      SetComment comment{SetComment::Object::column, alter.name, column->column.comment};
      comment.name.push_back(column->name);
      give(std::move(comment));
    }
    std::erase_if(alter.changes, [](const TableChange &change) {
      return !std::holds_alternative<SetTableComment>(change) &&
             !std::holds_alternative<RenameTable>(change);
    });
    if (!alter.changes.empty()) give(std::move(alter));
  }

  void read_drop(Cursor &cursor) {
    cursor.accept_any({"materialized", "foreign", "external", "temporary"});
    const bool is_type = cursor.is_any({"type", "domain"});
    if (!is_type && !cursor.is_any({"table", "view"})) return;
    cursor.advance();
    cursor.accept({"if", "exists"});
    while (cursor.is_name()) {
      give(DropObject{cursor.qualified_name(), is_type});
      if (!cursor.accept(TokenKind::comma)) return;
    }
  }

  void read_inserted(Cursor &cursor) {
    if (auto rows = read_insert(cursor, options_)) {
      if (!rows->rows.empty()) give(std::move(*rows));
    }
  }

  void read_use(Cursor &cursor) {
    const bool is_schema = cursor.accept_any({"schema"});
    if (!is_schema) cursor.accept_any({"database", "catalog", "warehouse", "role"});
    if (cursor.is_name()) give(UseNamespace{cursor.qualified_name(), !is_schema});
  }

  /// SET search_path TO a, b; SET SCHEMA a
  void read_set(Cursor &cursor) {
    cursor.accept_any({"session", "local", "current"});
    if (cursor.accept_any({"search_path", "schema"})) {
      cursor.accept_any({"to"});
      cursor.accept(TokenKind::equal);
      if (!cursor.is_name() || cursor.is_word("default")) return;
      if (cursor.is_string()) {
        NamePart name{cursor.value_of(cursor.token()), true};
        if (name.text.empty()) return give(UseNamespace{{}, false});
        return give(UseNamespace{{std::move(name)}, false});
      }
      give(UseNamespace{cursor.qualified_name(), false});
    }
  }

  void read_rename(Cursor &cursor) {
    if (!cursor.accept_any({"table"})) return;
    do {
      AlterTable alter;
      alter.name = cursor.qualified_name();
      if (!cursor.accept(TokenKind::kw_to)) cursor.fail("TO");
      alter.changes.emplace_back(RenameTable{cursor.qualified_name()});
      give(std::move(alter));
    } while (cursor.accept(TokenKind::comma));
  }

  Script &script_;
  const DdlOptions &options_;
  DdlVisitor visit_;
  std::vector<std::string> problems_;
};

}  // namespace

void read_ddl(std::string_view text, const DdlOptions &options, DdlVisitor visit) {
  Script script(text, options.dialect ? *options.dialect : detect_dialect(text));
  DdlReader(script, options, visit).read();
}

}  // namespace sluice::inline v0::sql
