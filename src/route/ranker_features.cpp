#include "sluice/route/ranker_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "channel_cover.hpp"
#include "schema_layout.hpp"
#include "sentence_vectors.hpp"
#include "sluice/text/identifier.hpp"
#include "sluice/text/stem.hpp"
#include "sluice/text/stop_words.hpp"
#include "sluice/text/unicode.hpp"
#include "word_matcher.hpp"

namespace sluice {
namespace {

using detail::ChannelCover;
using detail::CoverSignals;
using detail::NameSignals;
using detail::SchemaLayout;
using detail::StemId;
using detail::WordWeights;
using Matches = std::vector<std::vector<StemMatch>>;  // by word

constexpr std::size_t most_words = 40;

/// Words that ask for a kind of column, among those that no column is called by.
bool is_question_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> asking{"who", "whom", "when", "where", "how"};
  return std::ranges::find(asking, word) != asking.end();
}

/// How the question is thought to be worded: by a name of the schema at `translated`, else by
/// anything.
constexpr float translated = 0.7F;
/// What the same word counts beside its translations.
constexpr float itself = 0.4F;

/// Database signals become rows with the gap to the best other visible database beside each, and
/// all that once more times `hardness`: what words of the schema itself do not settle is weighed
/// otherwise.
std::vector<float> rows_of(const std::vector<std::vector<float>> &signals,
                           const std::vector<std::uint8_t> &visible, float hardness) {
  const std::size_t width = signals.size(), databases = visible.size();
  const std::size_t row = width * 4;
  std::vector<float> rows(databases * row, 0);
  for (std::size_t f = 0; f < width; ++f) {
    float best = -1e30F, second = -1e30F;
    std::size_t best_at = databases;
    for (std::size_t d = 0; d < databases; ++d) {
      if (visible[d] == 0) continue;
      if (signals[f][d] > best) {
        second = best;
        best = signals[f][d];
        best_at = d;
      } else {
        second = std::max(second, signals[f][d]);
      }
    }
    for (std::size_t d = 0; d < databases; ++d) {
      if (visible[d] == 0) continue;
      const float other = d == best_at ? second : best;
      const float value = signals[f][d], gap = other > -1e29F ? value - other : 0;
      float *at = rows.data() + d * row + f;
      at[0] = value;
      at[width] = gap;
      at[2 * width] = hardness * value;
      at[3 * width] = hardness * gap;
    }
  }
  return rows;
}

void divide_by_greatest(std::vector<float> &scores) {
  float greatest = 1e-6F;
  for (const float score : scores) greatest = std::max(greatest, score);
  for (float &score : scores) score /= greatest;
}

/// Collects signals in one order, and their names the first time.
class Sink {
 public:
  Sink(const Catalog &catalog, const SchemaLayout &layout, std::vector<std::string> *databases,
       std::vector<std::string> *tables)
      : catalog_(catalog), layout_(layout), database_names_(databases), table_names_(tables) {}

  void database(std::string_view channel, std::string_view name, std::vector<float> values) {
    if (database_names_ != nullptr) {
      database_names_->push_back(std::string(channel) + std::string(name));
    }
    databases_.push_back(std::move(values));
  }
  void table(std::string_view channel, std::string_view name, std::vector<float> values) {
    if (table_names_ != nullptr) table_names_->push_back(std::string(channel) + std::string(name));
    tables_.push_back(std::move(values));
  }
  /// By database: the greatest, and the sum of the two greatest, of its visible tables.
  std::pair<std::vector<float>, std::vector<float>> best_two(
      const std::vector<float> &by_table) const {
    std::vector<float> best(catalog_.database_count(), 0), both = best;
    for (const DatabaseId database : catalog_.databases()) {
      float first = -1e30F, second = -1e30F;
      for (const TableId table : catalog_.tables(database)) {
        if (layout_.visible_table[table.index()] == 0) continue;
        const float value = by_table[table.index()];
        if (value > first) {
          second = std::exchange(first, value);
        } else {
          second = std::max(second, value);
        }
      }
      if (first < -1e29F) continue;
      best[database.index()] = first;
      both[database.index()] = first + (second > 0 ? second : 0);
    }
    return {std::move(best), std::move(both)};
  }

  std::vector<std::vector<float>> databases_, tables_;

 private:
  const Catalog &catalog_;
  const SchemaLayout &layout_;
  std::vector<std::string> *database_names_;
  std::vector<std::string> *table_names_;
};

void add_cover(Sink &sink, std::string_view channel, CoverSignals signals) {
  sink.database(channel, "_cover", std::move(signals.covered));
  sink.database(channel, "_best_table", std::move(signals.best_table));
  sink.database(channel, "_table_names", std::move(signals.table_names));
  sink.database(channel, "_database_name", std::move(signals.database_name));
  sink.database(channel, "_best_pair", std::move(signals.best_pair));
  sink.table(channel, "_table", std::move(signals.table));
  sink.table(channel, "_name", std::move(signals.name));
  sink.table(channel, "_pair", std::move(signals.pair));
  sink.table(channel, "_unique", std::move(signals.unique));
}

void add_names(Sink &sink, std::string_view channel, NameSignals signals) {
  auto [name, names] = sink.best_two(signals.name);
  sink.database(channel, "_whole_name", std::move(name));
  sink.database(channel, "_whole_names", std::move(names));
  sink.database(channel, "_whole_columns", sink.best_two(signals.columns).first);
  sink.table(channel, "_whole_name", std::move(signals.name));
  sink.table(channel, "_whole_columns", std::move(signals.columns));
}

/// Signals of sentence vectors; returns the columns' cosines.
std::vector<float> add_sentences(Sink &sink, std::string_view channel, const Catalog &catalog,
                                 const SchemaLayout &layout, const detail::SentenceVectors &vectors,
                                 std::string_view question) {
  std::vector<float> vector(vectors.model.dimensions());
  vectors.model.embed(std::array{question}, vector);
  std::vector<float> tables(catalog.table_count()), qualified(catalog.table_count());
  std::vector<float> columns(catalog.column_count());
  vectors.tables.vectors.similarities(vector, tables);
  vectors.qualified.vectors.similarities(vector, qualified);
  vectors.columns.vectors.similarities(vector, columns);

  std::vector<float> best_columns(catalog.table_count(), 0), mean(catalog.database_count(), 0);
  std::vector<float> five(catalog.database_count(), 0);
  constexpr std::size_t most = 5;
  for (const DatabaseId database : catalog.databases()) {
    std::array<float, most> best{};
    std::size_t found = 0;
    float sum = 0, number = 0;
    for (const TableId table : catalog.tables(database)) {
      if (layout.visible_table[table.index()] == 0) continue;
      sum += tables[table.index()];
      number += 1;
      float of_table = -1;
      for (const ColumnId column : catalog.columns(table)) {
        if (layout.visible_column[column.index()] == 0) continue;
        const float cosine = columns[column.index()];
        of_table = std::max(of_table, cosine);
        if (found == most && cosine <= best[most - 1]) continue;
        std::size_t at = found < most ? found++ : most - 1;
        for (; at > 0 && best[at - 1] < cosine; --at) best[at] = best[at - 1];
        best[at] = cosine;
      }
      best_columns[table.index()] = of_table;
    }
    if (number > 0) mean[database.index()] = sum / number;
    for (std::size_t i = 0; i < found; ++i) five[database.index()] += best[i];
    if (found > 0) five[database.index()] /= static_cast<float>(found);
  }
  auto [table, both] = sink.best_two(tables);
  auto [named, both_named] = sink.best_two(qualified);
  sink.database(channel, "_table", std::move(table));
  sink.database(channel, "_two_tables", std::move(both));
  sink.database(channel, "_qualified", std::move(named));
  sink.database(channel, "_two_qualified", std::move(both_named));
  sink.database(channel, "_mean", std::move(mean));
  sink.database(channel, "_column", sink.best_two(best_columns).first);
  sink.database(channel, "_five_columns", std::move(five));
  sink.table(channel, "_table", std::move(tables));
  sink.table(channel, "_qualified", std::move(qualified));
  sink.table(channel, "_column", std::move(best_columns));
  return columns;
}

/// The question's likelihood under each database, table and stem by translation, above that of no
/// relation.
class Likelihood {
 public:
  Likelihood(const Catalog &catalog, const SchemaLayout &layout)
      : layout_(layout),
        databases_(catalog.database_count()),
        tables_(catalog.table_count()),
        stems_(layout.stems.size(), 1) {}

  /// Adds a word that comes from these stems with these probabilities.
  void add(std::span<const StemMatch> sources, float frequency) {
    const float scale = translated / ((1 - translated) * frequency);
    for (const StemMatch &source : sources) {
      stems_[source.stem] *= 1 + double{source.strength} * scale;
      tables_.spread(layout_.in_table[source.stem], source.strength);
      databases_.spread(layout_.in_database[source.stem], source.strength);
    }
    tables_.settle(scale);
    databases_.settle(scale);
  }

  // Logarithms, a word's mean.
  std::vector<float> databases(float share) const { return logarithms(databases_.ratios, share); }
  std::vector<float> tables(float share) const { return logarithms(tables_.ratios, share); }
  std::vector<float> stems(float share) const { return logarithms(stems_, share); }

 private:
  struct Objects {
    explicit Objects(std::size_t size) : ratios(size, 1), sums(size, 0) {}

    void spread(std::span<const detail::Share> shares, float probability) {
      for (const detail::Share &share : shares) {
        if (sums[share.object] == 0) touched.push_back(share.object);
        sums[share.object] += probability * share.share;
      }
    }
    void settle(float scale) {
      for (const std::uint32_t object : touched) {
        ratios[object] *= 1 + double{sums[object]} * scale;
        sums[object] = 0;
      }
      touched.clear();
    }

    std::vector<double> ratios;  // of 40 words below 10^300: a logarithm at the end is enough
    std::vector<float> sums;
    std::vector<std::uint32_t> touched;
  };

  static std::vector<float> logarithms(const std::vector<double> &ratios, float share) {
    std::vector<float> logs;
    logs.reserve(ratios.size());
    for (const double ratio : ratios)
      logs.push_back(ratio == 1 ? 0 : share * static_cast<float>(std::log(ratio)));
    return logs;
  }

  const SchemaLayout &layout_;
  Objects databases_, tables_;
  std::vector<double> stems_;
};

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

void put(std::vector<float> &row, std::initializer_list<float> values) {
  row.insert(row.end(), values);
}

}  // namespace

std::vector<ContentWord> content_words(std::string_view question) {
  std::vector<ContentWord> words;
  const auto add = [&words](std::string word) {
    if (words.size() == most_words) return;
    if (is_stop_word(word) && !is_question_word(word)) return;
    if (std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; })) return;
    std::string stemmed = sluice::stem(word);
    const bool is_known =
        std::ranges::any_of(words, [&](const ContentWord &known) { return known.stem == stemmed; });
    if (!is_known) words.push_back({std::move(word), std::move(stemmed)});
  };
  each_word(question, [&add](std::string_view part) {
    for (std::string &word : split_identifier(part)) add(std::move(word));
  });
  return words;
}

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
  for (std::size_t i = 0, signals = column_names_.size(); i < signals; ++i)
    column_names_.push_back("gap_" + column_names_[i]);
  for (const char *name :
       {"key", "join", "first", "id", "name", "number", "phrase", "columns", "words", "rarity"}) {
    column_names_.emplace_back(name);
  }
}

QuestionSignals RankerFeatures::ask(std::string_view question) const {
  return ask(question, nullptr, nullptr);
}

QuestionSignals RankerFeatures::ask(std::string_view question,
                                    std::vector<std::string> *database_names,
                                    std::vector<std::string> *table_names) const {
  const SchemaLayout &layout = *schema_.layout_;
  const Catalog &catalog = schema_.catalog();
  Sink sink(catalog, layout, database_names, table_names);
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
  Likelihood likelihood(catalog, layout);
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
  std::vector<DatabaseId> owners;
  for (const TableId table : catalog.tables()) owners.push_back(catalog.database_of(table));
  std::optional<ChannelCover> mix;
  std::vector<float> covered;  // by the question's own words
  const auto add_channel = [&](std::string_view channel, const Matches *matches, bool names) {
    ChannelCover cover =
        matches != nullptr ? ChannelCover(layout, weights, *matches) : std::move(*mix);
    CoverSignals of(layout, weights, cover, owners, is_rare);
    if (channel == "ex") covered = of.covered;
    if (channel == "ex" || channel == "mix")
      sink.database(channel, "_uncovered", std::move(of.uncovered));
    add_cover(sink, channel, std::move(of));
    if (names) add_names(sink, channel, NameSignals(layout, catalog, cover));
    signals.stem_strengths.push_back(cover.strongest);
    signals.stem_weights.push_back(cover.weighted);
    if (matches == nullptr) return;
    if (mix) {
      mix->raise(cover);
    } else {
      mix.emplace(std::move(cover));
    }
  };
  add_channel("ex", &exact, true);
  add_channel("ibm", &translations, false);
  add_channel("wn", &synonyms, true);
  add_channel("sta", &vectors, true);
  add_channel("rel", &nearest, false);
  if (schema_.encoder_) add_channel("mlm", &encoded, true);
  add_channel("mix", nullptr, false);

  signals.column_cosines.push_back(
      add_sentences(sink, "stas", catalog, layout, *schema_.table_, question));
  if (schema_.encoder_) {
    signals.column_cosines.push_back(
        add_sentences(sink, "sent", catalog, layout, *schema_.encoder_, question));
  }
  std::vector<float> sizes;
  for (const std::uint32_t tables : layout.tables)
    sizes.push_back(std::log1p(static_cast<float>(tables)));
  sink.database("", "tables", std::move(sizes));

  signals.databases = rows_of(sink.databases_, layout.visible_database,
                              covered.empty() ? 1 : 1 - *std::ranges::max_element(covered));
  signals.tables = std::move(sink.tables_);
  signals.phrase = ' ' + spaced_words(question) + ' ';
  return signals;
}

void RankerFeatures::tables(const QuestionSignals &signals, DatabaseId id,
                            std::vector<float> &rows) const {
  const SchemaLayout &layout = *schema_.layout_;
  const auto tables = schema_.catalog().tables(id);
  std::vector<float> best(signals.tables.size(), -1e30F);
  for (const TableId table : tables) {
    if (layout.visible_table[table.index()] == 0) continue;
    for (std::size_t f = 0; f < best.size(); ++f)
      best[f] = std::max(best[f], signals.tables[f][table.index()]);
  }
  const float size = std::log1p(static_cast<float>(layout.tables[id.index()]));
  for (const TableId table : tables) {
    for (const std::vector<float> &signal : signals.tables) rows.push_back(signal[table.index()]);
    for (std::size_t f = 0; f < best.size(); ++f)
      rows.push_back(std::max(signals.tables[f][table.index()] - best[f], -1e3F));
    const float degree = layout.degree[table.index()];
    const auto columns = static_cast<float>(layout.columns[table.index()]);
    constexpr float few = 4;
    put(rows, {degree, std::log1p(columns), degree >= 2 && columns <= few ? 1.0F : 0.0F, size});
  }
}

void RankerFeatures::columns(const QuestionSignals &signals, TableId id,
                             std::vector<float> &rows) const {
  const SchemaLayout &layout = *schema_.layout_;
  const auto columns = schema_.catalog().columns(id);
  const auto table_name = layout.table_names[id.index()];
  const std::size_t width = column_names_.size();
  const std::size_t gapped = 4 * signals.stem_strengths.size() + 1 + signals.column_cosines.size();
  const std::size_t start = rows.size();
  for (const ColumnId column : columns) {
    const auto name = layout.column_names[column.index()];
    const auto extras = layout.column_extras[column.index()];
    for (std::size_t c = 0; c < signals.stem_strengths.size(); ++c) {
      const std::vector<float> &strengths = signals.stem_strengths[c];
      const std::vector<float> &weights = signals.stem_weights[c];
      float mass = 0, own = 0, whole = 0, strongest = 0;
      for (const StemId stem : name) {
        mass += weights[stem];
        whole += strengths[stem];
        strongest = std::max(strongest, strengths[stem]);
        if (std::ranges::find(table_name, stem) == table_name.end()) own += weights[stem];
      }
      for (const StemId stem : extras) strongest = std::max(strongest, strengths[stem]);
      if (!name.empty()) whole /= static_cast<float>(name.size());
      put(rows, {mass, own, whole, strongest});
    }
    float likelihood = 0, rarity = 0;
    for (const StemId stem : name) {
      likelihood += signals.stem_likelihoods[stem];
      rarity += layout.rarity[stem];
    }
    rows.push_back(name.empty() ? 0 : likelihood / static_cast<float>(name.size()));
    for (const std::vector<float> &cosines : signals.column_cosines)
      rows.push_back(cosines[column.index()]);
    rows.resize(rows.size() + gapped);
    const std::string &phrase = layout.phrases[column.index()];
    const auto flag = [](bool is) { return is ? 1.0F : 0.0F; };
    const auto ends = [&](std::string_view word) { return flag(phrase.ends_with(word)); };
    put(rows,
        {flag(layout.in_key[column.index()] != 0), flag(layout.in_join[column.index()] != 0),
         flag(column == columns[0]), std::max(ends(" id "), ends(" code ")),
         std::max(ends(" name "), ends(" title ")), flag(layout.is_number[column.index()] != 0),
         flag(phrase.size() > 2 && signals.phrase.find(phrase) != std::string::npos),
         std::log1p(static_cast<float>(layout.columns[id.index()])),
         static_cast<float>(name.size()), rarity});
  }
  for (std::size_t f = 0; f < gapped; ++f) {
    float best = -1e30F;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (layout.visible_column[columns[i].index()] != 0)
        best = std::max(best, rows[start + i * width + f]);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      float *row = rows.data() + start + i * width;
      row[gapped + f] = std::max(row[f] - best, -1e3F);
    }
  }
}

}  // namespace sluice
