/// Changes of tables that a script has defined before.

#include <algorithm>
#include <string>
#include <utility>

#include "script_catalog.hpp"
#include "script_names.hpp"

namespace sluice::inline v0::schema_detail {

void ScriptCatalog::change(ScriptTable &table, sql::AddColumn &change) {
  ScriptColumn column = stored(std::move(change.column));
  if (column.definition.primary_key) table.primary_key.push_back(column.name);
  if (column.definition.reference)
    table.foreign_keys.push_back(
        {{column.definition.name}, std::move(*column.definition.reference)});
  const auto same = std::ranges::find(table.columns, column.name, &ScriptColumn::name);
  if (same != table.columns.end()) return;
  if (table.columns.size() == max_script_columns) return report("the table has too many columns");
  auto place = change.first ? table.columns.begin() : table.columns.end();
  if (change.after) {
    const auto before = find_script_column(table.columns, stored(*change.after));
    if (before != table.columns.end()) place = before + 1;
  }
  table.columns.insert(place, std::move(column));
}

void ScriptCatalog::change(ScriptTable &table, sql::ChangeColumn &change) {
  const auto column = find_script_column(table.columns, stored(change.name));
  if (column == table.columns.end()) return;
  sql::DdlColumn &definition = column->definition;
  if (!change.column.type.text.empty()) definition.type = std::move(change.column.type);
  if (change.sets_comment) definition.comment = std::move(change.column.comment);
  if (!change.column.values.empty()) definition.values = std::move(change.column.values);
  if (change.not_null) definition.not_null = *change.not_null;
  if (change.column.primary_key && table.primary_key.empty())
    table.primary_key.push_back(column->name);
}

void ScriptCatalog::change(ScriptTable &table, sql::DropColumn &change) {
  const auto column = find_script_column(table.columns, stored(change.name));
  if (column != table.columns.end()) table.columns.erase(column);
}

void ScriptCatalog::change(ScriptTable &table, sql::RenameColumn &change) {
  const auto column = find_script_column(table.columns, stored(change.from));
  if (column == table.columns.end()) return;
  const std::string old = std::exchange(column->name, stored(change.to));
  column->title = title_of(change.to, column->name);
  std::ranges::replace(table.primary_key, old, column->name);
  for (sql::DdlForeignKey &key : table.foreign_keys) {
    for (sql::NamePart &name : key.columns) {
      if (same_name(stored(name), old)) name = change.to;
    }
  }
  column->definition.name = change.to;
}

void ScriptCatalog::change(ScriptTable &table, sql::AddPrimaryKey &change) {
  table.primary_key = stored(change.columns);
}

void ScriptCatalog::change(ScriptTable &table, sql::DdlForeignKey &change) {
  table.foreign_keys.push_back(std::move(change));
}

void ScriptCatalog::change(ScriptTable &table, sql::AddAllowedValues &change) {
  allow(table, change.allowed);
}

void ScriptCatalog::change(ScriptTable &table, sql::RenameTable &change) {
  NameParts to = stored(change.to);
  if (to.size() == 1 && table.name.size() > 1)
    to.insert(to.begin(), table.name.begin(), table.name.end() - 1);
  if (const auto same = find_same(to); same && !tables_[*same].is_dropped) return;
  const std::size_t at = static_cast<std::size_t>(&table - tables_.data());
  std::erase(by_name_[lower_ascii(table.name.back())], at);
  by_name_[lower_ascii(to.back())].push_back(at);
  by_full_name_.erase(full_name(table.name));
  by_full_name_.insert_or_assign(full_name(to), at);
  table.name = std::move(to);
  table.title = title_of(change.to.back(), table.name.back());
}

void ScriptCatalog::change(ScriptTable &table, sql::AttachPartition &change) {
  ScriptTable *child = find(change.child);
  if (child == nullptr || child == &table || child->parent) return;
  child->parent = static_cast<std::size_t>(&table - tables_.data());
}

void ScriptCatalog::change(ScriptTable &table, sql::InheritFrom &change) {
  make_partition(table, change.parent);
}

void ScriptCatalog::change(ScriptTable &table, sql::SetTableComment &change) {
  table.comment = std::move(change.comment);
}

}  // namespace sluice::inline v0::schema_detail
