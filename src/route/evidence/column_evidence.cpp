#include "column_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "evidence_ranking.hpp"
#include "word_hits.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// How strongly words of a question occur in a column.
struct ColumnHit {
  std::uint32_t word;
  float strength;
};

/// By column: the words in its description and values.
std::vector<std::vector<ColumnHit>> hits_in_texts(const SchemaLayout &layout,
                                                  const Hierarchy &hierarchy,
                                                  std::span<const EvidenceWord> words,
                                                  std::span<const std::uint32_t> columns) {
  std::vector<std::vector<ColumnHit>> hits(columns.size());
  std::unordered_map<std::uint32_t, std::size_t> place_of;
  for (std::size_t c = 0; c < columns.size(); ++c) place_of.emplace(columns[c], c);
  for (std::uint32_t w = 0; w < words.size(); ++w) {
    for (const Posting &posting : words[w].texts) {
      if (posting.level != Level::column || is_of_name(posting.field)) continue;
      const bool is_description = posting.field == TextField::description;
      const auto place = place_of.find(posting.object);
      if (place == place_of.end()) continue;
      const std::uint32_t table = hierarchy.table_of(ColumnId(posting.object)).value;
      const float plain = layout.databases[layout.owner[table]]->plain;
      const float strength = is_description ? description_factor(plain) : value_factor(plain);
      std::vector<ColumnHit> &of = hits[place->second];
      if (of.empty() || of.back().word != w) {
        of.push_back({w, strength});
      } else {
        of.back().strength = std::max(of.back().strength, strength);
      }
    }
  }
  return hits;
}

}  // namespace

ColumnSignals column_signals(const SchemaLayout &layout, const Hierarchy &hierarchy,
                             std::span<const EvidenceWord> words,
                             std::span<const Scored<TableId>> tables,
                             std::span<const float> reads) {
  ColumnSignals all;
  std::vector<std::uint32_t> table_of;  // by column
  auto &signals = all.signals;
  for (const auto &[table, probability] : tables) {
    const std::uint32_t first = layout.first_in_table[table.index()];
    for (std::uint32_t c = first; c < layout.first_in_table[table.index() + 1]; ++c) {
      all.ids.push_back(c);
      table_of.push_back(table.value);
      signals[evidence::column_table_log].push_back(raised_log(probability));
      signals[evidence::column_position].push_back(std::log1p(static_cast<float>(c - first)));
    }
  }
  for (std::vector<float> &of : signals) of.resize(all.ids.size(), 0);
  std::unordered_map<StemId, std::vector<ColumnHit>> meant_by;
  for (std::uint32_t w = 0; w < words.size(); ++w) {
    for (const auto &[stem, strength] : words[w].meanings) meant_by[stem].push_back({w, strength});
  }
  const auto in_texts = hits_in_texts(layout, hierarchy, words, all.ids);
  std::vector<float> named(words.size(), 0);
  std::vector<std::uint32_t> met;
  for (std::size_t c = 0; c < all.ids.size(); ++c) {
    const std::uint32_t database = layout.owner[table_of[c]];
    const DatabaseStems &of = *layout.databases[database];
    const std::size_t place = all.ids[c] - layout.first_column[database];
    met.clear();
    for (const StemId stem : of.column_names[place]) {
      const auto found = meant_by.find(stem);
      if (found == meant_by.end()) continue;
      for (const auto &[word, strength] : found->second) {
        if (!(named[word] > 0)) met.push_back(word);
        named[word] = std::max(named[word], strength);
      }
    }
    float in_text = 0, in_name = 0;
    for (const auto &[word, strength] : in_texts[c])
      in_text += words[word].rarity * std::max(0.0F, strength - named[word]);
    for (const std::uint32_t word : met)
      in_name += words[word].rarity * std::exchange(named[word], 0);
    signals[evidence::column_words][c] = in_name + in_text;
    signals[evidence::column_text][c] = in_text;
    signals[evidence::column_read_log][c] = raised_log(reads[c]);
  }
  return all;
}

}  // namespace sluice::inline v0::route_detail
