#ifndef SLUICE_SQL_TREE_EDIT_DISTANCE_HPP
#define SLUICE_SQL_TREE_EDIT_DISTANCE_HPP

/// The number of nodes to insert, remove or change to turn one ordered tree into another.
/// Source: Zhang & Shasha 1989, "Simple fast algorithms for the editing distance between trees and
/// related problems", with unit costs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sluice/sql/diff_tree.hpp"

namespace sluice::inline v0::sql {

/// Keeps its memory between calls. Not thread-safe.
class TreeEditDistance {
 public:
  /// Bounds on a pair: on the product of the two node counts, and on the number of steps.
  static constexpr std::uint64_t max_pairs = std::uint64_t{1} << 22;
  static constexpr std::uint64_t max_steps = std::uint64_t{1} << 32;

  /// In [0, nodes of both trees). Two nodes are equal if they have the same class and the same
  /// content, apart from their children. A metric: symmetric, and 0 for equal trees only. O(nodes²
  /// · depth²) at worst. Throws Error(mismatch) if the trees were built for different rules,
  /// Error(limit_exceeded) past the bounds.
  std::uint32_t distance(const DiffTree &a, const DiffTree &b);

 private:
  std::vector<std::uint32_t> trees_;   // between subtrees, by position in both postorders
  std::vector<std::uint32_t> forest_;  // between prefixes of one pair of subtrees
};

/// 1 - distance / nodes of the larger tree, in [0, 1]. 0 if the distance is larger than that, as
/// between a chain of nodes and a node with as many children.
inline double tree_similarity(std::uint32_t distance, const DiffTree &a,
                              const DiffTree &b) noexcept {
  const double larger = static_cast<double>((std::max)(a.size(), b.size()));
  return (std::max)(0.0, 1.0 - static_cast<double>(distance) / larger);
}

}  // namespace sluice::inline v0::sql

#endif
