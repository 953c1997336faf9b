/// Tests matrix products against their definition, on each instruction set that this processor
/// supports.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "learn/kernels/product_kernels.hpp"
#include "sluice/core/random.hpp"

namespace sluice {
namespace {

using learn_detail::MatrixView;
using learn_detail::ProductKernels;
using Floats = std::vector<float>;

/// Quarters up to 1: sums of their products are exact.
Floats random_floats(Random &random, std::size_t count) {
  Floats numbers(count);
  for (float &x : numbers) x = static_cast<float>(random.below(9)) * 0.25F - 1;
  return numbers;
}

/// A view of a matrix stored by rows or by columns.
MatrixView view(const Floats &numbers, std::size_t rows, std::size_t columns, bool by_columns) {
  return {numbers.data(), rows, columns, by_columns ? 1 : columns, by_columns ? rows : 1};
}

float at(const MatrixView &of, std::size_t row, std::size_t column) {
  return of.numbers[row * of.row_step + column * of.column_step];
}

}  // namespace

TEST_CASE("every instruction set adds products, for all memory layouts of the factors") {
  constexpr std::size_t most = ProductKernels::max_terms;
  Random random(1);
  for (const auto &[rows, terms, columns] : {std::array<std::size_t, 3>{0, 3, 5},
                                             {3, 0, 5},
                                             {3, 5, 0},
                                             {1, 1, 1},
                                             {4, 8, 16},
                                             {7, 31, 33},
                                             {39, 31, 33},
                                             {2, most, 15},
                                             {5, most + 1, 17},
                                             {3, 2 * most, 8},
                                             {3, 3 * most - 1, 20}}) {
    const Floats left = random_floats(random, rows * terms);
    const Floats right = random_floats(random, terms * columns);
    const Floats before = random_floats(random, rows * columns);
    for (const auto &[left_turned, right_turned] :
         {std::pair(false, false), {false, true}, {true, false}, {true, true}}) {
      const MatrixView by_left = view(left, rows, terms, left_turned);
      const MatrixView by_right = view(right, terms, columns, right_turned);
      Floats expected = before;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        for (std::size_t k = 0; k < terms; ++k)
          expected[i] += at(by_left, i / columns, k) * at(by_right, k, i % columns);
      }
      for (const ProductKernels *kernels : learn_detail::runnable_product_kernels()) {
        CAPTURE(std::string(kernels->name));
        Floats sum = before;
        kernels->add_product(by_left, by_right, sum.data());
        CHECK(sum == expected);
      }
    }
  }
}

TEST_CASE("every instruction set rounds products alike") {
  constexpr std::size_t rows = 35, terms = 2000, columns = 37;
  Random random(2);
  Floats left(rows * terms), right(terms * columns);
  for (Floats *numbers : {&left, &right})
    std::ranges::generate(*numbers, [&] { return static_cast<float>(random.unit()); });
  Floats first;
  for (const ProductKernels *kernels : learn_detail::runnable_product_kernels()) {
    CAPTURE(std::string(kernels->name));
    Floats sum(rows * columns);
    kernels->add_product(view(left, rows, terms, false), view(right, terms, columns, false),
                         sum.data());
    if (first.empty()) first = sum;
    CHECK(sum == first);
  }
}

}  // namespace sluice
