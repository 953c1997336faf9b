#ifndef SLUICE_SRC_TRAIN_LEARN_MATRIX_PRODUCT_HPP
#define SLUICE_SRC_TRAIN_LEARN_MATRIX_PRODUCT_HPP

#include <cstddef>

#include <Eigen/Core>

#include "adam.hpp"
#include "learn/kernels/product_kernels.hpp"

namespace sluice::detail {

/// Of anything that lies in memory: a matrix, some of its rows, either transposed.
template <class Dense>
MatrixView view_of(const Dense &of) {
  const auto size = [](Eigen::Index number) { return static_cast<std::size_t>(number); };
  return {of.data(), size(of.rows()), size(of.cols()), size(of.rowStride()), size(of.colStride())};
}

/// Adds left × right, of fitting sizes. Unlike Eigen's products, the same bits on every processor:
/// neither its vectors' width nor the size of its caches says in which order numbers are added.
template <class Left, class Right>
void add_product(const Left &left, const Right &right, Eigen::Ref<Adam::Matrix> to) {
  product_kernels().add_product(view_of(left), view_of(right), to.data());
}

template <class Left, class Right>
void set_product(const Left &left, const Right &right, Adam::Matrix &to) {
  to.setZero(left.rows(), right.cols());
  add_product(left, right, to);
}

}  // namespace sluice::detail

#endif
