#define SLUICE_KERNEL_SET tree_avx2
#include "transpose_rows_code.hpp"

namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET {
namespace {

/// Returns `bit` in each lane whose number is greater than the border.
__m256i answers(const float *numbers, __m256 border, __m256i bit) {
  const __m256 yes = _mm256_cmp_ps(_mm256_loadu_ps(numbers), border, _CMP_GT_OQ);
  return _mm256_and_si256(_mm256_castps_si256(yes), bit);
}

/// With few leaves, selecting from registers is faster than a gather.
__m256 chosen(const float *leaves, std::size_t depth, __m256i leaf) {
  if (depth < 3 || depth > 5) return _mm256_i32gather_ps(leaves, leaf, 4);
  __m256 found = _mm256_permutevar8x32_ps(_mm256_loadu_ps(leaves), leaf);
  for (int eight = 8; eight < 1 << depth; eight += 8) {
    const __m256 here = _mm256_permutevar8x32_ps(_mm256_loadu_ps(leaves + eight), leaf);
    const __m256i is_here = _mm256_cmpgt_epi32(leaf, _mm256_set1_epi32(eight - 1));
    found = _mm256_blendv_ps(found, here, _mm256_castsi256_ps(is_here));
  }
  return found;
}

void add_leaves(const TreesView &of, const float *transposed, float *scores) {
  __m256 first = _mm256_loadu_ps(scores), second = _mm256_loadu_ps(scores + lanes);
  const TreeQuestion *question = of.questions;
  const float *leaves = of.leaves;
  for (std::size_t tree = 0; tree < of.trees; ++tree, leaves += std::size_t{1} << of.depth) {
    __m256i of_first = _mm256_setzero_si256(), of_second = of_first;
    __m256i bit = _mm256_set1_epi32(1);
    for (std::size_t level = 0; level < of.depth; ++level, ++question) {
      const float *numbers = transposed + question->column * TreeKernels::rows_at_once;
      const __m256 border = _mm256_set1_ps(question->border);
      of_first = _mm256_or_si256(of_first, answers(numbers, border, bit));
      of_second = _mm256_or_si256(of_second, answers(numbers + lanes, border, bit));
      bit = _mm256_add_epi32(bit, bit);
    }
    first = _mm256_add_ps(first, chosen(leaves, of.depth, of_first));
    second = _mm256_add_ps(second, chosen(leaves, of.depth, of_second));
  }
  _mm256_storeu_ps(scores, first);
  _mm256_storeu_ps(scores + lanes, second);
}

}  // namespace

extern const TreeKernels kernels;
const TreeKernels kernels{"avx2", turn, add_leaves};

}  // namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET
