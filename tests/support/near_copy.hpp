#ifndef SLUICE_TESTS_NEAR_COPY_HPP
#define SLUICE_TESTS_NEAR_COPY_HPP

/// A database that looks like another one, as those of the branches of a company do.

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sluice/schema/definition.hpp"

namespace sluice::test {

namespace near_copy_detail {

/// Whether each 1 in `every` of what has this number is changed; other ones with another `copy`.
inline bool is_changed(std::size_t number, std::size_t copy, std::size_t every) {
  return (number + 5 * copy) % every == every - 1;
}

/// Renames columns and drops columns. Returns each column's position afterwards.
inline std::vector<std::optional<std::size_t>> change_columns(TableDefinition &table,
                                                              std::size_t copy,
                                                              std::size_t &number) {
  constexpr std::size_t renamed = 8, dropped = 15;
  std::vector<std::optional<std::size_t>> places;
  std::vector<ColumnDefinition> kept;
  for (ColumnDefinition &column : table.columns) {
    ++number;
    const bool is_dropped = is_changed(number, copy, dropped);
    places.push_back(is_dropped ? std::nullopt : std::optional(kept.size()));
    if (is_dropped) continue;
    if (is_changed(number, copy, renamed)) {
      column.name += "_new";
      if (!column.title.empty()) column.title += " new";
    }
    kept.push_back(std::move(column));
  }
  table.columns = std::move(kept);
  return places;
}

/// Moves columns of a key to their new places; returns false if one of them is gone.
inline bool move(std::vector<std::size_t> &key,
                 const std::vector<std::optional<std::size_t>> &places) {
  for (std::size_t &column : key) {
    if (!places[column]) return false;
    column = *places[column];
  }
  return true;
}

}  // namespace near_copy_detail

/// The database with another name, one table less, one more, one table and one in eight columns
/// renamed, and one in fifteen columns dropped. Copies with other numbers differ in other tables
/// and columns. Keys with dropped columns are dropped. For databases without views.
inline DatabaseDefinition near_copy(DatabaseDefinition database, std::size_t copy,
                                    std::string name) {
  namespace detail = near_copy_detail;
  database.name = std::move(name);
  const std::size_t tables = database.tables.size();
  const std::size_t dropped = (3 * copy) % tables, renamed = (3 * copy + 1) % tables;
  std::vector<std::vector<std::optional<std::size_t>>> places;
  std::vector<TableDefinition> kept;
  std::size_t number = 0;
  for (std::size_t t = 0; t < tables; ++t) {
    TableDefinition &table = database.tables[t];
    places.push_back(detail::change_columns(table, copy, number));
    if (!detail::move(table.primary_key, places.back())) table.primary_key.clear();
    if (t == renamed) {
      table.name += "_all";
      if (!table.title.empty()) table.title += " all";
    }
    if (t != dropped) kept.push_back(std::move(table));
  }
  database.tables = std::move(kept);
  std::erase_if(database.foreign_keys, [&](ForeignKeyDefinition &key) {
    if (key.table == dropped || key.referenced_table == dropped ||
        !detail::move(key.columns, places[key.table]) ||
        !detail::move(key.referenced_columns, places[key.referenced_table]))
      return true;
    if (key.table > dropped) --key.table;
    if (key.referenced_table > dropped) --key.referenced_table;
    return false;
  });
  TableDefinition log;
  log.name = "import_log";
  for (const char *column : {"import_id", "imported_on", "rows_read"})
    log.columns.push_back({.name = column});
  log.primary_key = {0};
  database.tables.push_back(std::move(log));
  return database;
}

}  // namespace sluice::test

#endif
