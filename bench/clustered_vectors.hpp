#ifndef SLUICE_BENCH_CLUSTERED_VECTORS_HPP
#define SLUICE_BENCH_CLUSTERED_VECTORS_HPP

/// Random vectors that are clustered like the columns of a large catalog: tables of similar
/// columns, in databases of similar tables.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/random.hpp"

namespace sluice::bench {

/// Row i does not depend on the number of rows. Each 100 consecutive rows are a cluster, around one
/// of 300 wider centers.
class ClusteredVectors {
 public:
  ClusteredVectors(std::size_t dimensions, std::uint64_t seed)
      : dimensions_(dimensions), seed_(seed), wide_(wide_centers * dimensions) {
    Random random(seed);
    for (float &x : wide_) x = normal(random);
  }

  std::size_t dimensions() const noexcept { return dimensions_; }

  void row(std::size_t number, std::span<float> vector) const {
    near(number / 100, number, vector);
  }
  /// Computes a vector that is not a row, near a random cluster of the first `rows` rows.
  void query(std::size_t number, std::size_t rows, std::span<float> vector) const {
    Random random(seed_ ^ (number + 1) * 0xD6E8FEB86659FD93U);
    const std::size_t clusters = rows < 100 ? 1 : rows / 100;
    near(static_cast<std::size_t>(random.below(clusters)), ~number, vector);
  }

 private:
  static constexpr std::size_t wide_centers = 300;

  /// Approximately normal: a sum of uniform numbers.
  static float normal(Random &random) {
    double sum = -2;
    for (int i = 0; i < 4; ++i) sum += random.unit();
    return static_cast<float>(sum * 1.7320508);
  }

  void near(std::size_t cluster, std::size_t number, std::span<float> vector) const {
    Random center(seed_ + cluster * 0x9E3779B97F4A7C15U + 1);
    Random own(seed_ + number * 0xBF58476D1CE4E5B9U + 2);
    const std::size_t wide = static_cast<std::size_t>(center.below(wide_centers));
    double square = 0;
    for (std::size_t i = 0; i < dimensions_; ++i) {
      vector[i] = wide_[wide * dimensions_ + i] + 0.7F * normal(center) + 0.5F * normal(own);
      square += double{vector[i]} * vector[i];
    }
    const auto scale = static_cast<float>(1 / std::sqrt(square));
    for (float &x : vector) x *= scale;
  }

  std::size_t dimensions_;
  std::uint64_t seed_;
  std::vector<float> wide_;
};

}  // namespace sluice::bench

#endif
