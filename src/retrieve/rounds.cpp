#include "sluice/retrieve/rounds.hpp"

#include <cmath>

namespace sluice::inline v0 {

Rounds::Rounds(const SimilarityMatrix &scores, const Relations &relations, Rewards rewards,
               bool cover)
    : scores_(scores),
      relations_(relations),
      rewards_(rewards),
      cover_(cover),
      covered_(scores.probes, false),
      uncovered_(scores.probes),
      best_(scores.candidates),
      table_count_(relations.size(), 0),
      database_count_(relations.size(), 0),
      table_bonus_(relations.size(), 0.0),
      database_bonus_(relations.size(), 0.0) {
  for (std::size_t c = 0; c < best_.size(); ++c) best_[c] = best_uncovered(c);
}

Rounds::Best Rounds::best_uncovered(std::size_t candidate) const noexcept {
  Best best{scores_.probes, 0};
  for (std::size_t p = 0; p < scores_.probes; ++p) {
    if (covered_[p]) continue;
    const float score = scores_(p, candidate);
    if (best.probe == scores_.probes || score > best.score) best = {p, score};
  }
  return best;
}

double Rounds::gain(CandidateId candidate) const noexcept {
  return best_[candidate.index()].score + table_bonus_[relations_.table(candidate)] +
         database_bonus_[relations_.database(candidate)];
}

void Rounds::add(CandidateId candidate) noexcept {
  const auto count_one_more = [](std::size_t &count, double &bonus, double reward) {
    bonus = reward * std::log1p(static_cast<double>(++count));
  };
  const std::size_t table = relations_.table(candidate);
  const std::size_t database = relations_.database(candidate);
  count_one_more(table_count_[table], table_bonus_[table], rewards_.table);
  count_one_more(database_count_[database], database_bonus_[database], rewards_.database);
  if (scores_.probes == 0 || !cover_) return;

  const std::size_t probe = best_[candidate.index()].probe;
  covered_[probe] = true;
  const bool round_ends = --uncovered_ == 0;
  if (round_ends) {
    covered_.assign(scores_.probes, false);
    uncovered_ = scores_.probes;
  }
  for (std::size_t c = 0; c < best_.size(); ++c) {
    if (round_ends || best_[c].probe == probe) best_[c] = best_uncovered(c);
  }
}

}  // namespace sluice::inline v0
