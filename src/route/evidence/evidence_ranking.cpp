#include "evidence_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "learn/row_scores.hpp"
#include "route/contenders.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// Replaces the scores of the most likely databases by those of the perceptron.
void compare_contenders(const RankerFeatures &features, const QuestionSignals &question_signals,
                        const Perceptron &perceptron, std::span<const std::uint32_t> databases,
                        std::span<float> scores) {
  const std::vector<std::size_t> contenders = contenders_of(scores);
  std::vector<float> rows;
  RowParts words{features.word_features().size(), {}, {}};
  for (const std::size_t place : contenders) {
    features.database(question_signals, DatabaseId(databases[place]), rows);
    features.words(question_signals, DatabaseId(databases[place]), words);
  }
  rescore_contenders(perceptron, rows, words, contenders, scores);
}

std::vector<float> probabilities_of(const BoostedTrees &trees, std::span<const float> rows) {
  std::vector<float> of_rows(rows.size() / trees.columns());
  trees.score_rows(rows, of_rows);
  for (float &of : of_rows) of = static_cast<float>(sigmoid(double{of}));
  return of_rows;
}

}  // namespace

float raised_log(float probability) {
  constexpr float lowest = 20;
  return std::max(0.0F, std::log(std::max(probability, 1e-9F)) + lowest);
}

RankedDatabases rank_databases(const RankerFeatures &features, const RankerWeights &weights,
                               const Question &question, const HallucinatedSchema *hallucinated,
                               const Mask *mask, const CancellationToken *token) {
  RankedDatabases ranked{features.ask(question, hallucinated, token), {}, {}, {}};
  const std::vector<float> all =
      features.database_scores(ranked.question, weights.databases.weights);
  for (const DatabaseId id : features.schema().catalog().databases()) {
    if (!visible(mask, id)) continue;
    ranked.ids.push_back(id.value);
    ranked.first_scores.push_back(all[id.index()]);
  }
  check_cancelled(token);
  ranked.probabilities = ranked.first_scores;
  compare_contenders(features, ranked.question, weights.contenders, ranked.ids,
                     ranked.probabilities);
  softmax(ranked.probabilities, weights.temperature);
  return ranked;
}

EvidenceSignals evidence_of(const RankerFeatures &features, const RankedDatabases &ranked,
                            const Question &question, const CancellationToken *token) {
  EvidenceSignals signals = features.evidence(question, ranked.question, token);
  for (std::size_t i = 0; i < ranked.ids.size(); ++i) {
    const float probability = ranked.probabilities[i];
    signals.databases[evidence::database_ranked][ranked.ids[i]] = probability;
    signals.databases[evidence::database_ranked_log][ranked.ids[i]] = raised_log(probability);
  }
  return signals;
}

void append_best(std::span<const std::uint32_t> ids, std::span<const float> scores,
                 std::size_t most, std::vector<std::uint32_t> &best) {
  TopK<std::uint32_t> kept(most);
  for (const std::uint32_t id : ids) kept.offer(id, scores[id]);
  for (const auto &[id, score] : kept.take()) best.push_back(id);
}

std::vector<std::uint32_t> candidate_databases(std::span<const std::uint32_t> ids,
                                               const EvidenceSignals &signals) {
  constexpr std::size_t by_each = 12;
  std::vector<std::uint32_t> candidates;
  for (const std::vector<float> *by :
       {&signals.databases[evidence::database_ranked_log],
        &signals.databases[evidence::database_words], &signals.best_tables})
    append_best(ids, *by, by_each, candidates);
  std::ranges::sort(candidates);
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  return candidates;
}

const Background::Means &background_of(const RankerFeatures &features, const RankerWeights &weights,
                                       const Mask *mask, const CancellationToken *token) {
  return features.background().means([&](const Question &question) {
    check_cancelled(token);
    return evidence_of(features, rank_databases(features, weights, question, nullptr, mask, token),
                       question, token);
  });
}

std::vector<float> database_rows(const EvidenceSignals &signals, const Background::Means &means,
                                 std::span<const std::uint32_t> databases) {
  std::vector<float> rows;
  append_rows(evidence::databases, signals.databases, means, databases, rows);
  return rows;
}

std::vector<float> reads_of(const RankerFeatures &features, const RankerWeights &weights,
                            const QuestionSignals &question,
                            std::span<const std::uint32_t> databases,
                            const CancellationToken *token) {
  // All rows are scored together because the trees score blocks larger than most databases.
  const Catalog &catalog = features.schema().catalog();
  std::size_t tables = 0;
  for (const std::uint32_t database : databases)
    tables += catalog.tables(DatabaseId(database)).size();
  std::vector<float> rows;
  rows.reserve((tables + 1) * features.table_features().size());
  for (const std::uint32_t database : databases) {
    check_cancelled(token);
    features.tables(question, DatabaseId(database), rows);
  }
  return probabilities_of(weights.tables.trees, rows);
}

ReadColumns read_columns(const RankerFeatures &features, const RankerWeights &weights,
                         const QuestionSignals &question, std::span<const Scored<TableId>> tables) {
  const Catalog &catalog = features.schema().catalog();
  std::size_t columns = 0;
  for (const auto &table : tables) columns += catalog.columns(table.id).size();
  ReadColumns read;
  read.rows.reserve(columns * features.column_features().size());
  for (const auto &table : tables) features.columns(question, table.id, read.rows);
  read.probabilities = probabilities_of(weights.columns.trees, read.rows);
  return read;
}

void add_reads(const RankerFeatures &features, std::span<const std::uint32_t> databases,
               std::span<const float> probabilities, std::span<const float> by_evidence,
               std::span<const float> reads, EvidenceSignals &signals) {
  const Catalog &catalog = features.schema().catalog();
  features.describe(databases, signals);
  std::size_t at = 0;
  for (std::size_t i = 0; i < databases.size(); ++i) {
    for (const TableId table : catalog.tables(DatabaseId(databases[i]))) {
      const float read = reads[at++];
      const std::size_t t = table.index();
      signals.tables[evidence::table_read_log][t] = raised_log(read);
      signals.tables[evidence::table_read][t] = probabilities[i] * read;
      signals.tables[evidence::table_database_log][t] = raised_log(by_evidence[i]);
    }
  }
}

ColumnRows column_rows(const RankerFeatures &features, const EvidenceSignals &signals,
                       std::span<const Scored<TableId>> tables, const ReadColumns &read,
                       const Mask *mask) {
  const ColumnSignals all = features.column_evidence(signals, tables, read);
  ColumnRows made;
  std::vector<std::uint32_t> places;
  for (std::uint32_t c = 0; c < all.ids.size(); ++c) {
    if (!visible(mask, ColumnId(all.ids[c]))) continue;
    places.push_back(c);
    made.ids.push_back(all.ids[c]);
  }
  append_rows(evidence::columns, all.signals, {}, places, made.rows);
  return made;
}

std::vector<float> evidence_probabilities(const LinearModel &model, std::span<const float> rows) {
  std::vector<float> scores = learn_detail::scores_of(model, rows);
  softmax(scores);
  return scores;
}

std::vector<float> read_probabilities(const LinearModel &model, const LinearModel &reads,
                                      std::span<const float> rows) {
  std::vector<float> scores = learn_detail::scores_of(model, rows);
  for (float &score : scores)
    score = static_cast<float>(sigmoid(double{reads.score(std::span(&score, 1))}));
  return scores;
}

}  // namespace sluice::inline v0::route_detail
