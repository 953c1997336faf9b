#ifndef SLUICE_SRC_INDEX_KERNELS_DOT_KERNELS_HPP
#define SLUICE_SRC_INDEX_KERNELS_DOT_KERNELS_HPP

/// Exact dot products of 8-bit rows, compiled once per instruction set.

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::inline v0::index_detail {

/// The functions of one instruction set; all sets compute the same integers. Rows are `stride`
/// bytes apart, a multiple of `row_step`. The query has `stride` bytes and contains no -128.
struct DotKernels {
  static constexpr std::size_t row_step = 64;

  const char *name;
  /// dots[i] = query · row i.
  void (*scan)(const std::int8_t *query, const std::int8_t *rows, std::size_t stride,
               std::size_t count, std::int32_t *dots);
  /// dots[i] = query · row numbers[i].
  void (*gather)(const std::int8_t *query, const std::int8_t *rows, std::size_t stride,
                 const std::uint32_t *numbers, std::size_t count, std::int32_t *dots);
  /// a · b, where b contains no -128.
  std::int32_t (*pair)(const std::int8_t *a, const std::int8_t *b, std::size_t stride);
};

/// The fastest kernels that this processor supports. Constant for the lifetime of the program.
const DotKernels &dot_kernels() noexcept;
/// All kernels that this processor supports, from the plain ones to the fastest.
std::span<const DotKernels *const> runnable_dot_kernels() noexcept;

}  // namespace sluice::inline v0::index_detail

#endif
