#ifndef SLUICE_SRC_ROUTE_FEATURES_DATABASE_STEMS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_DATABASE_STEMS_HPP

/// What the ranker knows of one database: the stems of its names, and how its tables join.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "schema_stems.hpp"
#include "shared_lists.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::detail {

/// Of visible objects only; hidden ones have no stems. Tables and columns go by their position in
/// the database: so it is the same wherever that stands in a catalog.
struct DatabaseStems {
  /// `tables` and `columns`: by position, what each spells.
  DatabaseStems(const JoinGraphs &graphs, DatabaseId database, const Mask *mask,
                std::vector<StemId> own_name, std::span<const Spelling *const> tables,
                std::span<const Spelling *const> columns);

  struct Traits {
    std::uint8_t in_key = 0;     ///< Part of a primary key.
    std::uint8_t in_join = 0;    ///< Part of a declared or shared join.
    std::uint8_t is_id = 0;      ///< The readable name ends with "id" or "code".
    std::uint8_t is_name = 0;    ///< With "name" or "title".
    std::uint8_t is_number = 0;  ///< By the name of its type.
  };

  std::vector<StemId> name;
  Lists<StemId> table_names;         ///< By table: stems of its readable name (else its name).
  Lists<StemId> table_extras;        ///< What else its original name spells or implies.
  Lists<StemId> column_names;        ///< By column.
  Lists<StemId> column_extras;       ///< By column.
  Lists<std::uint8_t> in_table_too;  ///< By column, its name's stems: whether its table's has them.
  Lists<char> phrases;               ///< By column: its readable name between blanks.
  std::vector<Traits> columns;
  std::vector<std::uint32_t> first_column;  ///< By table, and behind the last.
  Lists<std::uint32_t> partners;            ///< By column: tables that it joins its own to.
  std::vector<float> degree;                ///< By table: tables it joins.
  /// Joined tables, the smaller position first, in order.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
};

/// How often stems stand in one object, in the order of meeting them.
class StemCounts {
 public:
  double &operator[](StemId stem);
  const std::vector<std::pair<StemId, double>> &all() const noexcept { return counts_; }
  void clear();

 private:
  std::vector<std::uint32_t> places_;  // by stem, from 1
  std::vector<std::pair<StemId, double>> counts_;
};

/// Where the stems of one database stand, in the order of meeting them.
class StemStandings {
 public:
  struct Share {
    StemId stem;
    std::uint32_t table;
    float share;
  };
  using OfTables = std::vector<std::pair<StemId, std::uint32_t>>;

  /// In place of what was there.
  void read(const DatabaseStems &database);

  OfTables in_table_name;     ///< In a table's name, once each.
  std::vector<Share> shares;  ///< In the text of tables: names thrice, the root of the columns.
  /// In the text of all: as in tables; names of tables and of the database twice.
  std::vector<std::pair<StemId, float>> in_database;

 private:
  StemCounts own_, cells_, weights_, in_names_, in_cells_;
};

}  // namespace sluice::inline v0::detail

#endif
