#ifndef SLUICE_TRAIN_LINEAR_FIT_HPP
#define SLUICE_TRAIN_LINEAR_FIT_HPP

/// Fits a LinearModel: to groups of rows of which some are right, or to labels.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/learn/linear_model.hpp"
#include "sluice/learn/ranked_groups.hpp"

namespace sluice {

struct LinearFitOptions {
  double l2 = 1e-2;  ///< Times the sum of squared weights, beside the mean loss of a group or row.
  std::size_t iterations = 200;
  /// Stops where the loss falls by less than this share over ten iterations.
  double tolerance = 1e-6;
  std::size_t threads = 1;  ///< Of a listwise fit; at least 1. Changes nothing but the time.
};

/// Minimizes the mean over groups of -log softmax of the right rows (ListNet's top-one loss, Cao et
/// al. 2007, with the target spread evenly over them) by L-BFGS. The same numbers on every run with
/// one compiler. Throws Error(invalid_argument) where sizes do not fit, a group has no right row, a
/// number is not finite or there is no thread. O(iterations × rows × columns).
LinearModel fit_listwise(RankedGroups groups, const LinearFitOptions &options = {});

/// Logistic regression of `labels` (0 or 1, one a row). Errors and cost as above.
LinearModel fit_logistic(std::vector<float> rows, std::size_t columns,
                         std::span<const std::uint8_t> labels,
                         const LinearFitOptions &options = {.l2 = 1e-4});

}  // namespace sluice

#endif
