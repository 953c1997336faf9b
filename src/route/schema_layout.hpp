#ifndef SLUICE_SRC_ROUTE_SCHEMA_LAYOUT_HPP
#define SLUICE_SRC_ROUTE_SCHEMA_LAYOUT_HPP

/// Where each stem of a catalog's names stands, in arrays that are read in a row.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "database_grid.hpp"
#include "kernels/ranker_kernels.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::detail {

/// Lists of `Item`, one a key, behind each other.
template <class Item>
struct Lists {
  std::vector<std::uint32_t> first{0};
  std::vector<Item> items;

  std::span<const Item> operator[](std::size_t key) const noexcept {
    return std::span(items).subspan(first[key], first[key + 1] - first[key]);
  }
  void add(std::span<const Item> list) {
    items.insert(items.end(), list.begin(), list.end());
    first.push_back(static_cast<std::uint32_t>(items.size()));
  }
  std::size_t size() const noexcept { return first.size() - 1; }
};

/// The share that a stem has in the text of a table or database.
struct Share {
  std::uint32_t place = 0;  ///< In the grid.
  float share = 0;
};

struct JoinedTable {
  std::uint32_t table = 0;
  std::uint32_t pair = 0;  ///< Place in SchemaLayout::joined.
};

using StemId = std::uint32_t;

/// Of visible objects only; hidden ones keep their numbers and have no stems.
struct SchemaLayout {
  SchemaLayout(const JoinGraphs &graphs, const Mask *mask);

  struct PathHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::unordered_map<std::string, StemId, PathHash, std::equal_to<>> stem_ids;
  std::vector<std::string> stems;    ///< By id.
  std::vector<std::string> surface;  ///< By stem: its most frequent folded word.
  std::vector<float> rarity;         ///< By stem: idf over visible databases.
  float highest_rarity = 0;          ///< Of a word that no database has.

  Lists<StemId> table_names;         ///< By table: stems of its readable name (else its name).
  Lists<StemId> column_names;        ///< By column.
  Lists<std::uint8_t> in_table_too;  ///< By column, its name's stems: whether its table's has them.
  std::vector<float> name_rarity;    ///< By column: of its name's stems together.
  /// Different ones among column_names, the shortest first: most columns share theirs.
  Lists<StemId> different_names;
  Lists<std::uint32_t> names_with_stem;  ///< By stem: places in different_names.
  /// By place there: places of tables in the grid, once for each of their columns.
  Lists<std::uint32_t> tables_with_name;
  Lists<StemId> column_extras;  ///< By column: what else its original name spells or implies.

  DatabaseGrid grid;         ///< Of tables.
  DatabaseGrid column_grid;  ///< With an order of databases of its own.
  /// By column: its place in the column grid; behind the last where it is hidden.
  std::vector<std::uint32_t> column_places;
  /// By place in the grid: far above every signal of what is visible, else far below.
  std::vector<float> table_bounds, database_bounds;
  std::vector<std::uint32_t> no_databases;  ///< Places where no visible database stands.
  // By stem, rising places in the grid.
  Lists<std::uint32_t> in_table_name;     ///< Tables.
  Lists<std::uint32_t> in_columns;        ///< Tables with such a column.
  Lists<std::uint32_t> in_database_name;  ///< Databases.
  Lists<Share> in_table;                  ///< Names three times, the root of the count of columns.
  Lists<Share> in_database;               ///< As in_table; names of tables and the database twice.

  std::vector<std::uint32_t> owner;        ///< By table: its database.
  std::vector<std::uint32_t> first_table;  ///< By database, and behind the last: tables' ids rise.
  std::vector<std::uint8_t> visible_database;
  std::vector<std::uint8_t> visible_table;
  std::vector<std::uint8_t> visible_column;
  Lists<std::uint32_t> partners;  ///< By column: tables that it joins its own to.
  /// Joined tables, the smaller id first, in order.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
  std::vector<JoinedRows> joined_rows;  ///< The same by rows of the grid, in order.
  Lists<JoinedTable> joins;             ///< By table.
  std::vector<float> degree;            ///< By table: tables it joins.
  std::vector<std::uint32_t> columns;   ///< By table: visible ones.
  std::vector<float> log_columns;       ///< log(1 + that).
  std::vector<float> log_tables;        ///< By database: log(1 + its visible ones).
  std::vector<std::uint8_t> in_join;    ///< By column: part of a declared or shared join.
  std::vector<std::uint8_t> in_key;     ///< By column: part of a primary key.
  std::vector<std::string> phrases;     ///< By column: its readable name between blanks.
  std::vector<std::uint8_t> is_id;      ///< By column: its readable name ends with "id" or "code".
  std::vector<std::uint8_t> is_name;    ///< By column: with "name" or "title".
  std::vector<std::uint8_t> is_number;  ///< By column, by its type's name.

  const StemId *find(std::string_view stem) const {
    const auto at = stem_ids.find(stem);
    return at == stem_ids.end() ? nullptr : &at->second;
  }
};

}  // namespace sluice::detail

#endif
