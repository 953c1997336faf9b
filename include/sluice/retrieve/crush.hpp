#ifndef SLUICE_RETRIEVE_CRUSH_HPP
#define SLUICE_RETRIEVE_CRUSH_HPP

/// Collective retrieval: hallucinated schema → probes → candidates → entropy weights → coverage →
/// join closure. Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/retrieve/candidates.hpp"
#include "sluice/retrieve/connected_coverage.hpp"
#include "sluice/retrieve/hallucination.hpp"
#include "sluice/retrieve/join_closure.hpp"
#include "sluice/retrieve/rounds.hpp"
#include "sluice/retrieve/select.hpp"
#include "sluice/retrieve/subset.hpp"

namespace sluice::inline v0 {

/// Creates the objective for one question. The matrix and the relations outlive the objective.
template <class T>
concept ObjectiveMaker = requires(const T &maker, const SimilarityMatrix &scores,
                                  const Relations &relations) {
  { maker.make(scores, relations) } -> CoverageObjective;
};

/// Equations 3–6 of the paper. Its experiments use a reward of 0.01, and 0 on SocialDB.
struct PaperObjective {
  double reward = 0.01;
  ConnectedCoverage make(const SimilarityMatrix &scores, const Relations &relations) const {
    return {scores, relations, reward};
  }
};

/// The same with a sum instead of coverage: a row of the paper's ablation (table 9).
struct SumObjective {
  double reward = 0.01;
  ConnectedSum make(const SimilarityMatrix &scores, const Relations &relations) const {
    return {scores, relations, reward};
  }
};

/// The rule of the published program.
struct RoundsObjective {
  Rounds::Rewards rewards{};
  bool cover = true;
  Rounds make(const SimilarityMatrix &scores, const Relations &relations) const {
    return {scores, relations, rewards, cover};
  }
};

struct CrushOptions {
  std::size_t pool = 100;  ///< Number of candidates that the objective selects from.
  bool entropy = true;     ///< Weights probes by their certainty (eq. 1–2).
  bool join_closure = true;
};

/// Selects columns for probes: candidates, entropy weights, coverage, join closure. Returns at most
/// `budget` columns that the mask shows, in the order of selection. Throws what its parts throw.
template <CandidateSource Source, ObjectiveMaker Objective>
std::vector<SubsetColumn> retrieve_collectively(const ProbeSet &probes, const Source &source,
                                                const Objective &objective,
                                                const JoinGraphs &graphs, std::size_t budget,
                                                const Mask *mask = nullptr,
                                                const CrushOptions &options = {}) {
  const CandidatePool pool = source.candidates(probes, mask, (std::max)(options.pool, budget));
  const Relations relations(graphs, pool.columns, mask);
  const std::vector<float> weights =
      options.entropy ? entropy_weights(pool.matrix()) : std::vector<float>{};
  const std::vector<float> scores = weighted_scores(pool.matrix(), weights);
  const SimilarityMatrix matrix{pool.probes, pool.columns.size(), scores};

  std::vector<SubsetColumn> chosen;
  for (const auto &selected : select(objective.make(matrix, relations), budget)) {
    chosen.push_back({pool.columns[selected.id.index()], selected.score, {}});
  }
  return options.join_closure ? close_joins(graphs, chosen, budget, mask) : chosen;
}

/// The pipeline for any hallucinator, candidate source and objective. Immutable. As thread-safe as
/// its parts.
template <Hallucinator Hallucinate, CandidateSource Source,
          ObjectiveMaker Objective = PaperObjective>
class Crush {
 public:
  Crush(std::shared_ptr<const JoinGraphs> graphs, Hallucinate hallucinator, Source source,
        Objective objective = {}, CrushOptions options = {})
      : graphs_(std::move(graphs)),
        hallucinator_(std::move(hallucinator)),
        source_(std::move(source)),
        objective_(std::move(objective)),
        options_(options) {}

  /// At most `budget` columns that the mask shows, in the order of selection.
  /// Throws what its parts throw.
  std::vector<SubsetColumn> retrieve(std::string_view question, std::size_t budget,
                                     const Mask *mask = nullptr) const {
    const ProbeSet probes = make_probes(question, hallucinator_.hallucinate(question));
    return retrieve_collectively(probes, source_, objective_, *graphs_, budget, mask, options_);
  }

 private:
  std::shared_ptr<const JoinGraphs> graphs_;
  Hallucinate hallucinator_;
  Source source_;
  Objective objective_;
  CrushOptions options_;
};

}  // namespace sluice::inline v0

#endif
