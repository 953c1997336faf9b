#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "folded_names.hpp"
#include "schema/export/type_shape.hpp"
#include "sluice/schema/schema_difference.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::NameFolding;
using schema_detail::pair_names;

template <class Item>
std::vector<std::string_view> compared_names(std::span<const Item> items) {
  std::vector<std::string_view> names;
  names.reserve(items.size());
  for (const Item &item : items) names.push_back(item.name);
  return names;
}

template <class Value>
void note_change(std::optional<ValueChange<Value>> &change, Value before, Value after) {
  if (before != after) change = ValueChange<Value>{std::move(before), std::move(after)};
}

/// One of two things does not exist.
void note_alone(std::optional<ValueChange<std::string>> &change, std::string_view text,
                bool added) {
  note_change(change, std::string(added ? "" : text), std::string(added ? text : ""));
}

std::vector<std::string> sorted_values(const Column &column) {
  std::vector<std::string> values(column.values().begin(), column.values().end());
  std::ranges::sort(values);
  return values;
}

std::vector<std::string> key_names(const Table &table, std::span<const std::uint32_t> columns) {
  std::vector<std::string> names;
  for (const std::uint32_t column : columns) names.emplace_back(table.columns[column].name);
  return names;
}

class DatabaseComparison {
 public:
  DatabaseComparison(const Database &before, const Database &after)
      : before_(before), after_(after), folding_(before.dialect(), after.dialect()) {}

  DatabaseDifference compare() {
    result_.name = after_.name();
    note_change(result_.description, std::string(before_.description()),
                std::string(after_.description()));
    const auto pairs =
        pair_names(compared_names(before_.tables()), compared_names(after_.tables()), folding_);
    const auto keys_before = keys_by_table(before_), keys_after = keys_by_table(after_);
    std::vector<bool> used(before_.tables().size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Table &table = after_.tables()[i];
      if (!pairs[i]) {
        result_.tables.push_back(alone(table, keys_after[i], after_, true));
        continue;
      }
      used[*pairs[i]] = true;
      add_changed(before_.tables()[*pairs[i]], keys_before[*pairs[i]], table, keys_after[i]);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i])
        result_.tables.push_back(alone(before_.tables()[i], keys_before[i], before_, false));
    }
    return std::move(result_);
  }

  /// All tables of a database that the other catalog does not have.
  static DatabaseDifference alone(const Database &database, bool added) {
    DatabaseDifference difference{std::string(database.name()),
                                  added ? DifferenceKind::added : DifferenceKind::removed};
    note_alone(difference.description, database.description(), added);
    const auto keys = keys_by_table(database);
    for (std::size_t i = 0; i < database.tables().size(); ++i)
      difference.tables.push_back(alone(database.tables()[i], keys[i], database, added));
    return difference;
  }

 private:
  using Keys = std::vector<const ForeignKey *>;

  static std::vector<Keys> keys_by_table(const Database &database) {
    std::vector<Keys> keys(database.tables().size());
    for (const ForeignKey &key : database.foreign_keys()) keys[key.table].push_back(&key);
    return keys;
  }

  static ForeignKeyName name_of_key(const ForeignKey &key, const Database &database) {
    const Table &referenced = database.tables()[key.referenced_table];
    return {key_names(database.tables()[key.table], key.columns), std::string(referenced.name),
            key_names(referenced, key.referenced_columns), key.evidence != KeyEvidence::declared};
  }

  static ColumnDifference alone(const Column &column, bool added) {
    ColumnDifference difference{std::string(column.name),
                                added ? DifferenceKind::added : DifferenceKind::removed};
    note_alone(difference.type, column.type, added);
    note_alone(difference.description, column.description, added);
    return difference;
  }

  static TableDifference alone(const Table &table, const Keys &keys, const Database &database,
                               bool added) {
    TableDifference difference{std::string(table.name),
                               added ? DifferenceKind::added : DifferenceKind::removed};
    note_alone(difference.description, table.description, added);
    auto &names = added ? difference.added_keys : difference.removed_keys;
    for (const ForeignKey *key : keys) names.push_back(name_of_key(*key, database));
    for (const Column &column : table.columns) difference.columns.push_back(alone(column, added));
    return difference;
  }

  std::vector<std::string> folded(const std::vector<std::string> &names) const {
    std::vector<std::string> keys;
    for (const std::string &name : names) keys.push_back(folding_.key(name));
    return keys;
  }

  void add_changed(const Table &before, const Keys &keys_before, const Table &after,
                   const Keys &keys_after) {
    TableDifference difference{std::string(after.name)};
    note_change(difference.table_kind, before.kind, after.kind);
    note_change(difference.description, std::string(before.description),
                std::string(after.description));
    auto key_before = key_names(before, before.primary_key);
    auto key_after = key_names(after, after.primary_key);
    if (folded(key_before) != folded(key_after))
      difference.primary_key = {std::move(key_before), std::move(key_after)};
    compare_keys(keys_before, keys_after, difference);
    compare_columns(before, after, difference);
    const bool differs = difference.table_kind || difference.description ||
                         difference.primary_key || !difference.added_keys.empty() ||
                         !difference.removed_keys.empty() || !difference.columns.empty();
    if (differs) result_.tables.push_back(std::move(difference));
  }

  /// The columns of a key are a set of pairs; the same table may be referred to several times.
  std::vector<std::string> identity(const ForeignKeyName &key) const {
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < key.columns.size(); ++i)
      pairs.push_back(folding_.key(key.columns[i]) + '\0' + folding_.key(key.referenced[i]));
    std::ranges::sort(pairs);
    pairs.push_back(folding_.key(key.table));
    pairs.emplace_back(key.inferred ? "inferred" : "declared");
    return pairs;
  }

  void compare_keys(const Keys &before, const Keys &after, TableDifference &difference) const {
    std::map<std::vector<std::string>, ForeignKeyName> removed;
    for (const ForeignKey *key : before) {
      ForeignKeyName name = name_of_key(*key, before_);
      auto of_name = identity(name);
      removed.emplace(std::move(of_name), std::move(name));
    }
    std::map<std::vector<std::string>, ForeignKeyName> added;
    for (const ForeignKey *key : after) {
      ForeignKeyName name = name_of_key(*key, after_);
      auto of_name = identity(name);
      if (removed.erase(of_name) == 0) added.emplace(std::move(of_name), std::move(name));
    }
    for (auto &[of_name, key] : removed) difference.removed_keys.push_back(std::move(key));
    for (auto &[of_name, key] : added) difference.added_keys.push_back(std::move(key));
  }

  void compare_columns(const Table &before, const Table &after, TableDifference &difference) const {
    const auto pairs =
        pair_names(compared_names(before.columns), compared_names(after.columns), folding_);
    std::vector<bool> used(before.columns.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Column &column = after.columns[i];
      if (!pairs[i]) {
        difference.columns.push_back(alone(column, true));
        continue;
      }
      used[*pairs[i]] = true;
      compare(before.columns[*pairs[i]], column, difference);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i]) difference.columns.push_back(alone(before.columns[i], false));
    }
  }

  void compare(const Column &before, const Column &after, TableDifference &difference) const {
    ColumnDifference column{std::string(after.name)};
    if (!schema_detail::same_type(before.type, before_.dialect(), after.type, after_.dialect()))
      column.type = {std::string(before.type), std::string(after.type)};
    note_change(column.description, std::string(before.description),
                std::string(after.description));
    note_change(column.values, sorted_values(before), sorted_values(after));
    note_change(column.nullable, bool{before.nullable}, bool{after.nullable});
    note_change(column.generated, bool{before.generated}, bool{after.generated});
    if (column.type || column.description || column.values || column.nullable || column.generated)
      difference.columns.push_back(std::move(column));
  }

  const Database &before_;
  const Database &after_;
  NameFolding folding_;
  DatabaseDifference result_;
};

}  // namespace

SchemaDifference compare_schemas(const Catalog &before, const Catalog &after) {
  SchemaDifference difference;
  const auto add = [&](DatabaseId old, DatabaseId now) {
    if (before.database(old).fingerprint() == after.database(now).fingerprint()) return;
    DatabaseDifference found =
        DatabaseComparison(before.database(old), after.database(now)).compare();
    if (found.description || !found.tables.empty())
      difference.databases.push_back(std::move(found));
  };
  if (before.database_count() == 1 && after.database_count() == 1) {
    add(DatabaseId(0), DatabaseId(0));
    return difference;
  }
  const auto names = [](const Catalog &catalog) {
    std::vector<std::string_view> all;
    for (const DatabaseId id : catalog.databases()) all.push_back(catalog.database(id).name());
    return all;
  };
  // Names of databases are those of files in most cases.
  const auto pairs = pair_names(names(before), names(after),
                                NameFolding(sql::Dialect::sqlite, sql::Dialect::sqlite));
  std::vector<bool> used(before.database_count());
  for (const DatabaseId id : after.databases()) {
    const auto old = pairs[id.index()];
    if (old) {
      used[*old] = true;
      add(DatabaseId(*old), id);
    } else {
      difference.databases.push_back(DatabaseComparison::alone(after.database(id), true));
    }
  }
  for (const DatabaseId id : before.databases()) {
    if (!used[id.index()])
      difference.databases.push_back(DatabaseComparison::alone(before.database(id), false));
  }
  return difference;
}

}  // namespace sluice::inline v0
