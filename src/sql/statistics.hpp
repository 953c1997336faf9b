#ifndef SLUICE_SRC_SQL_STATISTICS_HPP
#define SLUICE_SRC_SQL_STATISTICS_HPP

/// Counts what a syntax tree contains.

#include <array>
#include <cstddef>
#include <cstdint>

#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

struct Statistics {
  std::array<std::uint32_t, node_kinds> kinds{};
  std::size_t nodes = 0;
  std::size_t leaves = 0;
  /// Nodes on the longest path from the top to a leaf.
  std::size_t depth = 0;
  std::size_t tables = 0;  ///< Tables and table functions in FROM or after IN.
  std::size_t joins = 0;   ///< Includes commas in FROM.
  /// Comparisons, NULL tests, LIKE and similar, BETWEEN, IN and EXISTS; not AND, OR, NOT.
  std::size_t predicates = 0;
  std::size_t aggregates = 0;  ///< Calls of aggregates, except over a window.
  std::size_t windows = 0;     ///< Calls over a window.
  std::size_t subqueries = 0;  ///< Queries nested in another one: in FROM or in expressions.
  std::size_t common_tables = 0;
  std::size_t set_operations = 0;

  std::uint32_t operator[](NodeKind kind) const noexcept {
    return kinds[static_cast<std::size_t>(kind)];
  }
};

/// Counts a node and everything below it. O(nodes).
Statistics statistics_of(const SyntaxTree &tree, NodeId top) noexcept;
inline Statistics statistics_of(const SyntaxTree &tree) noexcept {
  return statistics_of(tree, tree.root());
}

/// Whether a function node calls an aggregate of SQLite or PostgreSQL. Decided by its name and, for
/// `min` and `max`, its number of arguments; false for a call over a window.
bool is_aggregate(const SyntaxTree &tree, NodeId function) noexcept;

}  // namespace sluice::inline v0::sql

#endif
