#include "word_hits.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::inline v0::route_detail {

float description_factor(float plain) { return std::min(0.9F, 0.15F + (1 - plain)); }

float value_factor(float plain) { return 0.1F + 0.6F * (1 - plain); }

float name_rarity(const SchemaLayout &layout, StemId stem) {
  const auto visible = static_cast<double>(layout.visible_tables());
  const auto with = static_cast<double>(layout.named[stem].size());
  return static_cast<float>(std::log1p(visible / std::max(0.5, with)));
}

HitFinder::HitFinder(const SchemaLayout &layout, const Hierarchy &hierarchy)
    : layout_(layout), hierarchy_(hierarchy), at_(layout.owner.size(), 0) {}

TableHit &HitFinder::hit(WordHits &hits, std::uint32_t table) {
  if (at_[table] == 0) {
    hits.tables.push_back({table});
    at_[table] = static_cast<std::uint32_t>(hits.tables.size());
  }
  return hits.tables[at_[table] - 1];
}

WordHits HitFinder::find(std::span<const StemMatch> stems, std::span<const Posting> texts) {
  WordHits hits;
  const auto tables = static_cast<std::uint32_t>(layout_.grid.size());
  for (const auto &[stem, strength] : stems) {
    hits.names += strength * static_cast<float>(layout_.names[stem]);
    for (const std::uint32_t place : layout_.named[stem]) {
      TableHit &of = hit(hits, layout_.grid.at[place]);
      of.any = std::max(of.any, strength);
    }
    const auto cells = layout_.cells[stem];
    for (auto at = cells.begin(); at != cells.end() && *at < tables; ++at) {
      const auto name = layout_.table_names[*at];
      if (std::ranges::find(name, stem) == name.end()) continue;
      TableHit &of = hit(hits, layout_.grid.at[*at]);
      of.name = std::max(of.name, strength);
    }
    for (auto at = cells.rbegin(); at != cells.rend() && *at >= 2 * tables; ++at)
      hits.databases.push_back({layout_.grid.database_at[*at - 2 * tables], strength});
  }
  for (const Posting &posting : texts) {
    if (posting.level == Level::database || is_of_name(posting.field)) continue;
    const bool is_description = posting.field == TextField::description;
    std::uint32_t table = posting.object;
    if (posting.level == Level::column) {
      if (layout_.visible_column[posting.object] == 0) continue;
      table = hierarchy_.table_of(ColumnId(posting.object)).value;
    }
    if (layout_.visible_table[table] == 0) continue;
    TableHit &of = hit(hits, table);
    (is_description ? of.description : of.value) = 1;
    (is_description ? hits.descriptions : hits.values) += 1;
  }
  for (const TableHit &of : hits.tables) at_[of.table] = 0;
  return hits;
}

}  // namespace sluice::inline v0::route_detail
