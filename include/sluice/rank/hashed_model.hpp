#ifndef SLUICE_RANK_HASHED_MODEL_HPP
#define SLUICE_RANK_HASHED_MODEL_HPP

/// Linear models over hashed features, with one-byte weights.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Indices of the features that are set for one element.
using LabelFeatures = std::vector<std::uint32_t>;

/// The score of a label is the sum of the weights of the features that are set, times the label's
/// scale. Plain data.
struct HashedModel {
  std::size_t labels = 0;
  std::vector<std::int8_t> weights;  ///< Row-major, features × labels.
  std::vector<float> scales;         ///< By label.

  /// Quantizes weights: row-major, features × `labels`. O(weights).
  static HashedModel rounded(std::span<const float> weights, std::size_t labels);

  std::size_t features() const noexcept { return labels == 0 ? 0 : weights.size() / labels; }

  /// Scores of all labels. `Labels` must equal `labels`, and each feature must be below
  /// `features()`. O(features · labels).
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
