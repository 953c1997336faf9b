#ifndef SLUICE_SQL_PRINT_HPP
#define SLUICE_SQL_PRINT_HPP

/// Prints a syntax tree as SQL text.

#include <cstdint>
#include <string>

#include "sluice/sql/dialect.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

enum class PrintStyle : std::uint8_t {
  canonical,  ///< Upper-case keywords, one space between tokens, AS before every alias.
  minimal,    ///< The shortest text with the same meaning.
};

struct PrintOptions {
  PrintStyle style = PrintStyle::canonical;
  /// The dialect that the tree was parsed in. Its operator precedence decides where parentheses are
  /// needed.
  Dialect dialect = Dialect::sqlite;
};

/// Prints a node and everything below it. Parsing the output gives an equal tree: `parse(print(t))
/// == t`. For a modified tree, adds parentheses where precedence requires them and quotes names
/// that need it. A double-quoted column stays quoted, because SQLite reads a double-quoted name
/// that matches no column as a string. O(nodes).
std::string print(const SyntaxTree &tree, NodeId node, const PrintOptions &options = {});
inline std::string print(const SyntaxTree &tree, const PrintOptions &options = {}) {
  return print(tree, tree.root(), options);
}

/// Returns the name as SQL requires it: bare if possible, otherwise in double quotes.
std::string quote_name(std::string_view name);
/// Returns a string literal with this value.
std::string quote_string(std::string_view value);

}  // namespace sluice::inline v0::sql

#endif
