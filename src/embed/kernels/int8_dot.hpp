#ifndef SLUICE_SRC_EMBED_KERNELS_INT8_DOT_HPP
#define SLUICE_SRC_EMBED_KERNELS_INT8_DOT_HPP

/// Exact sums of products of 8-bit numbers: some rows of codes times some blocks of outputs, packed
/// as in Int8Linear; `sums` is rows × blocks × 16. Multiplies pairs as 16-bit numbers where there
/// is an instruction for it, groups of four as 8-bit numbers with VNNI.

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "encoder_kernels.hpp"
#include "fetch_ahead.hpp"

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {
namespace {

#if defined(SLUICE_KERNEL_AVX512)

using Code = std::uint8_t;  // plus 128, because one factor of the instruction is unsigned
inline constexpr std::int32_t code_shift = 128;
inline constexpr std::size_t int8_rows = 14;
inline constexpr std::size_t int8_blocks = 2;  // 28 sums, 2 registers of weights, 1 of inputs

template <std::size_t Rows, std::size_t Blocks>
void dot(const std::int8_t *weight, const Code *x, std::size_t in, std::int32_t *sums) {
  constexpr std::size_t block = Int8Linear::block;
  __m512i total[Rows][Blocks];
#pragma GCC unroll 16
  for (auto &row : total) {
#pragma GCC unroll 16
    for (__m512i &sum : row) sum = _mm512_setzero_si512();
  }
  for (std::size_t k = 0; k < in; k += Int8Linear::group) {
    __m512i w[Blocks];
#pragma GCC unroll 16
    for (std::size_t b = 0; b < Blocks; ++b) {
      w[b] = _mm512_loadu_si512(weight + (b * in + k) * block);
      fetch_ahead(weight + (b * in + k) * block);
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      std::int32_t four;
      std::memcpy(&four, x + r * in + k, sizeof four);
      const __m512i value = _mm512_set1_epi32(four);
#pragma GCC unroll 16
      for (std::size_t b = 0; b < Blocks; ++b)
        total[r][b] = _mm512_dpbusd_epi32(total[r][b], value, w[b]);
    }
  }
#pragma GCC unroll 16
  for (auto &row : total) {
#pragma GCC unroll 16
    for (const __m512i &sum : row) {
      _mm512_storeu_si512(sums, sum);
      sums += block;
    }
  }
}

#elif defined(SLUICE_KERNEL_AVX2)

using Code = std::int16_t;  // products of 16-bit pairs are signed, so no shift is needed
inline constexpr std::int32_t code_shift = 0;
inline constexpr std::size_t int8_rows = 6;
inline constexpr std::size_t int8_blocks = 1;

/// Half a block: 12 sums, 2 registers of weights, 1 of inputs.
template <std::size_t Rows>
void dot_half(const std::int8_t *weight, const Code *x, std::size_t in, std::int32_t *sums) {
  __m256i low[Rows], high[Rows];  // by output, over the even pairs of inputs and the odd ones
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) low[r] = high[r] = _mm256_setzero_si256();
  for (std::size_t k = 0; k < in; k += Int8Linear::group) {
    const auto *at = reinterpret_cast<const __m128i *>(weight + k * Int8Linear::block);
    const __m256i w_low = _mm256_cvtepi8_epi16(_mm_loadu_si128(at));
    const __m256i w_high = _mm256_cvtepi8_epi16(_mm_loadu_si128(at + 1));
    fetch_ahead(at);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      std::int64_t four;
      std::memcpy(&four, x + r * in + k, sizeof four);
      const __m256i value = _mm256_set1_epi64x(four);
      low[r] = _mm256_add_epi32(low[r], _mm256_madd_epi16(w_low, value));
      high[r] = _mm256_add_epi32(high[r], _mm256_madd_epi16(w_high, value));
      // Empty, but it must be here: otherwise GCC loads the inputs of all rows first and, lacking
      // registers, keeps sums in memory.
      asm volatile("" : "+x"(low[r]), "+x"(high[r]));
    }
  }
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
    const __m256i mixed = _mm256_hadd_epi32(low[r], high[r]);
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(sums + r * Int8Linear::block),
                        _mm256_permute4x64_epi64(mixed, 0b11'01'10'00));
  }
}

#elif defined(__SSE2__)

using Code = std::int16_t;
inline constexpr std::int32_t code_shift = 0;
inline constexpr std::size_t int8_rows = 2;
inline constexpr std::size_t int8_blocks = 1;

/// Half a block: 8 sums, 4 registers of weights, 1 of inputs.
template <std::size_t Rows>
void dot_half(const std::int8_t *weight, const Code *x, std::size_t in, std::int32_t *sums) {
  __m128i total[Rows][4];  // by 2 outputs, over the even pairs of inputs and the odd ones
#pragma GCC unroll 16
  for (std::size_t i = 0; i < Rows * 4; ++i) total[i / 4][i % 4] = _mm_setzero_si128();
  for (std::size_t k = 0; k < in; k += Int8Linear::group) {
    const auto *at = reinterpret_cast<const __m128i *>(weight + k * Int8Linear::block);
    const __m128i first = _mm_loadu_si128(at), second = _mm_loadu_si128(at + 1);
    fetch_ahead(at);
    const __m128i w[4] = {_mm_srai_epi16(_mm_unpacklo_epi8(first, first), 8),
                          _mm_srai_epi16(_mm_unpackhi_epi8(first, first), 8),
                          _mm_srai_epi16(_mm_unpacklo_epi8(second, second), 8),
                          _mm_srai_epi16(_mm_unpackhi_epi8(second, second), 8)};
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      std::int64_t four;
      std::memcpy(&four, x + r * in + k, sizeof four);
      const __m128i value = _mm_set1_epi64x(four);
#pragma GCC unroll 16
      for (std::size_t i = 0; i < 4; ++i)
        total[r][i] = _mm_add_epi32(total[r][i], _mm_madd_epi16(w[i], value));
    }
  }
  const auto halves = [](__m128i a, __m128i b) {  // adds even and odd pairs
    const __m128 x_a = _mm_castsi128_ps(a), x_b = _mm_castsi128_ps(b);
    return _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(x_a, x_b, 0b10'00'10'00)),
                         _mm_castps_si128(_mm_shuffle_ps(x_a, x_b, 0b11'01'11'01)));
  };
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
    auto *out = reinterpret_cast<__m128i *>(sums + r * Int8Linear::block);
    _mm_storeu_si128(out, halves(total[r][0], total[r][1]));
    _mm_storeu_si128(out + 1, halves(total[r][2], total[r][3]));
  }
}

#else

using Code = std::int16_t;
inline constexpr std::int32_t code_shift = 0;
inline constexpr std::size_t int8_rows = 4;
inline constexpr std::size_t int8_blocks = 1;

template <std::size_t Rows, std::size_t Blocks>
void dot(const std::int8_t *weight, const Code *x, std::size_t in, std::int32_t *sums) {
  static_assert(Blocks == 1);
  for (std::size_t i = 0; i < Rows * Int8Linear::block; ++i) sums[i] = 0;
  for (std::size_t k = 0; k < in; k += Int8Linear::group) {
    const std::int8_t *w = weight + k * Int8Linear::block;
    for (std::size_t r = 0; r < Rows; ++r) {
      const Code *four = x + r * in + k;
      std::int32_t *total = sums + r * Int8Linear::block;
      for (std::size_t o = 0; o < Int8Linear::block; ++o) {
        for (std::size_t g = 0; g < Int8Linear::group; ++g)
          total[o] += w[o * Int8Linear::group + g] * four[g];
      }
    }
  }
}

#endif

#if defined(__SSE2__) && !defined(SLUICE_KERNEL_AVX512)

template <std::size_t Rows, std::size_t Blocks>
void dot(const std::int8_t *weight, const Code *x, std::size_t in, std::int32_t *sums) {
  static_assert(Blocks == 1);
  constexpr std::size_t half = Int8Linear::block / 2;
  dot_half<Rows>(weight, x, in, sums);
  dot_half<Rows>(weight + half * Int8Linear::group, x, in, sums + half);
}

#endif

}  // namespace
}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET

#endif
