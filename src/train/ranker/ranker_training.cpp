#include "sluice/train/ranker_training.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "route/features/ranker_features.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/top_k.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"

namespace sluice::inline v0 {
namespace {

void add_stems(std::string_view name, std::set<std::string> &stems) {
  for (const std::string &word : split_identifier(name)) {
    if (std::ranges::any_of(word, [](char c) { return c < '0' || c > '9'; }))
      stems.insert(stem(word));
  }
}

/// The plain sum of signals, each standardized over the databases.
std::vector<float> plain_scores(const RankerFeatures &features, const QuestionSignals &signals) {
  constexpr std::array<std::string_view, 7> summed{"mix_cover",        "mix_best_pair", "ibm_cover",
                                                   "bm_database",      "lm_database",   "stas_mean",
                                                   "stas_five_columns"};
  const std::size_t databases = features.schema().catalog().database_count();
  const auto names = features.database_features();
  std::vector<float> sums(databases, 0);
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (std::ranges::find(summed, names[f]) == summed.end()) continue;
    const std::vector<float> values = features.database_feature(signals, f);
    double mean = 0, variance = 0;
    for (const float value : values) mean += value;
    mean /= static_cast<double>(databases);
    for (const float value : values) variance += (value - mean) * (value - mean);
    const double deviation = std::sqrt(variance / static_cast<double>(databases)) + 1e-6;
    for (std::size_t d = 0; d < databases; ++d)
      sums[d] += static_cast<float>((values[d] - mean) / deviation);
  }
  return sums;
}

/// Returns candidates by ascending id; none if the gold database is not among the best.
std::vector<std::uint32_t> candidates_of(const RankerFeatures &features,
                                         const QuestionSignals &signals, DatabaseId gold,
                                         std::size_t most) {
  const std::vector<float> scores = plain_scores(features, signals);
  TopK<DatabaseId> best(most);
  for (std::size_t d = 0; d < scores.size(); ++d) best.offer(DatabaseId(d), scores[d]);
  std::vector<std::uint32_t> candidates;
  for (const auto &candidate : best.take()) candidates.push_back(candidate.id.value);
  if (std::ranges::find(candidates, gold.value) == candidates.end()) return {};
  std::ranges::sort(candidates);
  return candidates;
}

}  // namespace

TranslationPair translation_pair(const Catalog &catalog, const RankerExample &example) {
  TranslationPair pair;
  for (ContentWord &word : content_words(example.expanded()))
    pair.question.push_back(std::move(word.stem));
  std::set<std::string> stems;
  add_stems(catalog.database(example.database).name(), stems);
  for (const TableId table : example.tables) {
    add_stems(catalog.table(table).name, stems);
    add_stems(catalog.table(table).title, stems);
  }
  for (const ColumnId column : example.columns) {
    add_stems(catalog.column(column).name, stems);
    add_stems(catalog.column(column).title, stems);
  }
  pair.schema.assign(stems.begin(), stems.end());
  return pair;
}

std::vector<TranslationPair> translation_pairs(std::span<const GlossaryEntry> glossary) {
  std::map<std::string_view, std::string> terms;  // by meaning
  for (const GlossaryEntry &entry : glossary) {
    if (!entry.database.empty()) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("is for database \"{}\" only, but training needs entries for all databases",
                      entry.database),
          entry.place);
    }
    std::string &text = terms[entry.meaning];
    if (text.empty()) text = entry.meaning;
    text += ' ' + entry.term;
  }
  std::vector<TranslationPair> pairs;
  for (const auto &[meaning, text] : terms) {
    TranslationPair &pair = pairs.emplace_back();
    for (ContentWord &word : content_words(text)) pair.question.push_back(std::move(word.stem));
    std::set<std::string> stems;
    add_stems(meaning, stems);
    pair.schema.assign(stems.begin(), stems.end());
  }
  return pairs;
}

RankedGroups table_group(const RankerFeatures &features, const RankerExample &example,
                         std::size_t max_candidates) {
  const QuestionSignals signals = features.ask(example.expanded(), &example.hallucinated);
  const std::vector<std::uint32_t> candidates =
      candidates_of(features, signals, example.database, max_candidates);
  RankedGroups group;
  group.columns = features.fusible();
  if (candidates.empty()) return group;
  group.begin_group();
  std::vector<float> rows;
  for (const std::uint32_t candidate : candidates) {
    rows.clear();
    features.tables(signals, DatabaseId(candidate), rows);
    const float *row = rows.data();
    for (const TableId table : features.schema().catalog().tables(DatabaseId(candidate))) {
      group.add({row, group.columns},
                std::ranges::find(example.tables, table) != example.tables.end());
      row += features.table_features().size();
    }
  }
  return group;
}

RankerRows ranker_rows(const RankerFeatures &features, const RankerExample &example,
                       std::size_t max_candidates) {
  const QuestionSignals signals = features.ask(example.expanded(), &example.hallucinated);
  RankerRows rows;
  rows.candidates = candidates_of(features, signals, example.database, max_candidates);
  rows.gold = static_cast<std::size_t>(std::ranges::find(rows.candidates, example.database.value) -
                                       rows.candidates.begin());
  rows.words.columns = features.word_features().size();
  for (const std::uint32_t candidate : rows.candidates) {
    features.database(signals, DatabaseId(candidate), rows.databases);
    features.words(signals, DatabaseId(candidate), rows.words);
  }
  features.tables(signals, example.database, rows.tables);
  const auto is_gold = [](const auto &list, auto id) -> std::uint8_t {
    return std::ranges::find(list, id) != list.end() ? 1 : 0;
  };
  for (const TableId table : features.schema().catalog().tables(example.database))
    rows.gold_tables.push_back(is_gold(example.tables, table));
  for (const TableId table : example.tables) {
    features.columns(signals, table, rows.columns);
    for (const ColumnId column : features.schema().catalog().columns(table))
      rows.gold_columns.push_back(is_gold(example.columns, column));
  }
  return rows;
}

}  // namespace sluice::inline v0
