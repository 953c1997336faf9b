#include "sluice/sql/ddl.hpp"

#include <memory>
#include <string>
#include <utility>
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
// Texts that are executed by texts that are executed …
constexpr int max_text_depth = 3;

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
  void give(DdlStatement statement) {
    if (auto *view = std::get_if<CreateView>(&statement)) view->source = source_;
    if (auto *table = std::get_if<CreateTable>(&statement)) table->source = source_;
    visit_(std::move(statement), script_.line());
  }

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
      read_executed(cursor);
    } else if (cursor.is_any({"declare", "select"}) && script_.dialect() == Dialect::sqlserver) {
      read_variables(cursor, variables_);
    } else if (cursor.accept("do")) {
      read_do(cursor);
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
    } else if (cursor.is_any({"if", "begin", "else", "declare"})) {
      read_inner(cursor);
    }
  }

  /// IF … CREATE TABLE: what a condition allows is read.
  void read_inner(Cursor &cursor) {
    while (!cursor.at_end()) {
      if (cursor.kind() == TokenKind::kw_create || cursor.kind() == TokenKind::kw_alter)
        return read_statement(cursor);
      if (cursor.accept_any({"exec", "execute"})) {
        read_executed(cursor);
      } else {
        cursor.skip_group();
      }
    }
  }

  /// EXEC procedure arguments; EXEC ('CREATE …'); EXEC sp_executesql N'CREATE …'; EXECUTE IMMEDIATE
  void read_executed(Cursor &cursor) {
    Cursor name = cursor;
    const bool is_text = name.kind() == TokenKind::left_paren || name.is_word("immediate") ||
                         (name.is_string() && script_.dialect() == Dialect::postgresql) ||
                         (name.is_name() && !name.is_string() &&
                          same_name(name.qualified_name().back().text, "sp_executesql"));
    if (!is_text) {
      if (auto statement = read_execute(cursor, variables_)) give(std::move(*statement));
      return;
    }
    while (!cursor.at_end() && !cursor.is_string()) cursor.advance();
    // A sum of texts is not known as a whole.
    const TokenKind after = cursor.kind(1);
    if (after != TokenKind::plus && after != TokenKind::concat) read_text(cursor);
    cursor.advance();
  }

  /// PostgreSQL: DO [LANGUAGE plpgsql] $$ … $$
  void read_do(Cursor &cursor) {
    if (script_.dialect() != Dialect::postgresql && script_.dialect() != Dialect::permissive)
      return;
    while (!cursor.at_end() && (!cursor.is_string() || cursor.text().size() < 4)) cursor.advance();
    read_text(cursor);
  }

  /// The definitions in a string that is a script itself.
  void read_text(const Cursor &cursor) {
    if (!cursor.is_string() || text_depth_ == max_text_depth) return;
    const auto outer = std::exchange(
        source_, std::make_shared<const std::string>(cursor.value_of(cursor.token())));
    ++text_depth_;
    Script script(*source_, script_.dialect());
    while (script.next() && read_parts(Cursor(script, script.tokens()))) {
    }
    --text_depth_;
    source_ = outer;
  }

  /// The statements CREATE and ALTER of a block; false at a routine, whose body is not executed.
  bool read_parts(Cursor cursor) {
    std::vector<Token> store;
    for (bool begins = true; !cursor.at_end();) {
      if (!begins || (cursor.kind() != TokenKind::kw_create &&
                      cursor.kind() != TokenKind::kw_alter && !cursor.is_word("execute"))) {
        begins = cursor.kind() == TokenKind::semicolon || cursor.kind() == TokenKind::kw_begin ||
                 cursor.kind() == TokenKind::kw_then || cursor.kind() == TokenKind::kw_else ||
                 cursor.is_word("loop");
        cursor.advance();
        continue;
      }
      for (std::size_t ahead = 1; ahead < 4; ++ahead) {
        if (cursor.is_any({"function", "procedure", "proc", "trigger", "package"}, ahead))
          return false;
      }
      const std::size_t begin = cursor.position();
      while (!cursor.at_end() && cursor.kind() != TokenKind::semicolon) cursor.advance();
      Cursor part = cursor.part(begin, cursor.position(), store);
      try {
        read_statement(part);
        report_problems();
      } catch (const Unreadable &problem) {
        problems_.clear();
        skip(problem.reason);
      }
      begins = false;
    }
    return true;
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
        if (words.materialized && cursor.is_words({"log", "on"})) return;  // Oracle
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
    cursor.accept("authorization");  // the schema has the name of its owner
    if (!cursor.is_name()) return;
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
    if (cursor.is_any({"algorithm", "definer", "sql"})) {  // MySQL: ALTER ALGORITHM = … VIEW
      while (!cursor.at_end() && cursor.kind() != TokenKind::kw_view) cursor.advance();
    }
    if (cursor.accept(TokenKind::kw_table)) {
      AlterTable alter = read_alter_table(cursor, problems_);
      if (!alter.changes.empty()) give(std::move(alter));
    } else if (cursor.accept({"session", "set", "current_schema"})) {  // Oracle
      cursor.accept(TokenKind::equal);
      if (cursor.is_name()) give(UseNamespace{cursor.qualified_name(), false});
    } else if (cursor.accept(TokenKind::kw_view)) {
      read_alter_view(cursor);
    } else if (cursor.accept("type") && cursor.is_name()) {
      if (auto change = read_alter_type(cursor)) give(std::move(*change));
    } else if (cursor.accept("schema") && cursor.is_name()) {
      if (auto moved = read_transfer(cursor)) give(std::move(*moved));
    }
  }

  void read_alter_view(Cursor &cursor) {
    Cursor rest = cursor;
    rest.accept({"if", "exists"});
    if (!rest.is_name()) return;
    rest.qualified_name();
    if (rest.is_word("rename") || rest.is_words({"set", "schema"})) {
      AlterTable alter = read_alter_table(cursor, problems_);
      if (!alter.changes.empty()) give(std::move(alter));
      return;
    }
    // SQL Server and MySQL: ALTER VIEW v [(a, b)] [WITH SCHEMABINDING] AS SELECT … defines it
    // again.
    for (std::size_t read = 0; read < max_words_before_kind && !rest.at_end(); ++read) {
      if (rest.kind() == TokenKind::kw_as)
        return give(read_create_view(cursor, {.or_replace = true}));
      rest.skip_group();
    }
    for (DdlStatement &change : read_view_changes(cursor)) give(std::move(change));
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
    Cursor name = cursor;
    name.accept_any({"into"});
    // A dump of SQLite writes virtual tables so.
    if (name.is_any({"sqlite_schema", "sqlite_master"})) {
      while (!name.at_end() && (!name.is_string() ||
                                !same_name(name.value_of(name.token()).substr(0, 7), "create "))) {
        name.advance();
      }
      return read_text(name);
    }
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
    if (cursor.kind() == TokenKind::parameter) return read_variables(cursor, variables_);
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
    // Oracle: RENAME a TO b
    if (!cursor.accept_any({"table"}) && script_.dialect() != Dialect::oracle) return;
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
  Variables variables_;
  std::shared_ptr<const std::string> source_;  // of the statement, if not the script
  int text_depth_ = 0;
};

}  // namespace

void read_ddl(std::string_view text, const DdlOptions &options, DdlVisitor visit) {
  Script script(text, options.dialect ? *options.dialect : detect_dialect(text));
  DdlReader(script, options, visit).read();
}

}  // namespace sluice::inline v0::sql
