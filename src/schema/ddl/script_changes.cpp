/// Changes of tables and types that a script has defined before.

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "script_catalog.hpp"
#include "script_names.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {

void ScriptCatalog::apply(sql::AlterTable &statement) {
  ScriptTable *table = find(statement.name);
  if (table == nullptr) {
    if (!is_ignored(statement.name))
      report(fmt::format("table {} is changed, but not defined", display_name(statement.name)));
    return;
  }
  for (sql::TableChange &one : statement.changes)
    std::visit([&](auto &kind) { change(*table, kind); }, one);
}

void ScriptCatalog::apply(sql::AlterType &statement) {
  bool in_used_database = false;
  types_.change(complete(statement.name, in_used_database), statement);
}

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
  if (column == table.columns.end()) return;
  const std::string name = std::move(column->name);
  table.columns.erase(column);
  // Its keys are dropped with it. MySQL only takes it out of the primary key.
  if (std::erase(table.primary_key, name) > 0 && dialect_ != sql::Dialect::mysql &&
      dialect_ != sql::Dialect::mariadb) {
    table.primary_key.clear();
  }
  std::erase_if(table.foreign_keys, [&](const sql::DdlForeignKey &key) {
    return std::ranges::any_of(
        key.columns, [&](const sql::NamePart &part) { return same_name(stored(part), name); });
  });
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
  constexpr std::size_t max_renamed = 256;
  for (auto &renamed : table.renamed_columns) {
    if (renamed.second == old) renamed.second = column->name;
  }
  if (table.renamed_columns.size() < max_renamed)
    table.renamed_columns.emplace_back(old, column->name);
}

void ScriptCatalog::change(ScriptTable &table, sql::AddPrimaryKey &change) {
  table.primary_key = stored(change.columns);
}

/// A foreign key without a name has the one that the engine gives it: "orders_customer_id_fkey" or
/// "orders_ibfk_1".
void ScriptCatalog::change(ScriptTable &table, sql::DropConstraint &change) {
  const std::string name = stored(change.name), &owner = table.name.back();
  if (change.is_primary_key || same_name(name, owner + "_pkey")) {
    table.primary_key.clear();
    return;
  }
  std::size_t unnamed = 0;
  std::erase_if(table.foreign_keys, [&](const sql::DdlForeignKey &key) {
    if (!key.reference.constraint.text.empty())
      return same_name(stored(key.reference.constraint), name);
    std::string given = owner;
    for (const sql::NamePart &column : key.columns) given += '_' + stored(column);
    return same_name(given + "_fkey", name) ||
           same_name(fmt::format("{}_ibfk_{}", owner, ++unnamed), name);
  });
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
  renamed_.insert_or_assign(lower_ascii(table.name.back()), at);
  by_full_name_.erase(key_of(table.name));
  by_full_name_.insert_or_assign(key_of(to), at);
  if (change.to.size() > 1) table.in_used_database = false;
  table.name = std::move(to);
  table.title = title_of(change.to.back(), table.name.back());
}

void ScriptCatalog::change(ScriptTable &table, sql::AttachPartition &change) {
  ScriptTable *child = find(change.child);
  if (child == nullptr || child->parent) return;
  const auto at = static_cast<std::size_t>(&table - tables_.data());
  if (!is_inside(at, static_cast<std::size_t>(child - tables_.data()))) child->parent = at;
}

void ScriptCatalog::change(ScriptTable &table, sql::InheritFrom &change) {
  make_partition(table, change.parent);
}

void ScriptCatalog::change(ScriptTable &table, sql::SetTableComment &change) {
  table.comment = std::move(change.comment);
}

}  // namespace sluice::inline v0::schema_detail
