#include "sluice/schema/visible_catalog.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "names.hpp"
#include "sluice/core/error.hpp"

namespace sluice {
namespace {

/// New positions of what is visible, in the old order; nothing for the hidden.
using Kept = std::vector<std::optional<std::size_t>>;

template <class Ids>
Kept kept(const Ids &ids, const Mask &mask) {
  Kept positions;
  std::size_t next = 0;
  for (const auto id : ids)
    positions.push_back(mask.visible(id) ? std::optional(next++) : std::nullopt);
  return positions;
}

/// Nothing if one of the positions is hidden: then the key counts as none.
std::optional<std::vector<std::size_t>> moved(const std::vector<std::size_t> &positions,
                                              const Kept &kept) {
  std::vector<std::size_t> result;
  for (const std::size_t position : positions) {
    if (!kept[position]) return std::nullopt;
    result.push_back(*kept[position]);
  }
  return result;
}

bool is_whole(const Catalog &catalog, DatabaseId id, const Mask &mask) {
  for (const TableId table : catalog.tables(id)) {
    if (!mask.visible(table)) return false;
  }
  for (const ColumnId column : catalog.columns(id)) {
    if (!mask.visible(column)) return false;
  }
  return true;
}

/// A pattern's names, in lower case.
std::vector<std::string> parts_of(std::string_view pattern) {
  std::vector<std::string> parts(1);
  for (const char c : pattern) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += lower_ascii(c);
    }
  }
  return parts;
}

bool fits(const std::string &part, std::string_view name) {
  return detail::fits_pattern(part, lower_ascii(name));
}

/// Calls `touch` for each object that a pattern is about; false if there is none. Names are
/// compared one by one, so that a "*" never reaches into the next.
template <class Touch>
bool each_fitting(const Catalog &catalog, const std::vector<std::string> &parts, bool is_by_column,
                  Touch touch) {
  bool found = false;
  const auto take = [&](auto id) {
    found = true;
    touch(id);
  };
  const std::size_t count = parts.size();
  for (const DatabaseId database : catalog.databases()) {
    const bool is_in = fits(parts[0], catalog.database(database).name());
    if (is_in && count == 1) take(database);
    for (const TableId table : catalog.tables(database)) {
      const std::string_view name = catalog.table(table).name;
      if (is_in && count == 2 && fits(parts[1], name)) take(table);
      const bool is_table = count == 3 ? is_in && fits(parts[1], name)
                                       : count == 2 && is_by_column && fits(parts[0], name);
      if (!is_table) continue;
      for (const ColumnId column : catalog.columns(table)) {
        if (fits(parts.back(), catalog.column(column).name)) take(column);
      }
    }
  }
  return found;
}

}  // namespace

std::shared_ptr<const Database> visible_database(const Catalog &catalog, DatabaseId id,
                                                 const Mask &mask) {
  check_mask(&mask, catalog);
  if (is_whole(catalog, id, mask)) return catalog.share(id);
  const DatabaseDefinition whole = catalog.database(id).definition();
  const auto table_ids = catalog.tables(id);
  const Kept tables = kept(table_ids, mask);
  std::vector<Kept> columns;
  DatabaseDefinition part;
  part.name = whole.name;
  part.description = whole.description;
  part.place = whole.place;
  for (std::size_t t = 0; t < whole.tables.size(); ++t) {
    columns.push_back(kept(catalog.columns(table_ids[t]), mask));
    if (!tables[t]) continue;
    TableDefinition table = whole.tables[t];
    table.columns.clear();
    for (std::size_t c = 0; c < whole.tables[t].columns.size(); ++c) {
      if (columns[t][c]) table.columns.push_back(whole.tables[t].columns[c]);
    }
    table.primary_key = moved(table.primary_key, columns[t]).value_or(std::vector<std::size_t>());
    part.tables.push_back(std::move(table));
  }
  for (const ForeignKeyDefinition &key : whole.foreign_keys) {
    auto from = moved(key.columns, columns[key.table]);
    auto to = moved(key.referenced_columns, columns[key.referenced_table]);
    if (!from || !to) continue;
    part.foreign_keys.push_back(
        {*tables[key.table], std::move(*from), *tables[key.referenced_table], std::move(*to)});
  }
  return Database::make(std::move(part));
}

std::shared_ptr<const Catalog> visible_catalog(const Catalog &catalog, const Mask &mask) {
  check_mask(&mask, catalog);
  std::vector<std::shared_ptr<const Database>> databases;
  for (const DatabaseId id : catalog.databases()) {
    if (mask.visible(id)) databases.push_back(visible_database(catalog, id, mask));
  }
  return Catalog::make(std::move(databases));
}

Mask mask_of(const std::shared_ptr<const Catalog> &catalog, const VisiblePatterns &patterns) {
  Mask mask(catalog, patterns.show.empty());
  const auto apply = [&](const std::vector<std::string> &all, bool is_by_column, auto touch) {
    for (const std::string &pattern : all) {
      if (!each_fitting(*catalog, parts_of(pattern), is_by_column, touch)) {
        throw Error(ErrorCode::not_found,
                    "no database, table or column is called " + detail::quote_name(pattern));
      }
    }
  };
  apply(patterns.show, false, [&](auto id) { mask.show(id); });
  apply(patterns.hide, true, [&](auto id) { mask.hide(id); });
  return mask;
}

}  // namespace sluice
