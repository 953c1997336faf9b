#include "word_evidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "embed/unit_vector.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/stop_words.hpp"

namespace sluice::inline v0::beam_detail {
namespace {

// Chosen on Spider's training questions, as was the squaring of strengths.
constexpr float weakest_match = 0.1F;
constexpr float synonym_strength = 0.8F;

bool is_visible(const WordPlace &place, const Mask *mask) {
  return place.column == WordPlace::no_column ? visible(mask, place.table)
                                              : visible(mask, ColumnId(place.column));
}

/// Keeps one record per object, with the largest strengths.
void merge(std::vector<WordPlaces> &places) {
  std::ranges::sort(places, {}, &WordPlaces::object);
  std::size_t kept = 0;
  for (const WordPlaces &place : places) {
    if (kept > 0 && places[kept - 1].object == place.object) {
      WordPlaces &same = places[kept - 1];
      same.anywhere = std::max(same.anywhere, place.anywhere);
      same.in_name = std::max(same.in_name, place.in_name);
    } else {
      places[kept++] = place;
    }
  }
  places.resize(kept);
}

std::vector<float> embed(const SchemaWords &words, const AnyEmbedder &model) {
  std::vector<std::string_view> texts;
  for (std::size_t w = 0; w < words.size(); ++w) texts.push_back(words.word(SchemaWordId(w)));
  std::vector<float> vectors(texts.size() * model.dimensions());
  model.embed(texts, vectors);
  return vectors;
}

}  // namespace

EvidenceSource::EvidenceSource(std::shared_ptr<const Catalog> catalog, AnyEmbedder words)
    : catalog_(std::move(catalog)),
      embedder_(std::move(words)),
      words_(std::make_shared<SchemaWords>(*catalog_)),
      word_vectors_(embed(*words_, embedder_)),
      vectors_(words_, embedder_, {word_vectors_, embedder_.dimensions()}),
      name_words_(catalog_->table_count(), 0),
      words_of_tables_(catalog_->table_count()) {
  if (Synonyms::is_shipped()) synonyms_.emplace(words_, Synonyms::shipped());
  for (const DatabaseId database : catalog_->databases()) {
    for (const std::string &word : split_identifier(catalog_->database(database).name())) {
      database_names_.push_back({stem(word), database});
    }
  }
  std::ranges::sort(database_names_, [](const NamedDatabase &a, const NamedDatabase &b) {
    return a.stem != b.stem ? a.stem < b.stem : a.database < b.database;
  });
  for (std::size_t w = 0; w < words_->size(); ++w) {
    for (const WordPlace &place : words_->places(SchemaWordId(w))) {
      if (place.column == WordPlace::no_column) ++name_words_[place.table.index()];
      words_of_tables_[place.table.index()].push_back({SchemaWordId(w), place.column});
    }
  }
}

std::vector<WordMatch> EvidenceSource::matches(std::string_view word,
                                               std::string_view stemmed) const {
  std::vector<WordMatch> found = vectors_.matches(word, stemmed);
  if (synonyms_) {
    for (const WordMatch &match : synonyms_->matches(word, stemmed)) {
      found.push_back({match.word, match.strength < 1 ? synonym_strength * match.strength : 1});
    }
  }
  // Squaring suppresses weak similarities.
  for (WordMatch &match : found) match.strength *= match.strength;
  std::erase_if(found, [](const WordMatch &match) { return match.strength < weakest_match; });
  return found;
}

WordEvidence EvidenceSource::of(std::string_view word, const Mask *mask) const {
  WordEvidence evidence;
  evidence.stem = stem(word);
  evidence.vector.resize(dimensions());
  const bool has_letter = std::ranges::any_of(word, [](char c) { return c < '0' || c > '9'; });
  if (is_stop_word(word) || !has_letter) return evidence;
  embedder_.embed(std::array{word}, evidence.vector);

  for (const WordMatch &match : matches(word, evidence.stem)) {
    for (const WordPlace &place : words_->places(match.word)) {
      if (!is_visible(place, mask)) continue;
      const bool in_name = place.column == WordPlace::no_column;
      evidence.tables.push_back(
          {place.table.value, match.strength, in_name ? match.strength : 0.0F});
    }
  }
  merge(evidence.tables);
  for (const WordPlaces &table : evidence.tables) {
    evidence.databases.push_back(
        {catalog_->database_of(TableId(table.object)).value, table.anywhere, 0});
  }
  auto name = std::ranges::lower_bound(database_names_, evidence.stem, {}, &NamedDatabase::stem);
  for (; name != database_names_.end() && name->stem == evidence.stem; ++name) {
    if (visible(mask, name->database)) evidence.databases.push_back({name->database.value, 1, 1});
  }
  merge(evidence.databases);

  double databases = 0;
  for (const DatabaseId database : catalog_->databases()) databases += visible(mask, database);
  double frequency = 0;
  for (const WordPlaces &database : evidence.databases) frequency += double{database.anywhere};
  if (frequency > 0) {
    evidence.rarity =
        static_cast<float>(std::log(1 + (databases - frequency + 0.5) / (frequency + 0.5)));
  }
  return evidence;
}

void EvidenceSource::add_words_of(TableId table, const Mask *mask,
                                  std::vector<SchemaWordId> &words) const {
  for (const PlacedWord &placed : words_of_tables_[table.index()]) {
    if (is_visible({table, placed.column}, mask)) words.push_back(placed.word);
  }
}

void EvidenceSource::mean_of(std::vector<SchemaWordId> words, std::span<float> vector) const {
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::ranges::fill(vector, 0.0F);
  for (const SchemaWordId word : words) {
    const float *of_word = word_vectors_.data() + word.index() * vector.size();
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] += of_word[i];
  }
  embed_detail::make_unit(vector);
}

void EvidenceSource::name_vector(TableId table, const Mask *mask, std::span<float> vector) const {
  std::vector<SchemaWordId> words;
  if (visible(mask, table)) add_words_of(table, mask, words);
  mean_of(std::move(words), vector);
}

void EvidenceSource::name_vector(DatabaseId database, const Mask *mask,
                                 std::span<float> vector) const {
  std::vector<SchemaWordId> words;
  for (const TableId table : catalog_->tables(database)) {
    if (visible(mask, table)) add_words_of(table, mask, words);
  }
  mean_of(std::move(words), vector);
}

}  // namespace sluice::inline v0::beam_detail
