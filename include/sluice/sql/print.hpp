#ifndef SLUICE_SQL_PRINT_HPP
#define SLUICE_SQL_PRINT_HPP

/// From a syntax tree back to SQL text.

#include <cstdint>
#include <string>

#include "sluice/sql/dialect.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::sql {

enum class PrintStyle : std::uint8_t {
  canonical,  ///< Keywords in capitals, one blank between words, AS before every alias.
  minimal,    ///< As few bytes as say the same.
};

struct PrintOptions {
  PrintStyle style = PrintStyle::canonical;
  /// Whose precedence decides where parentheses are needed: the dialect the tree was read in.
  Dialect dialect = Dialect::sqlite;
};

/// Prints a node and all below it. What was parsed comes back as an equal tree: `parse(print(t)) ==
/// t`. In a tree that was changed, parentheses are put where the tree asks for them and has none,
/// names are quoted where they must be, and a double-quoted column stays so, since SQLite takes one
/// that names nothing for a string. O(nodes).
std::string print(const SyntaxTree &tree, NodeId node, const PrintOptions &options = {});
inline std::string print(const SyntaxTree &tree, const PrintOptions &options = {}) {
  return print(tree, tree.root(), options);
}

/// A name as SQL needs it: bare where that can be, else in double quotes.
std::string quote_name(std::string_view name);
/// A string literal with the value.
std::string quote_string(std::string_view value);

}  // namespace sluice::sql

#endif
