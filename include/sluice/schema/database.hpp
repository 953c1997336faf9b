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
  /// Samples, then allowed values.
  const std::string_view *texts = nullptr;
  std::uint32_t sample_count = 0;
  std::uint16_t value_count = 0;
  bool nullable : 1 = true;
  bool generated : 1 = false;  ///< Computed from other columns.
  /// A field inside another column of the table. `name` is the names of all steps, with dots.
  bool nested : 1 = false;

  /// Some of its values.
  std::span<const std::string_view> samples() const noexcept { return {texts, sample_count}; }
  /// All values that its type or a constraint allows; empty: any.
  std::span<const std::string_view> values() const noexcept {
    return {texts + sample_count, value_count};
  }
  /// The title, or the name if there is no title.
  std::string_view readable_name() const noexcept { return title.empty() ? name : title; }
};

struct Table {
  std::string_view name;  ///< With its qualifier: "sales.orders".
  std::string_view title;
  std::string_view description;
  std::span<const Column> columns;
  std::span<const std::uint32_t> primary_key;  ///< Positions in `columns`, in key order.
  std::uint32_t first_column = 0;              ///< Position of columns[0] in the database's
                                               ///< columns.
  std::uint32_t qualifier_size = 0;
  TableKind kind = TableKind::table;

  /// The schema, or "database.schema"; empty if the table is found by its name alone.
  std::string_view qualifier() const noexcept { return name.substr(0, qualifier_size); }
  /// The name without its qualifier.
  std::string_view bare_name() const noexcept {
    return qualifier_size == 0 ? name : name.substr(qualifier_size + 1);
  }
  /// The title, or the name if there is no title.
  std::string_view readable_name() const noexcept { return title.empty() ? name : title; }
};

/// Table positions are within the database, column positions within their table.
struct ForeignKey {
  std::uint32_t table = 0;
  std::uint32_t referenced_table = 0;
  std::span<const std::uint32_t> columns;
  std::span<const std::uint32_t> referenced_columns;
  KeyEvidence evidence = KeyEvidence::declared;
};

/// The tables of a family.
struct TableMembers {
  std::uint32_t table = 0;
  std::uint32_t count = 0;
  std::string_view first;  ///< The names of the first and the last, without qualifiers.
  std::string_view last;
};

/// A column of a view that shows a column of a table unchanged. Positions as in ForeignKey.
struct ColumnOrigin {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  std::uint32_t source_table = 0;
  std::uint32_t source_column = 0;
};

/// Immutable. Thread-safe. Views stay valid while the object lives. A NUL follows each text, except
/// a table's qualifier, so that the texts can be passed to C.
class Database {
 public:
  /// Throws Error(malformed), with the definition's place, if the database's name is empty, if a
  /// name is not UTF-8 or repeats a sibling's, or if a key refers to a table or column that does
  /// not exist. Names of siblings may differ by case only. Invalid UTF-8 in other text is repaired;
  /// duplicate foreign keys are dropped. A database may have no tables, and a table no columns.
  /// O(size of the definition).
  static std::shared_ptr<const Database> make(DatabaseDefinition definition);

  std::string_view name() const noexcept { return name_; }
  std::string_view description() const noexcept { return description_; }
  std::span<const Table> tables() const noexcept { return tables_; }
  std::span<const Column> columns() const noexcept { return columns_; }
  std::span<const ForeignKey> foreign_keys() const noexcept { return foreign_keys_; }
  /// Of families, ordered by table.
  std::span<const TableMembers> members() const noexcept { return members_; }
  /// Of views, ordered by table.
  std::span<const ColumnOrigin> origins() const noexcept { return origins_; }
  /// The dialect that its queries are written in.
  sql::Dialect dialect() const noexcept { return dialect_; }

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
  std::vector<std::string_view> texts_;
  std::vector<TableMembers> members_;
  std::vector<ColumnOrigin> origins_;
  std::vector<std::uint32_t> key_positions_;
  std::string text_;
  std::uint64_t fingerprint_ = 0;
  sql::Dialect dialect_ = sql::Dialect::sqlite;
};

}  // namespace sluice::inline v0

#endif
