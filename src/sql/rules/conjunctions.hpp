#ifndef SLUICE_SRC_SQL_RULES_CONJUNCTIONS_HPP
#define SLUICE_SRC_SQL_RULES_CONJUNCTIONS_HPP

/// Conditions of joins as lists.

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "sluice/sql/bind.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::sql::rules {

/// More conditions than this in one FROM clause are left alone, so that no tree gets too deep.
inline constexpr std::size_t most_conditions = 200;

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

}  // namespace sluice::sql::rules

#endif
