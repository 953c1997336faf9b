#ifndef SLUICE_TRAIN_BOOSTED_TREES_FIT_HPP
#define SLUICE_TRAIN_BOOSTED_TREES_FIT_HPP

/// Fits BoostedTrees to labels.
/// Source: Friedman 2001 (gradient boosting); Dorogush et al. 2018 (CatBoost).

#include <cstddef>
#include <cstdint>
#include <span>

#include "sluice/learn/boosted_trees.hpp"

namespace sluice::inline v0 {

struct BoostedTreesOptions {
  std::size_t trees = 150;
  std::size_t depth = 5;  ///< Splits per path, in [1, 8].
  std::size_t bins = 48;  ///< Approximate number of split thresholds per column, in [1, 255].
  double rate = 0.1;
  double l2 = 5;       ///< Regularization of leaf values.
  double share = 0.6;  ///< Fraction of the rows sampled per tree, in (0, 1].
  std::uint64_t seed = 1;
};

/// Gradient boosting with logistic loss: `labels` are 0 or 1, one per row; each tree is fitted to
/// the residuals of the trees before it (Newton step). Single-threaded. The same rows and options
/// give the same trees, bit for bit, with the same compiler. Throws Error(invalid_argument) if
/// sizes do not match, an option is out of range, a number is not finite or the columns have more
/// than 2^16 bins in total. O(trees · depth · rows · columns).
BoostedTrees fit_boosted_trees(std::span<const float> rows, std::size_t columns,
                               std::span<const std::uint8_t> labels,
                               const BoostedTreesOptions &options = {});

}  // namespace sluice::inline v0

#endif
