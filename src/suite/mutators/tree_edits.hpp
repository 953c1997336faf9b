#ifndef SLUICE_SRC_SUITE_MUTATORS_TREE_EDITS_HPP
#define SLUICE_SRC_SUITE_MUTATORS_TREE_EDITS_HPP

/// Shared by the operators on the tree of a gold query: a copy to change, ways to change it, and
/// queries about the gold tree.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/suite/mutator.hpp"

namespace sluice::inline v0::suite_detail {

using sql::no_node;
using sql::NodeId;
using sql::NodeKind;
using sql::Operator;
using sql::SyntaxTree;

/// A table in FROM, and the qualifier of its columns.
struct FromTable {
  NodeId node;
  std::uint32_t table = 0;
  std::string_view qualifier;
};

/// Generates neighbors from one gold tree, one at a time: call `copy`, change the copy, call
/// `give`. Ids of the gold tree are valid in the copy.
class TreeEdits {
 public:
  TreeEdits(const GoldQuery &gold, NeighborSink sink) : gold_(gold), sink_(sink) {}

  const SyntaxTree &tree() const noexcept { return gold_.tree(); }
  const sql::Bindings &meanings() const noexcept { return gold_.meanings(); }
  const Database &database() const noexcept { return gold_.database(); }
  /// Whether more neighbors are wanted.
  bool wanted() const noexcept { return wanted_; }
  /// Nodes of a kind, in the order of the text; none if no more neighbors are wanted.
  std::vector<NodeId> all(NodeKind kind) const;

  /// A fresh copy of the gold tree.
  SyntaxTree &copy();
  /// Passes on the changed copy; the change was made at this node of gold.
  void give(NodeId at);

  // Queries about gold.

  /// The select that the node belongs to, or no_node.
  NodeId select_of(NodeId id) const noexcept;
  /// Tables of the schema that a select reads from.
  std::vector<FromTable> tables_of(NodeId select) const;
  /// Other columns of the table whose types are of the same class: first those after the column,
  /// then those from the start; at most `max_count`.
  std::vector<std::string_view> siblings_of(std::uint32_t table, std::uint32_t column,
                                            std::size_t max_count) const;
  /// Columns of a table, keys first; at most `max_count`.
  std::vector<std::string_view> columns_of(std::uint32_t table, std::size_t max_count) const;
  /// Whether the node is a column of a table of the schema.
  bool is_column(NodeId id) const noexcept;
  /// The value of a string, including strings in double quotes.
  std::optional<std::string_view> string_value(NodeId id) const noexcept;

 private:
  const GoldQuery &gold_;
  NeighborSink sink_;
  SyntaxTree copy_;
  bool wanted_ = true;
};

/// Adds a column with a qualifier, or without one if it is empty.
NodeId add_column(SyntaxTree &tree, std::string_view qualifier, std::string_view name);
NodeId add_binary(SyntaxTree &tree, Operator op, NodeId left, NodeId right);
/// A copy of `id` with everything below it, without a parent.
inline NodeId again(SyntaxTree &tree, NodeId id) { return tree.copy(tree, id); }

bool is_comparison(const SyntaxTree &tree, NodeId id) noexcept;
/// Whether the node is an AND or OR.
bool is_connective(const SyntaxTree &tree, NodeId id) noexcept;
/// Whether the function is one of SQLite's aggregates, by its name.
bool names_aggregate(const SyntaxTree &tree, NodeId id) noexcept;
/// The first argument, after DISTINCT; no_node if there is none.
NodeId argument_of(const SyntaxTree &tree, NodeId function) noexcept;
/// The clause (`where`, `having` or `on`) whose condition contains the node, or no_node.
NodeId clause_of(const SyntaxTree &tree, NodeId id) noexcept;
/// The operand of the top-level AND, or the whole condition, that contains the node.
NodeId condition_of(const SyntaxTree &tree, NodeId id) noexcept;
/// Removes an operand of AND or OR, or the whole condition with its clause, from the tree.
void take_condition(SyntaxTree &tree, NodeId condition);
/// Adds a condition to the `where` or `having` of a select, or to the `on` of a join.
void add_condition(SyntaxTree &tree, NodeId owner, NodeKind clause, NodeId condition);
/// Replaces `old` with `with`, which may contain only copies of `old`.
inline void put(SyntaxTree &tree, NodeId old, NodeId with) { tree.replace(old, with); }

/// A number changed by `step` units in its last place; empty if it is not a plain decimal.
std::optional<std::string> stepped(std::string_view number, int step);

}  // namespace sluice::inline v0::suite_detail

#endif
