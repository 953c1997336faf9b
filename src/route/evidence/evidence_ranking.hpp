#ifndef SLUICE_SRC_ROUTE_EVIDENCE_EVIDENCE_RANKING_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_EVIDENCE_RANKING_HPP

/// The two steps of the ranker: databases and tables by learned features, then both again by these
/// rankings together with the evidence of words.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "background.hpp"
#include "column_evidence.hpp"
#include "evidence_features.hpp"
#include "route/features/ranker_features.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/hallucinated_schema.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0::route_detail {

/// The databases of a question by learned features.
struct RankedDatabases {
  QuestionSignals question;
  std::vector<std::uint32_t> ids;    ///< Visible ones, ascending.
  std::vector<float> first_scores;   ///< Of each, by the linear model alone.
  std::vector<float> probabilities;  ///< Of each.
};

/// Throws Error(cancelled).
RankedDatabases rank_databases(const RankerFeatures &features, const RankerWeights &weights,
                               const Question &question, const HallucinatedSchema *hallucinated,
                               const Mask *mask, const CancellationToken *token);

/// Adds what words say. The signals of tables by the trees are zeros until add_reads.
EvidenceSignals evidence_of(const RankerFeatures &features, const RankedDatabases &ranked,
                            const Question &question, const CancellationToken *token);

/// Appends those of `ids` with the highest scores, which are by id.
void append_best(std::span<const std::uint32_t> ids, std::span<const float> scores,
                 std::size_t most, std::vector<std::uint32_t> &best);

/// The databases that compete by evidence, ascending: the best by the first ranking, by words, and
/// by the words of their best table.
std::vector<std::uint32_t> candidate_databases(std::span<const std::uint32_t> ids,
                                               const EvidenceSignals &signals);

/// The means over the background questions, computed once for `features`.
const Background::Means &background_of(const RankerFeatures &features, const RankerWeights &weights,
                                       const Mask *mask, const CancellationToken *token);

/// Rows of evidence for each of the databases.
std::vector<float> database_rows(const EvidenceSignals &signals, const Background::Means &means,
                                 std::span<const std::uint32_t> databases);

/// P(read | database) of the tables of these databases by the trees, one after another, hidden
/// ones included.
std::vector<float> reads_of(const RankerFeatures &features, const RankerWeights &weights,
                            const QuestionSignals &question,
                            std::span<const std::uint32_t> databases,
                            const CancellationToken *token);

ReadColumns read_columns(const RankerFeatures &features, const RankerWeights &weights,
                         const QuestionSignals &question, std::span<const Scored<TableId>> tables);

/// Sets the signals of the databases' tables that rankings give, and their circumstances.
/// `probabilities`: of each of `databases` by learned features; `by_evidence`: by evidence; `reads`
/// as reads_of returns them.
void add_reads(const RankerFeatures &features, std::span<const std::uint32_t> databases,
               std::span<const float> probabilities, std::span<const float> by_evidence,
               std::span<const float> reads, EvidenceSignals &signals);

/// The visible columns of tables, and a row for each.
struct ColumnRows {
  std::vector<std::uint32_t> ids;
  std::vector<float> rows;
};

/// `tables`: with their probabilities; `read`: all their columns.
ColumnRows column_rows(const RankerFeatures &features, const EvidenceSignals &signals,
                       std::span<const Scored<TableId>> tables, const ReadColumns &read,
                       const Mask *mask);

/// Probabilities of rows by a model of databases; they sum to 1.
std::vector<float> evidence_probabilities(const LinearModel &model, std::span<const float> rows);

/// The probabilities that tables or columns are read, from their rows.
std::vector<float> read_probabilities(const LinearModel &model, const LinearModel &reads,
                                      std::span<const float> rows);

/// The logarithm of a probability, at least -20, plus 20.
float raised_log(float probability);

}  // namespace sluice::inline v0::route_detail

#endif
