#ifndef SLUICE_SRC_ROUTE_EVIDENCE_SECOND_RANKING_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_SECOND_RANKING_HPP

/// Ranks the databases, tables and columns of a question again, by evidence.

#include <cstdint>
#include <span>
#include <vector>

#include "evidence_ranking.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice::inline v0::route_detail {

/// For one question. The arguments of the constructor must outlive it, and the weights must have a
/// fitted EvidenceModel.
class SecondRanking {
 public:
  SecondRanking(const RankerFeatures &features, const RankerWeights &weights,
                const RankedDatabases &ranked, const Question &question, const Mask *mask,
                const CancellationToken *token);

  /// Of each of the ranked databases.
  std::span<const float> probabilities() const noexcept { return probabilities_; }
  /// Replaces the scores of tables. `databases`: those of all these tables; `reads`: as reads_of
  /// returns them.
  void rescore(std::span<const std::uint32_t> databases, std::span<const float> reads,
               std::span<Scored<TableId>> tables);
  bool has_columns() const noexcept { return model_.columns.weights.columns() > 0; }
  /// The visible columns of rescored tables, in order. `read`: all their columns.
  std::vector<Scored<ColumnId>> columns(std::span<const Scored<TableId>> tables,
                                        const ReadColumns &read, const Mask *mask) const;

 private:
  const RankerFeatures &features_;
  const EvidenceModel &model_;
  const RankedDatabases &ranked_;
  EvidenceSignals signals_;
  std::vector<float> probabilities_;
};

}  // namespace sluice::inline v0::route_detail

#endif
