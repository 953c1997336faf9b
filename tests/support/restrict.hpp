#ifndef SLUICE_TESTS_SUPPORT_RESTRICT_HPP
#define SLUICE_TESTS_SUPPORT_RESTRICT_HPP

/// The catalog without the objects that a mask hides: the oracle for every masked search.

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::test {
namespace detail {

/// New positions of the visible objects, in the old order; nullopt for hidden ones.
using Kept = std::vector<std::optional<std::size_t>>;

template <class Ids>
Kept kept(const Ids &ids, const Mask &mask) {
  Kept positions;
  std::size_t next = 0;
  for (const auto id : ids) {
    positions.push_back(mask.visible(id) ? std::optional(next++) : std::nullopt);
  }
  return positions;
}

/// Returns nullopt if one of the positions is hidden; then the key is dropped.
inline std::optional<std::vector<std::size_t>> moved(const std::vector<std::size_t> &positions,
                                                     const Kept &kept) {
  std::vector<std::size_t> result;
  for (const std::size_t position : positions) {
    if (!kept[position]) return std::nullopt;
    result.push_back(*kept[position]);
  }
  return result;
}

inline std::shared_ptr<const Database> restrict(const Catalog &catalog, DatabaseId id,
                                                const Mask &mask) {
  const DatabaseDefinition whole = catalog.database(id).definition();
  const auto table_ids = catalog.tables(id);
  const Kept tables = kept(table_ids, mask);
  std::vector<Kept> columns;
  DatabaseDefinition part;
  part.name = whole.name;
  part.description = whole.description;
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
    const auto from = moved(key.columns, columns[key.table]);
    const auto to = moved(key.referenced_columns, columns[key.referenced_table]);
    if (!from || !to) continue;
    part.foreign_keys.push_back({*tables[key.table], *from, *tables[key.referenced_table], *to});
  }
  return Database::make(std::move(part));
}

}  // namespace detail

/// Rebuilds every visible database without its hidden tables and columns, and without keys that
/// contain one of these. Keeps the order, so that the new id of a visible object is the number of
/// visible objects before it.
inline std::shared_ptr<const Catalog> restrict(const Catalog &catalog, const Mask &mask) {
  std::vector<std::shared_ptr<const Database>> databases;
  for (const DatabaseId id : catalog.databases()) {
    if (mask.visible(id)) databases.push_back(detail::restrict(catalog, id, mask));
  }
  return Catalog::make(std::move(databases));
}

/// Returns the old ids of the objects that `restrict` keeps, by new id.
template <class Id>
std::vector<Id> visible_ids(IdRange<Id> ids, const Mask &mask) {
  std::vector<Id> visible;
  for (const Id id : ids) {
    if (mask.visible(id)) visible.push_back(id);
  }
  return visible;
}

}  // namespace sluice::test

#endif
