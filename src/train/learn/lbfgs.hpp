#ifndef SLUICE_SRC_TRAIN_LEARN_LBFGS_HPP
#define SLUICE_SRC_TRAIN_LEARN_LBFGS_HPP

/// Limited-memory BFGS. Source: Liu and Nocedal 1989; two-loop recursion, and backtracking with the
/// Armijo condition, of Nocedal and Wright 2006, algorithms 7.4 and 3.1. Bounds are kept by
/// projection, as in Bertsekas 1982.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::train_detail {

/// Writes the gradient at x and returns the loss.
using Loss = function_ref<double(std::span<const double> x, std::span<double> gradient)>;

/// Minimizes a convex smooth loss, starting at `x`. Stops after `iterations`, or when ten
/// iterations have decreased the loss by less than the fraction `tolerance`. `free`: 1 for each
/// variable that may become negative; empty means all may.
std::vector<double> minimize(Loss loss, std::vector<double> x, std::size_t iterations,
                             double tolerance, std::span<const std::uint8_t> free = {});

}  // namespace sluice::inline v0::train_detail

#endif
