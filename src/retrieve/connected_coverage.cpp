#include "sluice/retrieve/connected_coverage.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::inline v0 {

Connections::Connections(const Relations &relations, double reward)
    : relations_(relations),
      pull_(std::exp(reward)),
      links_(relations.size(), 0),
      gain_(relations.size(), 0.0) {}

// With n selected candidates, of which m are related to i, S(i) = n - m + m * pull (i itself counts
// 1). Another candidate adds 1 or `pull` to each S(i), and its own sum. Terms depend only on m, so
// logarithms are computed once per m.
void Connections::add(CandidateId candidate) {
  selected_.push_back(candidate);
  for (const CandidateId other : relations_.related(candidate)) {
    max_links_ = std::max(max_links_, ++links_[other.index()]);
  }

  const auto n = static_cast<double>(selected_.size());
  by_links_.resize(max_links_ + 1);
  for (std::size_t m = 0; m <= max_links_; ++m) {
    const double total = n + static_cast<double>(m) * (pull_ - 1);
    by_links_[m].if_unrelated = std::log1p(1 / total);
    by_links_[m].extra_if_related = std::log1p(pull_ / total) - by_links_[m].if_unrelated;
    by_links_[m].own_sum = std::log1p(total);
  }
  double if_unrelated = 0;
  for (const CandidateId chosen : selected_) {
    if_unrelated += by_links_[links_[chosen.index()]].if_unrelated;
  }
  for (std::size_t c = 0; c < gain_.size(); ++c) {
    gain_[c] = if_unrelated + by_links_[links_[c]].own_sum;
  }
  for (const CandidateId chosen : selected_) {
    const double extra = by_links_[links_[chosen.index()]].extra_if_related;
    for (const CandidateId other : relations_.related(chosen)) gain_[other.index()] += extra;
  }
}

}  // namespace sluice::inline v0
