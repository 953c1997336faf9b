#ifndef SLUICE_LEARN_LINEAR_MODEL_HPP
#define SLUICE_LEARN_LINEAR_MODEL_HPP

/// A weighted sum of standardised features, and two ways of fitting one.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/ranked_groups.hpp"
#include "sluice/learn/standardiser.hpp"

namespace sluice {

struct LinearModel {
  Standardiser standardiser;
  std::vector<float> weights;  ///< One a column of the standardiser.
  float bias = 0;

  std::size_t columns() const noexcept { return weights.size(); }
  /// `row` has columns() numbers.
  float score(std::span<const float> row) const noexcept;

  /// As bytes, to be kept in a file, and back. `parse` throws Error(malformed) for anything that
  /// `bytes` does not write, weights that are not finite included.
  std::string bytes() const;
  static LinearModel parse(std::string_view bytes);
};

struct LinearFitOptions {
  double l2 = 1e-2;  ///< Times the sum of squared weights, beside the mean loss of a group or row.
  std::size_t iterations = 200;
  /// Stops where the loss falls by less than this share over ten iterations.
  double tolerance = 1e-6;
  std::size_t threads = 1;  ///< Of a listwise fit; at least 1. Changes nothing but the time.
};

/// Minimises the mean over groups of -log softmax of the right rows (ListNet's top-one loss, Cao et
/// al. 2007, with the target spread evenly over them) by L-BFGS. The same numbers on every run with
/// one compiler. Throws Error(invalid_argument) where sizes do not fit, a group has no right row, a
/// number is not finite or there is no thread. O(iterations × rows × columns).
LinearModel fit_listwise(RankedGroups groups, const LinearFitOptions &options = {});

/// Logistic regression of `labels` (0 or 1, one a row). Errors and cost as above.
LinearModel fit_logistic(std::vector<float> rows, std::size_t columns,
                         std::span<const std::uint8_t> labels,
                         const LinearFitOptions &options = {.l2 = 1e-4});

/// 1 / (1 + exp(-x)), without overflow.
double sigmoid(double x) noexcept;
/// Scores become probabilities in place: exp(score / temperature) over their sum.
void softmax(std::span<float> scores, float temperature = 1) noexcept;

}  // namespace sluice

#endif
