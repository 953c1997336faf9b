#ifndef SLUICE_SRC_ROUTE_FEATURES_SCHEMA_LAYOUT_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SCHEMA_LAYOUT_HPP

/// Where each stem of a catalog's names occurs, in arrays that are read sequentially.

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

namespace sluice::inline v0::route_detail {

/// The share of a stem in the text of a table or database.
struct Share {
  std::uint32_t place = 0;  ///< In the grid: tables, then databases after all tables.
  float share = 0;

  friend bool operator==(const Share &, const Share &) = default;
};

/// The numbers of tables and columns and their places, independent of their names.
struct SchemaShape {
  SchemaShape(const Catalog &catalog, const Mask *mask);

  DatabaseGrid grid;         ///< Of tables.
  DatabaseGrid column_grid;  ///< Of columns. Its order of databases differs from that of `grid`.
  /// By column: its place in the column grid; the end of the grid if the column is hidden.
  std::vector<std::uint32_t> column_places;
  /// By place in the grid: far above every signal if the object is visible, otherwise far below.
  std::vector<float> table_bounds, database_bounds;
  std::vector<std::uint32_t> no_databases;  ///< Places without a visible database.
  /// By cell of a word (see CoverWords): its place in WordStrengths.
  std::vector<std::uint32_t> strength_places;

  std::vector<std::uint32_t> owner;  ///< By table: its database.
  /// By database, plus the end: its first table and column.
  std::vector<std::uint32_t> first_table, first_column;
  std::vector<std::uint32_t> first_in_table;  ///< By table, plus the end: its first column.
  std::vector<std::uint8_t> visible_database;
  std::vector<std::uint8_t> visible_table;
  std::vector<std::uint8_t> visible_column;
  std::vector<std::uint32_t> hidden_tables, hidden_columns;
  std::size_t databases = 0;                       ///< Number of visible ones.
  std::vector<std::uint32_t> columns;              ///< By table: number of visible ones.
  std::vector<std::uint32_t> columns_in_database;  ///< By database: visible ones of visible tables.
  std::vector<float> log_columns;                  ///< By table: log(1 + columns).
  std::vector<float> log_tables;                   ///< By database: log(1 + visible tables).
};

/// The distinct names of columns; most columns share their name with others.
struct ColumnNames {
  /// A name with a copy of its first stems, so that long names only have to be looked up.
  struct Start {
    static constexpr StemId none = UINT32_MAX;

    Start(std::uint32_t number, std::span<const StemId> stems);

    std::uint32_t name;
    std::uint32_t size;           ///< Its number of stems.
    std::array<StemId, 4> first;  ///< Its first stems, padded with `none`.
  };

  SharedLists<StemId> stems;          ///< By name.
  SharedLists<Start> with_stem;       ///< By stem: the names that contain it.
  SharedLists<std::uint32_t> tables;  ///< By name: places of tables in the grid, one per column.
  detail::SharedMap<std::uint32_t> numbers;  ///< The number of a name by the bytes of its stems.
  std::vector<std::uint32_t> free;           ///< Numbers of names that no column has any more.

  /// By the bytes of the stems of a name: places of tables, one per column.
  using TablesOf = std::unordered_map<std::string_view, std::vector<std::uint32_t>>;
  ColumnNames(const TablesOf &tables_of, std::size_t number_of_stems);

  /// The names that contain a stem, which may be newer than all of these names.
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

/// Contains visible objects only; hidden ones keep their numbers and have no stems.
struct SchemaLayout {
  SchemaLayout(const JoinGraphs &graphs, const Mask *mask);
  /// The layout of another catalog, given the unmasked layout of `old`; shares what does not
  /// change. Equal to a new layout except for the numbers of stems. O(databases + stems + changed
  /// databases) if no table or column gets another number, otherwise O(columns).
  SchemaLayout(const SchemaLayout &before, const Catalog &old, const JoinGraphs &graphs);
  SchemaLayout(const SchemaLayout &) = delete;
  SchemaLayout &operator=(const SchemaLayout &) = delete;

  std::shared_ptr<const SchemaStems> shared_stems;
  /// Stems that are new, removed, or have another surface than in the layout before, sorted.
  std::vector<StemId> changed_stems;
  std::shared_ptr<const SchemaShape> shape;
  std::vector<std::shared_ptr<const DatabaseStems>> databases;  ///< By id.

  const SchemaStems &stems;   ///< By id.
  std::vector<float> rarity;  ///< By stem: idf over visible databases.
  float highest_rarity = 0;   ///< The rarity of a word that no database has.
  /// By stem: number of tables and columns with it in their readable names.
  std::vector<std::uint32_t> names;
  std::shared_ptr<const ColumnNames> column_names;
  // By stem. One list with all kinds of cells, because most lists are short and starting to read
  // another one costs more than reading on.
  SharedLists<std::uint32_t> cells;  ///< Cells of a word (see CoverWords), ascending.
  /// The places of tables with it in their own or a column's readable name, ascending.
  SharedLists<std::uint32_t> named;
  /// Ascending by place. In a table's text, a name counts 3 and n columns √n; in a database's, its
  /// own name and those of its tables count 2.
  SharedLists<Share> shares;
  SharedLists<StemId> table_names;                             ///< By place in the grid.
  std::shared_ptr<const std::vector<JoinedRows>> joined_rows;  ///< Sorted by rows of the grid.

  // References to members of `shape`.
  const DatabaseGrid &grid;
  const DatabaseGrid &column_grid;
  const std::vector<std::uint32_t> &owner, &first_table, &first_column, &first_in_table;
  const std::vector<std::uint32_t> &columns, &columns_in_database, &column_places;
  const std::vector<std::uint32_t> &hidden_tables, &hidden_columns;
  const std::vector<std::uint32_t> &no_databases, &strength_places;
  const std::vector<std::uint8_t> &visible_database, &visible_table, &visible_column;
  const std::vector<float> &log_columns, &log_tables, &table_bounds, &database_bounds;

  const StemId *find(std::string_view stem) const noexcept { return stems.find(stem); }
  std::size_t visible_tables() const noexcept { return owner.size() - hidden_tables.size(); }
  /// Whether the readable name of some table or column contains it. If an object has a title, only
  /// the title counts.
  bool is_read(StemId stem) const noexcept;

 private:
  struct Parts {
    std::shared_ptr<const SchemaStems> stems;
    std::vector<StemId> changed_stems;
    std::vector<std::shared_ptr<const DatabaseStems>> databases;
  };
  static Parts parts_of(const JoinGraphs &graphs, const Mask *mask);
  /// Takes unchanged databases from `before`.
  static Parts parts_after(const SchemaLayout &before, const Catalog &old,
                           const JoinGraphs &graphs);
  SchemaLayout(Parts parts, std::shared_ptr<const SchemaShape> shape);
  /// Fills the lists from all databases.
  void place_all();
  /// The same if only these databases changed.
  void place(const SchemaLayout &before, std::span<const std::uint32_t> changed);
  float idf(std::size_t holders) const;

  std::vector<std::uint32_t> holders_;  // by stem: the number of databases with it
};

}  // namespace sluice::inline v0::route_detail

#endif
