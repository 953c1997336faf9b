#ifndef SLUICE_LEARN_RECALL_CONTROL_HPP
#define SLUICE_LEARN_RECALL_CONTROL_HPP

/// How low a score has to be taken so that enough of what is right is among what is taken.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// Split conformal control of the mean recall: over questions that are exchangeable with those it
/// was fitted to, the set of all things that score at least `threshold(r)` holds in the mean at
/// least the share `r` of what is right. Scores have to be those of a model that did not see the
/// questions. Source: Angelopoulos et al. 2022 (conformal risk control), theorem 1, with the loss 1
/// - recall. Immutable.
class RecallControl {
 public:
  /// As many steps as a fitted control keeps at most.
  static constexpr std::size_t max_steps = 256;

  /// For each question the scores of the things that are right; 0 for one that no score can reach.
  /// Throws Error(invalid_argument) if there is no question, one without anything right, or a score
  /// that is negative or not finite. O(n log n).
  static RecallControl fit(std::span<const std::vector<float>> right);
  /// Nothing is known: every threshold is 0.
  RecallControl() = default;

  /// The largest score that reaches the recall; 0 where none does. Never rises with the recall,
  /// which is in [0, 1]. O(log steps).
  float threshold(double recall) const noexcept;
  bool is_fitted() const noexcept { return !steps_.empty(); }

  /// As bytes, to be kept in a file, and back. `parse` throws Error(malformed) for anything that
  /// `bytes` does not write.
  std::string bytes() const;
  static RecallControl parse(std::string_view bytes);

 private:
  struct Step {
    float recall;  ///< What is sure to be reached by taking all from `score` on.
    float score;
  };
  std::vector<Step> steps_;  // recall rises, score falls
};

}  // namespace sluice

#endif
