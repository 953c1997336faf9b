#ifndef SLUICE_SQL_TREE_EDIT_DISTANCE_HPP
#define SLUICE_SQL_TREE_EDIT_DISTANCE_HPP

/// How many nodes must be inserted, removed or changed to make one ordered tree of another.
/// Source: Zhang & Shasha 1989, "Simple fast algorithms for the editing distance between trees and
/// related problems", with unit costs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sluice/sql/diff_tree.hpp"

namespace sluice::sql {

/// Keeps its memory between calls; one thread at a time.
class TreeEditDistance {
 public:
  /// Bounds on a pair: of nodes times nodes, and of steps.
  static constexpr std::uint64_t max_pairs = std::uint64_t{1} << 22;
  static constexpr std::uint64_t max_steps = std::uint64_t{1} << 32;

  /// In [0, nodes of both trees). Nodes are the same when they are of the same class and say the
  /// same, apart from their children. A metric: symmetric, and 0 for equal trees only. O(nodes² ·
  /// depth²) at worst. Throws Error(mismatch) for trees made for different rules,
  /// Error(limit_exceeded).
  std::uint32_t distance(const DiffTree &a, const DiffTree &b);

 private:
  std::vector<std::uint32_t> trees_;   // between subtrees, by position in both postorders
  std::vector<std::uint32_t> forest_;  // between what stands to the left, within one pair of trees
};

/// 1 - distance / nodes of the larger tree, in [0, 1]: 0 where the distance is more, as that of a
/// chain of nodes and a node with as many children is.
inline double tree_similarity(std::uint32_t distance, const DiffTree &a,
                              const DiffTree &b) noexcept {
  const double larger = static_cast<double>((std::max)(a.size(), b.size()));
  return (std::max)(0.0, 1.0 - static_cast<double>(distance) / larger);
}

}  // namespace sluice::sql

#endif
