#include "sluice/schema/mask.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
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

bool is_inside(const Column &field, const Column &column) {
  return field.nested && field.name.size() > column.name.size() &&
         field.name[column.name.size()] == '.' && field.name.starts_with(column.name);
}

}  // namespace

Mask::Mask(std::shared_ptr<const Catalog> catalog, bool visible) : catalog_(std::move(catalog)) {
  if (!catalog_) throw Error(ErrorCode::invalid_argument, "a mask needs a catalog");
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
  const TableId table = catalog_->table_of(id);
  tables_[table.index()] = 1;
  const Column &column = catalog_->column(id);
  for (const ColumnId other : catalog_->columns(table)) {
    if (is_inside(column, catalog_->column(other))) columns_[other.index()] = 1;
  }
  set(id, true);
}
void Mask::hide(ColumnId id) { set(id, false); }

void Mask::set(DatabaseId id, bool visible) {
  databases_[id.index()] = visible ? 1 : 0;
  set_range(tables_, catalog_->tables(id), visible);
  set_range(columns_, catalog_->columns(id), visible);
}

void Mask::set(TableId id, bool visible) {
  tables_[id.index()] = visible ? 1 : 0;
  set_range(columns_, catalog_->columns(id), visible);
}

void Mask::set(ColumnId id, bool visible) {
  columns_[id.index()] = visible ? 1 : 0;
  const Column &column = catalog_->column(id);
  for (const ColumnId other : catalog_->columns(catalog_->table_of(id))) {
    if (is_inside(catalog_->column(other), column)) columns_[other.index()] = visible ? 1 : 0;
  }
}

Mask &Mask::intersect(const Mask &other) {
  check_mask(&other, *catalog_);
  keep_common(databases_, other.databases_);
  keep_common(tables_, other.tables_);
  keep_common(columns_, other.columns_);
  return *this;
}

void check_mask(const Mask *mask, const Catalog &catalog) {
  if (mask == nullptr || mask->catalog().get() == &catalog) return;
  throw Error(ErrorCode::mismatch, "the mask was made for another snapshot of the catalog");
}

}  // namespace sluice::inline v0
