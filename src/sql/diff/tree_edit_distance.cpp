#include "sluice/sql/tree_edit_distance.hpp"

#include <span>
#include <string>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::sql {

namespace {

/// The total size of the subtrees of all keyroots.
std::uint64_t keyroot_sizes(const DiffTree &tree) {
  std::uint64_t sum = 0;
  for (const std::uint32_t root : tree.keyroots())
    sum += root - tree.postorder()[root].leftmost + 1;
  return sum;
}

}  // namespace

std::uint32_t TreeEditDistance::distance(const DiffTree &a, const DiffTree &b) {
  if (a.rules() != b.rules()) {
    throw Error(ErrorCode::mismatch,
                "the trees were built with different DiffRules; build both with the same");
  }
  if (std::uint64_t{a.size()} * b.size() > max_pairs ||
      keyroot_sizes(a) * keyroot_sizes(b) > max_steps) {
    throw Error(ErrorCode::limit_exceeded,
                "the statements are too large to compare: " + std::to_string(a.size()) + " and " +
                    std::to_string(b.size()) + " nodes");
  }
  const std::span<const PostorderNode> in_a = a.postorder(), in_b = b.postorder();
  const std::size_t width = in_b.size(), stride = width + 1;
  trees_.resize(in_a.size() * width);
  forest_.resize((in_a.size() + 1) * stride);

  for (const std::uint32_t root_a : a.keyroots()) {
    const std::size_t first_a = in_a[root_a].leftmost;
    for (const std::uint32_t root_b : b.keyroots()) {
      const std::size_t first_b = in_b[root_b].leftmost;
      const std::size_t rows = root_a - first_a + 1, columns = root_b - first_b + 1;
      for (std::size_t j = 0; j <= columns; ++j) forest_[j] = static_cast<std::uint32_t>(j);
      for (std::size_t i = 1; i <= rows; ++i) {
        const PostorderNode &node = in_a[first_a + i - 1];
        std::uint32_t *const row = &forest_[i * stride];
        const std::uint32_t *const above = row - stride;
        // The row before the whole subtree of this node.
        const std::uint32_t *const before = &forest_[(node.leftmost - first_a) * stride];
        std::uint32_t *const tree_row = &trees_[(first_a + i - 1) * width + first_b];
        const bool whole_a = node.leftmost == first_a;
        std::uint32_t left = static_cast<std::uint32_t>(i);
        row[0] = left;
        for (std::size_t j = 1; j <= columns; ++j) {
          const PostorderNode &other = in_b[first_b + j - 1];
          const std::uint32_t step = std::min(above[j], left) + 1;
          if (whole_a && other.leftmost == first_b) {
            left = std::min(step, above[j - 1] + (node.label == other.label ? 0U : 1U));
            tree_row[j - 1] = left;
          } else {
            left = std::min(step, before[other.leftmost - first_b] + tree_row[j - 1]);
          }
          row[j] = left;
        }
      }
    }
  }
  return trees_.back();
}

}  // namespace sluice::inline v0::sql
