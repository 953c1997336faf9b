#ifndef SLUICE_SRC_PROMPT_SCHEMA_LAYOUT_HPP
#define SLUICE_SRC_PROMPT_SCHEMA_LAYOUT_HPP

/// The first columns of a subset by database and table, with the keys among them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/retrieve/subset.hpp"

namespace sluice::inline v0::prompt_detail {

struct SchemaLayout {
  struct TablePart {
    TableId id;
    std::vector<ColumnId> columns;  ///< Ascending.
  };
  struct DatabasePart {
    DatabaseId id;
    std::vector<TablePart> tables;  ///< In the schema's order.
  };

  /// O(count × log count).
  SchemaLayout(const Subset &subset, std::size_t count);

  /// The position of a table in its database.
  std::uint32_t position_of(const DatabasePart &database, const TablePart &table) const;
  /// Keys that have all of their columns here, on both ends. O(keys × log columns).
  std::vector<ForeignKey> foreign_keys(const DatabasePart &database) const;
  /// Whether the table has a primary key, and all of its columns are here.
  bool has_primary_key(const DatabasePart &database, const TablePart &table) const;

  const Catalog &catalog;
  std::vector<DatabasePart> databases;  ///< In the order of their first columns in the subset.

 private:
  bool has(const DatabasePart &database, std::uint32_t table,
           std::span<const std::uint32_t> positions) const;
};

/// The position of a column in its table.
inline std::uint32_t position_in(const Catalog &catalog, TableId table, ColumnId column) {
  return static_cast<std::uint32_t>(column.index() - catalog.columns(table)[0].index());
}

}  // namespace sluice::inline v0::prompt_detail

#endif
