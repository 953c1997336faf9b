#ifndef SLUICE_SRC_CORE_INSTRUCTION_SETS_HPP
#define SLUICE_SRC_CORE_INSTRUCTION_SETS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace sluice::detail {

/// Which of the instruction sets that kernels are compiled for this processor runs: 1: the plain
/// one alone, 2: AVX2 and FMA as well, 3: and AVX-512 (F, BW, VL, DQ, VNNI).
std::size_t runnable_instruction_sets() noexcept;

/// Those of the kernels that this processor runs; they stand in that order.
template <class Kernels, std::size_t count>
std::span<const Kernels *const> runnable(
    const std::array<const Kernels *, count> &kernels) noexcept {
  return std::span(kernels).first(std::min(count, runnable_instruction_sets()));
}

}  // namespace sluice::detail

#endif
