#ifndef SLUICE_SRC_LEARN_KERNELS_PRODUCT_KERNELS_HPP
#define SLUICE_SRC_LEARN_KERNELS_PRODUCT_KERNELS_HPP

/// Matrix products, compiled once per instruction set. All sets produce the same bits.

#include <cstddef>
#include <span>

namespace sluice::inline v0::learn_detail {

/// A matrix stored by rows or by columns, or a part of a larger one.
struct MatrixView {
  const float *numbers = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t row_step = 0;  ///< Distance from a number to the one below.
  std::size_t column_step = 0;
};

struct ProductKernels {
  /// Maximum number of terms that are summed consecutively, starting from 0. Longer sums are split
  /// into parts of about equal length, which are added to the result one by one to reduce rounding
  /// errors.
  static constexpr std::size_t max_terms = 680;

  const char *name;
  /// Adds the product to a row-major matrix of `left.rows` × `right.columns` numbers.
  void (*add_product)(const MatrixView &left, const MatrixView &right, float *to);
};

/// The fastest kernels that this processor supports.
const ProductKernels &product_kernels() noexcept;
/// All kernels that this processor supports, from the plain ones to the fastest.
std::span<const ProductKernels *const> runnable_product_kernels() noexcept;

}  // namespace sluice::inline v0::learn_detail

#endif
