#define SLUICE_KERNEL_SET tree_plain
#include <cstdint>

#include "tree_kernels.hpp"

namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET {
namespace {

constexpr std::size_t at_once = TreeKernels::rows_at_once;

void turn(const float *rows, std::size_t columns, float *transposed) {
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t r = 0; r < at_once; ++r) transposed[c * at_once + r] = rows[r * columns + c];
  }
}

void add_leaves(const TreesView &of, const float *transposed, float *scores) {
  const TreeQuestion *question = of.questions;
  const float *leaves = of.leaves;
  for (std::size_t tree = 0; tree < of.trees; ++tree, leaves += std::size_t{1} << of.depth) {
    std::uint32_t leaf[at_once] = {};
    for (std::size_t level = 0; level < of.depth; ++level, ++question) {
      const float *numbers = transposed + question->column * at_once;
      for (std::size_t r = 0; r < at_once; ++r)
        leaf[r] |= (numbers[r] > question->border ? 1U : 0U) << level;
    }
    for (std::size_t r = 0; r < at_once; ++r) scores[r] += leaves[leaf[r]];
  }
}

}  // namespace

extern const TreeKernels kernels;
const TreeKernels kernels{"plain", turn, add_leaves};

}  // namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET
