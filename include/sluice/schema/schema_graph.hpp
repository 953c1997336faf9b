#ifndef SLUICE_SCHEMA_SCHEMA_GRAPH_HPP
#define SLUICE_SCHEMA_SCHEMA_GRAPH_HPP

/// Which tables can be joined, and on which columns. Source: Wang et al. 2024 (DBCopilot),
/// algorithm 1: two tables are linked if one refers to the other (explicit) or both refer to the
/// same column of a third (implicit).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

enum class JoinKind : std::uint8_t {
  declared,  ///< A foreign key from one table to the other.
  shared,    ///< Both tables refer to the same columns of a third table.
  inferred,  ///< Like the above, but by an inferred key: see SchemaGraphOptions.
};

/// `from` can be joined to `to` on from_columns[i] = to_columns[i].
struct Join {
  TableId from;
  TableId to;
  JoinKind kind = JoinKind::declared;
  std::vector<ColumnId> from_columns;
  std::vector<ColumnId> to_columns;
};

struct SchemaGraphOptions {
  /// Treats a column without a foreign key as a reference to the single-column primary key of every
  /// other table whose key has the same name (ignoring ASCII case, except "id"). DBCopilot's
  /// program does this; its paper does not mention it. Names that would create more than 1024 pairs
  /// are ignored as too common. If the database declares no keys, columns refer to the presumed key
  /// (see key_columns) of the table that their name matches best: "singer_id", "lead_singer_id" and
  /// "singer" all refer to the key of table singers.
  bool infer_keys = true;
  /// Instead of the above, adds the keys that `infer_keys` finds without values in what is visible.
  /// They are more often right. Rankers are trained with the above.
  bool model_keys = false;
};

/// The columns of fully visible primary keys, in ascending order. If a database shows neither
/// primary nor foreign keys, as when only names are known, the first visible column of each table
/// is presumed to be its key, which is true for 90% of the tables in Spider's train databases.
/// O(columns).
std::vector<ColumnId> key_columns(const Catalog &catalog, DatabaseId database,
                                  const Mask *mask = nullptr);

/// The join graph of one database's visible tables. Hidden tables and columns do not affect it;
/// keys with a hidden column are ignored. Immutable. Thread-safe.
class SchemaGraph {
 public:
  /// O(columns + joins · log joins). Tables that refer to the same column are linked pairwise,
  /// unless more than 64 keys refer to it: then they are linked only through the referenced table.
  SchemaGraph(const Catalog &catalog, DatabaseId database, const Mask *mask = nullptr,
              SchemaGraphOptions options = {});

  /// All joins of `table`. Each join is listed once per side; a join of a table with itself only
  /// once, from the referring columns. Ordered by kind as declared above, then by the other table's
  /// id. Empty if the table is hidden or of another database.
  std::span<const Join> joins(TableId table) const noexcept;
  bool joined(TableId a, TableId b) const noexcept;

  /// The shortest sequence of joins from any table of `from` to `to`; empty if `to` is in `from`,
  /// nullopt if there is no path. Ties: fewest inferred joins, then fewest shared joins, then
  /// smaller table ids, compared from the end. O(tables · log tables + joins).
  std::optional<std::vector<const Join *>> path(std::span<const TableId> from, TableId to) const;

 private:
  bool holds(TableId table) const noexcept;

  TableId first_table_;
  std::vector<std::size_t> first_join_;  // by local table, one more at the end
  std::vector<Join> joins_;
};

}  // namespace sluice::inline v0

#endif
