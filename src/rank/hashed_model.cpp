#include "sluice/rank/hashed_model.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::inline v0 {

HashedModel HashedModel::rounded(std::span<const float> weights, std::size_t labels) {
  HashedModel model;
  model.labels = labels;
  model.weights.resize(weights.size());
  model.scales.assign(labels, 0);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    float &largest = model.scales[i % labels];
    largest = std::max(largest, std::abs(weights[i]));
  }
  for (float &scale : model.scales) scale = scale > 0 ? scale / 127 : 1;
  for (std::size_t i = 0; i < weights.size(); ++i)
    model.weights[i] = static_cast<std::int8_t>(std::lround(weights[i] / model.scales[i % labels]));
  return model;
}

}  // namespace sluice::inline v0
