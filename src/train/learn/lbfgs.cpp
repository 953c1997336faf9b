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

/// Variables that must not become negative.
class Bounds {
 public:
  explicit Bounds(std::span<const std::uint8_t> free) : free_(free) {}

  /// Clears the components that would only lead out of bounds.
  void hold(const LossVector &x, const LossVector &gradient, LossVector &along) const {
    each_at_bound(x, [&](Eigen::Index i) {
      if (gradient[i] >= 0 || along[i] < 0) along[i] = 0;
    });
  }
  LossVector slope_within(const LossVector &x, const LossVector &gradient) const {
    LossVector slope = gradient;
    each_at_bound(x, [&](Eigen::Index i) { slope[i] = std::min(slope[i], 0.0); });
    return slope;
  }
  void project(LossVector &x) const {
    for (std::size_t i = 0; i < free_.size(); ++i) {
      double &of = x[static_cast<Eigen::Index>(i)];
      if (free_[i] == 0) of = std::max(of, 0.0);
    }
  }

 private:
  template <class Visit>
  void each_at_bound(const LossVector &x, Visit visit) const {
    for (std::size_t i = 0; i < free_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      if (free_[i] == 0 && !(x[at] > 0)) visit(at);
    }
  }

  std::span<const std::uint8_t> free_;
};

}  // namespace

std::vector<double> minimize(Loss loss, std::vector<double> start, std::size_t iterations,
                             double tolerance, std::span<const std::uint8_t> free) {
  const Bounds bounds(free);
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
  for (std::size_t i = 0; i < iterations; ++i) {
    const LossVector within = bounds.slope_within(x, gradient);
    if (within.norm() <= 1e-9) break;
    LossVector along = direction(within, steps);
    bounds.hold(x, gradient, along);
    if (!(along.dot(within) < 0)) {  // the approximation is broken by rounding or bounds: restart
      steps.clear();
      along = -within;
    }
    double length = steps.empty() ? std::min(1.0, 1 / within.norm()) : 1.0;
    LossVector next, next_gradient(size);
    double next_value = value;
    bool found = false;
    for (int halved = 0; halved < 30 && !found; ++halved, length /= 2) {
      next = x + length * along;
      bounds.project(next);
      next_value = evaluate(next, next_gradient);
      found = next_value <= value + 1e-4 * within.dot(next - x);
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
