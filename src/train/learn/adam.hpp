#ifndef SLUICE_SRC_TRAIN_LEARN_ADAM_HPP
#define SLUICE_SRC_TRAIN_LEARN_ADAM_HPP

#include <Eigen/Core>

namespace sluice::inline v0::train_detail {

/// Adam: a step size per parameter, based on its earlier gradients. Source: Kingma and Ba 2015.
class Adam {
 public:
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Adam(Eigen::Index rows, Eigen::Index columns)
      : mean_(Matrix::Zero(rows, columns)), square_(mean_) {}

  void step(const Matrix &gradient, float rate, Matrix &of) {
    constexpr float keep_mean = 0.9F, keep_square = 0.999F, tiny = 1e-8F;
    mean_ = keep_mean * mean_ + (1 - keep_mean) * gradient;
    square_ = keep_square * square_ + (1 - keep_square) * gradient.cwiseAbs2();
    mean_left_ *= keep_mean;
    square_left_ *= keep_square;
    of.array() -= rate / (1 - mean_left_) * mean_.array() /
                  ((square_ / (1 - square_left_)).array().sqrt() + tiny);
  }

 private:
  Matrix mean_, square_;
  float mean_left_ = 1, square_left_ = 1;
};

}  // namespace sluice::inline v0::train_detail

#endif
