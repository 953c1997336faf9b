#ifndef SLUICE_SRC_CLI_SQL_SQL_NODE_HPP
#define SLUICE_SRC_CLI_SQL_SQL_NODE_HPP

/// Nodes of a syntax tree as text and JSON.

#include <string>
#include <string_view>

#include "sluice/core/json_writer.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::cli {

/// The name of a node's operator, such as "LEFT" or "<="; empty if it has none.
std::string_view operator_name(const sql::Node &node) noexcept;

/// The names of a node's flags, as in node.hpp, separated by spaces.
std::string flag_names(const sql::Node &node);

/// The tree with one indented line per node: kind, operator, flags, text, bytes in the source.
std::string tree_text(const sql::SyntaxTree &tree);

/// Writes {"kind","op","flags","text","begin","end","children"}, without members that are empty.
void write_tree(const sql::SyntaxTree &tree, sql::NodeId id, JsonWriter &writer);

}  // namespace sluice::cli

#endif
