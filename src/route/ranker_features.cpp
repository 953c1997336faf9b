#include "sluice/route/ranker_features.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "channel_cover.hpp"
#include "schema_layout.hpp"
#include "sentence_cosines.hpp"
#include "sentence_vectors.hpp"
#include "signal_sink.hpp"
#include "sluice/text/identifier.hpp"
#include "value_signals.hpp"
#include "word_likelihood.hpp"
#include "word_matcher.hpp"

namespace sluice {
namespace {

using detail::ChannelCover;
using detail::CoverSignals;
using detail::NameSignals;
using detail::SchemaLayout;
using detail::SentenceCosines;
using detail::SignalSink;
using detail::StemId;
using detail::ValueSignals;
using detail::WordLikelihood;
using detail::WordWeights;
using Matches = std::vector<std::vector<StemMatch>>;  // by word

void divide_by_greatest(std::vector<float> &scores) {
  float greatest = 1e-6F;
  for (const float score : scores) greatest = std::max(greatest, score);
  for (float &score : scores) score /= greatest;
}

/// What the same word counts beside its translations.
constexpr float itself = 0.4F;

/// Stems that begin like a word which neither the schema nor the training knows.
std::vector<StemMatch> alike(const SchemaLayout &layout, const std::string &stem) {
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

}  // namespace

RankerFeatures::RankerFeatures(RankerSchema schema,
                               std::shared_ptr<const TranslationModel> translation)
    : schema_(std::move(schema)), translation_(std::move(translation)) {
  for (const std::string &stem : translation_->schema_stems()) {
    const StemId *id = schema_.layout_->find(stem);
    stem_of_translation_.push_back(id != nullptr ? *id : UINT32_MAX);
  }
  const bool encoder = schema_.encoder_ != nullptr;
  ask("", &database_names_, &table_names_);
  for (auto *names : {&database_names_, &table_names_}) {
    for (std::size_t i = 0, signals = names->size(); i < signals; ++i)
      names->push_back("gap_" + (*names)[i]);
  }
  for (std::size_t i = 0, signals = database_names_.size(); i < signals; ++i)
    database_names_.push_back("hard_" + database_names_[i]);
  for (const std::string_view signal :
       {"bm", "lm", "ex_table", "mix_table", "mix_name", "mix_pair", "mix_unique", "stas_table",
        "sent_table", "sent_qualified"}) {
    const auto at = std::ranges::find(table_names_, signal) - table_names_.begin();
    if (static_cast<std::size_t>(at) < table_names_.size())
      partner_signals_.push_back(static_cast<std::size_t>(at));
  }
  std::vector<std::string> partner_names;
  for (const std::size_t signal : partner_signals_) {
    partner_names.push_back("partner_" + table_names_[signal]);
    partner_names.push_back("partner_gap_" + table_names_[signal]);
  }
  for (const char *name : {"degree", "columns", "junction", "tables"})
    table_names_.emplace_back(name);

  std::vector<std::string> channels{"ex", "ibm", "wn", "sta", "rel"};
  if (encoder) channels.emplace_back("mlm");
  channels.emplace_back("mix");
  for (const std::string &channel : channels) {
    for (const char *name : {"_mass", "_own", "_whole", "_strongest"})
      column_names_.push_back(channel + name);
  }
  column_names_.emplace_back("lm");
  column_names_.emplace_back("stas");
  if (encoder) column_names_.emplace_back("sent");
  if (schema_.values_ != nullptr) {
    for (const std::string_view name : ValueSignals::names)
      column_names_.push_back("val" + std::string(name));
  }
  for (std::size_t i = 0, signals = column_names_.size(); i < signals; ++i)
    column_names_.push_back("gap_" + column_names_[i]);
  for (const char *name :
       {"key", "join", "first", "id", "name", "number", "phrase", "columns", "words", "rarity"}) {
    column_names_.emplace_back(name);
  }
  column_names_.insert(column_names_.end(), partner_names.begin(), partner_names.end());
}

QuestionSignals RankerFeatures::ask(std::string_view question) const {
  return ask(question, nullptr, nullptr);
}

QuestionSignals RankerFeatures::ask(std::string_view question,
                                    std::vector<std::string> *database_names,
                                    std::vector<std::string> *table_names) const {
  const SchemaLayout &layout = *schema_.layout_;
  const Catalog &catalog = schema_.catalog();
  SignalSink sink(catalog, layout, database_names, table_names);
  QuestionSignals signals;

  const std::vector<ContentWord> words = content_words(question);
  WordWeights weights;
  weights.weights.assign(
      std::max<std::size_t>(1, (words.size() + WordWeights::step - 1) / WordWeights::step) *
          WordWeights::step,
      0);
  std::vector<float> is_rare(words.size(), 0);
  Matches exact(words.size()), translations(words.size()), synonyms(words.size());
  Matches vectors(words.size()), nearest(words.size()), encoded(words.size());
  WordLikelihood likelihood(layout);
  float total = 0;
  for (std::size_t w = 0; w < words.size(); ++w) {
    const ContentWord &word = words[w];
    const StemId *own = layout.find(word.stem);
    const float frequency = translation_->frequency(word.stem);
    const float rarity = own != nullptr ? layout.rarity[*own]
                                        : std::min(layout.highest_rarity, -std::log(frequency) / 2);
    weights.weights[w] = rarity;
    total += rarity;
    constexpr float rare = 2.5F;
    is_rare[w] = rarity > rare ? 1 / static_cast<float>(words.size()) : 0;

    std::vector<StemMatch> sources;
    const auto translations_of = translation_->translations(word.stem);
    for (const TranslationModel::Translation &of : translations_of) {
      const std::uint32_t stem = stem_of_translation_[of.schema_stem];
      if (stem == UINT32_MAX) continue;
      const bool same = own != nullptr && *own == stem;
      sources.push_back({stem, (1 - itself) * of.probability + (same ? itself : 0)});
    }
    if (own != nullptr) {
      const bool known = std::ranges::any_of(
          sources, [own](const StemMatch &source) { return source.stem == *own; });
      if (!known) sources.push_back({*own, itself});
    } else if (translations_of.empty()) {
      sources = alike(layout, word.stem);
    }
    likelihood.add(sources, frequency);

    const auto matches = schema_.matcher_->matches(word.word, word.stem);
    synonyms[w] = matches->synonyms;
    vectors[w] = matches->vectors;
    nearest[w] = matches->nearest;
    encoded[w] = matches->encoded;
    for (const StemMatch &source : sources) {
      if (own != nullptr && *own == source.stem) continue;
      constexpr float doubt = 3, least = 1e-3F;
      if (source.strength > least) {
        translations[w].push_back(
            {source.stem, source.strength / (source.strength + doubt * frequency)});
      }
    }
    if (own == nullptr) continue;
    for (Matches *channel : {&exact, &translations, &synonyms, &vectors, &nearest, &encoded})
      (*channel)[w].push_back({*own, 1});
  }
  for (float &weight : weights.weights) weight = total > 0 ? weight / total : 0;

  // BM25
  const std::vector<std::string> terms = schema_.index_->question_analyzer()(question);
  std::vector<float> by_database = schema_.databases_->scores(terms);
  std::vector<float> by_table = schema_.tables_->scores(terms);
  std::vector<float> by_name = schema_.table_names_->scores(terms);
  for (auto *scores : {&by_database, &by_table, &by_name}) divide_by_greatest(*scores);
  auto [best, two] = sink.best_two(by_table);
  sink.database("bm", "_database", std::move(by_database));
  sink.database("bm", "_table", std::move(best));
  sink.database("bm", "_two_tables", std::move(two));
  sink.database("bm", "_name", sink.best_two(by_name).first);
  sink.table("bm", "", std::move(by_table));

  // likelihood
  const float per_word = 1 / static_cast<float>(std::max<std::size_t>(1, words.size()));
  std::vector<float> of_tables = likelihood.tables(per_word);
  auto [likeliest, likeliest_two] = sink.best_two(of_tables);
  sink.database("lm", "_database", likelihood.databases(per_word));
  sink.database("lm", "_table", std::move(likeliest));
  sink.database("lm", "_two_tables", std::move(likeliest_two));
  sink.table("lm", "", std::move(of_tables));
  signals.stem_likelihoods = likelihood.stems(per_word);

  // channels
  std::optional<ChannelCover> mix;
  std::vector<float> covered;  // by the question's own words
  const auto add_channel = [&](std::string_view channel, const Matches *matches, bool names) {
    ChannelCover cover =
        matches != nullptr ? ChannelCover(layout, weights, *matches) : std::move(*mix);
    const bool counts = channel == "ex" || channel == "mix";
    CoverSignals of(layout, weights, cover, counts ? is_rare : std::vector<float>());
    if (channel == "ex") covered = of.covered;
    if (counts) sink.database(channel, "_uncovered", std::move(of.uncovered));
    sink.cover(channel, std::move(of));
    if (names) sink.names(channel, NameSignals(layout, catalog, cover));
    if (matches != nullptr && mix) mix->raise(cover);
    signals.stem_strengths.push_back(cover.strongest);
    signals.stem_weights.push_back(cover.weighted);
    if (matches != nullptr && !mix) {
      mix.emplace(std::move(cover));
    } else if (matches == nullptr && schema_.values_ != nullptr) {
      *mix = std::move(cover);
    }
  };
  add_channel("ex", &exact, true);
  add_channel("ibm", &translations, false);
  add_channel("wn", &synonyms, true);
  add_channel("sta", &vectors, true);
  add_channel("rel", &nearest, false);
  if (schema_.encoder_) add_channel("mlm", &encoded, true);
  add_channel("mix", nullptr, false);

  const auto add_sentences = [&](std::string_view channel, const detail::SentenceVectors &of) {
    SentenceCosines cosines(catalog, layout, of, question);
    signals.column_signals.push_back(std::move(cosines.columns));
    sink.sentences(channel, std::move(cosines));
  };
  add_sentences("stas", *schema_.table_);
  if (schema_.encoder_) add_sentences("sent", *schema_.encoder_);
  sink.database("", "tables", layout.log_tables);

  if (schema_.values_ != nullptr) {
    signals.values = schema_.values_->match(question, schema_.seen_);
    cover_values(*mix, weights, words, signals.values, catalog);
    CoverSignals all(layout, weights, *mix, is_rare);
    sink.database("all", "_uncovered", std::move(all.uncovered));
    sink.cover("all", std::move(all));
    ValueSignals of(catalog, layout, signals.values, signals.stem_strengths.back());
    for (std::size_t k = 0; k < ValueSignals::names.size(); ++k) {
      sink.database("val", ValueSignals::names[k], std::move(of.databases[k]));
      sink.table("val", ValueSignals::names[k], std::move(of.tables[k]));
      signals.column_signals.push_back(std::move(of.columns[k]));
    }
    sink.database("val", "_several", std::move(of.several));
    sink.database("val", "_rarest", std::move(of.rarest));
    sink.database("val", "_best_table", std::move(of.best_table));
    sink.database("val", "_best_pair", std::move(of.best_pair));
  }

  signals.databases =
      sink.database_rows(covered.empty() ? 1 : 1 - *std::ranges::max_element(covered));
  signals.tables = sink.take_tables();
  signals.phrase = ' ' + spaced_words(question) + ' ';
  return signals;
}

}  // namespace sluice
