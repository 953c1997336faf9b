#ifndef SLUICE_SCHEMA_DEFINITION_HPP
#define SLUICE_SCHEMA_DEFINITION_HPP

/// A database's schema as plain, editable records, which loaders fill in and `Database` is made
/// from. CatalogBuilder fills them in by names.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0 {

enum class TableKind : std::uint8_t {
  table,
  view,
  materialized_view,
  virtual_table,  ///< SQLite's, such as full-text and R-tree tables.
  external,       ///< Its rows are elsewhere: foreign and external tables.
  family,         ///< Several tables as one, such as one per day, or a table and its partitions.
};

struct ColumnDefinition {
  /// As spelled in SQL. Of a nested field, the names of all steps, with dots: "address.city".
  std::string name;
  std::string title = {};                 ///< Readable form; empty if there is none besides the
                                          ///< name.
  std::string type = {};                  ///< As declared, e.g. "VARCHAR(20)"; may be empty.
  std::string description = {};           ///< Human-written description; may be empty.
  std::vector<std::string> samples = {};  ///< Some of its values, as text.
  std::vector<std::string> values = {};   ///< All values that its type or a constraint allows;
                                          ///< empty: any. At most 65,535 are kept.
  bool nullable = true;
  bool generated = false;  ///< Computed from other columns.
  bool nested = false;     ///< A field inside the column whose name is the first step.
};

/// The tables of a family.
struct MembersDefinition {
  std::size_t count = 0;
  std::string first = {};  ///< The names of the first and the last, without qualifiers.
  std::string last = {};
};

/// A column of a view that shows a column of a table unchanged.
struct OriginDefinition {
  std::size_t column = 0;
  std::size_t source_table = 0;
  std::size_t source_column = 0;
};

struct TableDefinition {
  std::string name;
  std::string title = {};
  std::string description = {};
  std::vector<ColumnDefinition> columns = {};
  std::vector<std::size_t> primary_key = {};  ///< Positions in `columns`, in key order.
  /// The schema, or "database.schema", where the table is not found by its name alone.
  std::string qualifier = {};
  TableKind kind = TableKind::table;
  MembersDefinition members = {};              ///< Of a family.
  std::vector<OriginDefinition> origins = {};  ///< Of a view.
};

/// How a foreign key is known.
enum class KeyEvidence : std::uint8_t {
  declared,
  tested,    ///< A test of the data states it, as in dbt projects.
  view,      ///< A view joins the tables so.
  inferred,  ///< Names, types and values suggest it; see infer_keys.
};

/// Column `columns[i]` of `table` refers to column `referenced_columns[i]` of `referenced_table`.
struct ForeignKeyDefinition {
  std::size_t table = 0;
  std::vector<std::size_t> columns;
  std::size_t referenced_table = 0;
  std::vector<std::size_t> referenced_columns;
  KeyEvidence evidence = KeyEvidence::declared;
};

struct DatabaseDefinition {
  std::string name;
  std::string description = {};
  std::vector<TableDefinition> tables = {};
  std::vector<ForeignKeyDefinition> foreign_keys = {};
  Place place = {};  ///< Where it was read from; used in errors.
  sql::Dialect dialect = sql::Dialect::sqlite;
};

}  // namespace sluice::inline v0

#endif
