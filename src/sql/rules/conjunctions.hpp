#ifndef SLUICE_SRC_SQL_RULES_CONJUNCTIONS_HPP
#define SLUICE_SRC_SQL_RULES_CONJUNCTIONS_HPP

/// Conditions of joins as lists.

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "sluice/sql/bind.hpp"
#include "sluice/sql/key_facts.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql::rules {

/// FROM clauses with more conditions are not rewritten, so that no tree becomes too deep.
inline constexpr std::size_t max_conditions = 200;

/// The sources of inner joins and all conditions of their ON clauses.
struct InnerJoins {
  std::vector<NodeId> joins;
  std::vector<NodeId> ons;         ///< One per join; no_node if it has none.
  std::vector<NodeId> sources;     ///< One more than there are joins.
  std::vector<NodeId> conditions;  ///< Operands of AND.
  std::vector<std::size_t> where;  ///< For each condition, the join that it belongs to.
};

/// Empty (no sources) if the FROM clause has other joins or contains anything other than tables and
/// derived tables.
InnerJoins inner_joins(const SyntaxTree &tree, NodeId from);

/// The same, followed by all operands of WHERE; `where` only covers the conditions of ON.
InnerJoins all_conditions(const SyntaxTree &tree, NodeId select);

/// Selects that read from more than one source.
std::vector<NodeId> selects_with_joins(const SyntaxTree &tree);

/// Whether a condition equates two columns, ignoring parentheses.
bool is_equation_of_columns(const SyntaxTree &tree, NodeId id) noexcept;

/// For each condition, the last source that it reads (by position in `sources`) and the number of
/// sources that it reads. False if the meaning of a name is unknown.
struct Reach {
  std::size_t last = 0;
  std::size_t count = 0;
};
bool reach_of(const SyntaxTree &tree, const Bindings &bindings, NodeId condition,
              const std::unordered_map<std::uint32_t, std::size_t> &positions, Reach &reach);

/// One expression with all the conditions, which must not be used elsewhere.
NodeId conjunction(SyntaxTree &tree, std::span<const NodeId> conditions);

/// Sets the WHERE of a select to these conditions, or removes it if there are none.
void set_where(SyntaxTree &tree, NodeId select, std::span<const NodeId> conditions);

/// Makes the select read from these sources, a subset of those of `joins`, with all conditions in
/// WHERE.
void set_sources(SyntaxTree &tree, NodeId select, const InnerJoins &joins,
                 std::span<const NodeId> sources, std::span<const NodeId> conditions);

/// A column of one item of FROM.
struct SourceColumn {
  NodeId source;
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  NodeId node = {};  ///< One of the nodes that refer to it.

  KeyColumn key() const noexcept { return {table, column}; }
  friend bool operator==(const SourceColumn &a, const SourceColumn &b) noexcept {
    return a.source == b.source && a.column == b.column;
  }
};

/// A condition that equates two columns of sources; the members are positions in
/// EqualColumns::columns.
struct Equation {
  NodeId node;
  std::size_t left = 0;
  std::size_t right = 0;
};

/// Columns that have the same value in every row of the join.
struct EqualColumns {
  static constexpr std::size_t none = SIZE_MAX;

  std::vector<SourceColumn> columns;
  std::vector<std::size_t> classes;  ///< Of each column; columns of one class are equal.
  std::vector<Equation> equations;

  std::size_t find(const Binding &binding) const noexcept;
  /// Whether the condition is one of the equations, ignoring parentheses.
  bool is_equation(NodeId condition) const noexcept;
};

/// The columns that operands of AND equate, limited to columns whose equal values are identical.
EqualColumns equal_columns(const SyntaxTree &tree, const Bindings &bindings, const AnyNames &names,
                           const InnerJoins &joins);

}  // namespace sluice::inline v0::sql::rules

#endif
