#include "sluice/retrieve/coverage.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace retrieve_detail {

void fail_similarity(std::size_t probe, std::size_t candidate, float similarity) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("similarity of probe {} to candidate {} is {}, expected at least -1",
                          probe, candidate, similarity));
}

void fail_score(std::size_t probe) {
  throw Error(ErrorCode::invalid_argument, fmt::format("a score of probe {} is not finite", probe));
}

}  // namespace retrieve_detail

template std::vector<float> entropy_weights(const SimilarityMatrix &similarities);
template std::vector<float> weighted_scores(const SimilarityMatrix &similarities,
                                            std::span<const float> weights);
template class LogSumExpCoverage<double>;
template LogSumExpCoverage<double>::LogSumExpCoverage(const SimilarityMatrix &scores);

SummedScores::SummedScores(const SimilarityMatrix &scores) : sum_(scores.candidates, 0.0) {
  for (std::size_t p = 0; p < scores.probes; ++p) {
    const auto row = scores.values.subspan(p * scores.candidates, scores.candidates);
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (!std::isfinite(row[c])) retrieve_detail::fail_score(p);
      sum_[c] += row[c];
    }
  }
}

}  // namespace sluice::inline v0
