#ifndef SLUICE_SRC_SCHEMA_DDL_VIEW_COLUMNS_HPP
#define SLUICE_SRC_SCHEMA_DDL_VIEW_COLUMNS_HPP

/// What a view shows: its columns, where they come from, and the joins in it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/schema/definition.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

/// Models sql::SchemaNames for tables that are being read. Tables may be added at the end.
class DefinitionNames {
 public:
  /// `default_schema`, if known, is the schema of tables without a qualifier.
  explicit DefinitionNames(const DatabaseDefinition &database, std::string default_schema = {})
      : database_(&database), default_schema_(std::move(default_schema)) {
    update();
  }

  /// To be called when tables were added.
  void update();

  /// Names without a schema are first looked for in this one; empty: in the default schema.
  void enter(std::string schema) { current_schema_ = std::move(schema); }

  std::optional<std::uint32_t> find_table(std::string_view schema, std::string_view name) const;
  std::string_view table_name(std::uint32_t table) const { return database_->tables[table].name; }
  std::size_t column_count(std::uint32_t table) const {
    return database_->tables[table].columns.size();
  }
  std::string_view column_name(std::uint32_t table, std::uint32_t column) const {
    return database_->tables[table].columns[column].name;
  }
  std::string_view column_type(std::uint32_t table, std::uint32_t column) const {
    return database_->tables[table].columns[column].type;
  }
  std::span<const std::uint32_t> primary_key(std::uint32_t) const { return {}; }

 private:
  std::optional<std::uint32_t> find_in(std::string_view schema, std::string_view name) const;

  const DatabaseDefinition *database_;
  std::string default_schema_;
  std::string current_schema_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_name_;  // in lower case
  std::size_t known_ = 0;
};

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

/// Sets the origins of a view whose columns are known from elsewhere, in the order of the query.
void add_origins(TableDefinition &view, const ViewContent &content);

/// Gives columns of views the values that their origins allow, also through other views.
void add_view_values(DatabaseDefinition &database);

/// Adds a foreign key of KeyEvidence::view for each join of tables that no key of one column joins
/// yet. It points to the primary key of one of the tables, if the join has one.
void add_view_joins(DatabaseDefinition &database, std::span<const ViewJoin> joins);

}  // namespace sluice::inline v0::schema_detail

#endif
