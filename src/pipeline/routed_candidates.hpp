#ifndef SLUICE_SRC_PIPELINE_ROUTED_CANDIDATES_HPP
#define SLUICE_SRC_PIPELINE_ROUTED_CANDIDATES_HPP

/// Lexical candidates from the best databases only, with the scores of routing added. Both classes
/// model CandidateSource for one question and keep references to their arguments.

#include <cstddef>
#include <vector>

#include "sluice/retrieve/candidates.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/route/zero_shot_router.hpp"

namespace sluice::inline v0::pipeline_detail {

/// Adds the scores of the columns' tables.
class RoutedCandidates {
 public:
  RoutedCandidates(const LexicalCandidates &lexical, const Catalog &catalog, const Routes &routes,
                   std::size_t databases, float table_weight);

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const;

 private:
  std::vector<float> table_worth(const Mask *mask) const;

  const LexicalCandidates &lexical_;
  const Catalog &catalog_;
  const Routes &routes_;
  float weight_;
  std::vector<bool> routed_;
};

/// Adds the logarithms of the columns' probabilities and the scaled lexical scores.
class RankedCandidates {
 public:
  RankedCandidates(const LexicalCandidates &lexical, const RankerAnswer &ranked, float word_weight)
      : lexical_(lexical), ranked_(ranked), word_weight_(word_weight) {}

  /// Empty if no word of the question, nor a similar one, matches anything visible.
  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const;

 private:
  const LexicalCandidates &lexical_;
  const RankerAnswer &ranked_;
  float word_weight_;
};

}  // namespace sluice::inline v0::pipeline_detail

#endif
