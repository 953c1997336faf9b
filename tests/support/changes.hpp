#ifndef SLUICE_TESTS_SUPPORT_CHANGES_HPP
#define SLUICE_TESTS_SUPPORT_CHANGES_HPP

/// A difference of schemas as short sentences, to compare with what is expected.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/schema_difference.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::test {

namespace change_detail {

inline std::string joined(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

inline void add(const ColumnDifference &column, const std::string &table,
                std::vector<std::string> &to) {
  const std::string name = table + '.' + column.name;
  if (column.kind == DifferenceKind::added) to.push_back(name + " is new");
  if (column.kind == DifferenceKind::removed) to.push_back(name + " is gone");
  if (column.kind != DifferenceKind::changed) return;
  if (column.type)
    to.push_back(name + " is " + (column.type->after.empty() ? "untyped" : column.type->after));
  if (column.nullable)
    to.push_back(name + (column.nullable->after ? " may be" : " is not") + " NULL");
  if (column.generated)
    to.push_back(name + (column.generated->after ? " is computed" : " is not computed"));
  if (column.values) {
    const std::vector<std::string> &now = column.values->after;
    to.push_back(name + (now.empty() ? " may be anything" : " is one of " + joined(now)));
  }
  if (column.description) {
    const std::string &now = column.description->after;
    to.push_back(name + (now.empty() ? " is not described" : " is described as " + now));
  }
}

inline void add(const TableDifference &table, std::vector<std::string> &to) {
  if (table.kind == DifferenceKind::added) to.push_back(table.name + " is new");
  if (table.kind == DifferenceKind::removed) to.push_back(table.name + " is gone");
  if (table.kind != DifferenceKind::changed) return;
  if (table.table_kind)
    to.push_back(table.name + " is a " + std::string(kind_name(table.table_kind->after)));
  if (table.description) {
    const std::string &now = table.description->after;
    to.push_back(table.name + (now.empty() ? " is not described" : " is described as " + now));
  }
  if (table.primary_key)
    to.push_back(table.name + " has the key (" + joined(table.primary_key->after) + ')');
  for (const ForeignKeyName &key : table.added_keys)
    to.push_back(table.name + " refers to " + key.table + " by " + joined(key.columns));
  for (const ForeignKeyName &key : table.removed_keys)
    to.push_back(table.name + " does not refer to " + key.table + " by " + joined(key.columns));
  for (const ColumnDifference &column : table.columns) add(column, table.name, to);
}

}  // namespace change_detail

/// Sorted.
inline std::vector<std::string> changes_of(const SchemaDifference &difference) {
  std::vector<std::string> changes;
  for (const DatabaseDifference &database : difference.databases) {
    if (database.kind != DifferenceKind::changed)
      changes.push_back("database " + database.name +
                        (database.kind == DifferenceKind::added ? " is new" : " is gone"));
    if (database.description)
      changes.push_back("database " + database.name + " is described otherwise");
    for (const TableDifference &table : database.tables) change_detail::add(table, changes);
  }
  std::ranges::sort(changes);
  return changes;
}

inline std::vector<std::string> changes_between(std::shared_ptr<const Database> before,
                                                std::shared_ptr<const Database> after) {
  return changes_of(
      compare_schemas(*Catalog::make({std::move(before)}), *Catalog::make({std::move(after)})));
}

}  // namespace sluice::test

#endif
