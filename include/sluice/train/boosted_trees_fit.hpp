#ifndef SLUICE_TRAIN_BOOSTED_TREES_FIT_HPP
#define SLUICE_TRAIN_BOOSTED_TREES_FIT_HPP

/// Fits BoostedTrees to labels.
/// Source: Friedman 2001 (gradient boosting); Dorogush et al. 2018 (CatBoost).

#include <cstddef>
#include <cstdint>
#include <span>

#include "sluice/learn/boosted_trees.hpp"

namespace sluice {

struct BoostedTreesOptions {
  std::size_t trees = 150;
  std::size_t depth = 5;  ///< Questions a tree asks, in [1, 8].
  std::size_t bins = 48;  ///< Borders a column is tried at, about; in [1, 255].
  double rate = 0.1;
  double l2 = 5;       ///< Of a leaf's value.
  double share = 0.6;  ///< Of the rows that a tree sees, in (0, 1].
  std::uint64_t seed = 1;
};

/// Logistic regression of `labels` (0 or 1, one a row) by trees one after another, each fitted to
/// what those before left over (Newton's step). On one thread: the same rows and options give the
/// same trees, bit for bit, with one compiler. Throws Error(invalid_argument) where sizes do not
/// fit, an option is out of range, a number is not finite or columns have more than 2^16 bins
/// together. O(trees · depth · rows · columns).
BoostedTrees fit_boosted_trees(std::span<const float> rows, std::size_t columns,
                               std::span<const std::uint8_t> labels,
                               const BoostedTreesOptions &options = {});

}  // namespace sluice

#endif
