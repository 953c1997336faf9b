#ifndef SLUICE_SRC_EMBED_KERNELS_INT8_PRODUCT_HPP
#define SLUICE_SRC_EMBED_KERNELS_INT8_PRODUCT_HPP

/// Products with 8-bit weights and 8-bit activations: the sums are exact.

#include <cstddef>
#include <cstdint>

#include "encoder_kernels.hpp"
#include "int8_dot.hpp"
#include "lanes.hpp"
#include "row_tiles.hpp"

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {
namespace {

/// Converts `count` sums to outputs.
inline void finish(const Int8Linear &layer, const std::int32_t *sums, float scale,
                   std::size_t first, std::size_t count, float *y) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t sum = code_shift == 0 ? sums[i] : sums[i] - layer.offsets[first + i];
    y[i] = static_cast<float>(sum) * (scale * layer.scales[first + i]) + layer.bias[first + i];
  }
}

template <std::size_t Blocks>
void add_blocks(const Int8Linear &layer, std::size_t first, const Code *x, const float *scales,
                std::size_t rows, float *y) {
  constexpr std::size_t block = Int8Linear::block;
  each_tile<int8_rows>(rows, [&](auto tile, std::size_t row) {
    std::int32_t sums[tile.rows * Blocks * block];
    dot<tile.rows, Blocks>(layer.weight + first * layer.in, x + row * layer.in, layer.in, sums);
    for (std::size_t r = 0; r < tile.rows; ++r) {
#pragma GCC unroll 16
      for (std::size_t b = 0; b < Blocks; ++b) {
        const std::size_t o = first + b * block;
        const std::int32_t *from = sums + (r * Blocks + b) * block;
        float *to = y + (row + r) * layer.out + o;
        if (layer.out - o >= block) {
          finish(layer, from, scales[row + r], o, block, to);
        } else {
          finish(layer, from, scales[row + r], o, layer.out - o, to);
        }
      }
    }
  });
}

inline void linear_int8(const Int8Linear &layer, const void *x, const float *scales,
                        std::size_t rows, float *y) {
  constexpr std::size_t wide = int8_blocks * Int8Linear::block;
  const auto *codes = static_cast<const Code *>(x);
  std::size_t first = 0;
  for (; first + wide <= layer.out; first += wide)
    add_blocks<int8_blocks>(layer, first, codes, scales, rows, y);
  for (; first < layer.out; first += Int8Linear::block)
    add_blocks<1>(layer, first, codes, scales, rows, y);
}

inline void quantize(const float *x, std::size_t rows, std::size_t width, void *quantized,
                     float *scales) {
  auto *codes = static_cast<Code *>(quantized);
  for (std::size_t r = 0; r < rows; ++r, x += width, codes += width) {
    Lanes greatest;
    for (std::size_t i = 0; i < width; i += lanes)
      greatest = greater(greatest, magnitude(load(x + i, width - i)));
    float magnitudes[lanes];
    store(greatest, magnitudes, lanes);
    float largest = 0;
    for (const float one : magnitudes) largest = one > largest ? one : largest;
    const float scale = largest > 0 ? largest / 127 : 1;
    scales[r] = scale;
    const float inverse = 1 / scale;
    for (std::size_t i = 0; i < width; ++i) {
      const float shifted = x[i] * inverse + 128.5F;  // truncation rounds it
      // Already in range, unless the weights are such that a number is not finite.
      const float above = shifted > 1 ? shifted : 1;
      const float within = above < 255.5F ? above : 255.5F;
      codes[i] = static_cast<Code>(static_cast<std::int32_t>(within) - 128 + code_shift);
    }
  }
}

}  // namespace
}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET

#endif
