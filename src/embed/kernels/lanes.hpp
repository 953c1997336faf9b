#ifndef SLUICE_SRC_EMBED_KERNELS_LANES_HPP
#define SLUICE_SRC_EMBED_KERNELS_LANES_HPP

/// Sixteen numbers at once. Compiled once per instruction set, like everything in
/// encoder_kernels_code.hpp.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {
namespace {

// Everything except products of whole matrices uses 16 lanes, with padding at the end. So the
// result for a number does not depend on its position, and a text gives the same vector alone and
// in a batch.
inline constexpr std::size_t lanes = 16;

#if defined(SLUICE_KERNEL_AVX512)
inline constexpr std::size_t register_bytes = 64;
#elif defined(SLUICE_KERNEL_AVX2)
inline constexpr std::size_t register_bytes = 32;
#else
inline constexpr std::size_t register_bytes = 16;
#endif

/// Uses as many registers as needed. Rounds the same way in all sets.
struct Lanes {
  using Register [[gnu::vector_size(register_bytes)]] = float;
  using Bits [[gnu::vector_size(register_bytes)]] = std::int32_t;
  static constexpr std::size_t width = register_bytes / sizeof(float);
  static constexpr std::size_t registers = lanes / width;

  Register at[registers] = {};

  Lanes() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a number converts to 16 equal lanes.
  Lanes(float number) {
    for (Register &one : at) one = Register{} + number;
  }

  Lanes &operator+=(const Lanes &other) {
    for (std::size_t r = 0; r < registers; ++r) at[r] += other.at[r];
    return *this;
  }
  Lanes &operator-=(const Lanes &other) {
    for (std::size_t r = 0; r < registers; ++r) at[r] -= other.at[r];
    return *this;
  }
  Lanes &operator*=(const Lanes &other) {
    for (std::size_t r = 0; r < registers; ++r) at[r] *= other.at[r];
    return *this;
  }
  Lanes &operator/=(const Lanes &other) {
    for (std::size_t r = 0; r < registers; ++r) at[r] /= other.at[r];
    return *this;
  }
};

inline Lanes operator+(Lanes a, const Lanes &b) { return a += b; }
inline Lanes operator-(Lanes a, const Lanes &b) { return a -= b; }
inline Lanes operator*(Lanes a, const Lanes &b) { return a *= b; }
inline Lanes operator/(Lanes a, const Lanes &b) { return a /= b; }

inline Lanes greater(Lanes a, const Lanes &b) {
  for (std::size_t r = 0; r < Lanes::registers; ++r)
    a.at[r] = a.at[r] < b.at[r] ? b.at[r] : a.at[r];
  return a;
}

inline Lanes lesser(Lanes a, const Lanes &b) {
  for (std::size_t r = 0; r < Lanes::registers; ++r)
    a.at[r] = b.at[r] < a.at[r] ? b.at[r] : a.at[r];
  return a;
}

inline Lanes magnitude(const Lanes &values) { return greater(values, 0.0F - values); }

/// e to the power of each value; relative error below 2e-7. Results outside the range of normal
/// numbers are clamped to it.
inline Lanes exponential(const Lanes &values) {
  const Lanes x = lesser(greater(values, -87.3F), 88.0F);
  // x = n ln 2 + r, where |r| is at most half of ln 2. Adding such a large number leaves only n in
  // the low bits of the sum.
  constexpr float summand = 12582912;  // 1.5 × 2^23
  const Lanes shifted = x * 1.44269504F + summand;
  const Lanes n = shifted - summand;
  const Lanes r = (x - n * 0.693145752F) - n * 1.42860677e-6F;  // ln 2 in two parts
  // Taylor series up to the 7th power; the 8th term is at most 6e-9.
  Lanes power = r * (1.0F / 5040) + 1.0F / 720;
  power = power * r + 1.0F / 120;
  power = power * r + 1.0F / 24;
  power = power * r + 1.0F / 6;
  power = power * r + 0.5F;
  power = power * r + 1.0F;
  power = power * r + 1.0F;
  Lanes scale;
  for (std::size_t i = 0; i < Lanes::registers; ++i) {
    Lanes::Bits bits;
    std::memcpy(&bits, &shifted.at[i], sizeof bits);
    bits = (bits + 127) << 23;  // n + 127 is the exponent field of 2^n
    std::memcpy(&scale.at[i], &bits, sizeof bits);
  }
  return power * scale;
}

inline std::size_t padded(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

/// Loads the first `count` numbers, followed by zeros.
inline Lanes load(const float *from, std::size_t count) {
  Lanes some;
  if (count >= lanes) {
    // One by one, because GCC would otherwise keep them in memory.
    for (std::size_t r = 0; r < Lanes::registers; ++r)
      std::memcpy(&some.at[r], from + r * Lanes::width, register_bytes);
  } else {
    std::memcpy(some.at, from, count * sizeof(float));
  }
  return some;
}

inline void store(const Lanes &values, float *to, std::size_t count) {
  if (count >= lanes) {
    for (std::size_t r = 0; r < Lanes::registers; ++r)
      std::memcpy(to + r * Lanes::width, &values.at[r], register_bytes);
  } else {
    std::memcpy(to, values.at, count * sizeof(float));
  }
}

/// Zeroes everything after the first `count` numbers.
inline Lanes first_of(const Lanes &values, std::size_t count) {
  if (count >= lanes) return values;
  float numbers[lanes];
  store(values, numbers, lanes);
  return load(numbers, count);
}

/// Adds the lanes, always in the same order.
inline float total(const Lanes &values) {
  float sums[lanes];
  store(values, sums, lanes);
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
  }
  return sums[0];
}

}  // namespace
}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET

#endif
