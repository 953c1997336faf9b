#ifndef SLUICE_LEARN_STANDARDIZER_HPP
#define SLUICE_LEARN_STANDARDIZER_HPP

/// Scales features to a common range, so that one regularization penalty fits all weights.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Maps x to (x - mean) / deviation, clipped to ±limit so that no single outlier dominates.
/// Immutable. Thread-safe.
class Standardizer {
 public:
  static constexpr float limit = 8;

  Standardizer() = default;
  /// Throws Error(invalid_argument) unless both have the same size, all numbers are finite, and all
  /// deviations are positive.
  Standardizer(std::vector<float> means, std::vector<float> deviations);
  /// Computes means and deviations of rows in row-major order; adds 1e-4 to each deviation. Without
  /// rows, means are 0 and deviations 1. Throws Error(invalid_argument) if `columns` is 0, the size
  /// is not a multiple of `columns`, or a number is not finite. O(rows × columns).
  static Standardizer fit(std::span<const float> rows, std::size_t columns);

  std::size_t columns() const noexcept { return means_.size(); }
  std::span<const float> means() const noexcept { return means_; }
  std::span<const float> deviations() const noexcept { return deviations_; }

  /// 1 / deviation.
  std::span<const float> inverses() const noexcept { return inverse_; }

  float operator()(std::size_t column, float value) const noexcept {
    const float z = (value - means_[column]) * inverse_[column];
    return z < -limit ? -limit : z > limit ? limit : z;
  }
  /// Standardizes all rows in place.
  void apply(std::span<float> rows) const noexcept;

 private:
  std::vector<float> means_;
  std::vector<float> deviations_;
  std::vector<float> inverse_;
};

}  // namespace sluice::inline v0

#endif
