#ifndef SLUICE_RANK_HASHED_MODEL_HPP
#define SLUICE_RANK_HASHED_MODEL_HPP

/// Linear models over hashed features, one byte a weight.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Numbers of set features, of one thing.
using LabelFeatures = std::vector<std::uint32_t>;

/// One-byte weights of features: the score of a label is the sum over the features that are set.
/// Plain data.
struct HashedModel {
  std::size_t labels = 0;
  std::vector<std::int8_t> weights;  ///< By feature, then label.
  std::vector<float> scales;         ///< By label.

  /// Rounds weights that lie by feature, then label. O(weights).
  static HashedModel rounded(std::span<const float> weights, std::size_t labels);

  std::size_t features() const noexcept { return labels == 0 ? 0 : weights.size() / labels; }

  /// Of all labels, of which there are `Labels`. O(features · labels).
  template <std::size_t Labels>
  std::array<float, Labels> scores_of(std::span<const std::uint32_t> set) const {
    std::array<std::int32_t, Labels> sums{};
    for (const std::uint32_t feature : set) {
      const std::int8_t *row = weights.data() + std::size_t{feature} * Labels;
      for (std::size_t l = 0; l < Labels; ++l) sums[l] += row[l];
    }
    std::array<float, Labels> scores{};
    for (std::size_t l = 0; l < Labels; ++l) scores[l] = static_cast<float>(sums[l]) * scales[l];
    return scores;
  }
};

}  // namespace sluice::inline v0

#endif
