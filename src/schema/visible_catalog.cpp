#include "sluice/schema/visible_catalog.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "column_parents.hpp"
#include "names.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t hidden = SIZE_MAX;

/// Positions within the visible part, by original position among siblings.
template <class Id>
std::vector<std::size_t> renumbered(IdRange<Id> ids, const Mask &mask) {
  std::vector<std::size_t> positions;
  std::size_t next = 0;
  for (const Id id : ids) positions.push_back(mask.visible(id) ? next++ : hidden);
  return positions;
}

/// Returns false if one of the columns is hidden.
bool renumber(std::vector<std::size_t> &columns, const std::vector<std::size_t> &positions) {
  for (std::size_t &column : columns) column = positions[column];
  return std::ranges::find(columns, hidden) == columns.end();
}

/// Takes the fields out of the types of columns that have a hidden one.
void shorten_types(std::vector<ColumnDefinition> &columns, const Table &table,
                   const std::vector<std::size_t> &positions) {
  const auto parents = schema_detail::column_parents(table);
  for (std::size_t field = 0; field < parents.size(); ++field) {
    if (positions[field] != hidden) continue;
    for (auto parent = parents[field]; parent; parent = parents[*parent]) {
      std::string &type = columns[*parent].type;
      type.resize(std::min(type.size(), type.find_first_of("<(")));
    }
  }
}

/// Removes the hidden objects from a definition.
void cut(DatabaseDefinition &definition, const Catalog &catalog, DatabaseId id, const Mask &mask) {
  const auto tables = renumbered(catalog.tables(id), mask);
  std::vector<std::vector<std::size_t>> columns;
  std::vector<TableDefinition> kept;
  for (std::size_t t = 0; t < definition.tables.size(); ++t) {
    columns.push_back(renumbered(catalog.columns(catalog.tables(id)[t]), mask));
    if (tables[t] == hidden) continue;
    TableDefinition &table = kept.emplace_back(std::move(definition.tables[t]));
    std::vector<ColumnDefinition> all = std::exchange(table.columns, {});
    shorten_types(all, catalog.table(catalog.tables(id)[t]), columns[t]);
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (columns[t][c] != hidden) table.columns.push_back(std::move(all[c]));
    }
    if (!renumber(table.primary_key, columns[t])) table.primary_key.clear();
  }
  definition.tables = std::move(kept);
  std::size_t view = 0;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    if (tables[t] == hidden) continue;
    std::erase_if(definition.tables[view++].origins, [&](OriginDefinition &origin) {
      origin.column = columns[t][origin.column];
      origin.source_column = columns[origin.source_table][origin.source_column];
      origin.source_table = tables[origin.source_table];
      return origin.column == hidden || origin.source_column == hidden;
    });
  }
  std::erase_if(definition.foreign_keys, [&](ForeignKeyDefinition &key) {
    if (!renumber(key.columns, columns[key.table])) return true;
    if (!renumber(key.referenced_columns, columns[key.referenced_table])) return true;
    key.table = tables[key.table];
    key.referenced_table = tables[key.referenced_table];
    return false;
  });
}

/// The names in a pattern, in lower case.
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

using Parts = std::span<const std::string>;

/// Whether the parts fit the last names of a path, one by one.
bool fits_end(Parts parts, std::string_view path, bool is_whole = false) {
  for (std::size_t i = parts.size(); i > 0; --i) {
    const std::size_t dot = path.rfind('.');
    const std::string_view name = dot == path.npos ? path : path.substr(dot + 1);
    if (!schema_detail::fits_pattern(parts[i - 1], lower_ascii(name))) return false;
    if (dot == path.npos) return i == 1;
    path = path.substr(0, dot);
  }
  return !is_whole;
}

/// Calls `touch` for each object that matches a pattern; returns false if there are none. Names are
/// matched one by one, so "*" never spans a dot.
template <class Touch>
bool each_fitting(const Catalog &catalog, Parts parts, bool is_by_column, Touch touch) {
  bool found = false;
  const auto take = [&](auto id) {
    found = true;
    touch(id);
  };
  // The columns, and with `is_table` the table itself, that fit parts of which the first are the
  // table's names.
  const auto match = [&](Parts names, TableId table, bool is_table) {
    for (std::size_t count = 1; count <= names.size(); ++count) {
      if (!fits_end(names.first(count), catalog.table(table).name)) continue;
      if (count == names.size()) {
        if (is_table) take(table);
        continue;
      }
      for (const ColumnId column : catalog.columns(table)) {
        if (fits_end(names.subspan(count), catalog.column(column).name, true)) take(column);
      }
    }
  };
  for (const DatabaseId database : catalog.databases()) {
    const bool is_in =
        schema_detail::fits_pattern(parts[0], lower_ascii(catalog.database(database).name()));
    if (is_in && parts.size() == 1) take(database);
    for (const TableId table : catalog.tables(database)) {
      if (is_in) match(parts.subspan(1), table, true);
      if (is_by_column) match(parts, table, false);
    }
  }
  return found;
}

}  // namespace

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

std::shared_ptr<const Catalog> visible_catalog(const Catalog &catalog, const Mask &mask) {
  check_mask(&mask, catalog);
  std::vector<std::shared_ptr<const Database>> databases;
  for (const DatabaseId id : catalog.databases()) {
    if (mask.visible(id)) databases.push_back(visible_part(catalog, id, &mask).database);
  }
  return Catalog::make(std::move(databases));
}

Mask mask_of(const std::shared_ptr<const Catalog> &catalog, const VisiblePatterns &patterns) {
  Mask mask(catalog, patterns.show.empty());
  const auto apply = [&](const std::vector<std::string> &all, bool is_by_column, auto touch) {
    for (const std::string &pattern : all) {
      if (!each_fitting(*catalog, parts_of(pattern), is_by_column, touch)) {
        throw Error(ErrorCode::not_found,
                    "no database, table or column is called " + schema_detail::quote_name(pattern));
      }
    }
  };
  apply(patterns.show, false, [&](auto id) { mask.show(id); });
  apply(patterns.hide, true, [&](auto id) { mask.hide(id); });
  return mask;
}

}  // namespace sluice::inline v0
