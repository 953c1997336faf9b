#ifndef SLUICE_SRC_TRAIN_LEARN_MATRIX_PRODUCT_HPP
#define SLUICE_SRC_TRAIN_LEARN_MATRIX_PRODUCT_HPP

#include <cstddef>

#include <Eigen/Core>

#include "adam.hpp"
#include "learn/kernels/product_kernels.hpp"

namespace sluice::inline v0::train_detail {

/// A view of a dense matrix: a whole matrix, some of its rows, or a transpose of either.
template <class Dense>
learn_detail::MatrixView view_of(const Dense &of) {
  const auto size = [](Eigen::Index number) { return static_cast<std::size_t>(number); };
  return {of.data(), size(of.rows()), size(of.cols()), size(of.rowStride()), size(of.colStride())};
}

/// Adds left × right, whose sizes must match. Unlike Eigen's products, gives the same bits on every
/// processor: the order of additions does not depend on vector width or cache sizes.
template <class Left, class Right>
void add_product(const Left &left, const Right &right, Eigen::Ref<Adam::Matrix> to) {
  learn_detail::product_kernels().add_product(view_of(left), view_of(right), to.data());
}

template <class Left, class Right>
void set_product(const Left &left, const Right &right, Adam::Matrix &to) {
  to.setZero(left.rows(), right.cols());
  add_product(left, right, to);
}

}  // namespace sluice::inline v0::train_detail

#endif
