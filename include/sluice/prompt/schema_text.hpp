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
  compact,       ///< A line a table: `singer(id, name, age)`, then the joins.
  json,  ///< {"databases": [{"name", "tables": [{"name", "columns": […]}], "foreign_keys"}]}
};

struct SchemaTextOptions {
  SchemaForm form = SchemaForm::create_table;
  /// The text holds no more tokens than this, as `estimate_tokens` counts: columns are left out
  /// from the end of the selection until it fits.
  std::size_t token_budget = (std::numeric_limits<std::size_t>::max)();
  /// Sample values named in a column's comment.
  std::size_t samples = 3;
};

struct SchemaText {
  std::string text;
  std::size_t columns = 0;  ///< How many of the subset's columns it shows.
  std::size_t tokens = 0;   ///< As `estimate_tokens` counts.
};

/// Databases in the order in which the subset reached them, tables and columns in the schema's
/// order. Only what the subset holds is named: a foreign key stands there if both its ends do.
/// O(size × log columns).
SchemaText schema_text(const Subset &subset, const SchemaTextOptions &options = {});

/// The name as the dialect of SQLite quotes it, if it needs quotes.
std::string quoted_name(std::string_view name);

}  // namespace sluice::inline v0

#endif
