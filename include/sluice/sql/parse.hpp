#ifndef SLUICE_SQL_PARSE_HPP
#define SLUICE_SQL_PARSE_HPP

/// Parses SQL text into a syntax tree.

#include <cstddef>
#include <string_view>
#include <vector>

#include "sluice/sql/dialect.hpp"
#include "sluice/sql/syntax_error.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

/// Larger texts are rejected with SyntaxError(limit_exceeded).
struct ParseLimits {
  std::size_t bytes = std::size_t{16} << 20;
  std::size_t tokens = std::size_t{1} << 22;
  /// Levels of the tree: nested operators, calls, lists, windows, parentheses, joins and queries.
  /// SQLite's limit is 1,000 for expressions. The parser takes about 100 bytes of stack per level.
  std::size_t depth = 1000;
};

struct ParseOptions {
  Dialect dialect = Dialect::sqlite;
  ParseLimits limits = {};
};

/// Parses one statement; only semicolons may follow it.
/// Throws SyntaxError. O(size); about 1 µs for a query of 100 bytes. Thread-safe.
SyntaxTree parse(std::string_view sql, const ParseOptions &options = {});

/// Parses one statement into `tree`, reusing its memory. `tree` is empty if this throws.
void parse(std::string_view sql, SyntaxTree &tree, const ParseOptions &options = {});

/// Splits a script at its semicolons, except those inside triggers; drops blank statements. The
/// views refer to `sql`. Throws SyntaxError if the text cannot be split into tokens.
std::vector<std::string_view> split_statements(std::string_view sql,
                                               Dialect dialect = Dialect::sqlite);

}  // namespace sluice::inline v0::sql

#endif
