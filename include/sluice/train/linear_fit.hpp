#ifndef SLUICE_TRAIN_LINEAR_FIT_HPP
#define SLUICE_TRAIN_LINEAR_FIT_HPP

/// Fits a LinearModel to groups of rows of which some are relevant, or to labels.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/learn/linear_model.hpp"
#include "sluice/learn/ranked_groups.hpp"

namespace sluice::inline v0 {

struct LinearFitOptions {
  double l2 =
      1e-2;  ///< Weight of the sum of squared weights, next to the mean loss per group or row.
  std::size_t iterations = 200;
  /// Stops when the loss decreases by less than this fraction over ten iterations.
  double tolerance = 1e-6;
  std::size_t threads = 1;  ///< Of a listwise fit; at least 1. The result does not depend on it.
  /// Of a listwise fit, by column: 1 if its weight may be negative. Empty means all may.
  std::vector<std::uint8_t> free = {};
  /// Each right row of a group competes with the wrong rows only, not with other right ones, so
  /// that all right rows come first rather than one.
  bool each_right = false;
};

/// Minimizes the mean over groups of -log softmax of the relevant rows (ListNet's top-one loss, Cao
/// et al. 2007, with the target distributed evenly over them) by L-BFGS. Deterministic with the
/// same compiler.
/// Throws Error(invalid_argument) if sizes do not match, a group has no relevant row, a number is
/// not finite or `threads` is 0. O(iterations × rows × columns).
LinearModel fit_listwise(RankedGroups groups, const LinearFitOptions &options = {});

/// Logistic regression of `labels`, 0 or 1, one per row. Errors and cost are as above.
LinearModel fit_logistic(std::vector<float> rows, std::size_t columns,
                         std::span<const std::uint8_t> labels,
                         const LinearFitOptions &options = {.l2 = 1e-4});

}  // namespace sluice::inline v0

#endif
