#ifndef SLUICE_SRC_EMBED_KERNELS_LANES_HPP
#define SLUICE_SRC_EMBED_KERNELS_LANES_HPP

/// Sixteen numbers at once. Compiled once an instruction set, as all of encoder_kernels_code.hpp.

#include <Eigen/Core>

#include <cstddef>
#include <cstring>

namespace sluice::detail::SLUICE_KERNEL_SET {
namespace {

inline Eigen::Index index(std::size_t n) { return static_cast<Eigen::Index>(n); }

// All but the products of whole matrices goes by 16 lanes, the last ones padded: so what happens to
// a number does not hang on where it lies, and a text gives the same vector alone and in a batch.
inline constexpr std::size_t lanes = 16;
using Lanes = Eigen::Array<float, lanes, 1>;

inline std::size_t padded(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

inline Lanes load(const float *from, std::size_t count) {
  if (count >= lanes) return Eigen::Map<const Lanes>(from);
  Lanes some = Lanes::Zero();
  std::memcpy(some.data(), from, count * sizeof(float));
  return some;
}

inline void store(const Lanes &values, float *to, std::size_t count) {
  std::memcpy(to, values.data(), (count < lanes ? count : lanes) * sizeof(float));
}

/// Adds up the lanes, always in the same order.
inline float total(const Lanes &values) {
  const Eigen::Array<float, 8, 1> eight = values.head<8>() + values.tail<8>();
  const Eigen::Array4f four = eight.head<4>() + eight.tail<4>();
  return (four[0] + four[2]) + (four[1] + four[3]);
}

}  // namespace
}  // namespace sluice::detail::SLUICE_KERNEL_SET

#endif
