#ifndef SLUICE_SRC_ROUTE_CONTENDERS_HPP
#define SLUICE_SRC_ROUTE_CONTENDERS_HPP

/// Rescores the databases that a weighted sum of features ranks first by a perceptron, because the
/// choice among several that fit is not linear.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/learn/perceptron.hpp"

namespace sluice::inline v0::route_detail {

/// Positions of the eight greatest scores, the greatest first; equal ones in order of position.
std::vector<std::size_t> contenders_of(std::span<const float> scores);

/// Contenders get the perceptron's scores of their rows and parts; all other scores are shifted to
/// keep their distance to the last contender. A perceptron without columns changes nothing.
void rescore_contenders(const Perceptron &perceptron, std::span<const float> rows,
                        const RowParts &parts, std::span<const std::size_t> contenders,
                        std::span<float> scores);

}  // namespace sluice::inline v0::route_detail

#endif
