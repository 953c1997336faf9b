#ifndef SLUICE_SRC_ROUTE_CONTENDERS_HPP
#define SLUICE_SRC_ROUTE_CONTENDERS_HPP

/// The databases that a weighted sum of features ranks first, told apart by a perceptron: which of
/// several that fit is meant is no sum.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/learn/perceptron.hpp"

namespace sluice::inline v0::detail {

/// Positions of the eight greatest scores, the greatest first; of equal ones the first.
std::vector<std::size_t> contenders_of(std::span<const float> scores);

/// Contenders get what the perceptron says of their rows and these rows' parts; all others stay as
/// far behind the least of them as they were. One without columns leaves the scores as they are.
void settle(const Perceptron &perceptron, std::span<const float> rows, const RowParts &parts,
            std::span<const std::size_t> contenders, std::span<float> scores);

}  // namespace sluice::inline v0::detail

#endif
