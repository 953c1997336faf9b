#ifndef SLUICE_SQL_STATISTICS_HPP
#define SLUICE_SQL_STATISTICS_HPP

/// What a syntax tree holds, in numbers.

#include <array>
#include <cstddef>
#include <cstdint>

#include "sluice/sql/syntax_tree.hpp"

namespace sluice::sql {

struct Statistics {
  std::array<std::uint32_t, node_kinds> kinds{};
  std::size_t nodes = 0;
  std::size_t leaves = 0;
  /// Nodes on the longest way down.
  std::size_t depth = 0;
  std::size_t tables = 0;      ///< Tables and table functions in FROM or behind IN.
  std::size_t joins = 0;       ///< Commas in FROM as well.
  std::size_t predicates = 0;  ///< Comparisons, tests for NULL, LIKE and its like, BETWEEN, IN,
                               ///< EXISTS; not AND, OR, NOT.
  std::size_t aggregates = 0;  ///< Calls of aggregates, not over a window.
  std::size_t windows = 0;     ///< Calls over a window.
  std::size_t subqueries = 0;  ///< Queries inside another one: in FROM, in expressions.
  std::size_t common_tables = 0;
  std::size_t set_operations = 0;

  std::uint32_t operator[](NodeKind kind) const noexcept {
    return kinds[static_cast<std::size_t>(kind)];
  }
};

/// Counts a node and all below it. O(nodes).
Statistics statistics_of(const SyntaxTree &tree, NodeId top) noexcept;
inline Statistics statistics_of(const SyntaxTree &tree) noexcept {
  return statistics_of(tree, tree.root());
}

/// Whether a function node calls an aggregate of SQLite or PostgreSQL: by its name, for `min` and
/// `max` by its number of arguments, and not over a window.
bool is_aggregate(const SyntaxTree &tree, NodeId function) noexcept;

}  // namespace sluice::sql

#endif
