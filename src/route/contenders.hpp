#ifndef SLUICE_SRC_ROUTE_CONTENDERS_HPP
#define SLUICE_SRC_ROUTE_CONTENDERS_HPP

/// The databases that a weighted sum of features ranks first, told apart by trees: which of several
/// that fit is meant is no sum.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/learn/boosted_trees.hpp"

namespace sluice::detail {

/// Positions of the greatest scores, the greatest first; of equal ones the first.
std::vector<std::size_t> contenders_of(std::span<const float> scores);

/// Appends what trees see of one: its features up to the hard ones, and how far its score is ahead
/// of the best other one's. `row`: all features of the database.
void add_contender(std::span<const float> row, std::span<const float> scores,
                   std::span<const std::size_t> contenders, std::size_t place,
                   std::vector<float> &rows);

/// Adds what the trees say of each contender's row to its score, and the least of that to all other
/// scores.
void settle(const BoostedTrees &trees, std::span<const float> rows,
            std::span<const std::size_t> contenders, std::span<float> scores);

}  // namespace sluice::detail

#endif
