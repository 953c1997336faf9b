#ifndef SLUICE_SCHEMA_SCHEMA_GRAPH_HPP
#define SLUICE_SCHEMA_SCHEMA_GRAPH_HPP

/// Which tables can be joined, and by which columns.
/// Source: Wang et al. 2024 (DBCopilot), algorithm 1: tables are linked if one refers to the other
/// (explicit) or both refer to the same column of a third (implicit).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice {

enum class JoinKind : std::uint8_t {
  declared,  ///< A foreign key from one table to the other.
  shared,    ///< Both tables refer to the same columns of a third.
  inferred,  ///< As one of these, but by a key that was inferred: see SchemaGraphOptions.
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
  /// Take a column that has no foreign key as referring to every other table's single-column
  /// primary key of its name (ignoring ASCII case; not "id"). DBCopilot's program does so, its
  /// paper does not say so. A name for which this makes more than 1024 pairs is too common to mean
  /// anything. Where nothing is declared, columns refer to the supposed key (see key_columns) of
  /// the table that they name best: "singer_id", "lead_singer_id" and "singer" are singers' key.
  bool infer_keys = true;
};

/// The columns of primary keys of which nothing is hidden, rising. Where a database shows no key at
/// all, of either kind, as where only names are known, the first visible column of each table is
/// supposed to be its key: true of nine tables in ten of Spider's train databases. O(columns).
std::vector<ColumnId> key_columns(const Catalog &catalog, DatabaseId database,
                                  const Mask *mask = nullptr);

/// The join graph over one database's visible tables. Hidden tables and columns leave no trace; a
/// key with a hidden column is no key. Immutable; any threads at once.
class SchemaGraph {
 public:
  /// O(columns + joins · log joins). Tables that share a referenced column are linked pairwise,
  /// unless more than 64 keys refer to it: then only through the table they refer to.
  SchemaGraph(const Catalog &catalog, DatabaseId database, const Mask *mask = nullptr,
              SchemaGraphOptions options = {});

  /// All joins that start at `table`, each join once from either side (one of a table with itself
  /// once, from the referring columns); nearer kinds first, then by the other table's id. None for
  /// a table that is hidden or not of this database.
  std::span<const Join> joins(TableId table) const noexcept;
  bool joined(TableId a, TableId b) const noexcept;

  /// The fewest joins that lead from any table of `from` to `to`, in order from the start; empty if
  /// `to` is among `from`, nothing if there is no way. Ties: fewest inferred, then fewest shared
  /// joins, then smaller table ids, compared from the end. O(tables · log tables + joins).
  std::optional<std::vector<const Join *>> path(std::span<const TableId> from, TableId to) const;

 private:
  bool holds(TableId table) const noexcept;

  TableId first_table_;
  std::vector<std::size_t> first_join_;  // by local table, one more at the end
  std::vector<Join> joins_;
};

}  // namespace sluice

#endif
