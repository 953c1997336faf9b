// Included once by the source file of each instruction set that includes AVX2, which defines
// SLUICE_KERNEL_SET. May use only the language and intrinsics: the linker must not merge an inline
// function of one set with that of another.

#include <immintrin.h>

#include <cstddef>

#include "tree_kernels.hpp"

namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET {
namespace {

constexpr std::size_t lanes = 8;
static_assert(TreeKernels::rows_at_once == 2 * lanes);

/// Transposes 8 rows × 8 columns.
void transpose_square(const float *rows, std::size_t columns, float *transposed) {
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
    float *to = transposed + c * TreeKernels::rows_at_once;
    _mm256_storeu_ps(to, _mm256_permute2f128_ps(a, b, 0x20));
    _mm256_storeu_ps(to + 4 * TreeKernels::rows_at_once, _mm256_permute2f128_ps(a, b, 0x31));
  }
}

void turn(const float *rows, std::size_t columns, float *transposed) {
  for (std::size_t r = 0; r < TreeKernels::rows_at_once; r += lanes) {
    const float *from = rows + r * columns;
    std::size_t c = 0;
    for (; c + lanes <= columns; c += lanes)
      transpose_square(from + c, columns, transposed + c * TreeKernels::rows_at_once + r);
    for (; c < columns; ++c) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        transposed[c * TreeKernels::rows_at_once + r + lane] = from[lane * columns + c];
    }
  }
}

}  // namespace
}  // namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET
