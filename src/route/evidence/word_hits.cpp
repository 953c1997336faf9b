#include "word_hits.hpp"

#include <algorithm>

namespace sluice::inline v0::route_detail {

HitFinder::HitFinder(const SchemaLayout &layout, const LexicalIndex &index)
    : layout_(layout), index_(index), at_(layout.owner.size(), 0) {}

TableHit &HitFinder::hit(WordHits &hits, std::uint32_t table) {
  if (at_[table] == 0) {
    hits.tables.push_back({table});
    at_[table] = static_cast<std::uint32_t>(hits.tables.size());
  }
  return hits.tables[at_[table] - 1];
}

WordHits HitFinder::find(std::span<const StemMatch> stems, const std::string &term) {
  WordHits hits;
  const auto tables = static_cast<std::uint32_t>(layout_.grid.size());
  for (const auto &[stem, strength] : stems) {
    hits.names += strength * static_cast<float>(layout_.names[stem]);
    for (const std::uint32_t cell : layout_.cells[stem]) {
      if (cell < tables) {
        TableHit &of = hit(hits, layout_.grid.at[cell]);
        of.name = std::max(of.name, strength);
      } else if (cell < 2 * tables) {
        TableHit &of = hit(hits, layout_.grid.at[cell - tables]);
        of.any = std::max(of.any, strength);
      } else {
        hits.databases.push_back({layout_.grid.database_at[cell - 2 * tables], strength});
      }
    }
  }
  const Hierarchy &hierarchy = index_.hierarchy();
  for (const Posting &posting : index_.postings(term)) {
    const bool is_description = posting.field == TextField::description;
    if (posting.level == Level::database || !(is_description || posting.field == TextField::values))
      continue;
    std::uint32_t table = posting.object;
    if (posting.level == Level::column) {
      if (layout_.visible_column[posting.object] == 0) continue;
      table = hierarchy.table_of(ColumnId(posting.object)).value;
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
