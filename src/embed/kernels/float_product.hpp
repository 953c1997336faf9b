#ifndef SLUICE_SRC_EMBED_KERNELS_FLOAT_PRODUCT_HPP
#define SLUICE_SRC_EMBED_KERNELS_FLOAT_PRODUCT_HPP

/// Products with 32-bit float weights. A question has few rows, but the weights are megabytes, so
/// what matters is that they are read once, in memory order. Each sum runs over the inputs from
/// first to last, for any number of rows. The loops over rows and blocks are unrolled explicitly,
/// because GCC would otherwise keep the sums in memory.

#include <cstddef>

#if defined(SLUICE_KERNEL_AVX2)
#include <immintrin.h>
#endif

#include "encoder_kernels.hpp"
#include "fetch_ahead.hpp"
#include "lanes.hpp"
#include "row_tiles.hpp"

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {
namespace {

#if defined(SLUICE_KERNEL_AVX512)

inline constexpr std::size_t float_rows = 14;
inline constexpr std::size_t float_blocks = 2;  // 28 sums, 2 registers of weights, 1 input

template <std::size_t Rows, std::size_t Blocks>
void dot(const float *weight, const float *x, std::size_t in, float *sums) {
  constexpr std::size_t block = FloatLinear::block;
  __m512 total[Rows][Blocks];
#pragma GCC unroll 16
  for (auto &row : total) {
#pragma GCC unroll 16
    for (__m512 &sum : row) sum = _mm512_setzero_ps();
  }
  for (std::size_t k = 0; k < in; ++k) {
    __m512 w[Blocks];
#pragma GCC unroll 16
    for (std::size_t b = 0; b < Blocks; ++b) {
      w[b] = _mm512_loadu_ps(weight + (b * in + k) * block);
      fetch_ahead(weight + (b * in + k) * block);
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      const __m512 value = _mm512_set1_ps(x[r * in + k]);
#pragma GCC unroll 16
      for (std::size_t b = 0; b < Blocks; ++b)
        total[r][b] = _mm512_fmadd_ps(w[b], value, total[r][b]);
    }
  }
#pragma GCC unroll 16
  for (auto &row : total) {
#pragma GCC unroll 16
    for (const __m512 &sum : row) {
      _mm512_storeu_ps(sums, sum);
      sums += block;
    }
  }
}

#elif defined(SLUICE_KERNEL_AVX2)

inline constexpr std::size_t float_rows = 6;
inline constexpr std::size_t float_blocks = 1;  // 12 sums, 2 registers of weights, 1 input

template <std::size_t Rows, std::size_t Blocks>
void dot(const float *weight, const float *x, std::size_t in, float *sums) {
  constexpr std::size_t block = FloatLinear::block;
  static_assert(Blocks == 1);
  __m256 low[Rows], high[Rows];
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) low[r] = high[r] = _mm256_setzero_ps();
  for (std::size_t k = 0; k < in; ++k) {
    const __m256 w_low = _mm256_loadu_ps(weight + k * block);
    const __m256 w_high = _mm256_loadu_ps(weight + k * block + 8);
    fetch_ahead(weight + k * block);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      const __m256 value = _mm256_broadcast_ss(x + r * in + k);
      low[r] = _mm256_fmadd_ps(w_low, value, low[r]);
      high[r] = _mm256_fmadd_ps(w_high, value, high[r]);
    }
  }
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
    _mm256_storeu_ps(sums + r * block, low[r]);
    _mm256_storeu_ps(sums + r * block + 8, high[r]);
  }
}

#else

inline constexpr std::size_t float_rows = 2;
inline constexpr std::size_t float_blocks = 1;

template <std::size_t Rows, std::size_t Blocks>
void dot(const float *weight, const float *x, std::size_t in, float *sums) {
  using Four [[gnu::vector_size(16)]] = float;
  constexpr std::size_t fours = FloatLinear::block / 4;
  // The built-in static table was computed with sums of this length.
  constexpr std::size_t stretch = 520;
  static_assert(Blocks == 1);
  Four whole[Rows][fours] = {};
  for (std::size_t from = 0; from < in; from += stretch) {
    const std::size_t to = in - from < stretch ? in : from + stretch;
    Four total[Rows][fours] = {};
    for (std::size_t k = from; k < to; ++k) {
      Four w[fours];
      std::memcpy(w, weight + k * FloatLinear::block, sizeof w);
      fetch_ahead(weight + k * FloatLinear::block);
#pragma GCC unroll 16
      for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 16
        for (std::size_t i = 0; i < fours; ++i) total[r][i] += w[i] * x[r * in + k];
      }
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 16
      for (std::size_t i = 0; i < fours; ++i) whole[r][i] += total[r][i];
    }
  }
  std::memcpy(sums, whole, sizeof whole);
}

#endif

template <std::size_t Blocks>
void add_blocks(const FloatLinear &layer, std::size_t first, const float *x, std::size_t rows,
                float *y) {
  constexpr std::size_t block = FloatLinear::block;
  each_tile<float_rows>(rows, [&](auto tile, std::size_t row) {
    float sums[tile.rows * Blocks * block];
    dot<tile.rows, Blocks>(layer.weight + first * layer.in, x + row * layer.in, layer.in, sums);
    for (std::size_t r = 0; r < tile.rows; ++r) {
#pragma GCC unroll 16
      for (std::size_t b = 0; b < Blocks; ++b) {
        const std::size_t o = first + b * block, outputs = layer.out - o;
        store(load(sums + (r * Blocks + b) * block, block) + load(layer.bias + o, outputs),
              y + (row + r) * layer.out + o, outputs);
      }
    }
  });
}

inline void linear(const FloatLinear &layer, const float *x, std::size_t rows, float *y) {
  constexpr std::size_t wide = float_blocks * FloatLinear::block;
  std::size_t first = 0;
  for (; first + wide <= layer.out; first += wide)
    add_blocks<float_blocks>(layer, first, x, rows, y);
  for (; first < layer.out; first += FloatLinear::block) add_blocks<1>(layer, first, x, rows, y);
}

}  // namespace
}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET

#endif
