#ifndef SLUICE_SCHEMA_DATABASE_HPP
#define SLUICE_SCHEMA_DATABASE_HPP

/// One database's schema, immutable and compact: all text is in one block of memory.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/definition.hpp"

namespace sluice::inline v0 {

struct Column {
  std::string_view name;
  std::string_view title;  ///< Readable form; empty if there is none besides the name.
  std::string_view type;
  std::string_view description;
  std::span<const std::string_view> samples;

  /// The title, or the name if there is no title.
  std::string_view readable_name() const noexcept { return title.empty() ? name : title; }
};

struct Table {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::span<const Column> columns;
  std::span<const std::uint32_t> primary_key;  ///< Positions in `columns`, in key order.
  std::uint32_t first_column = 0;              ///< Position of columns[0] in the database's
                                               ///< columns.

  /// The title, or the name if there is no title.
  std::string_view readable_name() const noexcept { return title.empty() ? name : title; }
};

/// Table positions are within the database, column positions within their table.
struct ForeignKey {
  std::uint32_t table = 0;
  std::uint32_t referenced_table = 0;
  std::span<const std::uint32_t> columns;
  std::span<const std::uint32_t> referenced_columns;
};

/// Immutable. Thread-safe. Views stay valid while the object lives.
class Database {
 public:
  /// Throws Error(malformed), with the definition's place, if a name is empty, is not UTF-8 or
  /// repeats a sibling's (ignoring ASCII case, as SQL does), or if a key refers to a table or
  /// column that does not exist. Invalid UTF-8 in other text is repaired; duplicate foreign keys
  /// are dropped. A database may have no tables, and a table no columns. O(size of the definition).
  static std::shared_ptr<const Database> make(DatabaseDefinition definition);

  std::string_view name() const noexcept { return name_; }
  std::string_view description() const noexcept { return description_; }
  std::span<const Table> tables() const noexcept { return tables_; }
  std::span<const Column> columns() const noexcept { return columns_; }
  std::span<const ForeignKey> foreign_keys() const noexcept { return foreign_keys_; }

  /// Hash of all of the above; equal databases have equal fingerprints.
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

}  // namespace sluice::inline v0

#endif
