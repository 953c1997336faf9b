#ifndef SLUICE_TRAIN_PERCEPTRON_FIT_HPP
#define SLUICE_TRAIN_PERCEPTRON_FIT_HPP

/// Fits a Perceptron to groups of rows of which some are relevant.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "sluice/learn/perceptron.hpp"
#include "sluice/learn/ranked_groups.hpp"

namespace sluice::inline v0 {

struct PerceptronOptions {
  std::size_t hidden = 64;      ///< Number of hidden units, in [1, 1024].
  std::size_t part_units = 32;  ///< Number of units per part of a row, in [1, 1024].
  std::size_t epochs = 8;
  std::size_t batch = 128;  ///< Groups per step.
  float rate = 3e-3F;       ///< Learning rate of the first step; decays to a tenth.
  float decay = 0.5F;       ///< Weight decay per step, relative to the learning rate.
  float dropout = 0.2F;     ///< Fraction of hidden units dropped per row, in [0, 1).
  std::uint64_t seed = 1;
};

/// Minimizes the mean over groups of -log softmax of the relevant rows, like fit_listwise, by Adam
/// with decoupled weight decay (Loshchilov and Hutter 2019) and dropout (Srivastava et al. 2014).
/// Deterministic with the same compiler. Throws Error(invalid_argument) if groups are invalid
/// (RankedGroups::check), parts do not match the rows of the groups or are not finite, or an option
/// is out of range. O(epochs × (rows × columns × hidden + parts × their columns × part_units)).
Perceptron fit_perceptron(RankedGroups groups, const RowParts &parts,
                          const PerceptronOptions &options = {});
inline Perceptron fit_perceptron(RankedGroups groups, const PerceptronOptions &options = {}) {
  return fit_perceptron(std::move(groups), {}, options);
}

}  // namespace sluice::inline v0

#endif
