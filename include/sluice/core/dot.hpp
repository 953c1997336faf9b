#ifndef SLUICE_CORE_DOT_HPP
#define SLUICE_CORE_DOT_HPP

/// Products of vectors.

#include <array>
#include <cstddef>

namespace sluice {

/// Sum of a[i] × b[i], by sixteen lanes that are added up in a fixed order: any compiler can use
/// wide registers for it, and all get the same bits.
inline float dot(const float *a, const float *b, std::size_t size) noexcept {
  constexpr std::size_t lanes = 16;
  std::array<float, lanes> sums{};
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    for (std::size_t j = 0; j < lanes; ++j) sums[j] += a[i + j] * b[i + j];
  }
  for (std::size_t j = 0; i < size; ++i, ++j) sums[j] += a[i] * b[i];
  for (std::size_t width = lanes / 2; width > 0; width /= 2) {
    for (std::size_t j = 0; j < width; ++j) sums[j] += sums[j + width];
  }
  return sums[0];
}

}  // namespace sluice

#endif
