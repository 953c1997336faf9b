#include "sluice/retrieve/connected_coverage.hpp"

#include <cmath>

namespace sluice {

ConnectedCoverage::ConnectedCoverage(const SimilarityMatrix &scores, const Relations &relations,
                                     double reward)
    : coverage_(scores),
      relations_(relations),
      pull_(std::exp(reward)),
      links_(scores.candidates, 0),
      moving_(scores.candidates, 0.0) {}

// With n selected, a selected i that has m related ones among them sums to
// S(i) = n - m + m * pull (itself counts 1). One more candidate adds 1 or `pull` to each S(i), and
// brings its own sum. Selected columns with equal m are alike, so logarithms are taken once an m.
void ConnectedCoverage::add(CandidateId candidate) {
  coverage_.add(candidate);
  selected_.push_back(candidate);
  for (const CandidateId other : relations_.related(candidate)) ++links_[other.index()];

  const auto n = static_cast<double>(selected_.size());
  const auto total = [&](std::size_t links) {
    const auto m = static_cast<double>(links);
    return n - m + m * pull_;
  };
  std::vector<double> extra_if_related;  // by links; NaN: not computed yet
  double if_unrelated = 0;
  std::fill(moving_.begin(), moving_.end(), 0.0);
  for (const CandidateId chosen : selected_) {
    const std::size_t links = links_[chosen.index()];
    const double unrelated = std::log1p(1 / total(links));
    if_unrelated += unrelated;
    if (links >= extra_if_related.size()) extra_if_related.resize(links + 1, std::nan(""));
    double &extra = extra_if_related[links];
    if (std::isnan(extra)) extra = std::log1p(pull_ / total(links)) - unrelated;
    for (const CandidateId other : relations_.related(chosen)) moving_[other.index()] += extra;
  }
  std::vector<double> own_sum;  // by links
  for (std::size_t c = 0; c < moving_.size(); ++c) {
    for (std::size_t m = own_sum.size(); m <= links_[c]; ++m) own_sum.push_back(std::log(1 + total(m)));
    moving_[c] += if_unrelated + own_sum[links_[c]];
  }
}

}  // namespace sluice
