/// ALTER VIEW and ALTER SCHEMA.

#include <utility>
#include <variant>

#include "statements.hpp"

namespace sluice::inline v0::sql {

std::vector<DdlStatement> read_view_changes(Cursor &cursor) {
  std::vector<std::string> unread;
  AlterTable alter = read_alter_table(cursor, unread);
  std::vector<DdlStatement> changes;
  for (const TableChange &change : alter.changes) {
    const auto *column = std::get_if<ChangeColumn>(&change);
    if (column == nullptr || !column->sets_comment) continue;
    SetComment comment{SetComment::Object::column, alter.name, column->column.comment};
    comment.name.push_back(column->name);
    changes.emplace_back(std::move(comment));
  }
  std::erase_if(alter.changes, [](const TableChange &change) {
    return !std::holds_alternative<SetTableComment>(change) &&
           !std::holds_alternative<RenameTable>(change);
  });
  if (!alter.changes.empty()) changes.emplace_back(std::move(alter));
  return changes;
}

std::optional<AlterTable> read_transfer(Cursor &cursor) {
  NamePart schema = cursor.name();
  if (!cursor.accept("transfer")) return std::nullopt;
  if (cursor.kind(1) == TokenKind::double_colon) cursor.advance(2);
  AlterTable alter;
  alter.name = cursor.qualified_name();
  alter.changes.emplace_back(RenameTable{{std::move(schema), alter.name.back()}});
  return alter;
}

}  // namespace sluice::inline v0::sql
