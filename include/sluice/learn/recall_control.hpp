#ifndef SLUICE_LEARN_RECALL_CONTROL_HPP
#define SLUICE_LEARN_RECALL_CONTROL_HPP

/// Chooses score thresholds that reach a desired recall.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Split conformal control of the mean recall. For questions exchangeable with those it was fitted
/// to, the expected recall of all items that score at least `threshold(r)` is at least `r`. The
/// scores must come from a model that was not trained on these questions. Immutable. Source:
/// Angelopoulos et al. 2022 (conformal risk control), theorem 1, with the loss 1 - recall.
class RecallControl {
 public:
  /// Limit for the steps that a fitted control keeps.
  static constexpr std::size_t max_steps = 256;

  /// `right` holds, for each question, the scores of its right items, with 0 for items that no
  /// threshold can reach. Throws Error(invalid_argument) if there are no questions, a question has
  /// no right items, or a score is negative or not finite. O(n log n).
  static RecallControl fit(std::span<const std::vector<float>> right);
  /// Not fitted: every threshold is 0.
  RecallControl() = default;

  /// The largest threshold that reaches the recall; 0 if none does. Never increases with `recall`,
  /// which is in [0, 1]. O(log steps).
  float threshold(double recall) const noexcept;
  bool is_fitted() const noexcept { return !steps_.empty(); }

  /// Serializes to bytes for a file. `parse` reverses it and throws Error(malformed) for anything
  /// that `bytes` does not write.
  std::string bytes() const;
  static RecallControl parse(std::string_view bytes);

 private:
  struct Step {
    float recall;  ///< Guaranteed recall of all items that score at least `score`.
    float score;
  };
  std::vector<Step> steps_;  // by ascending recall and descending score
};

}  // namespace sluice::inline v0

#endif
