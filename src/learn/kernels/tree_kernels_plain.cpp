#define SLUICE_KERNEL_SET tree_plain
#include <cstdint>

#include "tree_kernels.hpp"

namespace sluice::detail::SLUICE_KERNEL_SET {
namespace {

constexpr std::size_t beside = TreeKernels::beside;

void turn(const float *rows, std::size_t columns, float *turned) {
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t r = 0; r < beside; ++r) turned[c * beside + r] = rows[r * columns + c];
  }
}

void add_leaves(const TreesView &of, const float *turned, float *scores) {
  const TreeQuestion *question = of.questions;
  const float *leaves = of.leaves;
  for (std::size_t tree = 0; tree < of.trees; ++tree, leaves += std::size_t{1} << of.depth) {
    std::uint32_t leaf[beside] = {};
    for (std::size_t level = 0; level < of.depth; ++level, ++question) {
      const float *numbers = turned + question->column * beside;
      for (std::size_t r = 0; r < beside; ++r)
        leaf[r] |= (numbers[r] > question->border ? 1U : 0U) << level;
    }
    for (std::size_t r = 0; r < beside; ++r) scores[r] += leaves[leaf[r]];
  }
}

}  // namespace

extern const TreeKernels kernels;
const TreeKernels kernels{"plain", turn, add_leaves};

}  // namespace sluice::detail::SLUICE_KERNEL_SET
