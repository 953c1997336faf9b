#ifndef SLUICE_SCHEMA_DEFINITION_HPP
#define SLUICE_SCHEMA_DEFINITION_HPP

/// A database's schema as plain, editable records, which loaders fill in and `Database` is made
/// from.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

struct ColumnDefinition {
  std::string name;                  ///< As spelled in SQL.
  std::string title;                 ///< Readable form; empty if there is none besides the name.
  std::string type;                  ///< As declared, e.g. "VARCHAR(20)"; may be empty.
  std::string description;           ///< Human-written description; may be empty.
  std::vector<std::string> samples;  ///< Some of its values, as text.
};

struct TableDefinition {
  std::string name;
  std::string title;
  std::string description;
  std::vector<ColumnDefinition> columns;
  std::vector<std::size_t> primary_key;  ///< Positions in `columns`, in key order.
};

/// Column `columns[i]` of `table` refers to column `referenced_columns[i]` of `referenced_table`.
struct ForeignKeyDefinition {
  std::size_t table = 0;
  std::vector<std::size_t> columns;
  std::size_t referenced_table = 0;
  std::vector<std::size_t> referenced_columns;
};

struct DatabaseDefinition {
  std::string name;
  std::string description;
  std::vector<TableDefinition> tables;
  std::vector<ForeignKeyDefinition> foreign_keys;
  Place place;  ///< Where it was read from; used in errors.
};

}  // namespace sluice::inline v0

#endif
