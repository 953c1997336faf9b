// Included once by the translation unit of each instruction set, which defines SLUICE_KERNEL_SET.
// Uses only the language and intrinsics, because the linker could merge inline functions of
// different sets.

#ifndef SLUICE_SRC_ROUTE_KERNELS_EIGHT_FLOATS_CODE_HPP
#define SLUICE_SRC_ROUTE_KERNELS_EIGHT_FLOATS_CODE_HPP

#include <cstddef>

#if defined(SLUICE_KERNEL_AVX2)
#include <immintrin.h>
#endif

namespace sluice::inline v0::route_detail::SLUICE_KERNEL_SET {
namespace {

// A vector of eight floats.
#if defined(SLUICE_KERNEL_AVX2)

using Eight = __m256;

inline Eight zeros() { return _mm256_setzero_ps(); }
inline Eight load(const float *from) { return _mm256_loadu_ps(from); }
inline void store(float *to, Eight values) { _mm256_storeu_ps(to, values); }
inline Eight add(Eight a, Eight b) { return _mm256_add_ps(a, b); }
inline Eight multiply(Eight a, Eight b) { return _mm256_mul_ps(a, b); }
inline Eight max_of(Eight a, Eight b) { return _mm256_max_ps(a, b); }
inline Eight divide(Eight a, Eight b) { return _mm256_div_ps(a, b); }
inline Eight subtract(Eight a, Eight b) { return _mm256_sub_ps(a, b); }
inline Eight min_of(Eight a, Eight b) { return _mm256_min_ps(a, b); }
inline Eight broadcast(float value) { return _mm256_set1_ps(value); }
/// One bit per lane: whether a > b.
inline unsigned bits_above(Eight a, Eight b) {
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ)));
}

inline unsigned bits_equal(Eight a, Eight b) {
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ)));
}
/// Sets the lanes in which `other` is below the floor to 0.
inline Eight zero_where_below(Eight values, Eight other, Eight floor) {
  return _mm256_and_ps(values, _mm256_cmp_ps(other, floor, _CMP_GE_OQ));
}

inline float max_lane(Eight a) {
  __m128 four = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  four = _mm_max_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_max_ss(four, _mm_shuffle_ps(four, four, 1)));
}

/// Stores the first lane of each, then the second of each, and so on.
inline void store_interleaved(float *to, Eight a, Eight b, Eight c, Eight d) {
  const Eight ab = _mm256_unpacklo_ps(a, b), ab_high = _mm256_unpackhi_ps(a, b);
  const Eight cd = _mm256_unpacklo_ps(c, d), cd_high = _mm256_unpackhi_ps(c, d);
  const Eight first = _mm256_shuffle_ps(ab, cd, 0x44);  // and the fifth
  const Eight second = _mm256_shuffle_ps(ab, cd, 0xee);
  const Eight third = _mm256_shuffle_ps(ab_high, cd_high, 0x44);
  const Eight fourth = _mm256_shuffle_ps(ab_high, cd_high, 0xee);
  store(to, _mm256_permute2f128_ps(first, second, 0x20));
  store(to + 8, _mm256_permute2f128_ps(third, fourth, 0x20));
  store(to + 16, _mm256_permute2f128_ps(first, second, 0x31));
  store(to + 24, _mm256_permute2f128_ps(third, fourth, 0x31));
}

#else

struct Eight {
  float at[8];
};

inline Eight zeros() { return {}; }
inline Eight load(const float *from) {
  Eight values;
  for (std::size_t i = 0; i < 8; ++i) values.at[i] = from[i];
  return values;
}
inline void store(float *to, const Eight &values) {
  for (std::size_t i = 0; i < 8; ++i) to[i] = values.at[i];
}
inline Eight add(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] += b.at[i];
  return a;
}
inline Eight multiply(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] *= b.at[i];
  return a;
}
inline Eight max_of(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] = a.at[i] > b.at[i] ? a.at[i] : b.at[i];
  return a;
}
inline Eight divide(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] /= b.at[i];
  return a;
}
inline Eight subtract(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] -= b.at[i];
  return a;
}
inline Eight min_of(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] = a.at[i] < b.at[i] ? a.at[i] : b.at[i];
  return a;
}
inline Eight broadcast(float value) {
  Eight values;
  for (float &at : values.at) at = value;
  return values;
}

inline unsigned bits_above(const Eight &a, const Eight &b) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < 8; ++i) bits |= (a.at[i] > b.at[i] ? 1U : 0U) << i;
  return bits;
}

inline unsigned bits_equal(const Eight &a, const Eight &b) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < 8; ++i) bits |= (a.at[i] == b.at[i] ? 1U : 0U) << i;
  return bits;
}

inline Eight zero_where_below(Eight values, const Eight &other, const Eight &floor) {
  for (std::size_t i = 0; i < 8; ++i) values.at[i] = other.at[i] >= floor.at[i] ? values.at[i] : 0;
  return values;
}

inline float max_lane(const Eight &a) {
  float greatest = a.at[0];
  for (std::size_t i = 1; i < 8; ++i) greatest = a.at[i] > greatest ? a.at[i] : greatest;
  return greatest;
}

inline void store_interleaved(float *to, const Eight &a, const Eight &b, const Eight &c,
                              const Eight &d) {
  for (std::size_t i = 0; i < 8; ++i, to += 4) {
    to[0] = a.at[i];
    to[1] = b.at[i];
    to[2] = c.at[i];
    to[3] = d.at[i];
  }
}

#endif

}  // namespace
}  // namespace sluice::inline v0::route_detail::SLUICE_KERNEL_SET

#endif
