#ifndef SLUICE_RETRIEVE_ROUNDS_HPP
#define SLUICE_RETRIEVE_ROUNDS_HPP

/// The selection rule of CRUSH4SQL's published program, which selects in rounds, unlike the paper.

#include <cstddef>
#include <vector>

#include "sluice/retrieve/coverage.hpp"
#include "sluice/retrieve/relations.hpp"

namespace sluice::inline v0 {

/// All probes start uncovered. A candidate's gain is its greatest score for an uncovered probe,
/// plus a bonus that grows with the number of selected columns of its table and database. Selecting
/// it covers that probe; when all are covered, a new round starts. Ties: earlier candidate, then
/// earlier probe. Not thread-safe.
class Rounds {
 public:
  struct Rewards {
    double table = 0.01;  ///< times log(1 + selected columns of the same table)
    double database = 0.0;
  };

  /// Keeps references to `scores.values` and `relations`, which must outlive it.
  Rounds(const SimilarityMatrix &scores, const Relations &relations)
      : Rounds(scores, relations, Rewards{}) {}
  /// If `cover` is false, no probe is ever covered: the greatest score for any probe decides.
  Rounds(const SimilarityMatrix &scores, const Relations &relations, Rewards rewards,
         bool cover = true);

  std::size_t candidates() const noexcept { return scores_.candidates; }
  /// O(1).
  double gain(CandidateId candidate) const noexcept;
  /// O(candidates), and O(probes) per candidate whose best probe it covers.
  void add(CandidateId candidate) noexcept;

 private:
  struct Best {
    std::size_t probe = 0;
    float score = 0;
  };
  Best best_uncovered(std::size_t candidate) const noexcept;

  SimilarityMatrix scores_;
  const Relations &relations_;
  Rewards rewards_;
  bool cover_;
  std::vector<bool> covered_;
  std::size_t uncovered_;
  std::vector<Best> best_;  // by candidate: among the uncovered probes
  std::vector<std::size_t> table_count_;
  std::vector<std::size_t> database_count_;
  std::vector<double> table_bonus_;
  std::vector<double> database_bonus_;
};

}  // namespace sluice::inline v0

#endif
