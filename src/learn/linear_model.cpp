#include "sluice/learn/linear_model.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Core>

#include "records.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
double sigmoid(double x) noexcept {
  if (x >= 0) return 1 / (1 + std::exp(-x));
  const double e = std::exp(x);
  return e / (1 + e);
}

void softmax(std::span<float> scores, float temperature) noexcept {
  if (scores.empty()) return;
  const float best = *std::ranges::max_element(scores);
  double sum = 0;
  for (float &score : scores) {
    score = static_cast<float>(std::exp((double{score} - best) / temperature));
    sum += score;
  }
  for (float &score : scores) score = static_cast<float>(score / sum);
}

float LinearModel::score(std::span<const float> row) const noexcept {
  const auto size = static_cast<Eigen::Index>(weights.size());
  const auto array = [size](const float *at) { return Eigen::Map<const Eigen::ArrayXf>(at, size); };
  const auto standardized = (array(row.data()) - array(standardizer.means().data())) *
                            array(standardizer.inverses().data());
  return bias +
         (array(weights.data()) * standardized.max(-Standardizer::limit).min(Standardizer::limit))
             .sum();
}

std::string LinearModel::bytes() const {
  std::string text;
  for (const std::span<const float> numbers :
       {std::span(&bias, 1), std::span(weights), standardizer.means(), standardizer.deviations()})
    learn_detail::append_records(numbers, text);
  return text;
}

LinearModel LinearModel::parse(std::string_view bytes) {
  const std::size_t numbers = bytes.size() / sizeof(float);
  if (bytes.size() % sizeof(float) != 0 || numbers % 3 != 1) {
    throw Error(ErrorCode::malformed, "a linear model has an invalid size");
  }
  const std::vector<float> all = learn_detail::take_records<float>(bytes, numbers);
  if (!learn_detail::are_small(all)) {
    throw Error(ErrorCode::malformed,
                "a linear model has a number that is not finite, or too large");
  }
  const auto columns = static_cast<std::ptrdiff_t>(numbers / 3);
  const auto part = [&](std::ptrdiff_t i) {
    return std::vector<float>(all.begin() + 1 + i * columns, all.begin() + 1 + (i + 1) * columns);
  };
  LinearModel model;
  model.bias = all[0];
  model.weights = part(0);
  try {
    model.standardizer = Standardizer(part(1), part(2));
  } catch (const Error &error) {
    throw Error(ErrorCode::malformed, error.what());
  }
  return model;
}

}  // namespace sluice::inline v0
