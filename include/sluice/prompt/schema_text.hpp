#ifndef SLUICE_PROMPT_SCHEMA_TEXT_HPP
#define SLUICE_PROMPT_SCHEMA_TEXT_HPP

/// A subset of a schema as text for a language model.
/// Source: the AST-ranking paper, appendix B, table 8 (CREATE TABLE with comments and keys).

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "sluice/retrieve/subset.hpp"

namespace sluice::inline v0 {

enum class SchemaForm : std::uint8_t {
  create_table,  ///< CREATE TABLE statements with comments, primary and foreign keys.
  /// One line per table: `singer(id, name 'stage name', age)`, then the joins.
  compact,
  json,  ///< {"databases": [{"name", "tables": [{"name", "columns": […]}], "foreign_keys"}]}
};

struct SchemaTextOptions {
  SchemaForm form = SchemaForm::create_table;
  /// Maximum size of the text by `estimate_tokens`: columns are dropped from the end of the
  /// selection until it fits.
  std::size_t token_budget = (std::numeric_limits<std::size_t>::max)();
  /// Maximum number of sample values in a column's comment.
  std::size_t samples = 3;
  /// Maximum number of the values that a column allows.
  std::size_t values = 20;
  /// Longer descriptions are cut (bytes).
  std::size_t description_bytes = 500;
};

struct SchemaText {
  std::string text;
  std::size_t columns = 0;  ///< Number of the subset's columns that the text has.
  std::size_t tokens = 0;   ///< Size of the text by `estimate_tokens`.
};

/// Writes each database in its own dialect: quotes, types, and comments, which are `-- …` where the
/// engine has no COMMENT. PostgreSQL, MariaDB and DuckDB accept the statements, in order, if they
/// have the schemas of the tables: a key that they would refuse is a comment, and so is a nested
/// field, after the column that it belongs to. Descriptions, samples and values are one bounded
/// line each, inside quotes or a comment.
///
/// Databases are in the order in which the subset selected their first columns, tables and columns
/// in the schema's order. Names only what is in the subset, and the columns of nested fields: a
/// foreign key only if both its ends are. O(size × log columns).
SchemaText schema_text(const Subset &subset, const SchemaTextOptions &options = {});

}  // namespace sluice::inline v0

#endif
