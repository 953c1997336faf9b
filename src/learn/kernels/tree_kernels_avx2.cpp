#define SLUICE_KERNEL_SET tree_avx2
#include <immintrin.h>

#include "tree_kernels.hpp"

namespace sluice::detail::SLUICE_KERNEL_SET {
namespace {

constexpr std::size_t lanes = 8;
static_assert(TreeKernels::beside == 2 * lanes);

/// Eight rows' eight numbers from a column on, the rows' first ones first.
void turn_square(const float *rows, std::size_t columns, float *turned) {
  __m256 pairs[lanes], fours[lanes];
  for (std::size_t r = 0; r < lanes; r += 2) {
    const __m256 a = _mm256_loadu_ps(rows + r * columns);
    const __m256 b = _mm256_loadu_ps(rows + (r + 1) * columns);
    pairs[r] = _mm256_unpacklo_ps(a, b);
    pairs[r + 1] = _mm256_unpackhi_ps(a, b);
  }
  for (std::size_t r = 0; r < lanes; r += 4) {
    for (std::size_t half = 0; half < 2; ++half) {
      const __m256 a = pairs[r + half], b = pairs[r + half + 2];
      fours[r + 2 * half] = _mm256_shuffle_ps(a, b, 0x44);
      fours[r + 2 * half + 1] = _mm256_shuffle_ps(a, b, 0xee);
    }
  }
  for (std::size_t c = 0; c < lanes / 2; ++c) {
    const __m256 a = fours[c], b = fours[c + 4];
    float *to = turned + c * TreeKernels::beside;
    _mm256_storeu_ps(to, _mm256_permute2f128_ps(a, b, 0x20));
    _mm256_storeu_ps(to + 4 * TreeKernels::beside, _mm256_permute2f128_ps(a, b, 0x31));
  }
}

void turn(const float *rows, std::size_t columns, float *turned) {
  for (std::size_t r = 0; r < TreeKernels::beside; r += lanes) {
    const float *from = rows + r * columns;
    std::size_t c = 0;
    for (; c + lanes <= columns; c += lanes)
      turn_square(from + c, columns, turned + c * TreeKernels::beside + r);
    for (; c < columns; ++c) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        turned[c * TreeKernels::beside + r + lane] = from[lane * columns + c];
    }
  }
}

/// The bit where a number is larger than the border.
__m256i answers(const float *numbers, __m256 border, __m256i bit) {
  const __m256 yes = _mm256_cmp_ps(_mm256_loadu_ps(numbers), border, _CMP_GT_OQ);
  return _mm256_and_si256(_mm256_castps_si256(yes), bit);
}

/// Few leaves are found sooner by choosing among registers than by a gather.
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

void add_leaves(const TreesView &of, const float *turned, float *scores) {
  __m256 first = _mm256_loadu_ps(scores), second = _mm256_loadu_ps(scores + lanes);
  const TreeQuestion *question = of.questions;
  const float *leaves = of.leaves;
  for (std::size_t tree = 0; tree < of.trees; ++tree, leaves += std::size_t{1} << of.depth) {
    __m256i of_first = _mm256_setzero_si256(), of_second = of_first;
    __m256i bit = _mm256_set1_epi32(1);
    for (std::size_t level = 0; level < of.depth; ++level, ++question) {
      const float *numbers = turned + question->column * TreeKernels::beside;
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

}  // namespace sluice::detail::SLUICE_KERNEL_SET
