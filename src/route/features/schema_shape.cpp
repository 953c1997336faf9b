#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "placed_items.hpp"
#include "schema_layout.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// By place: the upper bound of a signal.
std::vector<float> bounds_of(const std::vector<std::uint8_t> &is_visible,
                             const std::vector<std::uint32_t> &places, std::size_t count) {
  constexpr float far = 1e30F;
  std::vector<float> bounds(count, -far);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (is_visible[i] != 0) bounds[places[i]] = far;
  }
  return bounds;
}

std::vector<float> logarithms(const std::vector<std::uint32_t> &counts) {
  std::vector<float> logs;
  for (const std::uint32_t count : counts) logs.push_back(std::log1p(static_cast<float>(count)));
  return logs;
}

/// By cell of a word, the place of its database in WordStrengths.
std::vector<std::uint32_t> strength_places_of(const DatabaseGrid &grid) {
  const auto databases = static_cast<std::uint32_t>(grid.databases());
  const std::size_t tables = grid.size();
  std::vector<std::uint32_t> places(CoverWords::cells_of(tables, databases));
  constexpr auto databases_per_row = static_cast<std::uint32_t>(DatabaseGrid::databases_per_row);
  for (std::uint32_t first = 0; first < databases; first += databases_per_row) {
    const std::size_t end = grid.first_row[first / databases_per_row + 1] * databases_per_row;
    for (std::size_t t = grid.first_row[first / databases_per_row] * databases_per_row; t < end;
         ++t) {
      places[t] = first + static_cast<std::uint32_t>(t % databases_per_row);
      places[tables + t] = databases + places[t];
    }
  }
  for (std::uint32_t d = 0; d < databases; ++d) places[2 * tables + d] = 2 * databases + d;
  return places;
}

}  // namespace

SchemaShape::SchemaShape(const Catalog &catalog, const Mask *mask) {
  std::vector<std::uint32_t> tables(catalog.database_count(), 0);
  std::size_t tables_before = 0, columns_before = 0;
  for (const DatabaseId id : catalog.databases()) {
    visible_database.push_back(visible(mask, id) ? 1 : 0);
    databases += visible_database.back();
    first_table.push_back(static_cast<std::uint32_t>(tables_before));
    first_column.push_back(static_cast<std::uint32_t>(columns_before));
    tables_before += catalog.tables(id).size();
    columns_before += catalog.columns(id).size();
  }
  first_table.push_back(static_cast<std::uint32_t>(tables_before));
  first_column.push_back(static_cast<std::uint32_t>(columns_before));
  grid = DatabaseGrid(first_table);
  column_grid = DatabaseGrid(first_column);
  for (const TableId id : catalog.tables()) {
    owner.push_back(catalog.database_of(id).value);
    visible_table.push_back(visible(mask, id) ? 1 : 0);
    columns.push_back(0);
    first_in_table.push_back((*catalog.columns(id).begin()).value);
    tables[owner.back()] += visible_table.back();
    if (visible_table.back() == 0) hidden_tables.push_back(id.value);
  }
  first_in_table.push_back(first_column.back());
  column_places = column_grid.place_of;
  for (const ColumnId id : catalog.columns()) {
    visible_column.push_back(visible(mask, id) ? 1 : 0);
    columns[catalog.table_of(id).index()] += visible_column.back();
    if (visible_column.back() != 0) continue;
    hidden_columns.push_back(id.value);
    column_places[id.index()] = static_cast<std::uint32_t>(column_grid.size());
  }
  columns_in_database.resize(catalog.database_count(), 0);
  for (std::size_t t = 0; t < columns.size(); ++t)
    columns_in_database[owner[t]] += visible_table[t] != 0 ? columns[t] : 0;
  table_bounds = bounds_of(visible_table, grid.place_of, grid.size());
  database_bounds = bounds_of(visible_database, grid.place_of_database, grid.databases());
  for (std::uint32_t place = 0; place < database_bounds.size(); ++place) {
    if (database_bounds[place] < 0) no_databases.push_back(place);
  }
  strength_places = strength_places_of(grid);
  log_columns = logarithms(columns);
  log_tables = logarithms(tables);
}

ColumnNames::Start::Start(std::uint32_t number, std::span<const StemId> stems)
    : name(number), size(static_cast<std::uint32_t>(stems.size())) {
  first.fill(none);
  std::ranges::copy(stems.first(std::min(stems.size(), first.size())), first.begin());
}

ColumnNames::ColumnNames(const TablesOf &tables_of, std::size_t number_of_stems) {
  std::vector<std::vector<StemId>> names;
  for (const auto &[bytes, of_name] : tables_of) {
    std::vector<StemId> &name = names.emplace_back(bytes.size() / sizeof(StemId));
    std::memcpy(name.data(), bytes.data(), bytes.size());
  }
  std::vector<std::vector<Start>> of_stem(number_of_stems);
  std::vector<std::vector<std::uint32_t>> of_name;
  std::vector<detail::SharedMap<std::uint32_t>::Entry> entries;
  for (std::uint32_t number = 0; number < names.size(); ++number) {
    const std::string_view bytes = bytes_of(names[number]);
    entries.push_back({std::string(bytes), number});
    sort_by_place(of_name.emplace_back(tables_of.at(bytes)));
    for (const StemId stem : names[number]) of_stem[stem].emplace_back(number, names[number]);
  }
  stems = SharedLists(names);
  with_stem = SharedLists(of_stem);
  tables = SharedLists(of_name);
  numbers = detail::SharedMap<std::uint32_t>(std::move(entries));
}

void ColumnNames::add(std::span<const StemId> name, std::uint32_t place) {
  const std::uint32_t *known = numbers.find(bytes_of(name));
  std::uint32_t number = known != nullptr ? *known : 0;
  if (known == nullptr) {
    if (free.empty()) {
      number = static_cast<std::uint32_t>(stems.size());
      stems.resize(stems.size() + 1);
      tables.resize(stems.size());
    } else {
      number = free.back();
      free.pop_back();
    }
    numbers.set(bytes_of(name), number);
    stems.set(number, {name.begin(), name.end()});
    for (const StemId stem : name) {
      const auto list = with_stem[stem];
      std::vector<Start> longer(list.begin(), list.end());
      longer.emplace_back(number, name);
      with_stem.set(stem, std::move(longer));
    }
  }
  const std::uint32_t added[] = {place};
  tables.set(number, exchanged<std::uint32_t>(tables[number], {}, added));
}

void ColumnNames::remove(std::span<const StemId> name, std::uint32_t place) {
  const std::uint32_t number = *numbers.find(bytes_of(name));
  const std::uint32_t removed[] = {place};
  tables.set(number, exchanged<std::uint32_t>(tables[number], removed, {}));
  if (!tables[number].empty()) return;
  numbers.erase(bytes_of(name));
  free.push_back(number);
  for (const StemId stem : name) {
    const auto list = with_stem[stem];
    std::vector<Start> shorter(list.begin(), list.end());
    std::erase_if(shorter, [number](const Start &other) { return other.name == number; });
    with_stem.set(stem, std::move(shorter));
  }
}

}  // namespace sluice::inline v0::route_detail
