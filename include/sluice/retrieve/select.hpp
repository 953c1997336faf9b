#ifndef SLUICE_RETRIEVE_SELECT_HPP
#define SLUICE_RETRIEVE_SELECT_HPP

/// Greedy selection under a budget.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/retrieve/coverage.hpp"

namespace sluice::inline v0 {

/// A selected candidate and the gain it brought when it was selected.
using Selection = std::vector<Scored<CandidateId, double>>;

/// Selects the candidate of greatest gain (ties: smaller id) until `budget` or all are selected.
/// O(budget × candidates) evaluations of the gain.
template <CoverageObjective Objective>
Selection select_greedy(Objective objective, std::size_t budget) {
  std::vector<bool> selected(objective.candidates(), false);
  Selection selection;
  while (selection.size() < (std::min)(budget, objective.candidates())) {
    Scored<CandidateId, double> best{CandidateId(objective.candidates()),
                                     -std::numeric_limits<double>::infinity()};
    for (std::size_t c = 0; c < objective.candidates(); ++c) {
      if (selected[c]) continue;
      const Scored<CandidateId, double> offered{CandidateId(c), objective.gain(CandidateId(c))};
      if (BestFirst{}(offered, best)) best = offered;
    }
    selected[best.id.index()] = true;
    objective.add(best.id);
    selection.push_back(best);
  }
  return selection;
}

/// The same selection with fewer evaluations: skips a candidate if its bound (its old diminishing
/// gain plus its moving gain) is below the best gain in this step. Source: Minoux 1978, extended by
/// a moving part. O(budget × candidates) bounds.
template <LazyObjective Objective>
Selection select_lazy_greedy(Objective objective, std::size_t budget) {
  std::vector<CandidateId> open;
  std::vector<double> bound;  // of the diminishing part, parallel to `open`
  for (std::size_t c = 0; c < objective.candidates(); ++c) {
    open.emplace_back(c);
    bound.push_back(objective.diminishing_gain(CandidateId(c)));
  }
  const auto bounded = [&](std::size_t i) {
    return Scored<CandidateId, double>{open[i], bound[i] + objective.moving_gain(open[i])};
  };
  const auto evaluated = [&](std::size_t i) {
    bound[i] = objective.diminishing_gain(open[i]);
    return bounded(i);
  };

  Selection selection;
  while (selection.size() < budget && !open.empty()) {
    // The first gains are sums (see Coverage) and not bounds: all candidates are evaluated again.
    const bool bounds_hold = selection.size() != 1;
    std::size_t best_at = 0;
    for (std::size_t i = 1; i < open.size(); ++i) {
      if (BestFirst{}(bounded(i), bounded(best_at))) best_at = i;
    }
    Scored<CandidateId, double> best = evaluated(best_at);
    const std::size_t most_promising = best_at;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (i == most_promising || (bounds_hold && !BestFirst{}(bounded(i), best))) continue;
      const Scored<CandidateId, double> offered = evaluated(i);
      if (BestFirst{}(offered, best)) {
        best = offered;
        best_at = i;
      }
    }
    selection.push_back(best);
    objective.add(best.id);
    open[best_at] = open.back();
    bound[best_at] = bound.back();
    open.pop_back();
    bound.pop_back();
  }
  return selection;
}

/// Uses the lazy selector if the objective supports it.
template <CoverageObjective Objective>
Selection select(Objective objective, std::size_t budget) {
  if constexpr (LazyObjective<Objective>) {
    return select_lazy_greedy(std::move(objective), budget);
  } else {
    return select_greedy(std::move(objective), budget);
  }
}

}  // namespace sluice::inline v0

#endif
