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

namespace sluice::sql::rules {

/// More conditions than this in one FROM clause are left alone, so that no tree gets too deep.
inline constexpr std::size_t max_conditions = 200;

/// The sources of inner joins and all that their ON clauses ask.
struct InnerJoins {
  std::vector<NodeId> joins;
  std::vector<NodeId> ons;         ///< Of each join, or no_node.
  std::vector<NodeId> sources;     ///< One more than joins.
  std::vector<NodeId> conditions;  ///< Operands of AND.
  std::vector<std::size_t> where;  ///< Which join each stood behind.
};

/// Empty (no sources) where the FROM clause joins otherwise or holds something else than tables and
/// derived tables.
InnerJoins inner_joins(const SyntaxTree &tree, NodeId from);

/// The same with all operands of WHERE behind those of ON; `where` tells for ON's alone.
InnerJoins all_conditions(const SyntaxTree &tree, NodeId select);

/// Selects that read from more than one source.
std::vector<NodeId> selects_with_joins(const SyntaxTree &tree);

/// Whether a condition equates two columns, parentheses aside.
bool is_equation_of_columns(const SyntaxTree &tree, NodeId id) noexcept;

/// For each condition, which source (by position in `sources`) is the last that it reads, and how
/// many it reads. False where a name's meaning is not known.
struct Reach {
  std::size_t last = 0;
  std::size_t count = 0;
};
bool reach_of(const SyntaxTree &tree, const Bindings &bindings, NodeId condition,
              const std::unordered_map<std::uint32_t, std::size_t> &positions, Reach &reach);

/// One expression of all the conditions, which have no use elsewhere.
NodeId conjunction(SyntaxTree &tree, std::span<const NodeId> conditions);

/// Makes WHERE of a select these conditions; none: it has no WHERE.
void set_where(SyntaxTree &tree, NodeId select, std::span<const NodeId> conditions);

/// Makes the select read from these sources, some of those of `joins`, all conditions in WHERE.
void set_sources(SyntaxTree &tree, NodeId select, const InnerJoins &joins,
                 std::span<const NodeId> sources, std::span<const NodeId> conditions);

/// A column of one item of FROM.
struct SourceColumn {
  NodeId source;
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  NodeId node = {};  ///< One of those that name it.

  KeyColumn key() const noexcept { return {table, column}; }
  friend bool operator==(const SourceColumn &a, const SourceColumn &b) noexcept {
    return a.source == b.source && a.column == b.column;
  }
};

/// A condition that equates two columns of sources; positions in EqualColumns::columns.
struct Equation {
  NodeId node;
  std::size_t left = 0;
  std::size_t right = 0;
};

/// Columns that are the same value in every row of the join.
struct EqualColumns {
  static constexpr std::size_t none = SIZE_MAX;

  std::vector<SourceColumn> columns;
  std::vector<std::size_t> classes;  ///< Of each column: those of one class are equal.
  std::vector<Equation> equations;

  std::size_t find(const Binding &binding) const noexcept;
  /// Whether it is one of the equations, maybe in parentheses around it.
  bool is_equation(NodeId condition) const noexcept;
};

/// What the operands of AND equate, as far as equal values of both columns are the same value.
EqualColumns equal_columns(const SyntaxTree &tree, const Bindings &bindings, const AnyNames &names,
                           const InnerJoins &joins);

}  // namespace sluice::sql::rules

#endif
