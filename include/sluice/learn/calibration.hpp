#ifndef SLUICE_LEARN_CALIBRATION_HPP
#define SLUICE_LEARN_CALIBRATION_HPP

/// Converts scores into calibrated probabilities. Fit on scores of questions that the scoring model
/// was not trained on.

#include <cstddef>
#include <cstdint>
#include <span>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// A logistic curve over a score. Source: Platt 1999, with his smoothed targets; fitted by Newton's
/// method as in Lin, Lin and Weng 2007.
struct PlattScaling {
  double slope = 1;
  double offset = 0;

  double operator()(double score) const noexcept;
  /// Throws Error(invalid_argument) unless there is one label (0 or 1) per score, and at least one
  /// score.
  static PlattScaling fit(std::span<const float> scores, std::span<const std::uint8_t> labels);
};

/// The divisor of softmax scores that maximizes the probability of the right items. Source: Guo et
/// al. 2017 (temperature scaling). `scores` holds the groups consecutively, `sizes` their sizes,
/// `right` the position of the right item in each group. Golden-section search in [0.1, 10]. Throws
/// Error(invalid_argument) if sizes do not match.
float fit_temperature(std::span<const float> scores, std::span<const std::size_t> sizes,
                      std::span<const std::size_t> right);

}  // namespace sluice::inline v0

#endif
