// Included once by the source file of each instruction set, which defines SLUICE_KERNEL_SET and
// SLUICE_LANES. May use only the language and intrinsics: the linker must not merge an inline
// function of one set with that of another.

#ifndef SLUICE_SRC_LEARN_KERNELS_PRODUCT_CODE_HPP
#define SLUICE_SRC_LEARN_KERNELS_PRODUCT_CODE_HPP

#include <cstddef>
#include <cstring>

#include "product_kernels.hpp"

namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET {
namespace {

#if defined(__GNUC__)
using Lanes [[gnu::vector_size(SLUICE_LANES * sizeof(float))]] = float;
#else
using Lanes = float;
#endif

// Rows and columns that are computed together: their sums fill the registers.
constexpr std::size_t lanes = sizeof(Lanes) / sizeof(float);
constexpr std::size_t wide = 2 * lanes;
constexpr std::size_t tall = lanes < 8 ? 4 : 6;

void add_to(float *numbers, const Lanes &more) {
  Lanes sum;
  std::memcpy(&sum, numbers, sizeof sum);
  sum += more;
  std::memcpy(numbers, &sum, sizeof sum);
}

/// `wide` columns of the right matrix.
struct Panel {
  const float *numbers;
  std::size_t step;  // distance between rows
};

/// Adds some rows of a product to `to`.
template <std::size_t rows>
void add_tile(const float *left, std::size_t row_step, std::size_t term_step, Panel panel,
              std::size_t terms, float *to, std::size_t to_step, std::size_t columns) {
  Lanes first[rows] = {}, second[rows] = {};
  for (std::size_t k = 0; k < terms; ++k, left += term_step, panel.numbers += panel.step) {
    Lanes a, b;
    std::memcpy(&a, panel.numbers, sizeof a);
    std::memcpy(&b, panel.numbers + lanes, sizeof b);
    for (std::size_t r = 0; r < rows; ++r) {
      const float x = left[r * row_step];
      first[r] += x * a;
      second[r] += x * b;
    }
  }
  for (std::size_t r = 0; r < rows; ++r, to += to_step) {
    if (columns == wide) {
      add_to(to, first[r]);
      add_to(to + lanes, second[r]);
      continue;
    }
    float sums[wide];
    std::memcpy(sums, &first[r], sizeof(Lanes));
    std::memcpy(sums + lanes, &second[r], sizeof(Lanes));
    for (std::size_t c = 0; c < columns; ++c) to[c] += sums[c];
  }
}

/// Terms per pass, chosen so that the last pass is about as long as the others.
std::size_t terms_at_once(std::size_t terms) {
  constexpr std::size_t most = ProductKernels::max_terms, step = 8;
  const std::size_t over = terms % most;
  if (terms <= most || over == 0) return most;
  return most - step * ((most - 1 - over) / (step * (terms / most + 1)));
}

void add_product(const MatrixView &left, const MatrixView &right, float *to) {
  // A copy of a panel stays in the cache for all rows; for few rows, copying costs more than it
  // saves.
  constexpr std::size_t few = 32;
  alignas(Lanes) float copy[ProductKernels::max_terms * wide];
  const std::size_t at_once = terms_at_once(right.rows);
  for (std::size_t term = 0; term < right.rows; term += at_once) {
    const std::size_t terms = right.rows - term < at_once ? right.rows - term : at_once;
    for (std::size_t column = 0; column < right.columns; column += wide) {
      const std::size_t columns = right.columns - column < wide ? right.columns - column : wide;
      const float *from = right.numbers + term * right.row_step + column * right.column_step;
      const bool is_in_place = left.rows < few && right.column_step == 1 && columns == wide;
      const Panel panel = is_in_place ? Panel{from, right.row_step} : Panel{copy, wide};
      for (std::size_t k = 0; k < terms && !is_in_place; ++k, from += right.row_step) {
        float *const into = copy + k * wide;
        for (std::size_t c = 0; c < columns; ++c) into[c] = from[c * right.column_step];
        for (std::size_t c = columns; c < wide; ++c) into[c] = 0;
      }
      const auto add_rows = [&]<std::size_t rows>(std::size_t row) {
        add_tile<rows>(left.numbers + row * left.row_step + term * left.column_step, left.row_step,
                       left.column_step, panel, terms, to + row * right.columns + column,
                       right.columns, columns);
      };
      std::size_t row = 0;
      for (; row + tall <= left.rows; row += tall) add_rows.template operator()<tall>(row);
      if constexpr (tall > 4) {
        if (row + 4 <= left.rows) {
          add_rows.template operator()<4>(row);
          row += 4;
        }
      }
      for (; row < left.rows; ++row) add_rows.template operator()<1>(row);
    }
  }
}

}  // namespace
}  // namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET

#endif
