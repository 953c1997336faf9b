#ifndef SLUICE_SRC_SCHEMA_DDL_VIEW_COLUMNS_HPP
#define SLUICE_SRC_SCHEMA_DDL_VIEW_COLUMNS_HPP

/// What a view shows: its columns, where they come from, and the joins in it.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "definition_names.hpp"
#include "sluice/schema/definition.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

struct ViewColumn {
  std::string name;
  std::string type;
  /// The table and column that it shows unchanged.
  std::optional<std::pair<std::size_t, std::size_t>> origin;
};

/// Two columns, of different tables, that a view compares for equality.
struct ViewJoin {
  std::size_t left_table, left_column, right_table, right_column;
};

struct ViewContent {
  std::vector<ViewColumn> columns;
  std::vector<ViewJoin> joins;
  bool is_complete = false;  ///< All names in the query could be resolved.
};

/// Reads the query of a view over the tables that are known so far. A query that cannot be parsed
/// gives the names that its text shows.
ViewContent read_view(std::string_view query, sql::Dialect dialect,
                      const DatabaseDefinition &database, const DefinitionNames &names);

}  // namespace sluice::inline v0::schema_detail

#endif
