#ifndef SLUICE_SCHEMA_CATALOG_HPP
#define SLUICE_SCHEMA_CATALOG_HPP

/// All databases that can be queried: an immutable snapshot with dense ids.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

/// A fixed sequence of databases, with ids that number their tables and columns consecutively. Ids
/// belong to one snapshot. `with` and `without` return new snapshots that share all other
/// databases, and also the numbering if no id changes. Immutable. Thread-safe. Lookups by id are
/// O(1).
class Catalog {
 public:
  /// Throws Error(invalid_argument) if two databases have the same name or there are more than 2^32
  /// - 1 columns. May be empty.
  static std::shared_ptr<const Catalog> make(
      std::vector<std::shared_ptr<const Database>> databases);

  /// A snapshot in which `database` replaces the one with its name, or is added at the end.
  std::shared_ptr<const Catalog> with(std::shared_ptr<const Database> database) const;
  /// A snapshot without the database of that name. Throws Error(not_found).
  std::shared_ptr<const Catalog> without(std::string_view name) const;

  std::size_t database_count() const noexcept { return databases_.size(); }
  std::size_t table_count() const noexcept { return table_database_.size(); }
  std::size_t column_count() const noexcept { return column_table_.size(); }

  IdRange<DatabaseId> databases() const noexcept { return {0, databases_.size()}; }
  IdRange<TableId> tables() const noexcept { return {0, table_database_.size()}; }
  IdRange<ColumnId> columns() const noexcept { return {0, column_table_.size()}; }
  IdRange<TableId> tables(DatabaseId database) const noexcept {
    return {first_table_[database.index()], first_table_[database.index() + 1]};
  }
  IdRange<ColumnId> columns(TableId table) const noexcept {
    return {first_column_[table.index()], first_column_[table.index() + 1]};
  }
  IdRange<ColumnId> columns(DatabaseId database) const noexcept {
    return {first_column_[first_table_[database.index()]],
            first_column_[first_table_[database.index() + 1]]};
  }

  const Database &database(DatabaseId id) const noexcept { return *databases_[id.index()]; }
  std::shared_ptr<const Database> share(DatabaseId id) const { return databases_[id.index()]; }
  const Table &table(TableId id) const noexcept {
    const DatabaseId owner = database_of(id);
    return database(owner).tables()[id.index() - first_table_[owner.index()]];
  }
  const Column &column(ColumnId id) const noexcept {
    const TableId owner = table_of(id);
    return table(owner).columns[id.index() - first_column_[owner.index()]];
  }

  DatabaseId database_of(TableId id) const noexcept { return table_database_[id.index()]; }
  DatabaseId database_of(ColumnId id) const noexcept { return database_of(table_of(id)); }
  TableId table_of(ColumnId id) const noexcept { return column_table_[id.index()]; }

  /// Lookups ignore ASCII case, as SQL does, but prefer an exact match. The qualifier of a table
  /// may be left out; then the first table of that name is found. O(log databases) for a database,
  /// O(siblings) otherwise.
  std::optional<DatabaseId> find_database(std::string_view name) const;
  std::optional<TableId> find_table(DatabaseId database, std::string_view name) const;
  std::optional<ColumnId> find_column(TableId table, std::string_view name) const;

  /// "database.table.column"
  std::string path(ColumnId id) const;

  /// Hash of the databases' fingerprints, in order.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }

 private:
  struct Numbers;
  explicit Catalog(std::vector<std::shared_ptr<const Database>> databases);
  static std::shared_ptr<const Numbers> number(
      const std::vector<std::shared_ptr<const Database>> &databases);

  std::vector<std::shared_ptr<const Database>> databases_;
  std::shared_ptr<const Numbers> numbers_;
  // Views into numbers_.
  std::span<const std::size_t> first_table_;   // by database, one more at the end
  std::span<const std::size_t> first_column_;  // by table, one more at the end
  std::span<const DatabaseId> table_database_;
  std::span<const TableId> column_table_;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace sluice::inline v0

#endif
