#include "references.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "inference/inferred_keys.hpp"
#include "names.hpp"
#include "presumed_references.hpp"
#include "sluice/schema/schema_graph.hpp"

namespace sluice::inline v0 {
namespace schema_detail {
namespace {

constexpr std::size_t max_inferred_pairs = 1024;

/// Whether a table has a primary key all of whose columns are visible.
bool shows_key(const Catalog &catalog, TableId table, const Mask *mask) {
  const auto columns = catalog.columns(table);
  const auto key = catalog.table(table).primary_key;
  return !key.empty() && std::ranges::all_of(key, [&](std::uint32_t position) {
    return visible(mask, columns[position]);
  });
}

/// Whether the mask shows any primary or foreign key.
bool declares_keys(const Catalog &catalog, DatabaseId database, const Mask *mask) {
  const auto tables = catalog.tables(database);
  for (const TableId table : tables) {
    if (shows_key(catalog, table, mask)) return true;
  }
  const auto shows = [&](std::uint32_t table, std::span<const std::uint32_t> positions) {
    const auto columns = catalog.columns(tables[table]);
    return std::ranges::all_of(
        positions, [&](std::uint32_t position) { return visible(mask, columns[position]); });
  };
  return std::ranges::any_of(catalog.database(database).foreign_keys(), [&](const ForeignKey &key) {
    return shows(key.table, key.columns) && shows(key.referenced_table, key.referenced_columns);
  });
}

/// Collects the references in the visible part of one database.
class Collector {
 public:
  Collector(const Catalog &catalog, DatabaseId database, const Mask *mask)
      : catalog_(catalog),
        database_(database),
        mask_(mask),
        first_column_(catalog.columns(database)[0].index()),
        has_key_(catalog.columns(database).size()) {}

  void add_declared() {
    for (const ForeignKey &key : catalog_.database(database_).foreign_keys()) {
      Reference reference{catalog_.tables(database_)[key.table],
                          catalog_.tables(database_)[key.referenced_table],
                          {},
                          {},
                          key.evidence == KeyEvidence::inferred};
      append(reference.from_columns, reference.from, key.columns);
      append(reference.to_columns, reference.to, key.referenced_columns);
      if (!shows(reference.from_columns) || !shows(reference.to_columns)) continue;
      for (const ColumnId column : reference.from_columns) has_key(column) = true;
      if (reference.from_columns == reference.to_columns) continue;
      sort_pairs(reference);
      references_.push_back(std::move(reference));
    }
  }

  void add_inferred() {
    if (!declares_keys(catalog_, database_, mask_)) {
      references_ = presumed_references(catalog_, database_, mask_);
      return;
    }
    auto names = primary_keys_by_name();
    for (const ColumnId column : catalog_.columns(database_)) {
      if (!visible(mask_, column) || has_key(column)) continue;
      const auto found = names.find(lower_ascii(catalog_.column(column).name));
      if (found != names.end()) found->second.without_key.push_back(column);
    }
    // Ordered by primary key, since the order of a hash map varies between platforms.
    std::vector<const SameName *> groups;
    groups.reserve(names.size());
    for (const auto &[name, group] : names) groups.push_back(&group);
    std::ranges::sort(groups, {}, [](const SameName *group) { return group->keys.front(); });
    for (const SameName *group : groups) add_pairs(*group);
  }

  /// Of the model of `infer_keys`, from what is visible.
  void add_modeled() {
    const auto tables = catalog_.tables(database_);
    const auto columns = catalog_.columns(database_);
    KeyScope scope{catalog_.database(database_), std::vector<bool>(columns.size(), true), has_key_};
    for (std::size_t i = 0; i < columns.size(); ++i) scope.visible[i] = visible(mask_, columns[i]);
    for (const auto &[key, probability] : inferred_keys_in(scope, {})) {
      const TableId from = tables[key.table], to = tables[key.referenced_table];
      references_.push_back({from,
                             to,
                             {catalog_.columns(from)[key.columns[0]]},
                             {catalog_.columns(to)[key.referenced_columns[0]]},
                             true});
    }
  }

  std::vector<Reference> take() { return std::move(references_); }

 private:
  /// Columns with the same name: primary keys, and columns without a foreign key.
  struct SameName {
    std::vector<ColumnId> keys;
    std::vector<ColumnId> without_key;
  };

  std::unordered_map<std::string, SameName> primary_keys_by_name() const {
    std::unordered_map<std::string, SameName> names;
    for (const TableId table : catalog_.tables(database_)) {
      const auto key = catalog_.table(table).primary_key;
      if (key.size() != 1) continue;
      const ColumnId column = catalog_.columns(table)[key.front()];
      std::string name = lower_ascii(catalog_.column(column).name);
      if (name == "id" || !visible(mask_, column)) continue;
      names[std::move(name)].keys.push_back(column);
    }
    return names;
  }

  void add_pairs(const SameName &group) {
    if (group.keys.size() * group.without_key.size() > max_inferred_pairs) return;
    for (const ColumnId column : group.without_key) {
      for (const ColumnId key : group.keys) {
        const TableId from = catalog_.table_of(column);
        const TableId to = catalog_.table_of(key);
        if (from != to) references_.push_back({from, to, {column}, {key}, true});
      }
    }
  }

  void append(std::vector<ColumnId> &columns, TableId table,
              std::span<const std::uint32_t> positions) const {
    for (const std::uint32_t position : positions) {
      columns.push_back(catalog_.columns(table)[position]);
    }
  }

  bool shows(const std::vector<ColumnId> &columns) const {
    return std::ranges::all_of(columns, [&](ColumnId column) { return visible(mask_, column); });
  }

  std::vector<bool>::reference has_key(ColumnId column) {
    return has_key_[column.index() - first_column_];
  }

  static void sort_pairs(Reference &reference) {
    std::vector<std::pair<ColumnId, ColumnId>> pairs;
    pairs.reserve(reference.to_columns.size());
    for (std::size_t i = 0; i < reference.to_columns.size(); ++i) {
      pairs.emplace_back(reference.to_columns[i], reference.from_columns[i]);
    }
    std::ranges::sort(pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      std::tie(reference.to_columns[i], reference.from_columns[i]) = pairs[i];
    }
  }

  const Catalog &catalog_;
  DatabaseId database_;
  const Mask *mask_;
  std::size_t first_column_;
  std::vector<bool> has_key_;
  std::vector<Reference> references_;
};

}  // namespace

}  // namespace schema_detail

std::vector<ColumnId> key_columns(const Catalog &catalog, DatabaseId database, const Mask *mask) {
  std::vector<ColumnId> keys;
  const bool declared = schema_detail::declares_keys(catalog, database, mask);
  for (const TableId table : catalog.tables(database)) {
    const auto columns = catalog.columns(table);
    if (!declared) {
      for (const ColumnId column : columns) {
        if (!visible(mask, column)) continue;
        keys.push_back(column);
        break;
      }
    } else if (schema_detail::shows_key(catalog, table, mask)) {
      for (const std::uint32_t position : catalog.table(table).primary_key)
        keys.push_back(columns[position]);
    }
  }
  std::ranges::sort(keys);
  return keys;
}

namespace schema_detail {

std::vector<Reference> visible_references(const Catalog &catalog, DatabaseId database,
                                          const Mask *mask, const SchemaGraphOptions &options) {
  Collector collector(catalog, database, mask);
  collector.add_declared();
  if (options.model_keys) {
    collector.add_modeled();
  } else if (options.infer_keys) {
    collector.add_inferred();
  }
  return collector.take();
}

}  // namespace schema_detail
}  // namespace sluice::inline v0
