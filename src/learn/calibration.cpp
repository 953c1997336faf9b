#include "sluice/learn/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sluice/core/error.hpp"
#include "sluice/learn/linear_model.hpp"

namespace sluice::inline v0 {
namespace {

void check(std::span<const float> scores, std::span<const std::uint8_t> labels) {
  if (scores.empty() || scores.size() != labels.size()) {
    throw Error(ErrorCode::invalid_argument, "calibration needs one label per score");
  }
}

/// log(1 + exp(x)).
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

}  // namespace

double PlattScaling::operator()(double score) const noexcept {
  return sigmoid(slope * score + offset);
}

PlattScaling PlattScaling::fit(std::span<const float> scores,
                               std::span<const std::uint8_t> labels) {
  check(scores, labels);
  const auto right = static_cast<double>(
      std::ranges::count_if(labels, [](std::uint8_t label) { return label != 0; }));
  const double wrong = static_cast<double>(labels.size()) - right;
  const double high = (right + 1) / (right + 2), low = 1 / (wrong + 2);
  const auto loss = [&](double a, double b) {
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double x = a * scores[i] + b;
      sum += softplus(x) - (labels[i] != 0 ? high : low) * x;
    }
    return sum;
  };
  PlattScaling fitted{0, std::log((right + 1) / (wrong + 1))};
  double value = loss(fitted.slope, fitted.offset);
  for (int iteration = 0; iteration < 100; ++iteration) {
    double ga = 0, gb = 0, haa = 1e-12, hab = 0, hbb = 1e-12;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double p = fitted(scores[i]);
      const double error = p - (labels[i] != 0 ? high : low), curve = p * (1 - p);
      ga += error * scores[i];
      gb += error;
      haa += curve * scores[i] * scores[i];
      hab += curve * scores[i];
      hbb += curve;
    }
    if (std::abs(ga) < 1e-7 && std::abs(gb) < 1e-7) break;
    const double determinant = haa * hbb - hab * hab;
    const double da = -(hbb * ga - hab * gb) / determinant;
    const double db = -(haa * gb - hab * ga) / determinant;
    double length = 1;
    bool lower = false;
    for (; length > 1e-10 && !lower; length /= 2) {
      const double next = loss(fitted.slope + length * da, fitted.offset + length * db);
      lower = next < value + 1e-4 * length * (ga * da + gb * db);
      if (!lower) continue;
      fitted = {fitted.slope + length * da, fitted.offset + length * db};
      value = next;
    }
    if (!lower) break;
  }
  return fitted;
}

float fit_temperature(std::span<const float> scores, std::span<const std::size_t> sizes,
                      std::span<const std::size_t> right) {
  if (sizes.empty() || sizes.size() != right.size() ||
      std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) != scores.size()) {
    throw Error(ErrorCode::invalid_argument, "calibration needs one right position per group");
  }
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    if (right[g] >= sizes[g]) {
      throw Error(ErrorCode::invalid_argument, "a right position is outside its group");
    }
  }
  const auto loss = [&](double log_temperature) {
    const double scale = std::exp(-log_temperature);
    double sum = 0;
    std::size_t first = 0;
    for (std::size_t g = 0; g < sizes.size(); first += sizes[g++]) {
      const std::span<const float> group = scores.subspan(first, sizes[g]);
      const double best = *std::ranges::max_element(group);
      double all = 0;
      for (const float score : group) all += std::exp((score - best) * scale);
      sum += std::log(all) - (group[right[g]] - best) * scale;
    }
    return sum;
  };
  double low = std::log(0.1), high = std::log(10.0);
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 40; ++i) {
    const double a = high - ratio * (high - low), b = low + ratio * (high - low);
    if (loss(a) < loss(b)) {
      high = b;
    } else {
      low = a;
    }
  }
  return static_cast<float>(std::exp((low + high) / 2));
}

}  // namespace sluice::inline v0
