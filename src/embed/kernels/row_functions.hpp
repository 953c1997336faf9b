#ifndef SLUICE_SRC_EMBED_KERNELS_ROW_FUNCTIONS_HPP
#define SLUICE_SRC_EMBED_KERNELS_ROW_FUNCTIONS_HPP

/// Element-wise functions of the encoder's states: layer norm and GELU.

#include <cmath>
#include <cstddef>

#include "lanes.hpp"

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {
namespace {

inline void add_norm(float *x, const float *residual, std::size_t rows, std::size_t width,
                     const float *weight, const float *bias, float epsilon) {
  const float share = 1 / static_cast<float>(width);
  for (std::size_t r = 0; r < rows; ++r, x += width) {
    Lanes sums;
    for (std::size_t i = 0; i < width; i += lanes) {
      Lanes values = load(x + i, width - i);
      if (residual != nullptr) values += load(residual + r * width + i, width - i);
      store(values, x + i, width - i);
      sums += values;
    }
    const float mean = total(sums) * share;
    Lanes squares;
    for (std::size_t i = 0; i < width; i += lanes) {
      const Lanes values = first_of(load(x + i, width - i) - mean, width - i);
      squares += values * values;
    }
    const float scale = 1 / std::sqrt(total(squares) * share + epsilon);
    for (std::size_t i = 0; i < width; i += lanes) {
      const Lanes values = (load(x + i, width - i) - mean) * scale;
      store(values * load(weight + i, width - i) + load(bias + i, width - i), x + i, width - i);
    }
  }
}

// Abramowitz and Stegun 7.1.26.
inline void gelu(float *x, std::size_t size) {
  for (std::size_t i = 0; i < size; i += lanes) {
    const Lanes value = load(x + i, size - i);
    const Lanes z = magnitude(value) * 0.70710678F;
    const Lanes t = 1.0F / (1.0F + 0.3275911F * z);
    const Lanes tail =
        ((((1.061405429F * t - 1.453152027F) * t + 1.421413741F) * t - 0.284496736F) * t +
         0.254829592F) *
        t * exponential(0.0F - z * z);
    // The distribution function is 1 - tail / 2 for x > 0 and tail / 2 for x < 0. One of the two
    // summands is zero.
    const Lanes left = 0.5F * tail;
    store(greater(value, 0) * (1.0F - left) + lesser(value, 0) * left, x + i, size - i);
  }
}

}  // namespace
}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET

#endif
