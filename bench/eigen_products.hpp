#ifndef SLUICE_BENCH_EIGEN_PRODUCTS_HPP
#define SLUICE_BENCH_EIGEN_PRODUCTS_HPP

/// An encoder's matrix products by Eigen, as a reference: compiled for the baseline of the
/// processor family, and for AVX2 with FMA if the compiler supports them.

#include <cstddef>

namespace sluice::bench {

/// Shape of a network with four matrices per layer, like BERT: input (width × 3 width) and output
/// of attention, and the two of the feed-forward part.
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

/// Create products with random weights and `rows` rows; the caller deletes them. Return nullptr if
/// the processor lacks the instruction set. On processors other than x86-64, both use the baseline.
EigenProducts *eigen_products_plain(const NetworkShape &shape, std::size_t rows);
EigenProducts *eigen_products_avx2(const NetworkShape &shape, std::size_t rows);

}  // namespace sluice::bench

#endif
