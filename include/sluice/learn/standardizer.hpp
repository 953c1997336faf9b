#ifndef SLUICE_LEARN_STANDARDIZER_HPP
#define SLUICE_LEARN_STANDARDIZER_HPP

/// Features brought to one scale, so that one penalty fits all weights.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// x becomes (x - mean) / deviation, cut to ±limit: one odd value decides nothing alone. Immutable;
/// any threads at once.
class Standardizer {
 public:
  static constexpr float limit = 8;

  Standardizer() = default;
  /// Throws Error(invalid_argument) unless both are of one size, all finite, deviations above 0.
  Standardizer(std::vector<float> means, std::vector<float> deviations);
  /// Of rows in row-major order, with 1e-4 added to each deviation. No rows: nothing is changed by
  /// it. Throws Error(invalid_argument) if `columns` is 0 or the size no multiple of it, or a
  /// number is not finite. O(rows × columns).
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
  /// All rows in place.
  void apply(std::span<float> rows) const noexcept;

 private:
  std::vector<float> means_;
  std::vector<float> deviations_;
  std::vector<float> inverse_;
};

}  // namespace sluice

#endif
