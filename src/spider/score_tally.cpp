#include "score_tally.hpp"

namespace sluice::inline v0 {

std::optional<bool> is_right(const ScoreItem &item) noexcept {
  if (item.execution) return item.execution->right;
  if (item.exact) return item.exact->match;
  return std::nullopt;
}

namespace spider_detail {
namespace {

double share(std::size_t of, std::size_t count) noexcept {
  return count == 0 ? 0 : static_cast<double>(of) / static_cast<double>(count);
}

}  // namespace

void PartTally::add(const PartialScore &score) noexcept {
  // If only one of the two has the part, the pair cannot be right; so every right pair counts in
  // both averages or in neither.
  if (score.predicted_total > 0) ++predicted;
  if (score.gold_total > 0) ++gold;
  if (score.right && score.gold_total > 0) ++right;
}

void ScoreTally::add(const ScoreItem &item) noexcept {
  ++count;
  if (item.execution && item.execution->right) ++execution;
  if (!item.exact) return;
  if (item.exact->match) ++exact;
  for (std::size_t part = 0; part < query_parts; ++part) parts[part].add(item.exact->parts[part]);
}

double ScoreTally::exact_share() const noexcept { return share(exact, count); }

double ScoreTally::execution_share() const noexcept { return share(execution, count); }

Averages ScoreTally::averages(std::size_t part) const noexcept {
  if (count == 0) return {};
  const PartTally &tally = parts[part];
  Averages averages{share(tally.right, tally.predicted), share(tally.right, tally.gold), 1};
  const double sum = averages.recall + averages.accuracy;
  if (sum != 0) averages.f1 = 2.0 * averages.accuracy * averages.recall / sum;
  return averages;
}

}  // namespace spider_detail
}  // namespace sluice::inline v0
