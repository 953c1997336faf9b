#ifndef SLUICE_SRC_RANK_FEATURE_SINK_HPP
#define SLUICE_SRC_RANK_FEATURE_SINK_HPP

/// Helpers for hashed features of questions, tables and columns.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "sluice/rank/hashed_model.hpp"

namespace sluice::inline v0::rank_detail {

inline constexpr std::uint64_t no_word = 0x51;  // before the first word and after the last

inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t z = (a ^ (b + 0x9E3779B97F4A7C15U + (a << 6) + (a >> 2))) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

/// Sets hashed features of one element.
class FeatureSink {
 public:
  FeatureSink(LabelFeatures &features, std::size_t buckets)
      : features_(features), mask_(buckets - 1) {}
  template <class... Part>
  void operator()(std::uint64_t kind, Part... parts) {
    std::uint64_t hash = kind;
    ((hash = mixed(hash, static_cast<std::uint64_t>(parts))), ...);
    features_.push_back(static_cast<std::uint32_t>(mixed(hash, 7) & mask_));
  }

 private:
  LabelFeatures &features_;
  std::uint64_t mask_;
};

inline int bin_of(float probability) noexcept {
  constexpr std::array borders{0.01F, 0.03F, 0.08F, 0.2F, 0.4F, 0.6F, 0.8F, 0.93F};
  return static_cast<int>(std::ranges::upper_bound(borders, probability) - borders.begin());
}

/// Positions by descending probability, then position.
inline std::vector<std::uint32_t> best_of(std::span<const float> probabilities) {
  std::vector<std::uint32_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order,
                           [&](auto a, auto b) { return probabilities[a] > probabilities[b]; });
  return order;
}

}  // namespace sluice::inline v0::rank_detail

#endif
