#include "sluice/learn/recall_control.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

/// A right item: taking items down to its score gains this share of its question's recall.
struct Gain {
  float score;
  double share;
};

}  // namespace

RecallControl RecallControl::fit(std::span<const std::vector<float>> right) {
  if (right.empty()) throw Error(ErrorCode::invalid_argument, "no questions to learn recall from");
  std::vector<Gain> gains;
  for (const std::vector<float> &scores : right) {
    if (scores.empty()) {
      throw Error(ErrorCode::invalid_argument, "a question has no right items");
    }
    for (const float score : scores) {
      if (!std::isfinite(score) || score < 0) {
        throw Error(ErrorCode::invalid_argument, "a score is negative or not finite");
      }
      if (score > 0) gains.push_back({score, 1 / static_cast<double>(scores.size())});
    }
  }
  std::ranges::sort(gains, std::ranges::greater{}, &Gain::score);
  // The theorem's bound assumes one more question, of which nothing is found.
  const double questions = static_cast<double>(right.size()) + 1;
  std::vector<Step> all;
  double found = 0;
  for (std::size_t g = 0; g < gains.size(); ++g) {
    found += gains[g].share;
    if (g + 1 < gains.size() && gains[g + 1].score == gains[g].score) continue;
    all.push_back({static_cast<float>(found / questions), gains[g].score});
  }
  RecallControl made;
  // High recalls are requested most, so steps become denser toward full recall.
  for (std::size_t s = 0; s < max_steps && !all.empty(); ++s) {
    const double of_all = 1 - std::pow(1 - static_cast<double>(s + 1) / max_steps, 2);
    const auto at = static_cast<std::size_t>(of_all * static_cast<double>(all.size() - 1));
    if (made.steps_.empty() || all[at].recall > made.steps_.back().recall) {
      made.steps_.push_back(all[at]);
    }
  }
  return made;
}

float RecallControl::threshold(double recall) const noexcept {
  const auto step = std::ranges::lower_bound(steps_, static_cast<float>(recall), {}, &Step::recall);
  return step == steps_.end() ? 0 : step->score;
}

std::string RecallControl::bytes() const {
  static_assert(std::is_trivially_copyable_v<Step> && sizeof(Step) == 2 * sizeof(float));
  std::string bytes(steps_.size() * sizeof(Step), '\0');
  if (!steps_.empty()) std::memcpy(bytes.data(), steps_.data(), bytes.size());
  return bytes;
}

RecallControl RecallControl::parse(std::string_view bytes) {
  RecallControl parsed;
  const std::size_t count = bytes.size() / sizeof(Step);
  if (bytes.size() % sizeof(Step) != 0 || count > max_steps) {
    throw Error(ErrorCode::malformed, "recall steps have an invalid size");
  }
  parsed.steps_.resize(count);
  if (count > 0) std::memcpy(parsed.steps_.data(), bytes.data(), bytes.size());
  Step before{0, std::numeric_limits<float>::infinity()};
  for (const Step &step : parsed.steps_) {
    // Written so that NaN fails too.
    if (!(step.recall > before.recall && step.recall <= 1 && step.score > 0 &&
          step.score < before.score)) {
      throw Error(ErrorCode::malformed, "recall steps are out of order");
    }
    before = step;
  }
  return parsed;
}

}  // namespace sluice::inline v0
