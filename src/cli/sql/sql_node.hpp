#ifndef SLUICE_SRC_CLI_SQL_SQL_NODE_HPP
#define SLUICE_SRC_CLI_SQL_SQL_NODE_HPP

/// A node of a syntax tree in words.

#include <string>
#include <string_view>

#include "sluice/core/json_writer.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::cli {

/// What a node's operator is called, such as "LEFT" or "<="; empty if it has none.
std::string_view operator_name(const sql::Node &node) noexcept;

/// Names of a node's marks, as in node.hpp, separated by blanks.
std::string flag_names(const sql::Node &node);

/// The tree with one node a line, indented: kind, operator, marks, text, bytes of the source.
std::string tree_text(const sql::SyntaxTree &tree);

/// {"kind","op","flags","text","begin","end","children"}; what a node has not is left out.
void write_tree(const sql::SyntaxTree &tree, sql::NodeId id, JsonWriter &writer);

}  // namespace sluice::cli

#endif
