#include "sluice/retrieve/rounds.hpp"

#include <cmath>

namespace sluice {

Rounds::Rounds(const SimilarityMatrix &scores, const Relations &relations, Rewards rewards)
    : scores_(scores),
      relations_(relations),
      rewards_(rewards),
      covered_(scores.probes, false),
      uncovered_(scores.probes),
      table_count_(relations.size(), 0),
      database_count_(relations.size(), 0) {}

std::size_t Rounds::best_probe(CandidateId candidate) const noexcept {
  std::size_t best = scores_.probes;
  for (std::size_t p = 0; p < scores_.probes; ++p) {
    if (covered_[p]) continue;
    if (best == scores_.probes ||
        scores_(p, candidate.index()) > scores_(best, candidate.index())) {
      best = p;
    }
  }
  return best;
}

double Rounds::gain(CandidateId candidate) const noexcept {
  const auto bonus = [](double reward, std::size_t count) {
    return reward == 0 ? 0.0 : reward * std::log1p(static_cast<double>(count));
  };
  const double score = scores_.probes == 0 ? 0 : scores_(best_probe(candidate), candidate.index());
  return score + bonus(rewards_.table, table_count_[relations_.table(candidate)]) +
         bonus(rewards_.database, database_count_[relations_.database(candidate)]);
}

void Rounds::add(CandidateId candidate) noexcept {
  ++table_count_[relations_.table(candidate)];
  ++database_count_[relations_.database(candidate)];
  if (scores_.probes == 0) return;
  covered_[best_probe(candidate)] = true;
  if (--uncovered_ == 0) {
    covered_.assign(scores_.probes, false);
    uncovered_ = scores_.probes;
  }
}

}  // namespace sluice
