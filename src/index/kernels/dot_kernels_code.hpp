// Included once by the source file of each instruction set, which defines SLUICE_KERNEL_SET and a
// name. May use only the language and intrinsics: the linker must not merge an inline function of
// one set with that of another.

#include <cstddef>
#include <cstdint>

#if defined(SLUICE_KERNEL_AVX2)
#include <immintrin.h>
#endif

#include "dot_kernels.hpp"

namespace sluice::inline v0::index_detail::SLUICE_KERNEL_SET {
namespace {

// Each set defines `pair`, `together`, and dots_of, which computes `together` dot products.
#if defined(SLUICE_KERNEL_AVX2)

constexpr std::size_t together = 4;

#if defined(SLUICE_KERNEL_AVX512)

// The instruction treats its first operand as unsigned, so pass row + 128 and subtract 128 × the
// query's sum. Uses 256-bit vectors: wider ones are no faster here and slow some processors down.
inline __m256i add_products(__m256i sums, __m256i row, __m256i query) {
  return _mm256_dpbusd_epi32(sums, _mm256_xor_si256(row, _mm256_set1_epi8(-128)), query);
}

inline __m256i start_of_sums(const std::int8_t *query, std::size_t stride) {
  __m256i sums = _mm256_setzero_si256();
  for (std::size_t k = 0; k < stride; k += 32) {
    const __m256i q = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(query + k));
    sums = _mm256_dpbusd_epi32(sums, _mm256_set1_epi8(-128), q);
  }
  return _mm256_sub_epi32(_mm256_setzero_si256(), sums);
}

#else

// row| × (query with the row's sign): sums of pairs stay below 2 × 128 × 127, so the saturating
// addition is exact.
inline __m256i add_products(__m256i sums, __m256i row, __m256i query) {
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(row), _mm256_sign_epi8(query, row));
  return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

inline __m256i start_of_sums(const std::int8_t *, std::size_t) { return _mm256_setzero_si256(); }

#endif

inline void dots_of(const std::int8_t *query, __m256i start, const std::int8_t *const *rows,
                    std::size_t stride, std::int32_t *dots) {
  __m256i sums[together];
  for (std::size_t r = 0; r < together; ++r) sums[r] = start;
  for (std::size_t k = 0; k < stride; k += 32) {
    const __m256i q = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(query + k));
    for (std::size_t r = 0; r < together; ++r) {
      const auto *row = reinterpret_cast<const __m256i *>(rows[r] + k);
      sums[r] = add_products(sums[r], _mm256_loadu_si256(row), q);
    }
  }
  const __m256i halves =
      _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
  const __m128i four =
      _mm_add_epi32(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i *>(dots), four);
}

std::int32_t pair(const std::int8_t *a, const std::int8_t *b, std::size_t stride) {
  __m256i sums = start_of_sums(b, stride);
  for (std::size_t k = 0; k < stride; k += 32) {
    sums = add_products(sums, _mm256_loadu_si256(reinterpret_cast<const __m256i *>(a + k)),
                        _mm256_loadu_si256(reinterpret_cast<const __m256i *>(b + k)));
  }
  __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
  return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1)));
}

#else

constexpr std::size_t together = 1;

std::int32_t pair(const std::int8_t *a, const std::int8_t *b, std::size_t stride) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < stride; ++i) sum += a[i] * b[i];
  return sum;
}

inline int start_of_sums(const std::int8_t *, std::size_t) { return 0; }

inline void dots_of(const std::int8_t *query, int, const std::int8_t *const *rows,
                    std::size_t stride, std::int32_t *dots) {
  dots[0] = pair(rows[0], query, stride);
}

#endif

template <class RowAt>
inline void dots_of_all(const std::int8_t *query, std::size_t stride, std::size_t count,
                        std::int32_t *dots, RowAt row_at) {
  const auto start = start_of_sums(query, stride);
  const std::int8_t *rows[together];
  std::size_t i = 0;
  for (; i + together <= count; i += together) {
    for (std::size_t r = 0; r < together; ++r) rows[r] = row_at(i + r);
    dots_of(query, start, rows, stride, dots + i);
  }
  // For the remaining rows, the first of them fills the unused slots.
  const std::size_t rest = count - i;
  if (rest <= together / 4) {
    for (; i < count; ++i) dots[i] = pair(row_at(i), query, stride);
    return;
  }
  std::int32_t sums[together];
  for (std::size_t r = 0; r < together; ++r) rows[r] = row_at(r < rest ? i + r : i);
  dots_of(query, start, rows, stride, sums);
  for (std::size_t r = 0; r < rest; ++r) dots[i + r] = sums[r];
}

void scan(const std::int8_t *query, const std::int8_t *rows, std::size_t stride, std::size_t count,
          std::int32_t *dots) {
  dots_of_all(query, stride, count, dots, [=](std::size_t i) { return rows + i * stride; });
}

void gather(const std::int8_t *query, const std::int8_t *rows, std::size_t stride,
            const std::uint32_t *numbers, std::size_t count, std::int32_t *dots) {
  dots_of_all(query, stride, count, dots,
              [=](std::size_t i) { return rows + numbers[i] * stride; });
}

}  // namespace

extern const DotKernels kernels;
const DotKernels kernels = {SLUICE_KERNEL_NAME, scan, gather, pair};

}  // namespace sluice::inline v0::index_detail::SLUICE_KERNEL_SET
