#include "beam/sequence_scorer.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::inline v0 {

void log_softmax(std::span<float> scores) {
  if (scores.empty()) return;
  const float largest = *std::ranges::max_element(scores);
  double sum = 0;
  for (const float score : scores) sum += std::exp(double{score} - double{largest});
  const auto subtracted = static_cast<float>(double{largest} + std::log(sum));
  for (float &score : scores) score -= subtracted;
}

void FixedScorer::score(const State & /*state*/, std::span<const SchemaToken> next,
                        std::span<float> log_probabilities) const {
  for (std::size_t i = 0; i < next.size(); ++i) log_probabilities[i] = logits_[next[i].index()];
  log_softmax(log_probabilities);
}

}  // namespace sluice::inline v0
