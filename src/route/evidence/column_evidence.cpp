#include "column_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "evidence_ranking.hpp"
#include "word_hits.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// Columns behind this one count as if they were at it: few tables have more, and in one with
/// thousands, a name that the question says must not be outweighed.
constexpr std::uint32_t last_position = 63;

/// How strongly words of a question occur in a column.
struct ColumnHit {
  std::uint32_t word;
  float strength;
};

/// The hits of columns or stems, by their number.
class HitLists {
 public:
  explicit HitLists(std::size_t numbers) : first_(numbers, none) {}

  /// Words must be added in ascending order.
  void add(std::size_t number, ColumnHit hit) {
    Entry *const newest = first_[number] == none ? nullptr : &entries_[first_[number]];
    if (newest != nullptr && newest->hit.word == hit.word) {
      newest->hit.strength = std::max(newest->hit.strength, hit.strength);
      return;
    }
    entries_.push_back({hit, first_[number]});
    first_[number] = static_cast<std::uint32_t>(entries_.size() - 1);
  }
  template <class Visit>
  void each(std::size_t number, Visit visit) const {
    for (std::uint32_t at = first_[number]; at != none; at = entries_[at].next)
      visit(entries_[at].hit);
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Entry {
    ColumnHit hit;
    std::uint32_t next;
  };
  std::vector<std::uint32_t> first_;
  std::vector<Entry> entries_;
};

/// By stem: the words that mean it.
HitLists words_by_stem(const SchemaLayout &layout, std::span<const EvidenceWord> words) {
  HitLists meant(layout.stems.size());
  for (std::uint32_t w = 0; w < words.size(); ++w) {
    for (const auto &[stem, strength] : words[w].meanings) meant.add(stem, {w, strength});
  }
  return meant;
}

/// By position among the columns of `tables`: the words in its description and values.
HitLists words_in_texts(const SchemaLayout &layout, const Hierarchy &hierarchy,
                        std::span<const EvidenceWord> words,
                        std::span<const Scored<TableId>> tables, std::size_t columns) {
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> begin_of(layout.owner.size(), none);  // by table
  std::uint32_t begin = 0;
  for (const auto &table : tables) {
    begin_of[table.id.index()] = begin;
    begin += static_cast<std::uint32_t>(hierarchy.columns(table.id).size());
  }
  HitLists hits(columns);
  for (std::uint32_t w = 0; w < words.size(); ++w) {
    for (const Posting &posting : words[w].texts) {
      if (posting.level != Level::column || is_of_name(posting.field)) continue;
      const std::size_t table = hierarchy.table_of(ColumnId(posting.object)).index();
      if (begin_of[table] == none) continue;
      const float plain = layout.databases[layout.owner[table]]->plain;
      const float strength =
          posting.field == TextField::description ? description_factor(plain) : value_factor(plain);
      hits.add(begin_of[table] + posting.object - layout.first_in_table[table], {w, strength});
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
  auto &signals = all.signals;
  for (std::vector<float> &of : signals) of.resize(reads.size(), 0);
  all.ids.reserve(reads.size());
  const HitLists by_stem = words_by_stem(layout, words);
  const HitLists in_texts = words_in_texts(layout, hierarchy, words, tables, reads.size());
  std::vector<float> named(words.size(), 0);
  std::vector<std::uint32_t> met;
  for (const auto &[table, probability] : tables) {
    const std::uint32_t database = layout.owner[table.index()];
    const DatabaseStems &of = *layout.databases[database];
    const float table_log = raised_log(probability);
    std::uint32_t position = 0;  // among visible columns
    for (std::uint32_t id = layout.first_in_table[table.index()];
         id < layout.first_in_table[table.index() + 1]; ++id) {
      const std::size_t c = all.ids.size();
      all.ids.push_back(id);
      met.clear();
      for (const StemId stem : of.column_names[id - layout.first_column[database]]) {
        by_stem.each(stem, [&](const ColumnHit &hit) {
          if (!(named[hit.word] > 0)) met.push_back(hit.word);
          named[hit.word] = std::max(named[hit.word], hit.strength);
        });
      }
      float in_text = 0, in_name = 0;
      in_texts.each(c, [&](const ColumnHit &hit) {
        in_text += words[hit.word].rarity * std::max(0.0F, hit.strength - named[hit.word]);
      });
      for (const std::uint32_t word : met)
        in_name += words[word].rarity * std::exchange(named[word], 0.0F);
      signals[evidence::column_words][c] = in_name + in_text;
      signals[evidence::column_read_log][c] = raised_log(reads[c]);
      signals[evidence::column_table_log][c] = table_log;
      signals[evidence::column_position][c] =
          std::log1p(static_cast<float>(std::min(position, last_position)));
      position += layout.visible_column[id];
    }
  }
  return all;
}

}  // namespace sluice::inline v0::route_detail
