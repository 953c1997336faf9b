#include "value_signals.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/unspaced.hpp"

namespace sluice::inline v0::route_detail {
namespace {

float mean_strength(std::span<const StemId> name, const StemSignals &stems, std::size_t channel) {
  if (name.empty()) return 0;
  float sum = 0;
  for (const StemId stem : name) sum += stems[stem].strengths[channel];
  return sum / static_cast<float>(name.size());
}

/// The kind of a run that is a whole value.
ValueSignals::Kind kind_of(const ValueRun &run) {
  if (run.is_number) return ValueSignals::number;
  return run.is_marked ? ValueSignals::marked : ValueSignals::plain;
}

void add(ValueSignals::Sums &sums, std::size_t at, const ValueRun &run, float rarity,
         float naming) {
  if (!run.is_whole) {
    sums[ValueSignals::part][at] += rarity;
    return;
  }
  const ValueSignals::Kind kind = kind_of(run);
  const float length =
      kind == ValueSignals::marked ? std::sqrt(static_cast<float>(run.words)) : 1.0F;
  sums[ValueSignals::whole][at] += rarity;
  sums[kind][at] += rarity * length;
  sums[ValueSignals::named][at] += rarity * naming;
}

void resize(ValueSignals::Sums &sums, std::size_t size) {
  for (std::vector<float> &sum : sums) sum.assign(size, 0);
}

}  // namespace

ValueSignals::ValueSignals(const Catalog &catalog, const SchemaLayout &layout,
                           const QuestionValues &values, const StemSignals &stems,
                           std::size_t channel)
    : several(catalog.database_count(), 0), rarest(several) {
  resize(databases, catalog.database_count());
  resize(tables, catalog.table_count());
  resize(columns, catalog.column_count());
  const auto visible =
      static_cast<float>(std::ranges::count(layout.visible_database, std::uint8_t{1}));
  std::vector<float> rarities;
  std::vector<std::uint64_t> held(catalog.table_count(), 0);  // by table: its runs, one bit per run
  for (const ValueRun &run : values.runs) {
    const float rarity = run.rarity / std::log(1 + visible);
    const std::uint64_t bit = run.is_whole ? std::uint64_t{1} << rarities.size() : 0;
    rarities.push_back(rarity);
    // Places are sorted by column, and so by table and database.
    float in_table = 0, in_database = 0;
    for (std::size_t p = 0; p < run.places.size(); ++p) {
      const ColumnId column = run.places[p].column;
      const TableId table = catalog.table_of(column);
      const DatabaseId database = run.places[p].database;
      const std::size_t position = column.index() - layout.first_column[database.index()];
      const float naming =
          mean_strength(layout.databases[database.index()]->column_names[position], stems, channel);
      add(columns, column.index(), run, rarity, naming);
      held[table.index()] |= bit;
      in_table = std::max(in_table, naming);
      in_database = std::max(in_database, naming);
      const bool is_last = p + 1 == run.places.size();
      if (is_last || catalog.table_of(run.places[p + 1].column) != table) {
        add(tables, table.index(), run, rarity, in_table);
        in_table = 0;
      }
      if (!is_last && run.places[p + 1].database == database) continue;
      add(databases, database.index(), run, rarity, in_database);
      in_database = 0;
      if (!run.is_whole) continue;
      if (run.words > 1) several[database.index()] += rarity;
      rarest[database.index()] = std::max(rarest[database.index()], rarity);
    }
  }
  best_table.assign(catalog.database_count(), 0);
  for (const TableId table : catalog.tables()) {
    float &best = best_table[layout.owner[table.index()]];
    best = std::max(best, tables[whole][table.index()]);
  }
  best_pair = best_table;
  for (std::size_t d = 0; d < best_pair.size(); ++d) {
    const std::uint64_t *of_tables = held.data() + layout.first_table[d];
    for (const auto &[a, b] : layout.databases[d]->joined) {
      std::uint64_t both = of_tables[a] | of_tables[b];
      if (of_tables[a] == 0 || of_tables[b] == 0) continue;
      float sum = 0;
      for (; both != 0; both &= both - 1)
        sum += rarities[static_cast<std::size_t>(std::countr_zero(both))];
      best_pair[d] = std::max(best_pair[d], sum);
    }
  }
}

void cover_values(ChannelCover &cover, WordStrengths &strengths, std::span<const ContentWord> words,
                  const QuestionValues &values, const Catalog &catalog, const DatabaseGrid &grid) {
  for (const ValueRun &run : values.runs) {
    std::vector<std::size_t> covered;
    const auto cover_stem = [&](std::string_view stem) {
      const auto found = std::ranges::find(words, stem, &ContentWord::stem);
      if (found != words.end()) covered.push_back(static_cast<std::size_t>(found - words.begin()));
    };
    for (std::size_t w = run.first; w < run.first + run.words; ++w)
      cover_stem(values.question.words()[w].stem);
    // In a script without spaces, a value covers the terms of its own part of the question's word.
    if (text_detail::has_unspaced(run.places.front().value)) {
      for (const std::string &term : split_identifier(run.places.front().value))
        cover_stem(sluice::stem(term));
    }
    const std::array<bool, WordStrengths::kinds> are{run.is_whole, true, run.is_marked};
    for (const std::size_t w : covered) {
      const auto by_kind = strengths.of(w, strengths.channels() - 1);
      for (const ValuePlace &place : run.places) {
        cover.raise(w, catalog.table_of(place.column));
        const std::size_t database = grid.place_of_database[place.database.index()];
        for (std::size_t kind = 0; kind < are.size(); ++kind)
          if (are[kind]) by_kind[kind * strengths.places() + database] = 1;
      }
    }
  }
}

}  // namespace sluice::inline v0::route_detail
