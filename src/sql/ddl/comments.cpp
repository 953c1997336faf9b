/// COMMENT ON, and SQL Server's procedures for descriptions and types.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"
#include "statements.hpp"
#include "types.hpp"

namespace sluice::inline v0::sql {
namespace {

/// The arguments of a procedure, by name where they have one.
struct Argument {
  std::string name;  ///< "@value"; empty for a positional one.
  std::string value;
};

/// The value of a variable that is set to something else than a text.
constexpr std::string_view unknown("\0", 1);

std::vector<Argument> read_arguments(Cursor &cursor, const Variables &variables) {
  std::vector<Argument> arguments;
  while (!cursor.at_end()) {
    Argument argument;
    if (cursor.kind() == TokenKind::parameter && cursor.kind(1) == TokenKind::equal) {
      argument.name = lower_ascii(cursor.text());
      cursor.advance(2);
    }
    if (cursor.is_string()) {
      argument.value = cursor.string();
    } else if (cursor.kind() == TokenKind::parameter) {
      const auto known = variables.find(lower_ascii(cursor.text()));
      argument.value = known != variables.end() ? known->second : std::string(unknown);
    } else if (cursor.is_name() && cursor.kind() != TokenKind::kw_null) {
      argument.value = cursor.name().text;
    }
    arguments.push_back(std::move(argument));
    cursor.skip_item();
    if (!cursor.accept(TokenKind::comma)) break;
  }
  return arguments;
}

std::string argument(const std::vector<Argument> &arguments, std::string_view name,
                     std::size_t position) {
  for (const Argument &found : arguments) {
    if (found.name == name) return found.value;
  }
  return position < arguments.size() && arguments[position].name.empty() ? arguments[position].value
                                                                         : std::string();
}

/// sp_addextendedproperty name, value, level0type, level0name, level1type, level1name, level2type,
/// level2name
std::optional<DdlStatement> read_property(const std::vector<Argument> &arguments) {
  if (!same_name(argument(arguments, "@name", 0), "MS_Description")) return std::nullopt;
  const auto level = [&](std::string_view name, std::size_t position) {
    return argument(arguments, name, position);
  };
  SetComment comment;
  comment.comment = argument(arguments, "@value", 1);
  const std::string schema = level("@level0name", 3);
  const std::string type1 = level("@level1type", 4), type2 = level("@level2type", 6);
  if (schema.empty()) {
    comment.object = SetComment::Object::database;
    return comment;
  }
  if (comment.comment == unknown) return std::nullopt;
  // Designers name the user that runs the script, and owns the tables.
  if (schema != unknown) comment.name.push_back({schema, true});
  if (!same_name(level("@level0type", 2), "schema") && !same_name(level("@level0type", 2), "user"))
    return std::nullopt;
  if (type1.empty()) {
    comment.object = SetComment::Object::schema;
    return comment;
  }
  if (!same_name(type1, "table") && !same_name(type1, "view")) return std::nullopt;
  comment.name.push_back({level("@level1name", 5), true});
  if (type2.empty()) return comment;
  if (!same_name(type2, "column")) return std::nullopt;
  comment.object = SetComment::Object::column;
  comment.name.push_back({level("@level2name", 7), true});
  return comment;
}

/// sp_addtype name, 'varchar(11)', 'NOT NULL'
std::optional<DdlStatement> read_added_type(const Cursor &cursor,
                                            const std::vector<Argument> &arguments) {
  CreateType type;
  type.name.push_back({argument(arguments, "@typename", 0), true});
  const std::string base = argument(arguments, "@phystype", 1);
  if (type.name[0].text.empty() || base.empty()) return std::nullopt;
  Script script(base, cursor.dialect());
  if (!script.next()) return std::nullopt;
  Cursor inside(script, script.tokens());
  type.base = read_type(inside);
  return type;
}

/// sp_rename 'schema.table.column', 'new', 'COLUMN'
std::optional<DdlStatement> read_renaming(const Cursor &cursor,
                                          const std::vector<Argument> &arguments) {
  const std::string from = argument(arguments, "@objname", 0);
  const std::string to = argument(arguments, "@newname", 1);
  const std::string kind = argument(arguments, "@objtype", 2);
  Script script(from, cursor.dialect());
  if (to.empty() || !script.next()) return std::nullopt;
  Cursor inside(script, script.tokens());
  AlterTable alter;
  alter.name = inside.qualified_name();
  if (same_name(kind, "column") && alter.name.size() > 1) {
    RenameColumn rename{alter.name.back(), {to, true}};
    alter.name.pop_back();
    alter.changes.emplace_back(std::move(rename));
  } else if (kind.empty() || same_name(kind, "object")) {
    alter.changes.emplace_back(RenameTable{{{to, true}}});
  } else {
    return std::nullopt;
  }
  return alter;
}

/// Teradata and Db2: COMMENT ON t IS 'x', without the word TABLE; and t (a IS 'x').
bool is_bare_table(const Cursor &cursor) {
  Cursor rest = cursor;
  if (!rest.is_name() || rest.is_string()) return false;
  rest.qualified_name();
  return rest.is_any({"is", "as"}) ||
         (rest.kind() == TokenKind::left_paren && rest.is_word("is", 2));
}

/// Exasol and Db2: (a IS 'x', b IS 'y')
void read_listed_comments(Cursor &cursor, const QualifiedName &owner,
                          std::vector<SetComment> &comments) {
  cursor.advance();
  while (cursor.is_name() && (cursor.is_word("is", 1) || cursor.is_word("text", 1))) {
    SetComment comment;
    comment.object = SetComment::Object::column;
    comment.name = owner;
    comment.name.push_back(cursor.name());
    cursor.accept("text");  // of a label
    cursor.accept("is");
    if (cursor.is_string()) comment.comment = cursor.string();
    comments.push_back(std::move(comment));
    cursor.skip_item();
    if (!cursor.accept(TokenKind::comma)) return;
  }
}

}  // namespace

std::vector<SetComment> read_comments(Cursor &cursor) {
  std::vector<SetComment> comments;
  SetComment comment;
  cursor.accept({"if", "exists"});
  if (!cursor.accept(TokenKind::kw_on) && !cursor.is_any({"table", "view", "column"}))
    cursor.fail("ON");
  cursor.accept_any({"foreign", "materialized", "external", "dynamic", "iceberg"});
  if (cursor.accept_any({"table", "view"})) {
    comment.object = SetComment::Object::table;
  } else if (cursor.accept(TokenKind::kw_column)) {
    comment.object = SetComment::Object::column;
  } else if (cursor.accept_any({"schema"})) {
    comment.object = SetComment::Object::schema;
  } else if (cursor.accept(TokenKind::kw_database)) {
    comment.object = SetComment::Object::database;
  } else if (is_bare_table(cursor)) {
    comment.object = SetComment::Object::table;
  } else {
    return comments;
  }
  comment.name = cursor.qualified_name();
  const QualifiedName owner = comment.name;
  const bool has_text = cursor.accept_any({"is", "as"});
  if (has_text) {
    if (!cursor.accept(TokenKind::kw_null)) comment.comment = cursor.string();
    comments.push_back(std::move(comment));
  } else if (cursor.kind() != TokenKind::left_paren) {
    cursor.fail("IS");
  }
  if (cursor.kind() == TokenKind::left_paren) read_listed_comments(cursor, owner, comments);
  return comments;
}

void read_variables(Cursor &cursor, Variables &variables) {
  constexpr std::size_t max_variables = 1000;
  for (; !cursor.at_end(); cursor.advance()) {
    if (cursor.kind() != TokenKind::parameter) continue;
    std::string name = lower_ascii(cursor.text());
    std::size_t ahead = 1;
    if (cursor.is_name(1) && !cursor.is_string(1)) {  // DECLARE @v nvarchar(10) = N'x'
      Cursor after = cursor;
      after.advance();
      read_type(after);
      ahead = after.position() - cursor.position();
    }
    if (cursor.kind(ahead) != TokenKind::equal || !cursor.is_string(ahead + 1)) continue;
    cursor.advance(ahead + 1);
    if (variables.size() < max_variables || variables.contains(name))
      variables.insert_or_assign(std::move(name), cursor.value_of(cursor.token()));
  }
}

std::optional<DdlStatement> read_execute(Cursor &cursor, const Variables &variables) {
  if (!cursor.is_name()) return std::nullopt;
  const std::string procedure = lower_ascii(cursor.qualified_name().back().text);
  if (procedure != "sp_addextendedproperty" && procedure != "sp_updateextendedproperty" &&
      procedure != "sp_addtype" && procedure != "sp_rename") {
    return std::nullopt;
  }
  const std::vector<Argument> arguments = read_arguments(cursor, variables);
  if (procedure == "sp_addtype") return read_added_type(cursor, arguments);
  if (procedure == "sp_rename") return read_renaming(cursor, arguments);
  return read_property(arguments);
}

}  // namespace sluice::inline v0::sql
