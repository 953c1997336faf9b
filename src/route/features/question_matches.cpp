/// RankerFeatures::matches: the matches of each word by each channel.

#include "sluice/route/question_matches.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "route/features/ranker_features.hpp"
#include "schema_layout.hpp"
#include "sluice/route/content_words.hpp"
#include "word_matcher.hpp"

namespace sluice::inline v0 {
namespace {

using route_detail::SchemaLayout;
using route_detail::StemId;

/// Per word and channel.
constexpr std::size_t max_matches = 5;

bool holds(std::span<const StemId> stems, StemId stem) {
  return std::ranges::find(stems, stem) != stems.end();
}

class MatchFinder {
 public:
  MatchFinder(const SchemaLayout &layout, const Catalog &catalog,
              std::span<const DatabaseId> databases)
      : layout_(layout), catalog_(catalog), databases_(databases) {}

  /// Adds the strongest matches that are names of one of the databases.
  void add(MatchChannel channel, std::vector<StemMatch> found, std::vector<NameMatch> &into) const {
    std::ranges::sort(found, [this](const StemMatch &a, const StemMatch &b) {
      return a.strength != b.strength ? a.strength > b.strength
                                      : layout_.stems[a.stem].text < layout_.stems[b.stem].text;
    });
    std::size_t kept = 0;
    for (const StemMatch &match : found) {
      if (kept == max_matches) break;
      NameMatch made;
      made.channel = channel;
      made.name_word = layout_.stems[match.stem].surface;
      made.strength = match.strength;
      place(match.stem, made);
      if (made.databases.empty() && made.tables.empty() && made.columns.empty()) continue;
      into.push_back(std::move(made));
      ++kept;
    }
  }

 private:
  void place(StemId stem, NameMatch &match) const {
    const auto cells = layout_.cells[stem];
    const std::size_t tables = layout_.grid.size();
    const auto contains = [&](std::size_t cell) {
      return std::ranges::binary_search(cells, static_cast<std::uint32_t>(cell));
    };
    for (const DatabaseId database : databases_) {
      const route_detail::DatabaseStems &known = *layout_.databases[database.index()];
      const std::uint32_t place = layout_.grid.place_of_database[database.index()];
      if (contains(2 * tables + place)) match.databases.push_back(database);
      for (const TableId table : catalog_.tables(database)) {
        const std::uint32_t of_table = layout_.grid.place_of[table.index()];
        if (contains(of_table)) match.tables.push_back(table);
        if (!contains(tables + of_table)) continue;
        for (const ColumnId column : catalog_.columns(table)) {
          const std::size_t position = column.index() - layout_.first_column[database.index()];
          if (holds(known.column_names[position], stem) ||
              holds(known.column_extras[position], stem)) {
            match.columns.push_back(column);
          }
        }
      }
    }
  }

  const SchemaLayout &layout_;
  const Catalog &catalog_;
  std::span<const DatabaseId> databases_;
};

}  // namespace

std::string_view name_of(MatchChannel channel) noexcept {
  constexpr std::array<std::string_view, match_channels> names{
      "exact",   "stem",    "abbreviation", "translation", "WordNet",
      "vectors", "encoder", "value",        "description"};
  return names[static_cast<std::size_t>(channel)];
}

std::vector<WordMatches> RankerFeatures::matches(const Question &question,
                                                 std::span<const DatabaseId> databases) const {
  const SchemaLayout &layout = *schema_.layout_;
  std::vector<DatabaseId> rising(databases.begin(), databases.end());
  std::ranges::sort(rising);
  const MatchFinder finder(layout, schema_.catalog(), rising);
  std::vector<WordMatches> found;
  const std::vector<ContentWord> words = content_words(question);
  const auto matches_of = schema_.matcher_->matches(words);
  for (std::size_t w = 0; w < words.size(); ++w) {
    const ContentWord &word = words[w];
    WordMatches &of = found.emplace_back();
    of.word = word.word;
    of.stem = word.stem;
    const StemId *own = layout.find(word.stem);
    of.rarity = own != nullptr ? layout.rarity[*own] : layout.highest_rarity;
    if (own != nullptr) {
      const bool same = layout.stems[*own].surface == word.word;
      finder.add(same ? MatchChannel::exact : MatchChannel::stem, {{*own, 1}}, of.matches);
    }
    std::vector<StemMatch> shortened = matches_of[w]->abbreviations;
    std::erase_if(shortened, [&](const StemMatch &by) { return !layout.is_read(by.stem); });
    finder.add(MatchChannel::abbreviation, std::move(shortened), of.matches);
    std::vector<StemMatch> translated;
    for (const TranslationModel::Translation &by : translation_->translations(word.stem)) {
      const std::uint32_t stem = stem_of_translation_[by.schema_stem];
      if (stem == UINT32_MAX || (own != nullptr && *own == stem)) continue;
      translated.push_back({stem, by.probability});
    }
    finder.add(MatchChannel::translation, std::move(translated), of.matches);
    finder.add(MatchChannel::synonym, matches_of[w]->synonyms, of.matches);
    finder.add(MatchChannel::vectors, matches_of[w]->vectors, of.matches);
    finder.add(MatchChannel::encoder, matches_of[w]->encoded, of.matches);
  }
  return found;
}

RankerFeatures RankerFeatures::masked_by(const Mask &mask) const { return {*this, mask}; }

}  // namespace sluice::inline v0
