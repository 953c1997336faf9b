#ifndef SLUICE_SRC_LEARN_KERNELS_TREE_KERNELS_HPP
#define SLUICE_SRC_LEARN_KERNELS_TREE_KERNELS_HPP

/// Evaluates BoostedTrees for many rows, compiled once per instruction set. All sets produce the
/// same bits.

#include <cstddef>
#include <span>

#include "sluice/learn/tree_question.hpp"

namespace sluice::inline v0::learn_detail {

/// A view of trees.
struct TreesView {
  std::size_t depth = 0;
  std::size_t trees = 0;
  const TreeQuestion *questions = nullptr;  ///< `depth` per tree.
  const float *leaves = nullptr;            ///< 2^depth per tree.
};

struct TreeKernels {
  static constexpr std::size_t rows_at_once = 16;  ///< Number of rows processed together.

  const char *name;
  /// Transposes `rows_at_once` rows of `columns` numbers.
  void (*transpose)(const float *rows, std::size_t columns, float *transposed);
  /// Adds a leaf of each tree, in order, to the scores of transposed rows.
  void (*add_leaves)(const TreesView &trees, const float *transposed, float *scores);
};

/// The fastest kernels that this processor supports.
const TreeKernels &tree_kernels() noexcept;
/// All kernels that this processor supports, from the plain ones to the fastest.
std::span<const TreeKernels *const> runnable_tree_kernels() noexcept;

}  // namespace sluice::inline v0::learn_detail

#endif
