#ifndef SLUICE_SRC_CORE_DOT_HPP
#define SLUICE_SRC_CORE_DOT_HPP

/// Dot products of vectors.

#include <array>
#include <cstddef>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

namespace detail {

inline constexpr std::size_t dot_lanes = 16;

inline float sum_of(std::array<float, dot_lanes> &lanes) noexcept {
  for (std::size_t width = dot_lanes / 2; width > 0; width /= 2) {
    for (std::size_t j = 0; j < width; ++j) lanes[j] += lanes[j + width];
  }
  return lanes[0];
}

}  // namespace detail

/// Sum of a[i] × b[i], in sixteen lanes that are added up in a fixed order: any compiler can use
/// wide registers for it, and all produce the same bits. Always inlined: otherwise the linker may
/// keep the copy of a file that was compiled for size.
[[gnu::always_inline]] inline float dot(const float *a, const float *b, std::size_t size) noexcept {
  std::array<float, detail::dot_lanes> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= size; i += sums.size()) {
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += a[i + j] * b[i + j];
  }
  for (std::size_t j = 0; i < size; ++i, ++j) sums[j] += a[i] * b[i];
  return detail::sum_of(sums);
}

/// The same for vectors of a fixed size.
template <std::size_t Size>
[[gnu::always_inline]] inline float dot(const std::array<float, Size> &a,
                                        const std::array<float, Size> &b) noexcept {
  static_assert(Size % detail::dot_lanes == 0);
  std::array<float, detail::dot_lanes> sums{};
  for (std::size_t i = 0; i < Size; i += sums.size()) {
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += a[i + j] * b[i + j];
  }
  return detail::sum_of(sums);
}

}  // namespace sluice::inline v0

#endif
