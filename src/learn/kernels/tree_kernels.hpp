#ifndef SLUICE_SRC_LEARN_KERNELS_TREE_KERNELS_HPP
#define SLUICE_SRC_LEARN_KERNELS_TREE_KERNELS_HPP

/// The arithmetic of BoostedTrees on many rows, compiled once an instruction set; all sets give the
/// same bits.

#include <cstddef>
#include <span>

#include "sluice/learn/tree_question.hpp"

namespace sluice::detail {

/// Trees without their owner.
struct TreesView {
  std::size_t depth = 0;
  std::size_t trees = 0;
  const TreeQuestion *questions = nullptr;  ///< `depth` a tree.
  const float *leaves = nullptr;            ///< 2^depth a tree.
};

struct TreeKernels {
  static constexpr std::size_t beside = 16;  ///< Rows at once.

  const char *name;
  /// From `beside` rows of `columns` numbers: all their first ones, then all their second ones.
  void (*turn)(const float *rows, std::size_t columns, float *turned);
  /// Adds a leaf of each tree, in their order, to the scores of rows that were turned.
  void (*add_leaves)(const TreesView &trees, const float *turned, float *scores);
};

/// The best that this processor runs.
const TreeKernels &tree_kernels() noexcept;
/// All that this processor runs, the plain ones first.
std::span<const TreeKernels *const> runnable_tree_kernels() noexcept;

}  // namespace sluice::detail

#endif
