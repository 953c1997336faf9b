#include "schema_layout.hpp"

#include <algorithm>
#include <iterator>

namespace sluice::inline v0::prompt_detail {

SchemaLayout::SchemaLayout(const Subset &subset, std::size_t count) : catalog(*subset.catalog) {
  std::vector<ColumnId> columns;
  for (std::size_t i = 0; i < count; ++i) {
    columns.push_back(subset.columns[i].id);
    const DatabaseId database = catalog.database_of(columns.back());
    const auto known = std::ranges::find(databases, database, &DatabasePart::id);
    if (known == databases.end()) databases.push_back({database, {}});
  }
  std::ranges::sort(columns);
  for (const ColumnId column : columns) {
    const TableId table = catalog.table_of(column);
    auto &part = *std::ranges::find(databases, catalog.database_of(table), &DatabasePart::id);
    if (part.tables.empty() || part.tables.back().id != table) part.tables.push_back({table, {}});
    part.tables.back().columns.push_back(column);
  }
}

std::uint32_t SchemaLayout::position_of(const DatabasePart &database,
                                        const TablePart &table) const {
  return static_cast<std::uint32_t>(table.id.index() - catalog.tables(database.id)[0].index());
}

std::vector<ForeignKey> SchemaLayout::foreign_keys(const DatabasePart &database) const {
  std::vector<ForeignKey> keys;
  std::ranges::copy_if(catalog.database(database.id).foreign_keys(), std::back_inserter(keys),
                       [&](const ForeignKey &key) {
                         return has(database, key.table, key.columns) &&
                                has(database, key.referenced_table, key.referenced_columns);
                       });
  return keys;
}

bool SchemaLayout::has_primary_key(const DatabasePart &database, const TablePart &table) const {
  const auto key = catalog.table(table.id).primary_key;
  return !key.empty() && has(database, position_of(database, table), key);
}

bool SchemaLayout::has(const DatabasePart &database, std::uint32_t table,
                       std::span<const std::uint32_t> positions) const {
  const TableId id = catalog.tables(database.id)[table];
  const auto part = std::ranges::lower_bound(database.tables, id, {}, &TablePart::id);
  return part != database.tables.end() && part->id == id &&
         std::ranges::all_of(positions, [&](std::uint32_t position) {
           return std::ranges::binary_search(part->columns, catalog.columns(id)[position]);
         });
}

}  // namespace sluice::inline v0::prompt_detail
