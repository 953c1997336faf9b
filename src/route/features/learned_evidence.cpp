/// What a ranker's features say as evidence: the words of a question, and learned signals that
/// evidence repeats.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "route/evidence/column_evidence.hpp"
#include "route/evidence/evidence_reader.hpp"
#include "route/features/ranker_features.hpp"
#include "schema_layout.hpp"
#include "sluice/index/lexical_index.hpp"

namespace sluice::inline v0 {

route_detail::EvidenceSignals RankerFeatures::evidence(const Question &question,
                                                       const QuestionSignals &question_signals,
                                                       const CancellationToken *token) const {
  namespace evidence = route_detail::evidence;
  route_detail::EvidenceSignals signals = route_detail::read_evidence(
      *schema_.layout_, *schema_.index_, question, question_signals.content,
      question_signals.matches, *translation_, token);
  // Learned signals are by feature, then place.
  const route_detail::DatabaseGrid &grid = schema_.layout_->grid;
  const auto copy = [](const float *learned, const std::vector<std::uint32_t> &places,
                       std::vector<float> &to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = learned[places[i]];
  };
  for (std::size_t f = 0; f < evidence::databases.size(); ++f) {
    const std::size_t from = repeated_by_databases_[f];
    if (from == SIZE_MAX) continue;
    copy(question_signals.databases.data() + from * grid.databases(), grid.place_of_database,
         signals.databases[f]);
  }
  return signals;
}

void RankerFeatures::describe(std::span<const std::uint32_t> databases,
                              route_detail::EvidenceSignals &evidence) const {
  route_detail::add_circumstances(*schema_.layout_, databases, evidence);
}

route_detail::ColumnSignals RankerFeatures::column_evidence(
    const route_detail::EvidenceSignals &evidence, std::span<const Scored<TableId>> tables,
    const route_detail::ReadColumns &read) const {
  route_detail::ColumnSignals signals = route_detail::column_signals(
      *schema_.layout_, schema_.index_->hierarchy(), evidence.words, tables, read.probabilities);
  for (std::size_t f = 0; f < signals.signals.size(); ++f) {
    const std::size_t from = repeated_by_columns_[f];
    if (from == SIZE_MAX) continue;
    for (std::size_t c = 0; c < signals.ids.size(); ++c)
      signals.signals[f][c] = read.rows[c * column_names_.size() + from];
  }
  return signals;
}

}  // namespace sluice::inline v0
