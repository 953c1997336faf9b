#include "sluice/route/ranker.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "best_first_sort.hpp"
#include "contender_reading.hpp"
#include "ranker_answer.hpp"
#include "route/evidence/evidence_ranking.hpp"
#include "route/evidence/second_ranking.hpp"
#include "route/features/masked_features.hpp"
#include "route/features/other_features.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/glossary.hpp"

namespace sluice::inline v0 {
namespace {

void check_embedders(const RankerModel &model, const RankerEmbedders &embedders) {
  if (model.info.words != embedders.words.fingerprint() ||
      model.info.sentences != (embedders.sentences ? embedders.sentences->fingerprint() : 0)) {
    throw Error(ErrorCode::mismatch, "the ranker was trained with another embedder");
  }
}

void check_features(std::span<const std::string> trained, std::span<const std::string> known) {
  if (!std::ranges::equal(trained, known)) route_detail::fail_on_other_features();
}

/// The highest confidence of any channel that some word of the question means a visible name. The
/// channel of nearest vectors does not count because something is always the nearest.
float strongest_match(const QuestionSignals &question_signals) {
  constexpr std::size_t counted = 4;  // ex, ibm, wn, sta
  float strongest = 0;
  for (const std::uint32_t stem : question_signals.stems.matched()) {
    for (std::size_t c = 0; c < counted; ++c)
      strongest = std::max(strongest, question_signals.stems[stem].strengths[c]);
  }
  return strongest;
}

constexpr std::size_t further_columns = 7;  // in addition to the features of the best database

/// The features for whether any database fits. `ranked`: best first; `scores`: not yet
/// probabilities; `tables`: probabilities of the tables of the best database.
std::vector<float> fit_row_of(const RankerFeatures &features,
                              const QuestionSignals &question_signals,
                              const std::vector<Scored<DatabaseId>> &ranked,
                              std::span<const float> scores, std::vector<float> tables) {
  constexpr float smallest = 1e-9F;
  std::vector<float> row;
  features.database(question_signals, ranked.front().id, row);
  const auto share = [&](std::size_t rank) {
    return std::log(std::max(rank < ranked.size() ? ranked[rank].score : 0.0F, smallest));
  };
  const float best = *std::max_element(scores.begin(), scores.end());
  double mean = 0;
  for (const float score : scores) mean += score;
  std::ranges::sort(tables, std::ranges::greater());
  tables.resize(2, 0.0F);
  for (const float value : {share(0), share(0) - share(1), share(0) - share(2), best,
                            best - static_cast<float>(mean / static_cast<double>(scores.size())),
                            tables[0], tables[1]}) {
    row.push_back(value);
  }
  return row;
}

float probability(const LinearModel &model, std::span<const float> row) {
  return static_cast<float>(sigmoid(model.score(row)));
}

/// The number of best databases whose tables are ranked.
std::size_t databases_to_open(const RankerOptions &options,
                              std::span<const Scored<DatabaseId>> ranked) {
  std::size_t opened = std::min(options.databases, ranked.size());
  while (opened > options.column_databases && ranked[opened - 1].score < options.min_share)
    --opened;
  return opened;
}

}  // namespace

Ranker::Ranker(RankerSchema schema, std::shared_ptr<const RankerModel> model,
               std::shared_ptr<const CrossEncoder> cross_encoder)
    : model_(std::move(model)),
      cross_encoder_(std::move(cross_encoder)),
      features_(std::make_shared<const RankerFeatures>(std::move(schema), model_)),
      masked_(std::make_shared<route_detail::MaskedFeatures>()) {
  check_embedders(*model_, features_->schema().embedders());
  if (features_->schema().values() && !model_->with_content) {
    throw Error(ErrorCode::mismatch,
                "the ranker was trained without content; train it with content, or use it without");
  }
  check_features(model_->fusion.features, features_->table_features().first(features_->fusible()));
  check_features(weights().databases.features, features_->database_features());
  check_features(weights().tables.features, features_->table_features());
  check_features(weights().columns.features, features_->column_features());
  if (weights().evidence.is_fitted()) {
    namespace evidence = route_detail::evidence;
    check_features(weights().evidence.databases.features,
                   route_detail::evidence_columns(evidence::databases));
    check_features(weights().evidence.tables.features,
                   route_detail::evidence_columns(evidence::tables));
    if (!weights().evidence.columns.features.empty()) {
      check_features(weights().evidence.columns.features,
                     route_detail::evidence_columns(evidence::columns));
    }
  }
  const Perceptron &contenders = weights().contenders;
  if (contenders.columns() > 0 && contenders.part_columns() != features_->word_features().size())
    route_detail::fail_on_other_features();
  const FitModel &fit = weights().fit;
  if (fit.is_fitted() &&
      fit.weights.columns() != features_->database_features().size() + further_columns) {
    throw Error(
        ErrorCode::mismatch,
        "the ranker's model of what fits uses other features than this release has; train it again");
  }
}

Ranker::Ranker(const Ranker &before, RankerSchema schema)
    : model_(before.model_),
      cross_encoder_(before.cross_encoder_),
      features_(std::make_shared<const RankerFeatures>(*before.features_, std::move(schema))),
      masked_(std::make_shared<route_detail::MaskedFeatures>()) {}

Ranker Ranker::after(RankerSchema schema) const {
  if (this->schema().values() || schema.values())
    throw Error(ErrorCode::mismatch,
                "a ranker with content cannot be updated; construct a new one");
  return {*this, std::move(schema)};
}

const RankerWeights &Ranker::weights() const noexcept {
  return schema().values() ? *model_->with_content : model_->schema_only;
}

const RankerSchema &Ranker::schema() const noexcept { return features_->schema(); }

RankerAnswer Ranker::rank(const Question &question, const Mask *mask,
                          const RankerOptions &options) const {
  check_cancelled(options.token);
  HallucinatedSchema shortened;
  if (bounded_schema(options.hallucinated, shortened) != options.hallucinated) {
    RankerOptions within = options;
    within.hallucinated = &shortened;
    return rank(question, mask, within);
  }
  if (mask == nullptr) return rank_expanded(question, *features_, mask, options);
  return rank_expanded(question, *masked_->of(*features_, *mask), mask, options);
}

std::vector<WordMatches> Ranker::matches(const Question &question,
                                         std::span<const DatabaseId> databases,
                                         const Mask *mask) const {
  if (mask == nullptr) return features_->matches(question, databases);
  return masked_->of(*features_, *mask)->matches(question, databases);
}

std::size_t Ranker::columns_for(const RankerAnswer &answer, double recall) const {
  if (!weights().recall.is_fitted()) {
    throw Error(ErrorCode::unsupported,
                "the ranker's file has no estimate of recall; train it again");
  }
  const float threshold = weights().recall.threshold(recall);
  const auto end = std::ranges::partition_point(
      answer.columns, [threshold](const auto &column) { return column.score >= threshold; });
  const auto likely = static_cast<std::size_t>(end - answer.columns.begin());
  return std::max(likely, std::min<std::size_t>(1, answer.columns.size()));
}

float Ranker::fits_threshold(const RankerAnswer &answer) const noexcept {
  // The training makes a question unanswerable by hiding one database.
  const std::size_t min_databases = std::min(FitModel::min_databases + 1, model_->info.databases);
  return answer.databases.empty() || answer.databases.size() + 1 >= min_databases
             ? weights().fit.threshold
             : 0;
}

RankerAnswer Ranker::rank_expanded(const Question &question_alone, const RankerFeatures &features,
                                   const Mask *mask, const RankerOptions &options) const {
  const Question question = with_schema_words(question_alone, options.hallucinated);
  if (options.glossary == nullptr)
    return rank(question, question_alone, SIZE_MAX, features, mask, options);
  const std::size_t words = question.words().size();
  const std::vector<Glossary::Use> uses = options.glossary->uses(question);
  const auto to_read = [&](std::optional<DatabaseId> database) {
    return cross_encoder_ ? expanded(question_alone, uses, database) : Question();
  };
  RankerAnswer answer = rank(expanded(question, uses), to_read({}), words, features, mask, options);
  for (const DatabaseId database : scopes(uses)) {
    if (!visible(mask, database)) continue;
    route_detail::replace_database(
        answer,
        rank(expanded(question, uses, database), to_read(database), words, features, mask, options),
        database, schema().catalog());
  }
  return answer;
}

RankerAnswer Ranker::rank(const Question &question, const Question &to_read, std::size_t words,
                          const RankerFeatures &features, const Mask *mask,
                          const RankerOptions &options) const {
  const Catalog &catalog = schema().catalog();
  const RankerWeights &weights = this->weights();
  route_detail::RankedDatabases ranked = route_detail::rank_databases(
      features, weights, question, options.hallucinated, mask, options.token);
  const QuestionSignals &question_signals = ranked.question;
  RankerAnswer answer;
  answer.strongest_match = strongest_match(question_signals);
  std::optional<route_detail::SecondRanking> second;
  if (weights.evidence.is_fitted())
    second.emplace(features, weights, ranked, question, mask, options.token);
  const std::span<const float> probabilities =
      second ? second->probabilities() : std::span<const float>(ranked.probabilities);
  answer.databases.reserve(ranked.ids.size());
  for (std::size_t d = 0; d < ranked.ids.size(); ++d)
    answer.databases.push_back({DatabaseId(ranked.ids[d]), probabilities[d]});
  route_detail::sort_best_first(answer.databases);

  const std::size_t opened = databases_to_open(options, answer.databases);
  std::vector<std::uint32_t> databases;
  for (std::size_t d = 0; d < opened; ++d) databases.push_back(answer.databases[d].id.value);
  const std::vector<float> reads =
      route_detail::reads_of(features, weights, question_signals, databases, options.token);
  std::vector<float> best_tables;
  const float *of_row = reads.data();
  for (std::size_t d = 0; d < opened; ++d) {
    for (const TableId table : catalog.tables(answer.databases[d].id)) {
      const float read = *of_row++;
      if (!visible(mask, table)) continue;
      if (d == 0) best_tables.push_back(read);
      answer.tables.push_back({table, answer.databases[d].score * read});
    }
  }
  if (second) {
    second->rescore(databases, reads, answer.tables);
    route_detail::reconcile(answer.databases, answer.tables, weights.evidence.database_scale,
                            catalog);
  }
  route_detail::sort_best_first(answer.tables);
  if (!answer.databases.empty()) {
    answer.fit_row = fit_row_of(features, question_signals, answer.databases, ranked.first_scores,
                                std::move(best_tables));
    if (weights.fit.is_fitted()) answer.fits = probability(weights.fit.weights, answer.fit_row);
  } else if (weights.fit.is_fitted()) {
    answer.fits = 0.0F;
  }
  check_cancelled(options.token);
  if (cross_encoder_) read_contenders(to_read, features, question_signals, mask, opened, answer);
  const bool wants_all = options.column_databases >= options.databases;
  std::vector<DatabaseId> wanted;
  for (const auto &database : answer.databases) {
    if (!wants_all && wanted.size() < options.column_databases) wanted.push_back(database.id);
  }
  std::ranges::sort(wanted);
  std::vector<Scored<TableId>> column_tables;
  std::size_t columns = 0;
  for (const auto &table : answer.tables) {
    if (column_tables.size() >= options.tables && columns >= options.columns) break;
    if (!wants_all && !std::ranges::binary_search(wanted, catalog.database_of(table.id))) continue;
    column_tables.push_back(table);
    for (const ColumnId column : catalog.columns(table.id))
      columns += visible(mask, column) ? 1 : 0;
  }
  check_cancelled(options.token);
  answer.columns =
      ranked_columns(column_tables, features, question_signals, second ? &*second : nullptr, mask);
  answer.values = route_detail::named_values(question_signals.values, answer.columns, words);
  return answer;
}

std::vector<Scored<ColumnId>> Ranker::ranked_columns(std::span<const Scored<TableId>> tables,
                                                     const RankerFeatures &features,
                                                     const QuestionSignals &question_signals,
                                                     const route_detail::SecondRanking *second,
                                                     const Mask *mask) const {
  const Catalog &catalog = schema().catalog();
  const route_detail::ReadColumns by_trees =
      route_detail::read_columns(features, weights(), question_signals, tables);
  std::vector<Scored<ColumnId>> ranked;
  if (second != nullptr && second->has_columns()) {
    ranked = second->columns(tables, by_trees, mask);
    route_detail::sort_best_first(ranked);
    return ranked;
  }
  const float *of_row = by_trees.probabilities.data();
  for (const auto &table : tables) {
    for (const ColumnId column : catalog.columns(table.id)) {
      const float read = *of_row++;
      if (visible(mask, column)) ranked.push_back({column, table.score * read});
    }
  }
  route_detail::sort_best_first(ranked);
  return ranked;
}

void Ranker::read_contenders(const Question &question, const RankerFeatures &features,
                             const QuestionSignals &question_signals, const Mask *mask,
                             std::size_t opened, RankerAnswer &answer) const {
  const Catalog &catalog = schema().catalog();
  std::vector<std::string> schemas;
  const auto all = std::span<const Scored<DatabaseId>>(answer.databases);
  for (const auto &[id, score] : all.first(route_detail::contender_count(all.first(opened)))) {
    schemas.push_back(route_detail::contender_text(
        catalog, id, columns_to_read(id, features, question_signals, mask, answer.tables)));
  }
  if (schemas.empty()) return;
  const std::vector<float> factors =
      route_detail::cross_encoder_factors(*cross_encoder_, question.text(), schemas, all);
  for (std::size_t c = 0; c < factors.size(); ++c) {
    answer.databases[c].score *= factors[c];
    for (auto &table : answer.tables) {
      if (catalog.database_of(table.id) == answer.databases[c].id) table.score *= factors[c];
    }
  }
  route_detail::sort_best_first(answer.databases);
  route_detail::sort_best_first(answer.tables);
}

std::vector<ColumnId> Ranker::columns_to_read(DatabaseId database, const RankerFeatures &features,
                                              const QuestionSignals &question_signals,
                                              const Mask *mask,
                                              std::span<const Scored<TableId>> tables) const {
  const Catalog &catalog = schema().catalog();
  std::vector<ColumnId> columns;
  for (const ColumnId column : catalog.columns(database)) {
    if (visible(mask, column)) columns.push_back(column);
  }
  if (columns.size() <= route_detail::max_contender_columns) return columns;
  std::vector<Scored<TableId>> of_database;
  for (const auto &table : tables) {
    if (catalog.database_of(table.id) == database) of_database.push_back(table);
  }
  const std::vector<Scored<ColumnId>> ranked =
      ranked_columns(of_database, features, question_signals, nullptr, mask);
  columns.clear();
  for (const auto &column :
       std::span(ranked).first(std::min(ranked.size(), route_detail::max_contender_columns)))
    columns.push_back(column.id);
  std::ranges::sort(columns);
  return columns;
}

Ranker make_ranker(std::shared_ptr<const JoinGraphs> graphs,
                   std::shared_ptr<const LexicalIndex> index,
                   const std::optional<AnyEmbedder> &encoder,
                   std::shared_ptr<const RankerModel> model,
                   std::shared_ptr<const ValueIndex> values,
                   std::shared_ptr<const CrossEncoder> cross_encoder) {
  const auto words = default_embedder();
  if (!words) throw Error(ErrorCode::unsupported, "this build has no static table for the ranker");
  RankerEmbedders embedders{*words, {}};
  if (encoder && encoder->fingerprint() != words->fingerprint()) embedders.sentences = encoder;
  if (model == nullptr) {
    model = RankerModel::shipped(words->fingerprint(),
                                 embedders.sentences ? embedders.sentences->fingerprint() : 0);
  }
  if (model == nullptr) {
    throw Error(
        ErrorCode::unsupported,
        "this build has no trained ranker for that embedder; `sluice train router` makes one");
  }
  check_embedders(*model,
                  embedders);  // before embedding, which takes minutes with an encoder
  const RankerSchema schema(std::move(graphs), std::move(index), embedders);
  return {schema.with_values(std::move(values)), std::move(model), std::move(cross_encoder)};
}

}  // namespace sluice::inline v0
