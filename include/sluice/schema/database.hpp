#ifndef SLUICE_SCHEMA_DATABASE_HPP
#define SLUICE_SCHEMA_DATABASE_HPP

/// One database's schema, immutable and compact: all text in one block.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/definition.hpp"

namespace sluice {

struct Column {
  std::string_view name;
  std::string_view title;  ///< Empty if there is none apart from the name.
  std::string_view type;
  std::string_view description;
  std::span<const std::string_view> samples;

  /// The title, or the name where there is none.
  std::string_view readable_name() const noexcept { return title.empty() ? name : title; }
};

struct Table {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::span<const Column> columns;
  std::span<const std::uint32_t> primary_key;  ///< Positions in `columns`, in key order.
  std::uint32_t first_column = 0;              ///< Position of columns[0] among the database's.

  /// The title, or the name where there is none.
  std::string_view readable_name() const noexcept { return title.empty() ? name : title; }
};

/// Positions are local to the database: tables among its tables, columns within their table.
struct ForeignKey {
  std::uint32_t table = 0;
  std::uint32_t referenced_table = 0;
  std::span<const std::uint32_t> columns;
  std::span<const std::uint32_t> referenced_columns;
};

/// Made once, then never changed; any threads at once. Views stay valid while it lives.
class Database {
 public:
  /// Throws Error(malformed), with the definition's place, if a name is empty, not UTF-8 or
  /// repeated among its siblings (ignoring ASCII case, as SQL does), or a key points outside. Other
  /// text that is not UTF-8 is mended; a foreign key that is there twice is kept once. No tables,
  /// and tables without columns, are allowed. O(size of the definition).
  static std::shared_ptr<const Database> make(DatabaseDefinition definition);

  std::string_view name() const noexcept { return name_; }
  std::string_view description() const noexcept { return description_; }
  std::span<const Table> tables() const noexcept { return tables_; }
  std::span<const Column> columns() const noexcept { return columns_; }
  std::span<const ForeignKey> foreign_keys() const noexcept { return foreign_keys_; }

  /// Hash of everything above; equal databases have equal fingerprints.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  /// An editable copy.
  DatabaseDefinition definition() const;

  Database(const Database &) = delete;
  Database &operator=(const Database &) = delete;

 private:
  explicit Database(const DatabaseDefinition &definition);
  std::string_view keep(std::string_view text);
  std::span<const std::uint32_t> keep(std::span<const std::size_t> positions);
  void add(const TableDefinition &table);
  void add(const ForeignKeyDefinition &key);

  std::string_view name_;
  std::string_view description_;
  std::vector<Table> tables_;
  std::vector<Column> columns_;
  std::vector<ForeignKey> foreign_keys_;
  std::vector<std::string_view> samples_;
  std::vector<std::uint32_t> key_positions_;
  std::string text_;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace sluice

#endif
