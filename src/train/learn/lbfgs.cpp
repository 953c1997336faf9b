#include "lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include <Eigen/Core>

namespace sluice::inline v0::train_detail {
namespace {

using LossVector = Eigen::VectorXd;

constexpr std::size_t memory = 10;

struct Step {
  LossVector moved;
  LossVector turned;  // change of the gradient
  double curvature;
};

/// The gradient times the approximated inverse Hessian.
LossVector direction(const LossVector &gradient, const std::deque<Step> &steps) {
  LossVector q = -gradient;
  std::vector<double> alpha(steps.size());
  for (std::size_t i = steps.size(); i-- > 0;) {
    alpha[i] = steps[i].moved.dot(q) / steps[i].curvature;
    q -= alpha[i] * steps[i].turned;
  }
  if (!steps.empty()) q *= steps.back().curvature / steps.back().turned.squaredNorm();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double beta = steps[i].turned.dot(q) / steps[i].curvature;
    q += (alpha[i] - beta) * steps[i].moved;
  }
  return q;
}

}  // namespace

std::vector<double> minimize(Loss loss, std::vector<double> start, std::size_t iterations,
                             double tolerance) {
  const auto size = static_cast<Eigen::Index>(start.size());
  LossVector x = Eigen::Map<const LossVector>(start.data(), size);
  LossVector gradient(size);
  const auto evaluate = [&](const LossVector &at, LossVector &slope) {
    return loss({at.data(), start.size()}, {slope.data(), start.size()});
  };
  double value = evaluate(x, gradient);
  std::deque<Step> steps;
  std::vector<double> history{value};
  constexpr std::size_t patience = 10;
  for (std::size_t i = 0; i < iterations && gradient.norm() > 1e-9; ++i) {
    LossVector along = direction(gradient, steps);
    double slope = along.dot(gradient);
    if (!(slope < 0)) {  // rounding errors broke the approximation: restart
      steps.clear();
      along = -gradient;
      slope = -gradient.squaredNorm();
    }
    double length = steps.empty() ? std::min(1.0, 1 / gradient.norm()) : 1.0;
    LossVector next, next_gradient(size);
    double next_value = value;
    bool found = false;
    for (int halved = 0; halved < 30 && !found; ++halved, length /= 2) {
      next = x + length * along;
      next_value = evaluate(next, next_gradient);
      found = next_value <= value + 1e-4 * length * slope;
    }
    if (!found) break;
    Step step{next - x, next_gradient - gradient, 0};
    step.curvature = step.moved.dot(step.turned);
    if (step.curvature > 1e-12 * step.turned.squaredNorm()) {
      steps.push_back(std::move(step));
      if (steps.size() > memory) steps.pop_front();
    }
    x = std::move(next);
    gradient = next_gradient;
    value = next_value;
    history.push_back(value);
    if (history.size() > patience) {
      const double before = history[history.size() - 1 - patience];
      if (before - value < tolerance * std::abs(value)) break;
    }
  }
  return {x.data(), x.data() + size};
}

}  // namespace sluice::inline v0::train_detail
