#ifndef SLUICE_SRC_CORE_INSTRUCTION_SETS_HPP
#define SLUICE_SRC_CORE_INSTRUCTION_SETS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace sluice::inline v0::detail {

/// Number of the instruction sets below that this processor supports, in this order: plain; AVX2
/// and FMA; AVX-512 (F, BW, VL, DQ, VNNI).
std::size_t runnable_instruction_sets() noexcept;

/// The kernels that this processor supports. `kernels` must be in the same order.
template <class Kernels, std::size_t count>
std::span<const Kernels *const> runnable(
    const std::array<const Kernels *, count> &kernels) noexcept {
  return std::span(kernels).first(std::min(count, runnable_instruction_sets()));
}

}  // namespace sluice::inline v0::detail

#endif
