#ifndef SLUICE_LEARN_LINEAR_MODEL_HPP
#define SLUICE_LEARN_LINEAR_MODEL_HPP

/// A weighted sum of standardized features.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/standardizer.hpp"

namespace sluice::inline v0 {

struct LinearModel {
  Standardizer standardizer;
  std::vector<float> weights;  ///< One per column of the standardizer.
  float bias = 0;

  std::size_t columns() const noexcept { return weights.size(); }
  /// `row` has columns() numbers.
  float score(std::span<const float> row) const noexcept;

  /// Serializes to bytes for a file. `parse` reverses it and throws Error(malformed) for anything
  /// that `bytes` does not write, including weights that are not finite.
  std::string bytes() const;
  static LinearModel parse(std::string_view bytes);
};

/// 1 / (1 + exp(-x)), without overflow.
double sigmoid(double x) noexcept;
/// Replaces scores with probabilities: exp(score / temperature), normalized to sum to 1.
void softmax(std::span<float> scores, float temperature = 1) noexcept;

}  // namespace sluice::inline v0

#endif
