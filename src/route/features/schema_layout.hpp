#ifndef SLUICE_SRC_ROUTE_FEATURES_SCHEMA_LAYOUT_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SCHEMA_LAYOUT_HPP

/// Where each stem of a catalog's names stands, in arrays that are read in a row.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "database_grid.hpp"
#include "database_stems.hpp"
#include "route/features/kernels/ranker_kernels.hpp"
#include "schema_stems.hpp"
#include "shared_lists.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::detail {

/// The share that a stem has in the text of a table or database.
struct Share {
  std::uint32_t place = 0;  ///< In the grid: tables, then databases behind all of them.
  float share = 0;

  friend bool operator==(const Share &, const Share &) = default;
};

/// How many tables and columns there are, whatever they are called, and where they stand.
struct SchemaShape {
  SchemaShape(const Catalog &catalog, const Mask *mask);

  DatabaseGrid grid;         ///< Of tables.
  DatabaseGrid column_grid;  ///< With an order of databases of its own.
  /// By column: its place in the column grid; behind the last where it is hidden.
  std::vector<std::uint32_t> column_places;
  /// By place in the grid: far above every signal of what is visible, else far below.
  std::vector<float> table_bounds, database_bounds;
  std::vector<std::uint32_t> no_databases;  ///< Places where no visible database stands.
  /// By cell of a cover's word (see CoverWords): its place in WordStrengths.
  std::vector<std::uint32_t> strength_places;

  std::vector<std::uint32_t> owner;  ///< By table: its database.
  /// By database, and behind the last: ids of tables and columns rise.
  std::vector<std::uint32_t> first_table, first_column;
  std::vector<std::uint32_t> first_in_table;  ///< By table, and behind the last: its first column.
  std::vector<std::uint8_t> visible_database;
  std::vector<std::uint8_t> visible_table;
  std::vector<std::uint8_t> visible_column;
  std::vector<std::uint32_t> hidden_tables, hidden_columns;
  std::size_t databases = 0;                       ///< Visible ones.
  std::vector<std::uint32_t> columns;              ///< By table: visible ones.
  std::vector<std::uint32_t> columns_in_database;  ///< Visible ones of visible tables.
  std::vector<float> log_columns;                  ///< log(1 + that).
  std::vector<float> log_tables;                   ///< By database: log(1 + its visible ones).
};

/// Different names of columns: most columns share theirs.
struct ColumnNames {
  /// A name, and what most others do not go beyond of it, so that few have to be looked up.
  struct Start {
    static constexpr StemId none = UINT32_MAX;

    Start(std::uint32_t number, std::span<const StemId> stems);

    std::uint32_t name;
    std::uint32_t size;           ///< How many stems it has.
    std::array<StemId, 4> first;  ///< Of its stems; `none` behind the last.
  };

  SharedLists<StemId> stems;          ///< By name.
  SharedLists<Start> with_stem;       ///< By stem: names.
  SharedLists<std::uint32_t> tables;  ///< By name: places in the grid, once for each column.
  SharedMap<std::uint32_t> numbers;   ///< By the bytes of the stems.
  std::vector<std::uint32_t> free;    ///< Names that no column has any more.

  /// By the bytes of the stems of a name: places of tables, once for each column.
  using TablesOf = std::unordered_map<std::string_view, std::vector<std::uint32_t>>;
  ColumnNames(const TablesOf &tables_of, std::size_t number_of_stems);

  /// Stems may be newer than all of these names.
  std::span<const Start> with(StemId stem) const noexcept {
    return stem < with_stem.size() ? with_stem[stem] : std::span<const Start>();
  }
  void fetch(StemId stem) const noexcept {
    if (stem < with_stem.size()) with_stem.fetch(stem);
  }
  void resize(std::size_t number_of_stems) { with_stem.resize(number_of_stems); }
  void add(std::span<const StemId> name, std::uint32_t place);
  void remove(std::span<const StemId> name, std::uint32_t place);
};

/// Of visible objects only; hidden ones keep their numbers and have no stems.
struct SchemaLayout {
  SchemaLayout(const JoinGraphs &graphs, const Mask *mask);
  /// That of another catalog than `before`, which is the whole of `old`: what does not change is
  /// shared. Equal to one made anew but for the numbers of stems. Where no number of a table or
  /// column changes, O(databases + stems + changed databases), else O(columns).
  SchemaLayout(const SchemaLayout &before, const Catalog &old, const JoinGraphs &graphs);
  SchemaLayout(const SchemaLayout &) = delete;
  SchemaLayout &operator=(const SchemaLayout &) = delete;

  std::shared_ptr<const SchemaStems> shared_stems;
  /// Those that are new, gone, or have another surface than in the layout that this follows.
  std::vector<StemId> changed_stems;
  std::shared_ptr<const SchemaShape> shape;
  std::vector<std::shared_ptr<const DatabaseStems>> databases;  ///< By id.

  const SchemaStems &stems;   ///< By id.
  std::vector<float> rarity;  ///< By stem: idf over visible databases.
  float highest_rarity = 0;   ///< Of a word that no database has.
  std::shared_ptr<const ColumnNames> column_names;
  // By stem. One list each, since most are short: to begin another costs more than to go on.
  SharedLists<std::uint32_t> cells;  ///< Of a cover's word (see CoverWords), rising.
  /// Rising. In tables, names count three times, columns by the root of their number; in databases
  /// names of tables and the database twice.
  SharedLists<Share> shares;
  SharedLists<StemId> table_names;                             ///< By place in the grid.
  std::shared_ptr<const std::vector<JoinedRows>> joined_rows;  ///< By rows of the grid, in order.

  // Of the shape.
  const DatabaseGrid &grid;
  const DatabaseGrid &column_grid;
  const std::vector<std::uint32_t> &owner, &first_table, &first_column, &first_in_table;
  const std::vector<std::uint32_t> &columns, &columns_in_database, &column_places;
  const std::vector<std::uint32_t> &hidden_tables, &hidden_columns;
  const std::vector<std::uint32_t> &no_databases, &strength_places;
  const std::vector<std::uint8_t> &visible_database, &visible_table, &visible_column;
  const std::vector<float> &log_columns, &log_tables, &table_bounds, &database_bounds;

  const StemId *find(std::string_view stem) const noexcept { return stems.find(stem); }
  /// Whether some name has it as people read it: where titles are, what they spell out is not.
  bool is_read(StemId stem) const noexcept;

 private:
  struct Parts {
    std::shared_ptr<const SchemaStems> stems;
    std::vector<StemId> changed_stems;
    std::vector<std::shared_ptr<const DatabaseStems>> databases;
  };
  static Parts parts_of(const JoinGraphs &graphs, const Mask *mask);
  /// Databases that are as they were come from before.
  static Parts parts_after(const SchemaLayout &before, const Catalog &old,
                           const JoinGraphs &graphs);
  SchemaLayout(Parts parts, std::shared_ptr<const SchemaShape> shape);
  /// Fills the lists from what is known of each database.
  void place_all();
  /// The same where only these databases changed.
  void place(const SchemaLayout &before, std::span<const std::uint32_t> changed);
  float idf(std::size_t holders) const;

  std::vector<std::uint32_t> holders_;  // by stem: databases
};

}  // namespace sluice::inline v0::detail

#endif
