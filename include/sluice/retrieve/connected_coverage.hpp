#ifndef SLUICE_RETRIEVE_CONNECTED_COVERAGE_HPP
#define SLUICE_RETRIEVE_CONNECTED_COVERAGE_HPP

/// The paper's full objective: coverage of the probes plus connections among the selected columns.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.2, equations 3–6.

#include <cstddef>
#include <vector>

#include "sluice/retrieve/coverage.hpp"
#include "sluice/retrieve/relations.hpp"

namespace sluice::inline v0 {

/// O2: the sum over the selected d of the log-sum-exp of e(d, d') over the selected d' (eq. 5),
/// where e is `reward` for related columns, and 0 for other columns and for d itself. Not
/// thread-safe.
class Connections {
 public:
  /// Keeps a reference to `relations`, which must outlive it.
  Connections(const Relations &relations, double reward);

  /// O(1).
  double gain(CandidateId candidate) const noexcept { return gain_[candidate.index()]; }
  /// O(candidates + relations of the selected columns).
  void add(CandidateId candidate);

 private:
  const Relations &relations_;
  double pull_;  // exp(reward)
  std::vector<CandidateId> selected_;
  std::vector<std::size_t> links_;  // by candidate: related candidates among the selected
  std::size_t max_links_ = 0;
  struct Terms {
    double if_unrelated;      // gain of a selected column from an unrelated candidate
    double extra_if_related;  // additional gain from a related one
    double own_sum;           // a candidate's own log-sum-exp
  };
  std::vector<Terms> by_links_;
  std::vector<double> gain_;  // by candidate
};

/// O1 + O2, where O1 is `Base`. O2 is not submodular: it is the moving part of the gain. Satisfies
/// LazyObjective. Not thread-safe.
template <LazyObjective Base>
class Connected {
 public:
  /// Keeps a reference to `relations`, which must outlive it and have the same candidates.
  Connected(const SimilarityMatrix &scores, const Relations &relations, double reward = 0.01)
      : base_(scores), connections_(relations, reward) {}

  std::size_t candidates() const noexcept { return base_.candidates(); }
  double gain(CandidateId candidate) const noexcept {
    return diminishing_gain(candidate) + moving_gain(candidate);
  }
  /// O(probes).
  double diminishing_gain(CandidateId candidate) const noexcept {
    return base_.diminishing_gain(candidate);
  }
  /// O(1).
  double moving_gain(CandidateId candidate) const noexcept {
    return base_.moving_gain(candidate) + connections_.gain(candidate);
  }
  /// O(probes + candidates + relations of the selected columns).
  void add(CandidateId candidate) {
    base_.add(candidate);
    connections_.add(candidate);
  }

 private:
  Base base_;
  Connections connections_;
};

/// The paper's objective (eq. 6).
using ConnectedCoverage = Connected<Coverage>;
/// The same without coverage, as in the paper's ablation.
using ConnectedSum = Connected<SummedScores>;

}  // namespace sluice::inline v0

#endif
