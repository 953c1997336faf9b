#include "routed_candidates.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::inline v0::pipeline_detail {
namespace {

bool any_above_zero(const std::vector<float> &scores) {
  return std::ranges::any_of(scores, [](float score) { return score > 0; });
}

/// Scales scores so that the maximum is `weight`; negative scores become 0.
void scale_to(std::vector<float> &scores, float weight) {
  const float greatest = std::ranges::max(scores);
  const float scale = greatest > 0 ? weight / greatest : 0;
  for (float &score : scores) score = std::max(score, 0.0F) * scale;
}

}  // namespace

RoutedCandidates::RoutedCandidates(const LexicalCandidates &lexical, const Catalog &catalog,
                                   const Routes &routes, std::size_t databases, float table_weight)
    : lexical_(lexical), catalog_(catalog), routes_(routes), weight_(table_weight) {
  routed_.resize(catalog.database_count(), false);
  const std::size_t kept = std::min(databases, routes.databases.size());
  for (std::size_t d = 0; d < kept; ++d) routed_[routes.databases[d].id.index()] = true;
}

CandidatePool RoutedCandidates::candidates(const ProbeSet &probes, const Mask *mask,
                                           std::size_t pool) const {
  std::vector<float> scores = lexical_.scores(probes, mask);
  if (!any_above_zero(scores)) return {};  // the index has no word of the question
  const std::vector<float> worth = table_worth(mask);
  const std::size_t columns = catalog_.column_count();
  for (std::size_t p = 0; p < probes.probes.size(); ++p) {
    for (const ColumnId column : catalog_.columns()) {
      scores[p * columns + column.index()] += worth[catalog_.table_of(column).index()];
    }
  }
  const auto eligible = [&](ColumnId column) {
    return visible(mask, column) && routed_[catalog_.database_of(column).index()];
  };
  return pool_of(scores, probes.probes.size(), columns, eligible, pool);
}

/// At least 0 for every eligible table, because entropy needs nonnegative values.
std::vector<float> RoutedCandidates::table_worth(const Mask *mask) const {
  float min_score = 0;
  for (const TableId table : catalog_.tables()) {
    if (!visible(mask, table) || !routed_[catalog_.database_of(table).index()]) continue;
    min_score = std::min(min_score, routes_.table_scores[table.index()]);
  }
  std::vector<float> worth(catalog_.table_count());
  for (const TableId table : catalog_.tables()) {
    worth[table.index()] = weight_ * (routes_.table_scores[table.index()] - min_score);
  }
  return worth;
}

CandidatePool RankedCandidates::candidates(const ProbeSet &probes, const Mask *mask,
                                           std::size_t pool) const {
  constexpr float min_match = 0.5F;
  if (ranked_.strongest_match < min_match && !any_above_zero(lexical_.scores(probes, mask)))
    return {};

  CandidatePool found;
  found.probes = probes.probes.size();
  const std::size_t kept = std::min(pool, ranked_.columns.size());
  for (std::size_t c = 0; c < kept; ++c) found.columns.push_back(ranked_.columns[c].id);
  found.similarities = lexical_.similarities(probes, mask, found.columns);
  if (found.similarities.empty()) return found;

  scale_to(found.similarities, word_weight_);
  // A lower bound, which keeps logarithms finite.
  constexpr float min_probability = 1e-6F;
  for (std::size_t c = 0; c < kept; ++c) {
    const float worth =
        std::log(std::max(ranked_.columns[c].score, min_probability) / min_probability);
    for (std::size_t p = 0; p < found.probes; ++p) found.similarities[p * kept + c] += worth;
  }
  return found;
}

}  // namespace sluice::inline v0::pipeline_detail
