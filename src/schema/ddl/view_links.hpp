#ifndef SLUICE_SRC_SCHEMA_DDL_VIEW_LINKS_HPP
#define SLUICE_SRC_SCHEMA_DDL_VIEW_LINKS_HPP

/// What views say about other tables: where their columns come from, and which tables they join.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "definition_names.hpp"
#include "sluice/schema/definition.hpp"
#include "view_columns.hpp"

namespace sluice::inline v0::schema_detail {

/// Reads the views of a database whose tables and columns are all known from elsewhere.
class ViewLinks {
 public:
  /// `default_schema`: see DefinitionNames.
  explicit ViewLinks(DatabaseDefinition &database, std::string default_schema = {})
      : database_(database), names_(database, std::move(default_schema)) {}

  /// Sets the origins of the view at `position`, which the query defines.
  void add_query(std::size_t position, std::string_view query);
  /// The same for a CREATE VIEW statement.
  void add_statement(std::size_t position, std::string_view statement);
  /// What the views that were added join.
  std::span<const ViewJoin> joins() const noexcept { return joins_; }

 private:
  DatabaseDefinition &database_;
  DefinitionNames names_;
  std::vector<ViewJoin> joins_;
};

/// Gives columns of views the values that their origins allow, also through other views.
void add_view_values(DatabaseDefinition &database);

/// Adds a foreign key of KeyEvidence::view for each join of tables that no key of one column joins
/// yet. It points to the primary key of one of the tables, if the join has one.
void add_view_joins(DatabaseDefinition &database, std::span<const ViewJoin> joins);

}  // namespace sluice::inline v0::schema_detail

#endif
