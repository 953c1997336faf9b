#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_TABLES_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_TABLES_HPP

/// The tables and columns that exports list, put together from all of them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "export_dialect.hpp"
#include "export_problems.hpp"
#include "export_row.hpp"
#include "export_type.hpp"
#include "name_index.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

struct ExportColumn {
  std::string name;
  std::string type;
  std::string description;
  std::optional<std::uint64_t> ordinal;
  std::uint64_t key_position = 0;  ///< In the primary key, as far as is known; 0: not in it.
  bool nullable = true;
  bool generated = false;
  std::vector<ExportNestedField> fields;
};

struct ExportTable {
  std::size_t catalog = 0;
  std::string schema;
  std::string name;
  std::string description;
  TableKind kind = TableKind::table;
  bool is_left_out = false;  ///< A sequence, an index or the like.
  std::vector<ExportColumn> columns;
  NameIndex columns_by_name;
};

/// A database that exports are from.
struct ExportCatalog {
  std::string name;                       ///< Empty, or "def", if it is not exported.
  std::vector<std::string_view> sources;  ///< The files that define its columns.
  ExportDialect dialect;
  const ExportHeader *header = nullptr;  ///< The last that was added to the dialect.

  bool is_named() const noexcept { return !name.empty() && name != "def"; }
};

/// Not thread-safe. Adding a row takes O(size of the row).
class ExportTables {
 public:
  explicit ExportTables(ExportProblems &problems) : problems_(problems) {}

  /// Adds the column that a row defines. Of what several rows say about a column, the first that
  /// says anything counts. A row without a catalog belongs to the one that has its table or, if
  /// none has, its schema, unless several have.
  void define(const ExportRow &row, const ExportHeader &header);

  /// Adds what a row says about a table or a column that is defined. If there is none, the row
  /// becomes a problem.
  void describe(const ExportRow &row);

  /// The table of that name. Parts that are empty are not known; then there must be only one.
  /// Names that differ by case are the same unless both exist.
  std::optional<std::size_t> find(std::string_view catalog, std::string_view schema,
                                  std::string_view table) const;

  std::vector<ExportTable> &tables() noexcept { return tables_; }
  const std::vector<ExportTable> &tables() const noexcept { return tables_; }
  std::vector<ExportCatalog> &catalogs() noexcept { return catalogs_; }

 private:
  /// What a row has in its first fields.
  struct RowNames {
    std::string_view catalog, schema, table;
  };

  std::size_t table_of(const RowNames &names);
  std::size_t add_table(std::string_view catalog, const RowNames &names);
  void note_source(const ExportRow &row, const ExportHeader &header, ExportCatalog &catalog);
  void add_column(ExportTable &table, const ExportRow &row);
  void add_field(ExportColumn &column, const ExportRow &row);
  bool has_room(const ExportRow &row);

  ExportProblems &problems_;
  std::vector<ExportTable> tables_;
  std::vector<ExportCatalog> catalogs_;
  NameIndex catalogs_by_name_;
  NameIndex by_full_name_;    // catalog, schema and table
  NameIndex by_schema_name_;  // schema and table
  NameIndex by_name_;
  NameIndex catalogs_by_schema_;
  std::optional<std::size_t> last_table_;
  std::string last_key_;
  std::size_t columns_ = 0;
};

/// The name of the table that a row is about, of whatever kind; may be empty.
std::string_view export_table_name(const ExportRow &row) noexcept;

}  // namespace sluice::inline v0::schema_detail

#endif
