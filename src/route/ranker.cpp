#include "sluice/route/ranker.hpp"

#include <algorithm>
#include <utility>

#include "masked_features.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/open_embedder.hpp"

namespace sluice {
namespace {

void check_features(const NamedModel &model, std::span<const std::string> known) {
  if (!std::ranges::equal(model.features, known)) {
    throw Error(ErrorCode::mismatch,
                "the ranker was trained on other features than this release has; train it again");
  }
}

/// The translation model, kept alive with the model that it is part of.
std::shared_ptr<const TranslationModel> translation_of(
    const std::shared_ptr<const RankerModel> &model) {
  return {model, &model->translation};
}

std::span<const float> row_of(const std::vector<float> &rows, std::size_t row, std::size_t width) {
  return std::span(rows).subspan(row * width, width);
}

/// How sure any channel is that some word of the question means a visible name. Nearest vectors do
/// not count: something is always the nearest.
float strongest_match(const QuestionSignals &signals) {
  constexpr std::size_t counted = 4;  // ex, ibm, wn, sta
  float strongest = 0;
  for (std::size_t c = 0; c < std::min(counted, signals.stem_strengths.size()); ++c) {
    for (const float strength : signals.stem_strengths[c])
      strongest = std::max(strongest, strength);
  }
  return strongest;
}

float probability(const LinearModel &model, std::span<const float> row) {
  return static_cast<float>(sigmoid(model.score(row)));
}

}  // namespace

Ranker::Ranker(RankerSchema schema, std::shared_ptr<const RankerModel> model)
    : model_(std::move(model)),
      features_(std::move(schema), translation_of(model_)),
      masked_(std::make_shared<detail::MaskedFeatures>()) {
  const RankerEmbedders &embedders = features_.schema().embedders();
  if (model_->info.words != embedders.words.fingerprint() ||
      model_->info.sentences != (embedders.sentences ? embedders.sentences->fingerprint() : 0)) {
    throw Error(ErrorCode::mismatch, "the ranker was trained with another embedder");
  }
  check_features(model_->databases, features_.database_features());
  check_features(model_->tables, features_.table_features());
  check_features(model_->columns, features_.column_features());
}

RankerAnswer Ranker::rank(std::string_view question, const Mask *mask,
                          const RankerOptions &options) const {
  if (mask == nullptr) return rank(question, features_, mask, options);
  return rank(question, *masked_->of(features_, *mask), mask, options);
}

std::vector<WordMatches> Ranker::matches(std::string_view question,
                                         std::span<const DatabaseId> databases,
                                         const Mask *mask) const {
  if (mask == nullptr) return features_.matches(question, databases);
  return masked_->of(features_, *mask)->matches(question, databases);
}

RankerAnswer Ranker::rank(std::string_view question, const RankerFeatures &features,
                          const Mask *mask, const RankerOptions &options) const {
  const Catalog &catalog = schema().catalog();
  const QuestionSignals signals = features.ask(question);
  RankerAnswer answer;
  answer.strongest_match = strongest_match(signals);
  std::vector<DatabaseId> ids;
  std::vector<float> scores;
  for (const DatabaseId id : catalog.databases()) {
    if (!visible(mask, id)) continue;
    ids.push_back(id);
    scores.push_back(model_->databases.weights.score(features.database(signals, id)));
  }
  softmax(scores, model_->temperature);
  for (std::size_t d = 0; d < ids.size(); ++d) answer.databases.push_back({ids[d], scores[d]});
  std::ranges::sort(answer.databases, BestFirst{});

  std::vector<float> rows;
  for (std::size_t d = 0; d < std::min(options.databases, answer.databases.size()); ++d) {
    const auto &database = answer.databases[d];
    rows.clear();
    features.tables(signals, database.id, rows);
    const auto tables = catalog.tables(database.id);
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (!visible(mask, tables[t])) continue;
      const auto row = row_of(rows, t, model_->tables.features.size());
      answer.tables.push_back(
          {tables[t], database.score * probability(model_->tables.weights, row)});
    }
  }
  std::ranges::sort(answer.tables, BestFirst{});
  std::vector<DatabaseId> wanted;
  for (const auto &database : answer.databases) {
    if (wanted.size() < options.column_databases) wanted.push_back(database.id);
  }
  std::ranges::sort(wanted);
  std::size_t looked_at = 0;
  for (const auto &table : answer.tables) {
    if (looked_at == options.tables) break;
    if (!std::ranges::binary_search(wanted, catalog.database_of(table.id))) continue;
    ++looked_at;
    rows.clear();
    features.columns(signals, table.id, rows);
    const auto columns = catalog.columns(table.id);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (!visible(mask, columns[c])) continue;
      const auto row = row_of(rows, c, model_->columns.features.size());
      answer.columns.push_back(
          {columns[c], table.score * probability(model_->columns.weights, row)});
    }
  }
  std::ranges::sort(answer.columns, BestFirst{});
  return answer;
}

Ranker make_ranker(std::shared_ptr<const JoinGraphs> graphs,
                   std::shared_ptr<const LexicalIndex> index,
                   const std::optional<AnyEmbedder> &encoder,
                   std::shared_ptr<const RankerModel> model) {
  const auto words = default_embedder();
  if (!words) throw Error(ErrorCode::unsupported, "this build has no static table for the ranker");
  RankerEmbedders embedders{*words, {}};
  if (encoder && encoder->fingerprint() != words->fingerprint()) embedders.sentences = encoder;
  if (model == nullptr) {
    model = RankerModel::builtin(words->fingerprint(),
                                 embedders.sentences ? embedders.sentences->fingerprint() : 0);
  }
  if (model == nullptr) {
    throw Error(
        ErrorCode::unsupported,
        "this build has no trained ranker for that embedder; `sluice train router` makes one");
  }
  return {RankerSchema(std::move(graphs), std::move(index), embedders), std::move(model)};
}

}  // namespace sluice
