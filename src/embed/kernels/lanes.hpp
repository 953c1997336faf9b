#ifndef SLUICE_SRC_EMBED_KERNELS_LANES_HPP
#define SLUICE_SRC_EMBED_KERNELS_LANES_HPP

/// Sixteen numbers at once. Compiled once an instruction set, as all of encoder_kernels_code.hpp.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sluice::detail::SLUICE_KERNEL_SET {
namespace {

// All but the products of whole matrices goes by 16 lanes, the last ones padded: so what happens to
// a number does not hang on where it lies, and a text gives the same vector alone and in a batch.
inline constexpr std::size_t lanes = 16;

#if defined(SLUICE_KERNEL_AVX512)
inline constexpr std::size_t register_bytes = 64;
#elif defined(SLUICE_KERNEL_AVX2)
inline constexpr std::size_t register_bytes = 32;
#else
inline constexpr std::size_t register_bytes = 16;
#endif

/// As many registers as it takes. Rounds alike in all sets.
struct Lanes {
  using Register [[gnu::vector_size(register_bytes)]] = float;
  using Bits [[gnu::vector_size(register_bytes)]] = std::int32_t;
  static constexpr std::size_t width = register_bytes / sizeof(float);
  static constexpr std::size_t registers = lanes / width;

  Register at[registers] = {};

  Lanes() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a number is sixteen equal ones.
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

/// Euler's number to the power of each; relative error below 2e-7. What would leave the range of
/// normal numbers stays at its border.
inline Lanes exponential(const Lanes &values) {
  const Lanes x = lesser(greater(values, -87.3F), 88.0F);
  // x = n ln 2 + r, with |r| at most half of ln 2. So large a summand leaves no room for anything
  // but n in the last bits of the sum.
  constexpr float summand = 12582912;  // 1.5 × 2^23
  const Lanes shifted = x * 1.44269504F + summand;
  const Lanes n = shifted - summand;
  const Lanes r = (x - n * 0.693145752F) - n * 1.42860677e-6F;  // ln 2 in two parts
  // Taylor's series to the 7th power: the 8th is at most 6e-9.
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
    bits = (bits + 127) << 23;  // n + 127 is the exponent's field of 2^n
    std::memcpy(&scale.at[i], &bits, sizeof bits);
  }
  return power * scale;
}

inline std::size_t padded(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

/// The first `count` numbers, zeros behind them.
inline Lanes load(const float *from, std::size_t count) {
  Lanes some;
  if (count >= lanes) {
    // One by one: as a whole, GCC would keep them in memory.
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

/// Without what is behind the first `count` numbers.
inline Lanes first_of(const Lanes &values, std::size_t count) {
  if (count >= lanes) return values;
  float numbers[lanes];
  store(values, numbers, lanes);
  return load(numbers, count);
}

/// Adds up the lanes, always in the same order.
inline float total(const Lanes &values) {
  float sums[lanes];
  store(values, sums, lanes);
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
  }
  return sums[0];
}

}  // namespace
}  // namespace sluice::detail::SLUICE_KERNEL_SET

#endif
