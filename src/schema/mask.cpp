#include "sluice/schema/mask.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sluice/core/error.hpp"

namespace sluice {
namespace {

template <class Id>
void set_range(std::vector<std::uint8_t> &flags, IdRange<Id> ids, bool visible) {
  for (const Id id : ids) flags[id.index()] = visible ? 1 : 0;
}

void keep_common(std::vector<std::uint8_t> &flags, const std::vector<std::uint8_t> &others) {
  std::ranges::transform(flags, others, flags.begin(), [](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(a & b);
  });
}

constexpr std::size_t hidden = SIZE_MAX;

/// Positions in the visible part, by position among siblings.
template <class Id>
std::vector<std::size_t> renumbered(IdRange<Id> ids, const Mask &mask) {
  std::vector<std::size_t> positions;
  std::size_t next = 0;
  for (const Id id : ids) positions.push_back(mask.visible(id) ? next++ : hidden);
  return positions;
}

/// False where one of the columns is hidden.
bool renumber(std::vector<std::size_t> &columns, const std::vector<std::size_t> &positions) {
  for (std::size_t &column : columns) column = positions[column];
  return std::ranges::find(columns, hidden) == columns.end();
}

/// Takes what is hidden out of a definition.
void cut(DatabaseDefinition &definition, const Catalog &catalog, DatabaseId id, const Mask &mask) {
  const auto tables = renumbered(catalog.tables(id), mask);
  std::vector<std::vector<std::size_t>> columns;
  std::vector<TableDefinition> kept;
  for (std::size_t t = 0; t < definition.tables.size(); ++t) {
    columns.push_back(renumbered(catalog.columns(catalog.tables(id)[t]), mask));
    if (tables[t] == hidden) continue;
    TableDefinition &table = kept.emplace_back(std::move(definition.tables[t]));
    std::vector<ColumnDefinition> all = std::exchange(table.columns, {});
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (columns[t][c] != hidden) table.columns.push_back(std::move(all[c]));
    }
    if (!renumber(table.primary_key, columns[t])) table.primary_key.clear();
  }
  definition.tables = std::move(kept);
  std::erase_if(definition.foreign_keys, [&](ForeignKeyDefinition &key) {
    if (!renumber(key.columns, columns[key.table])) return true;
    if (!renumber(key.referenced_columns, columns[key.referenced_table])) return true;
    key.table = tables[key.table];
    key.referenced_table = tables[key.referenced_table];
    return false;
  });
}

}  // namespace

Mask::Mask(std::shared_ptr<const Catalog> catalog, bool visible) : catalog_(std::move(catalog)) {
  if (!catalog_) throw Error(ErrorCode::invalid_argument, "a mask was given no catalog");
  const std::uint8_t flag = visible ? 1 : 0;
  databases_.assign(catalog_->database_count(), flag);
  tables_.assign(catalog_->table_count(), flag);
  columns_.assign(catalog_->column_count(), flag);
}

void Mask::show(DatabaseId id) { set(id, true); }
void Mask::hide(DatabaseId id) { set(id, false); }

void Mask::show(TableId id) {
  databases_[catalog_->database_of(id).index()] = 1;
  set(id, true);
}
void Mask::hide(TableId id) { set(id, false); }

void Mask::show(ColumnId id) {
  databases_[catalog_->database_of(id).index()] = 1;
  tables_[catalog_->table_of(id).index()] = 1;
  columns_[id.index()] = 1;
}
void Mask::hide(ColumnId id) { columns_[id.index()] = 0; }

void Mask::set(DatabaseId id, bool visible) {
  databases_[id.index()] = visible ? 1 : 0;
  set_range(tables_, catalog_->tables(id), visible);
  set_range(columns_, catalog_->columns(id), visible);
}

void Mask::set(TableId id, bool visible) {
  tables_[id.index()] = visible ? 1 : 0;
  set_range(columns_, catalog_->columns(id), visible);
}

Mask &Mask::intersect(const Mask &other) {
  check_mask(&other, *catalog_);
  keep_common(databases_, other.databases_);
  keep_common(tables_, other.tables_);
  keep_common(columns_, other.columns_);
  return *this;
}

VisiblePart visible_part(const Catalog &catalog, DatabaseId id, const Mask *mask) {
  VisiblePart part;
  for (const TableId table : catalog.tables(id)) {
    if (visible(mask, table)) part.tables.push_back(table);
  }
  for (const ColumnId column : catalog.columns(id)) {
    if (visible(mask, column)) part.columns.push_back(column);
  }
  if (part.tables.size() == catalog.tables(id).size() &&
      part.columns.size() == catalog.columns(id).size()) {
    part.database = catalog.share(id);
    return part;
  }
  DatabaseDefinition definition = catalog.database(id).definition();
  cut(definition, catalog, id, *mask);
  part.database = Database::make(std::move(definition));
  return part;
}

void check_mask(const Mask *mask, const Catalog &catalog) {
  if (mask == nullptr || mask->catalog().get() == &catalog) return;
  throw Error(ErrorCode::mismatch, "the mask was made for another snapshot of the catalog");
}

}  // namespace sluice
