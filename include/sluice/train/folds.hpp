#ifndef SLUICE_TRAIN_FOLDS_HPP
#define SLUICE_TRAIN_FOLDS_HPP

/// Parts of a training set for cross-fitting: what stands for one thing stays together.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// The fold, below `folds`, of each record. Records of one group (a database, say) are in one fold;
/// folds have as many groups as each other, by one, in an order drawn from the seed. Throws
/// Error(invalid_argument) if there are fewer groups than folds, or no folds. O(n log n).
std::vector<std::size_t> folds_by_group(std::span<const std::uint32_t> groups, std::size_t folds,
                                        std::uint64_t seed);

}  // namespace sluice

#endif
