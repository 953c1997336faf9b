#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_TYPE_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_TYPE_HPP

/// The type of an exported column, as the engine writes it in definitions.

#include <string>
#include <vector>

#include "export_row.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

/// The type, put together from the parts that exports have: "character varying(50)",
/// "numeric(10,2)", "text[]". A length or precision that the engine assumes anyway is left out.
std::string export_type(const ExportRow &row);

/// A field inside a column.
struct ExportNestedField {
  std::string path;  ///< After the column's name: "city.name".
  std::string type;
  std::string description;
};

/// What the text of a type says.
struct ExportTypeContent {
  std::vector<std::string> values;  ///< Of an enumeration.
  std::vector<ExportNestedField> fields;
};

/// O(size).
ExportTypeContent content_of_type(std::string_view type, sql::Dialect dialect);

}  // namespace sluice::inline v0::schema_detail

#endif
