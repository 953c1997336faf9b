/// The matrix products of training: a batch's rows by the hidden units, back to the weights, and
/// the same for the rows' parts. For comparison, the same run measures Eigen, compiled for the
/// baseline instruction set (`eigen_over_this` is its time divided by ours).
///
/// On one thread; each figure is the minimum of many calls.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

#include <Eigen/Core>

#include "train/learn/matrix_product.hpp"

namespace {

using namespace sluice;
using Matrix = train_detail::Adam::Matrix;

struct Shape {
  const char *name;
  Eigen::Index rows, terms, columns;
  bool left_is_turned;  // column-major, as rows are in the backward pass
};

constexpr Shape shapes[] = {{"rows_to_units", 256, 250, 64, false},
                            {"back_to_weights", 250, 256, 64, true},
                            {"parts_to_units", 2000, 14, 32, false},
                            {"back_to_part_weights", 14, 2000, 32, true},
                            {"adapter", 64, 128, 128, false}};

template <class Call>
double min_seconds(Call call) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 300; ++i) {
    const auto start = Clock::now();
    call();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

void product(benchmark::State &state, const Shape &shape,
             const learn_detail::ProductKernels &kernels) {
  const Matrix left = shape.left_is_turned ? Matrix::Random(shape.terms, shape.rows)
                                           : Matrix::Random(shape.rows, shape.terms);
  const Matrix right = Matrix::Random(shape.terms, shape.columns);
  Matrix to = Matrix::Zero(shape.rows, shape.columns);
  const learn_detail::MatrixView by_left =
      shape.left_is_turned ? train_detail::view_of(left.transpose()) : train_detail::view_of(left);
  const learn_detail::MatrixView by_right = train_detail::view_of(right);
  for (auto _ : state) {
    const double ours = min_seconds([&] { kernels.add_product(by_left, by_right, to.data()); });
    const double eigen = min_seconds([&] {
      if (shape.left_is_turned) {
        to.noalias() += left.transpose() * right;
      } else {
        to.noalias() += left * right;
      }
    });
    benchmark::DoNotOptimize(to.data());
    const auto operations =
        2 * static_cast<double>(shape.rows) * static_cast<double>(shape.terms * shape.columns);
    state.counters["gigaflops"] = operations / ours / 1e9;
    state.counters["eigen_over_this"] = eigen / ours;
  }
}

[[maybe_unused]] const bool registered = [] {
  for (const Shape &shape : shapes) {
    for (const learn_detail::ProductKernels *kernels : learn_detail::runnable_product_kernels()) {
      const std::string name = std::string(shape.name) + "/" + kernels->name;
      benchmark::RegisterBenchmark(name.c_str(), [&shape, kernels](benchmark::State &state) {
        product(state, shape, *kernels);
      })->Iterations(1);
    }
  }
  return true;
}();

}  // namespace
