#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_SPREAD_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_SPREAD_HPP

/// The average and the variance of numbers.

#include <cstddef>

namespace sluice::inline v0 {

struct Spread {
  double mean = 0;
  double variance = 0;
};

/// Not thread-safe.
class SpreadOf {
 public:
  void add(double value) {
    count_ += 1;
    sum_ += value;
    squares_ += value * value;
  }
  /// Zeros if there are no numbers.
  Spread spread() const {
    if (count_ == 0) return {};
    const double mean = sum_ / count_;
    return {mean, squares_ / count_ - mean * mean};
  }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

}  // namespace sluice::inline v0

#endif
