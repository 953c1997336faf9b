// Compiled once per instruction set, which is part of the names of the function and Eigen's
// namespace, so that inline functions of different sets are not merged.
#define Eigen SLUICE_PEER_EIGEN

#include "eigen_products.hpp"

#include <Eigen/Core>

namespace sluice::bench {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Products final : public EigenProducts {
 public:
  Products(const NetworkShape &shape, std::size_t rows)
      : rows_(static_cast<Eigen::Index>(rows)), layers_(new Layer[shape.layers]) {
    count_ = shape.layers;
    const auto width = static_cast<Eigen::Index>(shape.width);
    const auto inner = static_cast<Eigen::Index>(shape.inner);
    for (std::size_t l = 0; l < count_; ++l) {
      layers_[l].qkv = Matrix::Random(3 * width, width);
      layers_[l].mixed = Matrix::Random(width, width);
      layers_[l].inner = Matrix::Random(inner, width);
      layers_[l].outer = Matrix::Random(width, inner);
    }
    states_ = Matrix::Random(rows_, width);
    wide_ = Matrix::Random(rows_, inner);
  }
  Products(const Products &) = delete;
  Products &operator=(const Products &) = delete;
  ~Products() override { delete[] layers_; }

  void run() override {
    for (std::size_t l = 0; l < count_; ++l) {
      qkv_.noalias() = states_ * layers_[l].qkv.transpose();
      mixed_.noalias() = states_ * layers_[l].mixed.transpose();
      inner_.noalias() = states_ * layers_[l].inner.transpose();
      outer_.noalias() = wide_ * layers_[l].outer.transpose();
    }
  }

 private:
  struct Layer {
    Matrix qkv, mixed, inner, outer;  // outputs × inputs
  };

  Eigen::Index rows_;
  std::size_t count_ = 0;
  Layer *layers_;  // not a standard container, whose functions would be merged
  Matrix states_, wide_, qkv_, mixed_, inner_, outer_;
};

}  // namespace

EigenProducts *SLUICE_PEER(const NetworkShape &shape, std::size_t rows) {
#if defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return nullptr;
#endif
  return new Products(shape, rows);
}

}  // namespace sluice::bench
