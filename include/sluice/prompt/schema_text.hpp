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
  create_table,  ///< CREATE TABLE statements with COMMENTs, primary and foreign keys.
  compact,       ///< One line per table: `singer(id, name, age)`, then the joins.
  json,  ///< {"databases": [{"name", "tables": [{"name", "columns": […]}], "foreign_keys"}]}
};

struct SchemaTextOptions {
  SchemaForm form = SchemaForm::create_table;
  /// Maximum size of the text by `estimate_tokens`: columns are dropped from the end of the
  /// selection until it fits.
  std::size_t token_budget = (std::numeric_limits<std::size_t>::max)();
  /// Maximum number of sample values in a column's comment.
  std::size_t samples = 3;
};

struct SchemaText {
  std::string text;
  std::size_t columns = 0;  ///< Number of the subset's columns that the text has.
  std::size_t tokens = 0;   ///< Size of the text by `estimate_tokens`.
};

/// Databases are in the order in which the subset selected their first columns, tables and columns
/// in the schema's order. Names only what is in the subset: a foreign key only if both its ends
/// are. O(size × log columns).
SchemaText schema_text(const Subset &subset, const SchemaTextOptions &options = {});

/// The name, quoted as in SQLite if it needs quotes.
std::string quoted_name(std::string_view name);

}  // namespace sluice::inline v0

#endif
