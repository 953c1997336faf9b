#ifndef SLUICE_TRAIN_PERCEPTRON_FIT_HPP
#define SLUICE_TRAIN_PERCEPTRON_FIT_HPP

/// Fits a Perceptron to groups of rows of which some are right.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "sluice/learn/perceptron.hpp"
#include "sluice/learn/ranked_groups.hpp"

namespace sluice {

struct PerceptronOptions {
  std::size_t hidden = 64;      ///< Units, in [1, 1024].
  std::size_t part_units = 32;  ///< Of each part of a row, in [1, 1024].
  std::size_t epochs = 8;
  std::size_t batch = 128;  ///< Groups a step.
  float rate = 3e-3F;       ///< Of the first step; it falls to a tenth.
  float decay = 0.5F;       ///< Times the rate: what each step takes off every number.
  float dropout = 0.2F;     ///< Share of the hidden units that a row does without, in [0, 1).
  std::uint64_t seed = 1;
};

/// Minimizes the mean over groups of -log softmax of the right rows, as fit_listwise
/// does, by Adam with decay of its own (Loshchilov and Hutter 2019) and dropout (Srivastava et
/// al. 2014). The same numbers on every run with one compiler. Throws Error(invalid_argument) for
/// groups that do not fit (RankedGroups::check), parts that are not those of the groups' rows or
/// not finite, and options out of range. O(epochs × (rows × columns × hidden + parts × their
/// columns × part_units)).
Perceptron fit_perceptron(RankedGroups groups, const RowParts &parts,
                          const PerceptronOptions &options = {});
inline Perceptron fit_perceptron(RankedGroups groups, const PerceptronOptions &options = {}) {
  return fit_perceptron(std::move(groups), {}, options);
}

}  // namespace sluice

#endif
