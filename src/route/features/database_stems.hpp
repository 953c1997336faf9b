#ifndef SLUICE_SRC_ROUTE_FEATURES_DATABASE_STEMS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_DATABASE_STEMS_HPP

/// What the ranker knows about one database: the stems of its names and how its tables join.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schema_stems.hpp"
#include "shared_lists.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::route_detail {

/// Contains visible objects only; hidden ones have no stems. Tables and columns are numbered within
/// the database, so this does not depend on the rest of the catalog.
struct DatabaseStems {
  /// `tables` and `columns`: the spelling of each, by position.
  DatabaseStems(const JoinGraphs &graphs, DatabaseId database, const Mask *mask,
                std::vector<StemId> own_name, std::span<const Spelling *const> tables,
                std::span<const Spelling *const> columns);

  struct Traits {
    std::uint8_t in_key = 0;     ///< Part of a primary key.
    std::uint8_t in_join = 0;    ///< Part of a declared or shared join.
    std::uint8_t is_id = 0;      ///< The readable name ends with "id" or "code".
    std::uint8_t is_name = 0;    ///< The readable name ends with "name" or "title".
    std::uint8_t is_number = 0;  ///< By the name of the type.
  };

  std::vector<StemId> name;
  /// How the name may be said: stems without numbers, with blanks between them; as it is written
  /// and, if that differs, with glued words split. Empty if the database is hidden.
  std::array<std::string, 2> spoken;
  Lists<StemId> table_names;  ///< By table: stems of its readable name (else its name).
  Lists<StemId>
      table_extras;  ///< By table: further stems that its original name spells or implies.
  Lists<StemId> column_names;   ///< By column.
  Lists<StemId> column_extras;  ///< By column.
  Lists<std::uint8_t>
      in_table_too;     ///< By column and stem of its name: whether the table's name has it.
  Lists<char> phrases;  ///< By column: its readable name between blanks.
  std::vector<Traits> columns;
  std::vector<std::uint32_t> first_column;  ///< By table, plus the end.
  Lists<std::uint32_t> partners;  ///< By column: the tables that it joins its own table to.
  std::vector<float> degree;      ///< By table: the number of tables that it joins.
  /// Share of the distinct words of the names of tables and columns that are words of a language
  /// rather than codes or abbreviations; 1 without names.
  float plain = 1;
  /// Joined tables, the smaller position first, in order.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
};

/// Counts of stems, in the order of their first occurrence.
class StemCounts {
 public:
  double &operator[](StemId stem);
  const std::vector<std::pair<StemId, double>> &all() const noexcept { return counts_; }
  void clear();

 private:
  std::vector<std::uint32_t> places_;  // by stem: its position in counts_ plus 1, or 0
  std::vector<std::pair<StemId, double>> counts_;
};

/// Where the stems of one database occur, in the order of their first occurrence.
class StemOccurrences {
 public:
  struct Share {
    StemId stem;
    std::uint32_t table;
    float share;
  };
  using OfTables = std::vector<std::pair<StemId, std::uint32_t>>;

  /// Replaces the content.
  void read(const DatabaseStems &database);

  OfTables in_table_name;  ///< Stems of the names of tables.
  /// Number of names of tables and columns of a table that contain a stem, without the stems that
  /// original names only imply.
  struct Named {
    StemId stem;
    std::uint32_t table;
    std::uint32_t count;
  };
  std::vector<Named> named;
  std::vector<Share> shares;  ///< Share in a table's text: a name counts 3, n columns √n.
  /// Share in the text of the database, where names of the database and of tables count 2, n
  /// columns √n.
  std::vector<std::pair<StemId, float>> in_database;

 private:
  StemCounts own_, cells_, weights_, in_names_, in_cells_, named_;
};

}  // namespace sluice::inline v0::route_detail

#endif
