#include "second_ranking.hpp"

#include <algorithm>
#include <cstddef>

#include "route/ranker_answer.hpp"

namespace sluice::inline v0::route_detail {

SecondRanking::SecondRanking(const RankerFeatures &features, const RankerWeights &weights,
                             const RankedDatabases &ranked, const Question &question,
                             const Mask *mask, const CancellationToken *token)
    : features_(features),
      model_(weights.evidence),
      ranked_(ranked),
      signals_(evidence_of(features, ranked, question, token)),
      probabilities_(ranked.ids.size()) {
  if (ranked.ids.size() < 2) {
    std::ranges::fill(probabilities_, 1.0F);
    return;
  }
  const std::vector<std::uint32_t> candidates = candidate_databases(ranked.ids, signals_);
  const std::vector<float> of_candidates = evidence_probabilities(
      model_.databases.weights,
      database_rows(signals_, background_of(features, weights, mask, token), candidates));
  // The others come last, in the order of the first ranking.
  const float least = *std::ranges::min_element(of_candidates);
  float sum = 0;
  auto candidate = candidates.begin();
  for (std::size_t d = 0; d < ranked.ids.size(); ++d) {
    if (candidate != candidates.end() && *candidate == ranked.ids[d]) {
      probabilities_[d] = of_candidates[static_cast<std::size_t>(candidate++ - candidates.begin())];
    } else {
      probabilities_[d] = least * ranked.probabilities[d];
    }
    sum += probabilities_[d];
  }
  for (float &probability : probabilities_) probability /= sum;
}

void SecondRanking::rescore(std::span<const std::uint32_t> databases, std::span<const float> reads,
                            std::span<Scored<TableId>> tables) {
  if (tables.empty()) return;
  std::vector<float> first, second;  // probabilities by each ranking
  for (const std::uint32_t database : databases) {
    const auto at = static_cast<std::size_t>(std::ranges::lower_bound(ranked_.ids, database) -
                                             ranked_.ids.begin());
    first.push_back(ranked_.probabilities[at]);
    second.push_back(probabilities_[at]);
  }
  add_reads(features_, databases, first, second, reads, signals_);
  std::vector<std::uint32_t> ids;
  for (const auto &table : tables) ids.push_back(table.id.value);
  std::vector<float> rows;
  append_rows(evidence::tables, signals_.tables, {}, ids, rows);
  const std::vector<float> scores =
      read_probabilities(model_.tables.weights, model_.table_reads, rows);
  for (std::size_t t = 0; t < tables.size(); ++t) tables[t].score = scores[t];
}

std::vector<Scored<ColumnId>> SecondRanking::columns(std::span<const Scored<TableId>> tables,
                                                     const ReadColumns &read,
                                                     const Mask *mask) const {
  const ColumnRows of = column_rows(features_, signals_, tables, read, mask);
  const std::vector<float> scores =
      read_probabilities(model_.columns.weights, model_.column_reads, of.rows);
  const Catalog &catalog = features_.schema().catalog();
  std::vector<Scored<ColumnId>> columns;
  columns.reserve(of.ids.size());
  auto table = tables.begin();  // the columns are in the order of their tables
  for (std::size_t c = 0; c < of.ids.size(); ++c) {
    const ColumnId id(of.ids[c]);
    while (table->id != catalog.table_of(id)) ++table;
    columns.push_back({id, at_most(scores[c], table->score)});
  }
  return columns;
}

}  // namespace sluice::inline v0::route_detail
