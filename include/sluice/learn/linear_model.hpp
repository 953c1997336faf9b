#ifndef SLUICE_LEARN_LINEAR_MODEL_HPP
#define SLUICE_LEARN_LINEAR_MODEL_HPP

/// A weighted sum of standardised features, and two ways of fitting one.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
};

/// Rows in row-major order, those of one group in a row; in each group one or more are right.
struct RankedGroups {
  std::size_t columns = 0;
  std::vector<float> rows;
  std::vector<std::size_t> sizes;    ///< Rows of each group, none 0.
  std::vector<std::uint8_t> target;  ///< By row: 1 if it is right.

  void begin_group() { sizes.push_back(0); }
  /// Appends a row to the last group.
  void add(std::span<const float> row, bool is_right) {
    rows.insert(rows.end(), row.begin(), row.end());
    target.push_back(is_right ? 1 : 0);
    ++sizes.back();
  }
  /// All groups of others, which have as many columns.
  void append(const RankedGroups &others) {
    rows.insert(rows.end(), others.rows.begin(), others.rows.end());
    sizes.insert(sizes.end(), others.sizes.begin(), others.sizes.end());
    target.insert(target.end(), others.target.begin(), others.target.end());
  }
};

/// Minimises the mean over groups of -log softmax of the right rows (ListNet's top-one loss, Cao et
/// al. 2007, with the target spread evenly over them) by L-BFGS. The same numbers on every run with
/// one compiler. Throws Error(invalid_argument) where sizes do not fit, a group has no right row or
/// a number is not finite. O(iterations × rows × columns).
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
