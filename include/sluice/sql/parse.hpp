#ifndef SLUICE_SQL_PARSE_HPP
#define SLUICE_SQL_PARSE_HPP

/// From SQL text to a syntax tree.

#include <cstddef>
#include <string_view>
#include <vector>

#include "sluice/sql/dialect.hpp"
#include "sluice/sql/syntax_error.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::sql {

/// How much of a text is read before it is refused.
struct ParseLimits {
  std::size_t bytes = std::size_t{16} << 20;
  std::size_t tokens = std::size_t{1} << 22;
  /// Levels of the tree: operators, calls, lists, windows, parentheses, joins and queries inside
  /// each other. SQLite's is 1,000 for expressions. The parser takes about 100 bytes of stack for
  /// each.
  std::size_t depth = 1000;
};

struct ParseOptions {
  Dialect dialect = Dialect::sqlite;
  ParseLimits limits = {};
};

/// Reads one statement; semicolons may follow it, nothing else may.
/// Throws SyntaxError. O(size); about 1 µs for a query of 100 bytes. Reentrant.
SyntaxTree parse(std::string_view sql, const ParseOptions &options = {});

/// Reads one statement into a tree whose memory is used again; `tree` is empty after a throw.
void parse(std::string_view sql, SyntaxTree &tree, const ParseOptions &options = {});

/// Cuts a script at its semicolons, those inside triggers left out; blank statements are dropped.
/// The views are of `sql`. Throws SyntaxError for what is not cut into tokens.
std::vector<std::string_view> split_statements(std::string_view sql,
                                               Dialect dialect = Dialect::sqlite);

}  // namespace sluice::sql

#endif
