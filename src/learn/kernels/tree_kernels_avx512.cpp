#define SLUICE_KERNEL_SET tree_avx512
#include "transpose_rows_code.hpp"

namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET {
namespace {

/// Selects from 32 leaves in two registers.
__m512 chosen_of_32(const float *leaves, __m512i leaf) {
  return _mm512_permutex2var_ps(_mm512_loadu_ps(leaves), leaf, _mm512_loadu_ps(leaves + 16));
}

__m512 chosen_of_64(const float *leaves, __m512i leaf) {
  const __mmask16 is_above = _mm512_test_epi32_mask(leaf, _mm512_set1_epi32(32));
  return _mm512_mask_blend_ps(is_above, chosen_of_32(leaves, leaf),
                              chosen_of_32(leaves + 32, leaf));
}

__m512 chosen_of_128(const float *leaves, __m512i leaf) {
  const __mmask16 is_above = _mm512_test_epi32_mask(leaf, _mm512_set1_epi32(64));
  return _mm512_mask_blend_ps(is_above, chosen_of_64(leaves, leaf),
                              chosen_of_64(leaves + 64, leaf));
}

/// For these depths, selecting from registers is faster than a gather.
__m512 chosen(const float *leaves, std::size_t depth, __m512i leaf) {
  switch (depth) {
    case 5: return chosen_of_32(leaves, leaf);
    case 6: return chosen_of_64(leaves, leaf);
    case 7: return chosen_of_128(leaves, leaf);
    default: return _mm512_i32gather_ps(leaf, leaves, 4);
  }
}

void add_leaves(const TreesView &of, const float *transposed, float *scores) {
  __m512 sums = _mm512_loadu_ps(scores);
  const TreeQuestion *question = of.questions;
  const float *leaves = of.leaves;
  for (std::size_t tree = 0; tree < of.trees; ++tree, leaves += std::size_t{1} << of.depth) {
    __m512i leaf = _mm512_setzero_si512(), bit = _mm512_set1_epi32(1);
    for (std::size_t level = 0; level < of.depth; ++level, ++question) {
      const __m512 numbers =
          _mm512_loadu_ps(transposed + question->column * TreeKernels::rows_at_once);
      const __mmask16 yes =
          _mm512_cmp_ps_mask(numbers, _mm512_set1_ps(question->border), _CMP_GT_OQ);
      leaf = _mm512_mask_or_epi32(leaf, yes, leaf, bit);
      bit = _mm512_add_epi32(bit, bit);
    }
    sums = _mm512_add_ps(sums, chosen(leaves, of.depth, leaf));
  }
  _mm512_storeu_ps(scores, sums);
}

}  // namespace

extern const TreeKernels kernels;
const TreeKernels kernels{"avx512", turn, add_leaves};

}  // namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET
