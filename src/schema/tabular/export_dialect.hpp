#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_DIALECT_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_DIALECT_HPP

/// Guesses which engine wrote an export: from the names of its columns, and from the types of the
/// columns that it lists.

#include <array>
#include <string>
#include <string_view>
#include <unordered_set>

#include "export_fields.hpp"
#include "export_row.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

class ExportDialect {
 public:
  void add_header(const ExportHeader &header);
  /// Each type counts once, however many columns have it. O(size of the type).
  void add_type(const ExportRow &row);

  /// `permissive` if nothing gives the engine away.
  sql::Dialect dialect() const;

 private:
  void vote(sql::Dialect dialect, int weight) {
    votes_[static_cast<std::size_t>(dialect)] += weight;
  }

  std::array<int, sql::dialect_count> votes_{};
  std::unordered_set<std::string> types_;
};

/// The schema that tables belong to when none is named; empty if there is none. Without a known
/// dialect, any of the usual names.
bool is_default_schema(std::string_view schema, sql::Dialect dialect);

/// Whether a schema, or a database, holds the tables of the engine itself.
bool is_system_schema(std::string_view schema, sql::Dialect dialect);
bool is_system_catalog(std::string_view catalog, sql::Dialect dialect);

/// Whether a schema is what queries call a database, so that a sole one need not be named.
bool schemas_are_databases(sql::Dialect dialect);

}  // namespace sluice::inline v0::schema_detail

#endif
