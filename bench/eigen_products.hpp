#ifndef SLUICE_BENCH_EIGEN_PRODUCTS_HPP
#define SLUICE_BENCH_EIGEN_PRODUCTS_HPP

/// What an encoder's matrix products cost when they are left to Eigen: compiled for the baseline of
/// the processor family, and for AVX2 with FMA where the compiler has them.

#include <cstddef>

namespace sluice::bench {

/// Of a network with four layers' matrices a layer, as BERT's: attention's input (width × 3 width)
/// and output, and the two of the feed-forward part.
struct NetworkShape {
  std::size_t layers = 6;
  std::size_t width = 384;
  std::size_t inner = 1536;

  std::size_t weights() const { return layers * (4 * width * width + 2 * width * inner); }
};

/// All products of one pass in 32-bit floats, without anything between them.
class EigenProducts {
 public:
  virtual ~EigenProducts() = default;
  virtual void run() = 0;
};

/// Random weights and `rows` rows. The caller deletes it; null where the processor lacks the set.
/// On another family than x86-64, both are the baseline.
EigenProducts *eigen_products_plain(const NetworkShape &shape, std::size_t rows);
EigenProducts *eigen_products_avx2(const NetworkShape &shape, std::size_t rows);

}  // namespace sluice::bench

#endif
