#include "evidence_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "said_names.hpp"
#include "word_hits.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// What a word counts by its frequency in questions, in [0.1, 1].
float weight_of(const TranslationModel &frequencies, std::string_view stem) {
  return std::clamp(-std::log(std::max(frequencies.frequency(stem), 1e-6F)) / 5, 0.1F, 1.0F);
}

/// The stems that a word means.
std::vector<StemMatch> meanings_of(const SchemaLayout &layout, const ContentWord &word,
                                   const WordMatches &matches) {
  constexpr float of_abbreviation = 0.8F, of_vector = 0.85F, min_vector = 0.214F;
  constexpr std::size_t max_vectors = 12;
  std::vector<StemMatch> meanings;
  const auto add = [&](StemId stem, float strength) {
    const auto known = std::ranges::find(meanings, stem, &StemMatch::stem);
    if (known == meanings.end()) {
      meanings.push_back({stem, strength});
    } else {
      known->strength = std::max(known->strength, strength);
    }
  };
  if (const StemId *own = layout.find(word.stem)) add(*own, 1);
  for (const StemMatch &match : matches.abbreviations)
    add(match.stem, of_abbreviation * match.strength);
  std::vector<StemMatch> near;
  std::ranges::copy_if(matches.vectors, std::back_inserter(near),
                       [](const StemMatch &match) { return match.strength >= min_vector; });
  if (near.size() > max_vectors) {
    std::ranges::nth_element(
        near, near.begin() + max_vectors, [&](const StemMatch &a, const StemMatch &b) {
          if (a.strength != b.strength) return a.strength > b.strength;
          return layout.stems[a.stem].text < layout.stems[b.stem].text;  // numbers reveal updates
        });
    near.resize(max_vectors);
  }
  for (const StemMatch &match : near) add(match.stem, of_vector * match.strength);
  // Sums over them must not depend on the numbers of stems, which reveal updates.
  std::ranges::sort(meanings, {}, [&](const StemMatch &match) -> const std::string & {
    return layout.stems[match.stem].text;
  });
  return meanings;
}

/// -log of the probability that some of a number of names contain a word that each contains with
/// probability p, remembered by that number.
class Surprise {
 public:
  explicit Surprise(float p) : log_absent_(std::log1p(-std::min(p, 0.999F))) {}

  float operator()(std::size_t names) {
    constexpr std::size_t max_known = 4096;
    if (names >= max_known) return compute(names);
    if (known_.size() <= names) known_.resize(names + 1, -1);
    float &known = known_[names];
    if (known < 0) known = compute(names);
    return known;
  }

 private:
  float compute(std::size_t names) const {
    const double present = -std::expm1(log_absent_ * static_cast<double>(names));
    return static_cast<float>(-std::log(std::clamp(present, 1e-9, 1.0)));
  }

  double log_absent_;
  std::vector<float> known_;
};

/// The best of each database's tables.
void keep_best(const SchemaLayout &layout, const std::vector<float> &of_tables,
               std::vector<float> &of_databases) {
  for (std::size_t t = 0; t < of_tables.size(); ++t) {
    float &best = of_databases[layout.owner[t]];
    best = std::max(best, of_tables[t]);
  }
}

struct Word : EvidenceWord {
  WordHits hits;
};

class EvidenceReader {
 public:
  EvidenceReader(const SchemaLayout &layout, EvidenceSignals &signals)
      : layout_(layout),
        signals_(signals),
        tables_of_(layout.databases.size(), 0),
        best_(layout.databases.size()) {
    signals.best_tables.assign(layout.databases.size(), 0);
    for (auto &of : signals.databases) of.assign(layout.databases.size(), 0);
    for (auto &of : signals.tables) of.assign(layout.owner.size(), 0);
    for (std::size_t t = 0; t < layout.owner.size(); ++t) {
      if (layout.visible_table[t] == 0) continue;
      ++tables_of_[layout.owner[t]];
      names_ += layout.columns[t] + 1;
    }
  }

  void weigh(Word &word) const {
    double sum = 0;
    for (const TableHit &of : word.hits.tables) sum += of.any;
    const auto all = static_cast<double>(layout_.visible_tables());
    sum = std::min(sum, all);
    word.rarity = word.weight * static_cast<float>(std::log1p((all - sum + 0.5) / (sum + 0.5)));
  }

  /// Adds the surprise that objects contain the word.
  void add_surprise(const Word &word) {
    const float names = static_cast<float>(names_) + 1;
    Surprise in_names((word.hits.names + 0.5F) / names);
    Surprise in_any(std::min(
        0.99F, (word.hits.names + 0.5F * word.hits.descriptions + 0.3F * word.hits.values + 0.5F) /
                   names));
    touched_.clear();
    const auto raise = [&](std::uint32_t database, float any, float in_table_name) {
      auto &[best_any, best_name] = best_[database];
      if (best_any == 0 && best_name == 0) touched_.push_back(database);
      best_any = std::max(best_any, any);
      best_name = std::max(best_name, in_table_name);
    };
    std::vector<float> &of_tables = signals_.tables[evidence::table_words];
    for (const TableHit &of : word.hits.tables) {
      const float strength = strength_of(of);
      of_tables[of.table] += word.weight * in_any(layout_.columns[of.table] + 1) * strength;
      raise(layout_.owner[of.table], strength, of.name);
    }
    for (const auto &[database, strength] : word.hits.databases) raise(database, strength, 0);
    for (const std::uint32_t d : touched_) {
      auto &[any, in_table_name] = best_[d];
      const std::size_t width = layout_.columns_in_database[d] + tables_of_[d];
      signals_.databases[evidence::database_words][d] += word.weight * in_any(width) * any;
      signals_.databases[evidence::database_table_names][d] +=
          word.weight * in_names(width) * in_table_name;
      any = in_table_name = 0;
    }
  }

  void add_names(std::span<const Word> words) {
    std::vector<float> rarity(layout_.owner.size(), 0);
    for (const Word &word : words) {
      for (const TableHit &of : word.hits.tables) rarity[of.table] += word.rarity * of.name;
    }
    for (std::size_t t = 0; t < rarity.size(); ++t) {
      if (!(rarity[t] > 0)) continue;
      float all = 1e-6F;
      for (const StemId stem : layout_.table_names[layout_.grid.place_of[t]])
        all += name_rarity(layout_, stem);
      signals_.tables[evidence::table_name_share][t] = std::min(1.0F, rarity[t] / all);
    }
  }

 private:
  /// In names, or less in descriptions and values: less still where names are plain.
  float strength_of(const TableHit &of) const {
    const float plain = layout_.databases[layout_.owner[of.table]]->plain;
    return std::max(
        {of.any, description_factor(plain) * of.description, value_factor(plain) * of.value});
  }

  const SchemaLayout &layout_;
  EvidenceSignals &signals_;
  std::size_t names_ = 0;                      // of visible tables and columns
  std::vector<std::size_t> tables_of_;         // by database: visible ones
  std::vector<std::pair<float, float>> best_;  // by database, of the current word
  std::vector<std::uint32_t> touched_;
};

}  // namespace

EvidenceSignals read_evidence(const SchemaLayout &layout, const LexicalIndex &index,
                              const Question &question, std::span<const ContentWord> words,
                              std::span<const std::shared_ptr<const WordMatches>> matches,
                              const TranslationModel &frequencies, const CancellationToken *token) {
  EvidenceSignals signals;
  EvidenceReader reader(layout, signals);
  std::vector<Word> found(words.size());
  std::vector<std::string> terms;
  for (std::size_t w = 0; w < words.size(); ++w) {
    found[w].meanings = meanings_of(layout, words[w], *matches[w]);
    found[w].weight = weight_of(frequencies, words[w].stem);
    terms.push_back(index.analyzer().options().stem ? words[w].stem : words[w].word);
  }
  index.fetch(terms);
  HitFinder finder(layout, index.hierarchy());
  for (std::size_t w = 0; w < words.size(); ++w) {
    check_cancelled(token);
    Word &word = found[w];
    word.texts = index.postings(terms[w]);
    word.hits = finder.find(word.meanings, word.texts);
    reader.weigh(word);
    reader.add_surprise(word);
  }
  keep_best(layout, signals.tables[evidence::table_words], signals.best_tables);
  check_cancelled(token);
  reader.add_names(found);
  const auto weight = [&](std::string_view stem) { return weight_of(frequencies, stem); };
  SaidNames said = said_names(layout, question, weight);
  keep_best(layout, said.columns, signals.databases[evidence::database_said_column]);
  signals.databases[evidence::database_said] = std::move(said.databases);
  for (Word &word : found) signals.words.push_back(std::move(word));
  return signals;
}

void add_circumstances(const SchemaLayout &layout, std::span<const std::uint32_t> databases,
                       EvidenceSignals &signals) {
  for (const std::uint32_t d : databases) {
    for (std::uint32_t t = layout.first_table[d]; t < layout.first_table[d + 1]; ++t)
      signals.tables[evidence::table_siblings][t] = layout.log_tables[d];
  }
}

}  // namespace sluice::inline v0::route_detail
