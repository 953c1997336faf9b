#ifndef SLUICE_LEARN_CALIBRATION_HPP
#define SLUICE_LEARN_CALIBRATION_HPP

/// Scores turned into probabilities that mean what they say. Fit on scores of questions that the
/// model behind them did not see.

#include <cstddef>
#include <cstdint>
#include <span>

#include "sluice/core/language.hpp"

namespace sluice {

/// A logistic curve over a score. Source: Platt 1999, with his smoothed targets; fitted by Newton's
/// method as Lin, Lin and Weng 2007.
struct PlattScaling {
  double slope = 1;
  double offset = 0;

  double operator()(double score) const noexcept;
  /// Throws Error(invalid_argument) unless there is one label (0 or 1) a score, and at least one.
  static PlattScaling fit(std::span<const float> scores, std::span<const std::uint8_t> labels);
};

/// By how much softmax scores have to be divided so that the probability of the right ones is the
/// greatest. Source: Guo et al. 2017 (temperature scaling). `scores` holds the groups one after the
/// other, `right` the position of the right one in each. Golden-section search in [0.1, 10]. Throws
/// Error(invalid_argument) where sizes do not fit.
float fit_temperature(std::span<const float> scores, std::span<const std::size_t> sizes,
                      std::span<const std::size_t> right);

}  // namespace sluice

#endif
