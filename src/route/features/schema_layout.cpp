#include "schema_layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "placed_items.hpp"
#include "sluice/schema/catalog_delta.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// Items with their stems.
template <class Item>
using Placed = std::vector<std::pair<StemId, Item>>;

/// The places of the stems of one database in the grid.
struct PlacedStems {
  Placed<std::uint32_t> cells, named;
  Placed<Share> shares;

  PlacedStems(const DatabaseStems &of, std::size_t database, const SchemaShape &shape,
              StemOccurrences &occurrences) {
    occurrences.read(of);
    const std::uint32_t *tables = shape.grid.place_of.data() + shape.first_table[database];
    const auto all = static_cast<std::uint32_t>(shape.grid.size());
    const std::uint32_t own = all + shape.grid.place_of_database[database];
    for (const auto &[stem, table] : occurrences.in_table_name)
      cells.emplace_back(stem, tables[table]);
    for (const auto &of_table : occurrences.shares) {
      cells.emplace_back(of_table.stem, all + tables[of_table.table]);
      shares.push_back({of_table.stem, {tables[of_table.table], of_table.share}});
    }
    for (const auto &[stem, table, count] : occurrences.named)
      named.emplace_back(stem, tables[table]);
    for (const StemId stem : of.name) cells.emplace_back(stem, all + own);
    for (const auto &[stem, share] : occurrences.in_database)
      shares.push_back({stem, {own, share}});
  }
};

template <class Item>
void exchange(SharedLists<Item> &lists, Placed<Item> old, Placed<Item> now) {
  std::map<StemId, std::pair<std::vector<Item>, std::vector<Item>>> by_stem;
  for (const auto &[stem, item] : old) by_stem[stem].first.push_back(item);
  for (const auto &[stem, item] : now) by_stem[stem].second.push_back(item);
  for (auto &[stem, items] : by_stem) {
    sort_by_place(items.first);
    sort_by_place(items.second);
    if (items.first == items.second) continue;
    lists.set(stem, exchanged<Item>(lists[stem], items.first, items.second));
  }
}

/// The joins of a group of eight databases.
std::vector<JoinedRows> rows_of(std::span<const std::uint32_t> eight, const SchemaLayout &layout) {
  constexpr float far = 1e30F;
  const DatabaseGrid &grid = layout.grid;
  std::map<std::pair<std::uint32_t, std::uint32_t>, JoinedRows> rows;
  for (const std::uint32_t database : eight) {
    const std::uint32_t first = layout.first_table[database];
    for (const auto &[a, b] : layout.databases[database]->joined) {
      const auto row_of = [&, before = first](std::uint32_t table) {
        return grid.place_of[before + table] / static_cast<std::uint32_t>(grid.databases_per_row);
      };
      JoinedRows &of = rows[{row_of(a), row_of(b)}];
      of.first = row_of(a);
      of.second = row_of(b);
      of.bounds[grid.place_of[first + a] % grid.databases_per_row] = far;
    }
  }
  std::vector<JoinedRows> found;
  for (const auto &entry : rows) found.push_back(entry.second);
  return found;
}

/// The databases of each group of eight.
std::vector<std::vector<std::uint32_t>> eights_of(const DatabaseGrid &grid) {
  std::vector<std::vector<std::uint32_t>> eights(grid.databases() / grid.databases_per_row);
  for (std::uint32_t database = 0; database < grid.place_of_database.size(); ++database)
    eights[grid.place_of_database[database] / grid.databases_per_row].push_back(database);
  return eights;
}

/// Whether all tables and columns have the same numbers in both catalogs.
bool is_in_place(const Catalog &a, const Catalog &b) {
  if (a.database_count() != b.database_count()) return false;
  for (const DatabaseId id : a.databases()) {
    const Database &one = a.database(id), &other = b.database(id);
    if (&one != &other && !same_shape(one, other)) return false;
  }
  return true;
}

}  // namespace

SchemaLayout::SchemaLayout(Parts parts, std::shared_ptr<const SchemaShape> of_shape)
    : shared_stems(std::move(parts.stems)),
      changed_stems(std::move(parts.changed_stems)),
      shape(std::move(of_shape)),
      databases(std::move(parts.databases)),
      stems(*shared_stems),
      grid(shape->grid),
      column_grid(shape->column_grid),
      owner(shape->owner),
      first_table(shape->first_table),
      first_column(shape->first_column),
      first_in_table(shape->first_in_table),
      columns(shape->columns),
      columns_in_database(shape->columns_in_database),
      column_places(shape->column_places),
      hidden_tables(shape->hidden_tables),
      hidden_columns(shape->hidden_columns),
      no_databases(shape->no_databases),
      strength_places(shape->strength_places),
      visible_database(shape->visible_database),
      visible_table(shape->visible_table),
      visible_column(shape->visible_column),
      log_columns(shape->log_columns),
      log_tables(shape->log_tables),
      table_bounds(shape->table_bounds),
      database_bounds(shape->database_bounds) {}

SchemaLayout::SchemaLayout(const JoinGraphs &graphs, const Mask *mask)
    : SchemaLayout(parts_of(graphs, mask),
                   std::make_shared<const SchemaShape>(graphs.catalog(), mask)) {
  place_all();
}

SchemaLayout::SchemaLayout(const SchemaLayout &before, const Catalog &old, const JoinGraphs &graphs)
    : SchemaLayout(parts_after(before, old, graphs),
                   is_in_place(old, graphs.catalog())
                       ? before.shape
                       : std::make_shared<const SchemaShape>(graphs.catalog(), nullptr)) {
  std::vector<std::uint32_t> changed;
  for (std::uint32_t d = 0; shape == before.shape && d < databases.size(); ++d) {
    if (databases[d] != before.databases[d]) changed.push_back(d);
  }
  // Many changes cost more than rebuilding everything.
  constexpr std::size_t always_few = 8;
  if (shape == before.shape && changed.size() <= always_few + databases.size() / 16) {
    place(before, changed);
  } else {
    place_all();
  }
}

SchemaLayout::Parts SchemaLayout::parts_of(const JoinGraphs &graphs, const Mask *mask) {
  const Catalog &catalog = graphs.catalog();
  auto made = std::make_shared<SchemaStems>();
  StemEditor editor(*made);
  const Spelling hidden{};
  std::vector<std::vector<StemId>> names(catalog.database_count());
  std::vector<const Spelling *> of_tables(catalog.table_count(), &hidden);
  std::vector<const Spelling *> of_columns(catalog.column_count(), &hidden);
  // Vectors of stems are stored in this order: databases' names, then tables', then columns'.
  for (const DatabaseId id : catalog.databases()) {
    if (visible(mask, id))
      names[id.index()] = editor.add_database_name(catalog.database(id).name());
  }
  for (const TableId id : catalog.tables()) {
    if (visible(mask, id)) of_tables[id.index()] = &editor.add_name(catalog.table(id));
  }
  for (const ColumnId id : catalog.columns()) {
    if (visible(mask, id)) of_columns[id.index()] = &editor.add_name(catalog.column(id));
  }
  Parts parts;
  parts.databases.reserve(catalog.database_count());
  for (const DatabaseId id : catalog.databases()) {
    const auto tables = catalog.tables(id);
    const auto columns = catalog.columns(id);
    parts.databases.push_back(std::make_shared<const DatabaseStems>(
        graphs, id, mask, std::move(names[id.index()]),
        std::span(of_tables).subspan(tables[0].index(), tables.size()),
        std::span(of_columns).subspan(columns[0].index(), columns.size())));
  }
  parts.changed_stems = editor.finish();
  parts.stems = std::move(made);
  return parts;
}

SchemaLayout::Parts SchemaLayout::parts_after(const SchemaLayout &before, const Catalog &old,
                                              const JoinGraphs &graphs) {
  const Catalog &catalog = graphs.catalog();
  auto made = std::make_shared<SchemaStems>(*before.shared_stems);
  StemEditor editor(*made);
  const std::vector<std::optional<DatabaseId>> kept = kept_databases(old, catalog);
  std::vector<bool> is_kept(old.database_count(), false);
  for (const auto &id : kept) {
    if (id) is_kept[id->index()] = true;
  }
  for (const DatabaseId id : old.databases()) {
    if (!is_kept[id.index()]) editor.remove(old.database(id));
  }
  Parts parts;
  parts.databases.reserve(catalog.database_count());
  for (const DatabaseId id : catalog.databases()) {
    if (const auto &same = kept[id.index()]) {
      parts.databases.push_back(before.databases[same->index()]);
      continue;
    }
    const Database &database = catalog.database(id);
    std::vector<const Spelling *> of_tables, of_columns;
    for (const Table &table : database.tables()) of_tables.push_back(&editor.add_name(table));
    for (const Column &column : database.columns()) of_columns.push_back(&editor.add_name(column));
    parts.databases.push_back(std::make_shared<const DatabaseStems>(
        graphs, id, nullptr, editor.add_database_name(database.name()), of_tables, of_columns));
  }
  parts.changed_stems = editor.finish();
  parts.stems = std::move(made);
  return parts;
}

bool SchemaLayout::is_read(StemId stem) const noexcept {
  if (!column_names->with(stem).empty()) return true;
  return std::ranges::any_of(cells[stem], [&](std::uint32_t table) {
    return table < grid.size() &&
           std::ranges::find(table_names[table], stem) != table_names[table].end();
  });
}

float SchemaLayout::idf(std::size_t holders) const {
  const auto all = static_cast<double>(shape->databases), holding = static_cast<double>(holders);
  return static_cast<float>(std::log(1 + (all - holding + 0.5) / (holding + 0.5)));
}

void SchemaLayout::place_all() {
  const std::size_t number = stems.size();
  std::vector<std::vector<std::uint32_t>> all_cells(number), all_named(number);
  std::vector<std::vector<Share>> all_shares(number);
  std::vector<std::vector<StemId>> of_tables(grid.size());
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> tables_of;  // by name of column
  const auto spread = [](const auto &placed, auto &lists) {
    for (const auto &[stem, item] : placed) lists[stem].push_back(item);
  };
  holders_.assign(number, 0);
  names.assign(number, 0);
  StemOccurrences occurrences;
  for (std::size_t d = 0; d < databases.size(); ++d) {
    const DatabaseStems &of = *databases[d];
    const PlacedStems placed(of, d, *shape, occurrences);
    spread(placed.cells, all_cells);
    spread(placed.named, all_named);
    spread(placed.shares, all_shares);
    for (const auto &[stem, share] : occurrences.in_database) ++holders_[stem];
    for (const auto &[stem, table, count] : occurrences.named) names[stem] += count;
    for (std::size_t table = 0; table < of.table_names.size(); ++table) {
      const auto name = of.table_names[table];
      of_tables[grid.place_of[first_table[d] + table]].assign(name.begin(), name.end());
      for (std::size_t c = of.first_column[table]; c < of.first_column[table + 1]; ++c) {
        if (of.column_names[c].empty()) continue;
        tables_of[bytes_of(of.column_names[c])].push_back(grid.place_of[first_table[d] + table]);
      }
    }
  }
  rarity.resize(number);
  for (std::size_t stem = 0; stem < number; ++stem) rarity[stem] = idf(holders_[stem]);
  highest_rarity = idf(0);

  const auto shared = [](auto &lists) {
    for (auto &list : lists) sort_by_place(list);
    return SharedLists(lists);
  };
  cells = shared(all_cells);
  named = shared(all_named);
  shares = shared(all_shares);
  table_names = SharedLists(of_tables);
  column_names = std::make_shared<const ColumnNames>(tables_of, number);

  auto rows = std::make_shared<std::vector<JoinedRows>>();
  for (const auto &eight : eights_of(grid)) {
    const std::vector<JoinedRows> of_eight = rows_of(eight, *this);
    rows->insert(rows->end(), of_eight.begin(), of_eight.end());
  }
  joined_rows = std::move(rows);
}

void SchemaLayout::place(const SchemaLayout &before, std::span<const std::uint32_t> changed) {
  cells = before.cells;
  cells.resize(stems.size());
  named = before.named;
  named.resize(stems.size());
  shares = before.shares;
  shares.resize(stems.size());
  table_names = before.table_names;
  holders_ = before.holders_;
  holders_.resize(stems.size(), 0);
  names = before.names;
  names.resize(stems.size(), 0);
  rarity = before.rarity;
  rarity.resize(stems.size(), before.highest_rarity);
  highest_rarity = before.highest_rarity;
  column_names = before.column_names;
  joined_rows = before.joined_rows;

  std::shared_ptr<ColumnNames> changed_names;
  std::vector<std::uint32_t> rejoined;  // groups of eight
  StemOccurrences occurrences;
  for (const std::uint32_t d : changed) {
    const DatabaseStems &was = *before.databases[d], &is = *databases[d];
    const PlacedStems old(was, d, *shape, occurrences);
    for (const auto &[stem, table, count] : occurrences.named) names[stem] -= count;
    const PlacedStems now(is, d, *shape, occurrences);
    for (const auto &[stem, table, count] : occurrences.named) names[stem] += count;
    exchange(cells, old.cells, now.cells);
    exchange(named, old.named, now.named);
    exchange(shares, old.shares, now.shares);
    const auto is_held = [this](const Share &share) { return share.place >= grid.size(); };
    for (const auto &[stem, share] : old.shares) holders_[stem] -= is_held(share) ? 1 : 0;
    for (const auto &[stem, share] : now.shares) holders_[stem] += is_held(share) ? 1 : 0;
    for (const auto *placed : {&old.shares, &now.shares}) {
      for (const auto &[stem, share] : *placed) {
        if (is_held(share)) rarity[stem] = idf(holders_[stem]);
      }
    }
    for (std::size_t table = 0; table < is.table_names.size(); ++table) {
      const std::uint32_t place = grid.place_of[first_table[d] + table];
      const auto name = is.table_names[table];
      if (!std::ranges::equal(was.table_names[table], name))
        table_names.set(place, {name.begin(), name.end()});
      for (std::size_t c = is.first_column[table]; c < is.first_column[table + 1]; ++c) {
        const auto old_name = was.column_names[c], new_name = is.column_names[c];
        if (std::ranges::equal(old_name, new_name)) continue;
        if (!changed_names) changed_names = std::make_shared<ColumnNames>(*column_names);
        changed_names->resize(stems.size());
        if (!new_name.empty()) changed_names->add(new_name, place);
        if (!old_name.empty()) changed_names->remove(old_name, place);
      }
    }
    if (was.joined != is.joined)
      rejoined.push_back(grid.place_of_database[d] /
                         static_cast<std::uint32_t>(grid.databases_per_row));
  }
  if (changed_names) column_names = std::move(changed_names);
  if (rejoined.empty()) return;
  std::ranges::sort(rejoined);
  const auto eights = eights_of(grid);
  auto rows = std::make_shared<std::vector<JoinedRows>>();
  auto next = before.joined_rows->begin();
  const auto copy_until = [&](std::uint32_t row) {
    const auto at =
        std::ranges::lower_bound(next, before.joined_rows->end(), row, {}, &JoinedRows::first);
    rows->insert(rows->end(), next, at);
    next = at;
  };
  rejoined.erase(std::unique(rejoined.begin(), rejoined.end()), rejoined.end());
  for (const std::uint32_t eight : rejoined) {
    copy_until(grid.first_row[eight]);
    const std::vector<JoinedRows> of_eight = rows_of(eights[eight], *this);
    rows->insert(rows->end(), of_eight.begin(), of_eight.end());
    while (next != before.joined_rows->end() && next->first < grid.first_row[eight + 1]) ++next;
  }
  rows->insert(rows->end(), next, before.joined_rows->end());
  joined_rows = std::move(rows);
}

}  // namespace sluice::inline v0::route_detail
