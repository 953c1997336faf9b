#ifndef SLUICE_RETRIEVE_SELECT_HPP
#define SLUICE_RETRIEVE_SELECT_HPP

/// Greedy selection under a budget.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/retrieve/coverage.hpp"

namespace sluice {

/// A selected candidate and the gain it brought when it was selected.
using Selection = std::vector<Scored<CandidateId, double>>;

/// Selects the candidate of greatest gain (ties: smaller id) until `budget` or all are selected.
/// O(budget × candidates) evaluations of the gain.
template <CoverageObjective Objective>
Selection select_plainly(Objective objective, std::size_t budget) {
  std::vector<bool> selected(objective.candidates(), false);
  Selection selection;
  while (selection.size() < std::min(budget, objective.candidates())) {
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

/// The same selection with far fewer evaluations: a candidate whose bound (its old diminishing gain
/// plus its moving gain) is below the best is not looked at again.
/// Minoux 1978, extended by a part that is evaluated at every step.
template <LazyObjective Objective>
Selection select_lazily(Objective objective, std::size_t budget) {
  const std::size_t candidates = objective.candidates();
  std::vector<double> bound(candidates);      // of the diminishing part
  std::vector<std::size_t> fresh(candidates); // the step at which it was computed
  std::vector<CandidateId> open;
  for (std::size_t c = 0; c < candidates; ++c) {
    open.emplace_back(c);
    bound[c] = objective.diminishing_gain(CandidateId(c));
  }

  Selection selection;
  const std::size_t wanted = std::min(budget, candidates);
  for (std::size_t step = 0; step < wanted; ++step) {
    for (;;) {
      std::size_t best_at = 0;
      Scored<CandidateId, double> best{CandidateId(candidates),
                                       -std::numeric_limits<double>::infinity()};
      for (std::size_t i = 0; i < open.size(); ++i) {
        const CandidateId c = open[i];
        const Scored<CandidateId, double> offered{c, bound[c.index()] + objective.moving_gain(c)};
        if (BestFirst{}(offered, best)) {
          best = offered;
          best_at = i;
        }
      }
      if (fresh[best.id.index()] == step) {
        selection.push_back(best);
        objective.add(best.id);
        open[best_at] = open.back();
        open.pop_back();
        break;
      }
      bound[best.id.index()] = objective.diminishing_gain(best.id);
      fresh[best.id.index()] = step;
    }
    // The first gains are plain sums (see Coverage) and bound nothing.
    if (step == 0) {
      for (const CandidateId c : open) {
        bound[c.index()] = objective.diminishing_gain(c);
        fresh[c.index()] = 1;
      }
    }
  }
  return selection;
}

/// Lazily where the objective allows it.
template <CoverageObjective Objective>
Selection select(Objective objective, std::size_t budget) {
  if constexpr (LazyObjective<Objective>) {
    return select_lazily(std::move(objective), budget);
  } else {
    return select_plainly(std::move(objective), budget);
  }
}

}  // namespace sluice

#endif
