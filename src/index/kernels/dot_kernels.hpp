#ifndef SLUICE_SRC_INDEX_KERNELS_DOT_KERNELS_HPP
#define SLUICE_SRC_INDEX_KERNELS_DOT_KERNELS_HPP

/// Exact dot products of rows of bytes, compiled once an instruction set.

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::detail {

/// One instruction set's functions; all sets write the same integers. Rows are `stride` bytes
/// apart, a multiple of `row_step`; the query is as long as a stride and holds no -128.
struct DotKernels {
  static constexpr std::size_t row_step = 64;

  const char *name;
  /// dots[i] = query · row i.
  void (*scan)(const std::int8_t *query, const std::int8_t *rows, std::size_t stride,
               std::size_t count, std::int32_t *dots);
  /// dots[i] = query · row numbers[i].
  void (*gather)(const std::int8_t *query, const std::int8_t *rows, std::size_t stride,
                 const std::uint32_t *numbers, std::size_t count, std::int32_t *dots);
  /// a · b, where b holds no -128.
  std::int32_t (*pair)(const std::int8_t *a, const std::int8_t *b, std::size_t stride);
};

/// The best that this processor runs. The same for the whole run of a program.
const DotKernels &dot_kernels() noexcept;
/// All that this processor runs, the plain ones first.
std::span<const DotKernels *const> runnable_dot_kernels() noexcept;

}  // namespace sluice::detail

#endif
