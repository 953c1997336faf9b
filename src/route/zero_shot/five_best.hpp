#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_FIVE_BEST_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_FIVE_BEST_HPP

/// The mean of the five greatest of some cosines.

#include <array>
#include <cstddef>

namespace sluice::inline v0::route_detail {

/// Not thread-safe. The result does not depend on the order of the cosines.
class FiveBest {
 public:
  /// Whether adding the cosine would change the result.
  bool counts(float cosine) const { return cosine > worst_; }
  void add(float cosine) {
    if (!counts(cosine)) return;
    std::size_t at = count_ < most ? count_++ : most - 1;
    for (; at > 0 && best_[at - 1] < cosine; --at) best_[at] = best_[at - 1];
    best_[at] = cosine;
    if (count_ == most) worst_ = best_[most - 1];
  }
  /// 0 if there are none; of all if there are fewer than five.
  float mean() const {
    if (count_ == 0) return 0;
    float sum = 0;
    for (std::size_t i = count_; i > 0; --i) sum += best_[i - 1];
    return sum / static_cast<float>(count_);
  }

 private:
  static constexpr std::size_t most = 5;
  static constexpr float lowest = -2;  // below every cosine

  std::array<float, most> best_{};  // descending
  std::size_t count_ = 0;
  float worst_ = lowest;  // a cosine counts if it exceeds this
};

/// The sum of the two greatest cosines, or 0 for those that are negative or missing. Not
/// thread-safe.
class TwoBest {
 public:
  void add(float cosine) {
    if (cosine > best_[0]) {
      best_[1] = best_[0];
      best_[0] = cosine;
    } else if (cosine > best_[1]) {
      best_[1] = cosine;
    }
  }
  float sum() const { return best_[0] + best_[1]; }

 private:
  std::array<float, 2> best_{};
};

}  // namespace sluice::inline v0::route_detail

#endif
