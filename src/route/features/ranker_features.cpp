#include "route/features/ranker_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "channel_cover.hpp"
#include "feature_names.hpp"
#include "other_features.hpp"
#include "question_reading.hpp"
#include "route/evidence/background.hpp"
#include "route/zero_shot/sentence_vectors.hpp"
#include "schema_layout.hpp"
#include "signal_sink.hpp"
#include "sluice/core/error.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/route/ranker_model.hpp"
#include "value_signals.hpp"
#include "word_cosines.hpp"
#include "word_likelihood.hpp"
#include "word_matcher.hpp"

namespace sluice::inline v0 {
namespace {

using route_detail::ChannelCover;
using route_detail::SchemaLayout;
using route_detail::SignalSink;
using route_detail::StemId;
using route_detail::ValueSignals;
using route_detail::WordLikelihood;
using route_detail::WordWeights;

void divide_by_greatest(std::vector<float> &scores) {
  std::array<float, 8> greatest;  // independent, so that they are computed in parallel
  greatest.fill(1e-6F);
  std::size_t i = 0;
  for (; i + greatest.size() <= scores.size(); i += greatest.size()) {
    for (std::size_t k = 0; k < greatest.size(); ++k)
      greatest[k] = std::max(greatest[k], scores[i + k]);
  }
  for (; i < scores.size(); ++i) greatest[0] = std::max(greatest[0], scores[i]);
  const float of_all = std::ranges::max(greatest);
  for (float &score : scores) score /= of_all;
}

constexpr StemId no_stem = UINT32_MAX;

/// Weight of a word's own stem compared to its translations.
constexpr float own_weight = 0.4F;

/// Factor for names of things. They are rare in questions, so they would weigh most and match any
/// similarly spelled word.
constexpr float name_factor = 0.3F;

/// Weights of words by their rarity in questions.
WordWeights weights_of(std::vector<float> rarities) {
  constexpr float rare = 2.5F;
  std::vector<float> counted;
  float total = 0;
  for (const float rarity : rarities) {
    total += rarity;
    counted.push_back(rarity > rare ? 1 / static_cast<float>(rarities.size()) : 0);
  }
  for (float &rarity : rarities) rarity = total > 0 ? rarity / total : 0;
  return {rarities, counted};
}

/// Stems of the schema that are a prefix of a word unknown to schema and training.
std::vector<StemMatch> prefix_stems(const SchemaLayout &layout, const std::string &stem) {
  constexpr std::size_t least = 3;
  std::vector<StemMatch> found;
  float sum = 0;
  for (std::size_t size = least; size < stem.size(); ++size) {
    const StemId *id = layout.find(std::string_view(stem).substr(0, size));
    if (id == nullptr) continue;
    const float like = 0.5F + 0.4F * static_cast<float>(size) / static_cast<float>(stem.size());
    found.push_back({*id, like});
    sum += like;
  }
  for (StemMatch &match : found) match.strength *= 0.3F / std::max(1.0F, sum);
  return found;
}

/// Raises the strengths of the matched stems in `channels` for a word of that weight. Stems that no
/// word matched before are added to `met`.
void raise(StemSignals &stems, std::span<const StemMatch> matches, float weight,
           std::array<std::size_t, 2> channels, std::vector<StemId> &matched) {
  for (const StemMatch &match : matches) {
    StemSignals::Row &row = stems.at(match.stem);
    if (!(row.strengths[channels.front()] > 0)) matched.push_back(match.stem);
    for (const std::size_t channel : channels) {
      row.strengths[channel] = std::max(row.strengths[channel], match.strength);
      row.weights[channel] = std::max(row.weights[channel], weight * match.strength);
    }
  }
}

void check_adapters(const SentenceAdapters::Pair &adapters, std::size_t dimensions) {
  for (const LinearAdapter *of : {&adapters.tables, &adapters.columns}) {
    if (of->dimensions() != 0 && of->dimensions() != dimensions)
      throw Error(ErrorCode::mismatch, "the ranker's adapters were trained for another embedder");
  }
}

}  // namespace

RankerFeatures::RankerFeatures(RankerSchema schema,
                               std::shared_ptr<const TranslationModel> translation,
                               std::shared_ptr<const SentenceAdapters> adapters,
                               const LinearModel *fusion)
    : schema_(std::move(schema)),
      translation_(std::move(translation)),
      adapters_(adapters ? std::move(adapters) : std::make_shared<const SentenceAdapters>()),
      background_(std::make_shared<const route_detail::Background>()) {
  check_adapters(adapters_->words, schema_.embedders().words.dimensions());
  check_adapters(adapters_->sentences, schema_.sentence_embedder().dimensions());
  find_stems();
  if (fusion != nullptr) {
    const Standardizer &by = fusion->standardizer;
    fusion_bias_ = fusion->bias;
    for (std::size_t s = 0; s < fusion->columns(); ++s) {
      fusion_.push_back(fusion->weights[s] * by.inverses()[s]);
      fusion_bias_ -= fusion_.back() * by.means()[s];
    }
  }
  SignalNames names;
  ask(Question(), nullptr, nullptr, &names);
  name_features(std::move(names));
}

RankerFeatures::RankerFeatures(RankerSchema schema, const std::shared_ptr<const RankerModel> &model)
    : RankerFeatures(std::move(schema), {model, &model->translation}, {model, &model->adapters},
                     &model->fusion.weights) {}

RankerFeatures::RankerFeatures(const RankerFeatures &before, RankerSchema schema)
    : RankerFeatures(before) {
  schema_ = std::move(schema);
  background_ = std::make_shared<const route_detail::Background>();
  if (!schema_.layout_->changed_stems.empty()) find_stems();
}

RankerFeatures::RankerFeatures(const RankerFeatures &whole, const Mask &mask)
    : RankerFeatures(whole) {
  schema_ = whole.schema_.masked_by(mask);
  background_ = std::make_shared<const route_detail::Background>();
  find_stems();
}

void RankerFeatures::find_stems() {
  stem_of_translation_.clear();
  for (const std::string &stem : translation_->schema_stems()) {
    const StemId *id = schema_.layout_->find(stem);
    stem_of_translation_.push_back(id != nullptr ? *id : no_stem);
  }
}

QuestionSignals RankerFeatures::ask(const Question &question,
                                    const HallucinatedSchema *hallucinated,
                                    const CancellationToken *token) const {
  return ask(question, hallucinated, token, nullptr);
}

QuestionSignals RankerFeatures::ask(const Question &question,
                                    const HallucinatedSchema *hallucinated,
                                    const CancellationToken *token, SignalNames *names) const {
  const SchemaLayout &layout = *schema_.layout_;
  const Catalog &catalog = schema_.catalog();
  SignalSink sink(layout, {database_signals_, table_signals_}, names);
  QuestionSignals signals;
  signals.stems = StemSignals(layout.stems.size());

  signals.content = content_words(question);
  const std::vector<ContentWord> &words = signals.content;
  struct WordSources {
    std::vector<StemMatch> same;  // the word itself and its abbreviations
    std::vector<StemMatch> translations;
  };
  signals.matches = schema_.matcher_->matches(words, token);
  const auto &matches_of = signals.matches;
  std::vector<float> rarities, with_names;
  std::vector<WordSources> sources_of(words.size());
  WordLikelihood likelihood(layout);
  std::vector<StemMatch> sources;
  for (std::size_t w = 0; w < words.size(); ++w) {
    check_cancelled(token);
    const ContentWord &word = words[w];
    WordSources &of = sources_of[w];
    const StemId *own = layout.find(word.stem);
    const float frequency = translation_->frequency(word.stem);
    // Rarity in questions, not in schemas: words of most questions say little.
    const float rarity = std::max(-std::log(frequency) / 2, 0.0F);
    rarities.push_back(word.is_name ? name_factor * rarity : rarity);
    signals.words.push_back({rarity, word.is_name});
    with_names.push_back(rarity);

    const auto translations_of = translation_->translations(word.stem);
    bool is_known = false;
    // Half of the translations are not in the schema; they are skipped without a branch.
    sources.resize(translations_of.size());
    std::size_t kept = 0;
    for (const TranslationModel::Translation &translation : translations_of) {
      const StemId stem = stem_of_translation_[translation.schema_stem];
      const bool same = own != nullptr && *own == stem;
      is_known |= same;
      sources[kept] = {stem, (1 - own_weight) * translation.probability + (same ? own_weight : 0)};
      kept += stem != no_stem ? 1 : 0;
    }
    sources.resize(kept);
    if (own != nullptr) {
      if (!is_known) sources.push_back({*own, own_weight});
    } else if (translations_of.empty()) {
      sources = prefix_stems(layout, word.stem);
    }
    if (own != nullptr) of.same.push_back({*own, 1});
    for (const StemMatch &match : matches_of[w]->abbreviations) {
      if (!layout.is_read(match.stem)) continue;
      of.same.push_back(match);
      if (std::ranges::find(sources, match.stem, &StemMatch::stem) == sources.end())
        sources.push_back({match.stem, own_weight * match.strength});
    }
    likelihood.add(sources, frequency, signals.stems);

    of.translations.reserve(sources.size());
    for (const StemMatch &source : sources) {
      if (own != nullptr && *own == source.stem) continue;
      constexpr float doubt = 3, least = 1e-3F;
      if (source.strength > least) {
        of.translations.push_back(
            {source.stem, source.strength / (source.strength + doubt * frequency)});
      }
    }
  }
  const WordWeights weights = weights_of(std::move(rarities));

  // BM25
  const std::vector<std::string> terms =
      question.terms(schema_.index_->question_analyzer().options());
  std::vector<float> by_database = schema_.databases_->scores(terms);
  check_cancelled(token);
  std::vector<float> by_table = schema_.tables_->scores(terms);
  check_cancelled(token);
  std::vector<float> by_name = schema_.table_names_->scores(terms);
  check_cancelled(token);
  for (auto *scores : {&by_database, &by_table, &by_name}) divide_by_greatest(*scores);
  sink.database("bm", "_database", by_database);
  const std::size_t bm_tables = sink.table("bm", "", by_table);
  sink.best_two("bm", sink.table(bm_tables), "_table", "_two_tables");
  sink.best_two("bm", sink.placed(by_name), "_name");

  // likelihood
  const float per_word = 1 / static_cast<float>(std::max<std::size_t>(1, words.size()));
  likelihood.databases(per_word, sink.database(sink.add_database("lm", "_database")).data());
  const std::size_t lm_tables = sink.add_table("lm", "");
  likelihood.tables(per_word, sink.table(lm_tables).data());
  sink.best_two("lm", sink.table(lm_tables), "_table", "_two_tables");
  signals.per_word = per_word;
  check_cancelled(token);

  // channels
  const std::vector<route_detail::Channel> channels =
      route_detail::channels_of(schema_.encoder_ != nullptr);
  const std::size_t mix = channels.size() - 1;
  signals.channels = channels.size();
  float hardness = 1;  // the share of the words that the best database lacks
  signals.strengths = WordStrengths(words.size(), schema_.values_ == nullptr ? mix : mix + 1,
                                    layout.grid.databases());
  check_cancelled(token);  // each of these allocates a number per word and table
  ChannelCover exact(layout, weights);
  check_cancelled(token);
  for (std::size_t w = 0; w < words.size(); ++w)
    exact.spread(w, sources_of[w].same, signals.strengths.of(w, 0));
  check_cancelled(token);
  ChannelCover cover = exact;
  check_cancelled(token);
  ChannelCover mixed = exact;
  check_cancelled(token);
  std::vector<StemId> matched;  // by the current channel
  for (std::size_t c = 0; c < channels.size(); ++c) {
    matched.clear();
    for (std::size_t w = 0; c != mix && w < words.size(); ++w) {
      check_cancelled(token);
      const WordSources &of = sources_of[w];
      const std::array<std::span<const StemMatch>, 6> matches{
          std::span<const StemMatch>(), of.translations,        matches_of[w]->synonyms,
          matches_of[w]->vectors,       matches_of[w]->nearest, matches_of[w]->encoded};
      raise(signals.stems, matches[c], weights[w], {c, mix}, matched);
      cover.spread(w, matches[c], signals.strengths.of(w, c));
      raise(signals.stems, of.same, weights[w], {c, mix}, matched);
    }
    check_cancelled(token);
    const bool is_exact = c == 0;
    const std::size_t covered =
        sink.cover(channels[c].name, c == mix ? mixed : cover, is_exact || c == mix);
    check_cancelled(token);
    if (is_exact) {
      const std::span<const float> shares = sink.database(covered);
      if (!shares.empty()) hardness = 1 - *std::ranges::max_element(shares);
    } else if (c != mix) {
      mixed.merge_and_reset(cover, exact);
    }
    check_cancelled(token);
    if (channels[c].has_names) sink.names(channels[c].name, signals.stems, c, matched);
  }

  const auto add_sentences = [&](std::string_view channel, const route_detail::SentenceVectors &of,
                                 const SentenceAdapters::Pair &adapters) {
    check_cancelled(token);
    const route_detail::QuestionReading reading(of.model, question.wording());
    signals.column_signals.push_back(sink.sentences(channel, of, adapters, catalog, reading.whole));
    if (route_detail::QuestionReading::knows_words(of.model)) {
      signals.column_signals.push_back(
          sink.words(channel, route_detail::WordCosines(catalog, layout, of, reading.words)));
    }
  };
  add_sentences("stas", *schema_.table_, adapters_->words);
  if (schema_.encoder_) add_sentences("sent", *schema_.encoder_, adapters_->sentences);
  const auto add_hallucination = [&](std::string_view channel,
                                     const route_detail::SentenceVectors &of) {
    check_cancelled(token);
    route_detail::HallucinationSignals hallucination;
    if (hallucinated != nullptr) hallucination = {catalog, layout, of, *hallucinated};
    for (std::vector<float> &signal : sink.hallucination(channel, std::move(hallucination)))
      signals.column_signals.push_back(std::move(signal));
  };
  add_hallucination("stas", *schema_.table_);
  if (schema_.encoder_) add_hallucination("sent", *schema_.encoder_);
  sink.database("", "tables", layout.log_tables);
  // Features of the question alone are the same for all databases.
  const auto add_question_feature = [&](std::string_view name, float value) {
    std::ranges::fill(sink.database(sink.add_database("question", name)), value);
  };
  add_question_feature("_hardness", hardness);
  add_question_feature("_words", std::log1p(static_cast<float>(words.size())));
  add_question_feature("_names",
                       per_word * static_cast<float>(std::ranges::count_if(
                                      words, [](const auto &word) { return word.is_name; })));
  add_question_feature("_made_up", hallucinated != nullptr && !hallucinated->empty() ? 1.0F : 0.0F);
  if (names != nullptr) {
    names->fusible = names->tables.size();
    if (!fusion_.empty() && fusion_.size() != names->fusible)
      route_detail::fail_on_other_features();
  }
  check_cancelled(token);
  if (!fusion_.empty()) sink.fuse(fusion_, fusion_bias_);

  check_cancelled(token);
  if (schema_.values_ != nullptr) {
    signals.values = schema_.values_->match(question, schema_.visibility_);
    // Names of things count fully here because they are values.
    const WordWeights names_too = weights_of(std::move(with_names));
    mixed.weigh_by(names_too);
    cover_values(mixed, signals.strengths, words, signals.values, catalog, layout.grid);
    sink.cover("all", mixed, true);
    ValueSignals of(catalog, layout, signals.values, signals.stems, mix);
    for (std::size_t k = 0; k < ValueSignals::names.size(); ++k) {
      sink.database("val", ValueSignals::names[k], of.databases[k]);
      sink.table("val", ValueSignals::names[k], of.tables[k]);
      signals.column_signals.push_back(std::move(of.columns[k]));
    }
    sink.database("val", "_several", of.several);
    sink.database("val", "_rarest", of.rarest);
    sink.database("val", "_best_table", of.best_table);
    sink.database("val", "_best_pair", of.best_pair);
  }

  check_cancelled(token);
  signals.databases = sink.take_database_features();
  signals.tables = sink.take_tables();
  signals.phrase = " ";
  for (const QuestionPart &part : question.parts()) signals.phrase += part.text + ' ';
  return signals;
}

}  // namespace sluice::inline v0
