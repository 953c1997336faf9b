#ifndef SLUICE_SRC_TRAIN_FOLDS_HPP
#define SLUICE_SRC_TRAIN_FOLDS_HPP

/// Splits a training set into folds for cross-fitting; groups are not split.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Returns the fold, in [0, folds), of each record. Records of one group, such as a database, are
/// in the same fold. Group counts of folds differ by at most 1; the assignment is drawn from the
/// seed. Throws Error(invalid_argument) if there are fewer groups than folds, or no folds. O(n log
/// n).
std::vector<std::size_t> folds_by_group(std::span<const std::uint32_t> groups, std::size_t folds,
                                        std::uint64_t seed);

}  // namespace sluice::inline v0

#endif
