/// ALTER TABLE.

#include <string>
#include <utility>
#include <variant>

#include "check.hpp"
#include "columns.hpp"
#include "sluice/core/ascii.hpp"
#include "statements.hpp"
#include "types.hpp"

namespace sluice::inline v0::sql {
namespace {

class AlterReader {
 public:
  AlterReader(Cursor &cursor, AlterTable &alter, std::vector<std::string> &problems)
      : cursor_(cursor), alter_(alter), problems_(problems) {}

  void read() {
    cursor_.accept({"if", "exists"});
    cursor_.accept("only");
    alter_.name = cursor_.qualified_name();
    cursor_.accept(TokenKind::star);
    while (!cursor_.at_end()) {
      const std::size_t begin = cursor_.position();
      try {
        read_change();
      } catch (const Unreadable &problem) {
        problems_.push_back(problem.reason);
      }
      // Whatever follows the change: DROP x CASCADE, ADD CONSTRAINT … USING INDEX …
      cursor_.skip_item();
      cursor_.accept(TokenKind::comma);
      cursor_.accept(TokenKind::right_paren);
      if (cursor_.position() == begin) cursor_.advance();
    }
  }

 private:
  enum class Dropped { nothing, column, constraint };

  void add(TableChange change) { alter_.changes.push_back(std::move(change)); }

  void read_change() {
    // SQL Server: WITH CHECK ADD
    if (cursor_.accept({"with", "check"}) || cursor_.accept({"with", "nocheck"})) {
    }
    if (cursor_.accept(TokenKind::kw_add)) {
      adding_ = may_list_columns();
      return read_add();
    }
    // SQL Server and Oracle: ADD a int, b int
    if (adding_ && !begins_action()) return read_add();
    adding_ = false;
    if (cursor_.accept(TokenKind::kw_drop)) {
      drops_ = cursor_.dialect() == Dialect::sqlserver ? Dropped::constraint : Dropped::column;
      return read_drop();
    }
    // SQL Server: DROP COLUMN a, b, CONSTRAINT c, d
    if (drops_ != Dropped::nothing && may_list_columns() && is_dropped_too()) return read_drop();
    drops_ = Dropped::nothing;
    if (cursor_.accept(TokenKind::kw_alter)) return read_change_of_column(true);
    if (cursor_.accept_any({"modify"})) {
      modifying_ = true;
      return read_modify();
    }
    // Snowflake: MODIFY COLUMN a SET NOT NULL, COLUMN b SET NOT NULL
    if (modifying_ && cursor_.is_word("column")) return read_modify();
    if (cursor_.accept_any({"change"})) return read_change_of_name();
    if (cursor_.accept(TokenKind::kw_rename)) return read_rename();
    if (cursor_.accept({"attach", "partition"}))
      return add(AttachPartition{cursor_.qualified_name()});
    if (cursor_.accept("inherit")) return add(InheritFrom{cursor_.qualified_name()});
    if (cursor_.accept("comment")) {
      if (cursor_.accept(TokenKind::kw_column)) {  // ClickHouse: COMMENT COLUMN IF EXISTS a 'x'
        cursor_.accept({"if", "exists"});
        return add_comment(cursor_.name());
      }
      cursor_.accept(TokenKind::equal);
      if (cursor_.is_string()) add(SetTableComment{cursor_.string()});
      return;
    }
    if (cursor_.accept(TokenKind::kw_set)) return read_set();
  }

  /// Whether a change of several columns may have one ADD or DROP. Where each has its own, what
  /// follows a comma is another action, even an unknown one.
  bool may_list_columns() const {
    switch (cursor_.dialect()) {
      case Dialect::postgresql:
      case Dialect::redshift:
      case Dialect::mysql:
      case Dialect::mariadb:
      case Dialect::sqlite:
      case Dialect::clickhouse: return false;
      default: return true;
    }
  }

  bool is_dropped_too() const {
    return cursor_.is_any({"column", "constraint"}) ||
           (cursor_.is_name() &&
            (cursor_.kind(1) == TokenKind::comma || cursor_.kind(1) == TokenKind::end));
  }

  static ChangeColumn change_of(NamePart name) {
    ChangeColumn change;
    change.column.name = name;
    change.name = std::move(name);
    return change;
  }

  /// The text of a comment on the column; nothing if there is none.
  void add_comment(NamePart column) {
    if (!cursor_.is_string()) return;
    ChangeColumn change = change_of(std::move(column));
    change.column.comment = cursor_.string();
    change.sets_comment = true;
    add(std::move(change));
  }

  bool begins_action() const {
    return cursor_.is_any(
        {"add",    "drop",           "alter",   "modify", "change",  "rename",  "attach",
         "detach", "inherit",        "set",     "owner",  "enable",  "disable", "validate",
         "engine", "auto_increment", "comment", "with",   "cluster", "replica", "force"});
  }

  void read_add() {
    if (cursor_.accept({"columns"}) || cursor_.kind() == TokenKind::left_paren) {
      if (cursor_.kind() == TokenKind::left_paren) read_added_list();
      return;
    }
    cursor_.accept(TokenKind::kw_column);
    cursor_.accept({"if", "not", "exists"});
    // Hive: ADD PARTITION (a = 'x')
    if (cursor_.is_word("partition") && cursor_.kind(1) == TokenKind::left_paren) return;
    if (cursor_.is_any({"partition", "value", "index", "period", "search", "projection"}) &&
        cursor_.is_name(1) && !cursor_.is_string(1)) {
      // ADD PARTITION p …, ADD VALUE 'x': nothing about columns; but "ADD value int" is one
      if (!cursor_.is_word("value") && !cursor_.is_word("period")) return;
      if (cursor_.is_words({"period", "for"})) return;
    }
    // ADD DEFAULT (0) FOR a
    if (cursor_.kind() == TokenKind::kw_default) return;
    if (cursor_.kind() == TokenKind::left_paren) return read_added_list();
    read_added_item();
  }

  /// (a int, b int AFTER a)
  void read_added_list() {
    cursor_.advance();
    while (!cursor_.at_end() && cursor_.kind() != TokenKind::right_paren) {
      const std::size_t begin = cursor_.position();
      try {
        read_added_item();
      } catch (const Unreadable &problem) {
        problems_.push_back(problem.reason);
        cursor_.skip_item();
      }
      cursor_.accept(TokenKind::comma);
      if (cursor_.position() == begin) cursor_.advance();
    }
    cursor_.accept(TokenKind::right_paren);
  }

  void read_added_item() {
    TableItems items;
    const std::size_t begin = cursor_.position();
    read_item(cursor_, items);
    const bool is_column = items.columns.size() == 1;
    take(items);
    if (is_column && !alter_.changes.empty()) {
      if (auto *added = std::get_if<AddColumn>(&alter_.changes.back())) read_place(begin, *added);
    }
  }

  /// FIRST or AFTER a: the last words of the item that ends at the cursor.
  void read_place(std::size_t begin, AddColumn &added) const {
    Cursor last = cursor_;
    if (cursor_.position() < begin + 3) return;
    last.move_to(cursor_.position() - 1);
    if (last.is_word("first")) {
      added.first = true;
      return;
    }
    if (!last.is_name()) return;
    NamePart name = last.name();
    last.move_to(cursor_.position() - 2);
    if (last.is_word("after")) added.after = std::move(name);
  }

  void take(TableItems &items) {
    for (DdlColumn &column : items.columns) {
      // Spark: ADD COLUMN a.b adds a field to a column.
      const bool is_field = cursor_.dialect() == Dialect::spark && !column.name.quoted &&
                            column.name.text.find('.') != std::string::npos;
      if (!is_field) add(AddColumn{std::move(column)});
    }
    if (!items.primary_key.empty()) add(AddPrimaryKey{std::move(items.primary_key)});
    for (DdlForeignKey &key : items.foreign_keys) add(std::move(key));
    for (DdlAllowedValues &allowed : items.allowed_values)
      add(AddAllowedValues{std::move(allowed)});
    for (std::string &reason : items.unreadable) problems_.push_back(std::move(reason));
  }

  void read_drop() {
    if (cursor_.accept({"primary", "key"})) return add(DropConstraint{{}, true});
    if (cursor_.accept({"foreign", "key"}) || cursor_.accept("constraint")) {
      drops_ = Dropped::constraint;
    } else if (cursor_.accept(TokenKind::kw_column)) {
      drops_ = Dropped::column;
    } else if (cursor_.is_any({"index", "key", "check", "partition", "default", "period",
                               "projection", "unique"}) &&
               (cursor_.is_name(1) || cursor_.kind(1) == TokenKind::left_paren)) {
      drops_ = Dropped::nothing;
      return;
    }
    cursor_.accept({"if", "exists"});
    if (drops_ == Dropped::constraint) {
      if (cursor_.is_name()) add(DropConstraint{cursor_.name(), false});
    } else {
      drop_columns();
    }
  }

  /// `a` or `(a, b)`
  void drop_columns() {
    if (cursor_.kind() == TokenKind::left_paren) {
      for (NamePart &name : cursor_.names_in_parentheses()) add(DropColumn{std::move(name)});
    } else if (cursor_.is_name() && cursor_.kind(1) != TokenKind::dot) {
      add(DropColumn{cursor_.name()});
    }
  }

  /// ALTER [COLUMN] a TYPE t, a SET NOT NULL, a COMMENT 'x', a t (SQL Server)
  void read_change_of_column(bool keyword) {
    if (cursor_.accept({"table"})) return;
    if (!cursor_.accept(TokenKind::kw_column) && keyword &&
        cursor_.is_any({"constraint", "index", "check"})) {
      return;
    }
    ChangeColumn change = change_of(cursor_.name());
    // Spark: ALTER COLUMN a.b changes a field.
    if (cursor_.kind() != TokenKind::dot) read_new_definition(change);
  }

  /// What ALTER COLUMN and MODIFY COLUMN say about a column; the cursor is behind its name.
  void read_new_definition(ChangeColumn &change) {
    if (cursor_.accept(TokenKind::kw_drop)) {
      if (cursor_.accept({"not", "null"})) change.not_null = false;
      return add(std::move(change));
    }
    if (cursor_.accept_any({"unset", "remove"})) {
      change.sets_comment = cursor_.is_word("comment");
      return add(std::move(change));
    }
    if (cursor_.accept(TokenKind::kw_set)) {
      if (cursor_.accept({"not", "null"})) {
        change.not_null = true;
        return add(std::move(change));
      }
      if (cursor_.is_word("options")) {
        cursor_.advance();
        change.column.comment = description_in_options(cursor_);
        change.sets_comment = true;
        return add(std::move(change));
      }
      // SET DEFAULT, SET GENERATED, SET (n_distinct = 5): all but SET DATA TYPE keep the type.
      if (!cursor_.is_any({"data", "type", "comment"})) return;
    } else if (cursor_.is_any({"add", "reset", "restart", "first", "after", "sync"}) ||
               (cursor_.is_word("options") && cursor_.kind(1) == TokenKind::left_paren)) {
      return;  // ADD GENERATED ALWAYS AS IDENTITY, ADD MASKED, RESTART WITH 1: nor do these
    }
    cursor_.accept({"data"});
    cursor_.accept_any({"type"});
    read_definition(change);
  }

  void read_modify() {
    cursor_.accept(TokenKind::kw_column);
    cursor_.accept({"if", "exists"});
    if (cursor_.kind() == TokenKind::left_paren) {
      TableItems items;
      read_items(cursor_, items);
      for (DdlColumn &column : items.columns) add(change_to(std::move(column)));
      for (std::string &reason : items.unreadable) problems_.push_back(std::move(reason));
      return;
    }
    if (cursor_.is_any({"constraint", "partition"}) || cursor_.is_words({"order", "by"})) return;
    if (cursor_.dialect() == Dialect::clickhouse && read_change_of_table()) return;
    if (cursor_.dialect() == Dialect::snowflake ||
        (cursor_.is_name() && cursor_.is_word("remove", 1))) {
      ChangeColumn change = change_of(cursor_.name());
      return read_new_definition(change);
    }
    add(change_to(read_column(cursor_)));
  }

  /// ClickHouse: MODIFY COMMENT 'x', TTL a + 1, SETTING a = 1, QUERY SELECT …; false for a column.
  bool read_change_of_table() {
    if (cursor_.is_word("comment") && cursor_.is_string(1)) {
      cursor_.advance();
      add(SetTableComment{cursor_.string()});
      return true;
    }
    return cursor_.is_any({"ttl", "setting", "query", "refresh", "sample", "sql", "definer"});
  }

  /// MySQL: CHANGE [COLUMN] old new type
  void read_change_of_name() {
    cursor_.accept(TokenKind::kw_column);
    NamePart old = cursor_.name();
    if (cursor_.accept("comment")) return add_comment(std::move(old));  // Spark: COMMENT 'x'
    DdlColumn column = read_column(cursor_);
    add(RenameColumn{old, column.name});
    add(change_to(std::move(column)));
  }

  ChangeColumn change_to(DdlColumn column) const {
    ChangeColumn change;
    change.name = column.name;
    // Oracle keeps what is not mentioned, other engines define the column again.
    const bool redefines = !column.type.text.empty() && cursor_.dialect() != Dialect::oracle;
    if (redefines || column.not_null) change.not_null = column.not_null;
    change.sets_comment = !column.comment.empty();
    change.column = std::move(column);
    return change;
  }

  /// The cursor is behind the name.
  void read_definition(ChangeColumn &change) {
    change.column.type = read_type(cursor_);
    // What follows USING is an expression.
    if (!cursor_.is_word("using")) read_column_options(cursor_, change.column);
    const bool redefines =
        cursor_.dialect() == Dialect::sqlserver && !change.column.type.text.empty();
    if (redefines || change.column.not_null) change.not_null = change.column.not_null;
    change.sets_comment = !change.column.comment.empty();
    add(std::move(change));
  }

  void read_rename() {
    if (cursor_.accept_any({"to", "as"})) return add(RenameTable{cursor_.qualified_name()});
    if (cursor_.is_any({"constraint", "index", "key", "partition"})) return;
    cursor_.accept(TokenKind::kw_column);
    if (!cursor_.is_name()) return;
    NamePart from = cursor_.name();
    if (!cursor_.accept(TokenKind::kw_to)) return;
    add(RenameColumn{std::move(from), cursor_.name()});
  }

  void read_set() {
    if (cursor_.accept("schema")) {  // PostgreSQL
      if (cursor_.is_name()) add(RenameTable{{cursor_.name(), alter_.name.back()}});
      return;
    }
    if (cursor_.accept("unused")) {  // Oracle
      cursor_.accept(TokenKind::kw_column);
      return drop_columns();
    }
    if (cursor_.accept("options") && cursor_.kind() == TokenKind::left_paren)
      return add(SetTableComment{description_in_options(cursor_)});
    if (cursor_.accept("comment")) {
      cursor_.accept(TokenKind::equal);
      if (cursor_.is_string()) add(SetTableComment{cursor_.string()});
      return;
    }
    if (cursor_.accept("tblproperties") && cursor_.kind() == TokenKind::left_paren) {
      const std::size_t end = cursor_.end_of_group();
      for (; cursor_.position() < end; cursor_.advance()) {
        if (cursor_.is_string() && cursor_.value_of(cursor_.token()) == "comment" &&
            cursor_.kind(1) == TokenKind::equal && cursor_.is_string(2)) {
          cursor_.advance(2);
          add(SetTableComment{cursor_.string()});
        }
      }
      cursor_.move_to(end);
    }
  }

  Cursor &cursor_;
  AlterTable &alter_;
  std::vector<std::string> &problems_;
  bool adding_ = false;               // the change before was an ADD
  bool modifying_ = false;            // there was a MODIFY
  Dropped drops_ = Dropped::nothing;  // what the change before dropped
};

}  // namespace

AlterTable read_alter_table(Cursor &cursor, std::vector<std::string> &problems) {
  AlterTable alter;
  AlterReader(cursor, alter, problems).read();
  return alter;
}

}  // namespace sluice::inline v0::sql
