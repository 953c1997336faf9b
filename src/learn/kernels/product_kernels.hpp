#ifndef SLUICE_SRC_LEARN_KERNELS_PRODUCT_KERNELS_HPP
#define SLUICE_SRC_LEARN_KERNELS_PRODUCT_KERNELS_HPP

/// Products of matrices, compiled once an instruction set; all sets give the same bits.

#include <cstddef>
#include <span>

namespace sluice::detail {

/// A matrix that lies by rows, by columns, or as part of a larger one.
struct MatrixView {
  const float *numbers = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t row_step = 0;  ///< From a number to the one below.
  std::size_t column_step = 0;
};

struct ProductKernels {
  /// Terms of a number that are added up one after the other, from 0: those of more are added to
  /// the sum before in stretches of about the same length, so that rounding is less.
  static constexpr std::size_t max_terms = 680;

  const char *name;
  /// Adds the product to a matrix of `left.rows` rows of `right.columns` numbers, row by row.
  void (*add_product)(const MatrixView &left, const MatrixView &right, float *to);
};

/// The best that this processor runs.
const ProductKernels &product_kernels() noexcept;
/// All that this processor runs, the plain ones first.
std::span<const ProductKernels *const> runnable_product_kernels() noexcept;

}  // namespace sluice::detail

#endif
