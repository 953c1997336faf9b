#ifndef SLUICE_INDEX_HIERARCHY_HPP
#define SLUICE_INDEX_HIERARCHY_HPP

/// The hierarchy of indexed objects: databases contain tables, tables contain columns, each
/// numbered consecutively.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"

namespace sluice::inline v0 {

enum class Level : std::uint8_t { database, table, column };
inline constexpr std::size_t level_count = 3;

/// Which database contains a table, and which table contains a column. Immutable. Thread-safe. All
/// functions are O(1).
class Hierarchy {
 public:
  Hierarchy() = default;
  /// `database_of_table` and `table_of_column` must be non-decreasing and within bounds, so that
  /// the objects inside one object have consecutive numbers. Throws Error(malformed) otherwise.
  Hierarchy(std::size_t databases, std::vector<std::uint32_t> database_of_table,
            std::vector<std::uint32_t> table_of_column);

  std::size_t count(Level level) const noexcept;

  DatabaseId database_of(TableId id) const noexcept { return DatabaseId(database_[id.index()]); }
  DatabaseId database_of(ColumnId id) const noexcept { return database_of(table_of(id)); }
  TableId table_of(ColumnId id) const noexcept { return TableId(table_[id.index()]); }

  IdRange<DatabaseId> databases() const noexcept { return {0, first_table_.size() - 1}; }
  IdRange<TableId> tables(DatabaseId id) const noexcept {
    return {first_table_[id.index()], first_table_[id.index() + 1]};
  }
  IdRange<ColumnId> columns(TableId id) const noexcept {
    return {first_column_[id.index()], first_column_[id.index() + 1]};
  }
  IdRange<ColumnId> columns(DatabaseId id) const noexcept {
    return {first_column_[first_table_[id.index()]], first_column_[first_table_[id.index() + 1]]};
  }

  /// The constructor's arguments.
  std::span<const std::uint32_t> database_of_table() const noexcept { return database_; }
  std::span<const std::uint32_t> table_of_column() const noexcept { return table_; }

 private:
  std::vector<std::uint32_t> database_;
  std::vector<std::uint32_t> table_;
  std::vector<std::uint32_t> first_table_{0};
  std::vector<std::uint32_t> first_column_{0};
};

}  // namespace sluice::inline v0

#endif
