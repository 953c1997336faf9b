#include "sluice/retrieve/relations.hpp"

#include <algorithm>
#include <memory>

namespace sluice::inline v0 {
namespace {

/// Columns sorted by id, so that the columns of a table, and the tables of a database, are
/// adjacent.
struct RisingColumns {
  struct Entry {
    ColumnId column;
    CandidateId candidate;
    friend auto operator<=>(const Entry &, const Entry &) = default;
  };
  explicit RisingColumns(std::span<const ColumnId> columns) {
    entries.reserve(columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c)
      entries.push_back({columns[c], CandidateId(c)});
    std::ranges::sort(entries);
  }
  auto at_least(ColumnId column) const {
    return std::ranges::lower_bound(entries, column, {}, &Entry::column);
  }

  std::vector<Entry> entries;
};

/// Numbers the owners of the candidates in order of appearance.
template <class OwnerOf>
std::vector<std::uint32_t> numbered(const RisingColumns &rising, OwnerOf owner_of) {
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> run_of(rising.entries.size()), numbers;
  for (std::size_t i = 0; i < rising.entries.size(); ++i) {
    const auto &[column, candidate] = rising.entries[i];
    if (i == 0 || owner_of(rising.entries[i - 1].column) != owner_of(column))
      numbers.push_back(none);
    run_of[candidate.index()] = static_cast<std::uint32_t>(numbers.size() - 1);
  }
  std::uint32_t next = 0;
  for (std::uint32_t &run : run_of) {
    if (numbers[run] == none) numbers[run] = next++;
    run = numbers[run];
  }
  return run_of;
}

}  // namespace

Relations::Relations(const JoinGraphs &graphs, std::span<const ColumnId> columns,
                     const Mask *mask) {
  const Catalog &catalog = graphs.catalog();
  const RisingColumns rising(columns);
  table_ = numbered(rising, [&](ColumnId id) { return catalog.table_of(id); });
  database_ = numbered(rising, [&](ColumnId id) { return catalog.database_of(id); });
  std::vector<std::shared_ptr<const SchemaGraph>> graph_of(
      columns.size());  // by number of the database
  first_.reserve(columns.size() + 1);
  first_.push_back(0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const TableId table = catalog.table_of(columns[c]);
    const auto of_table = catalog.columns(table);
    const auto end = rising.entries.end();
    for (auto other = rising.at_least(*of_table.begin());
         other != end && catalog.table_of(other->column) == table; ++other)
      related_.push_back(other->candidate);
    auto &graph = graph_of[database_[c]];
    if (!graph) graph = graphs.graph(catalog.database_of(table), mask);
    for (const Join &join : graph->joins(table)) {
      if (join.kind != JoinKind::declared) continue;
      for (std::size_t i = 0; i < join.from_columns.size(); ++i) {
        if (join.from_columns[i] != columns[c]) continue;
        const auto other = rising.at_least(join.to_columns[i]);
        if (other != end && other->column == join.to_columns[i])
          related_.push_back(other->candidate);
      }
    }
    const auto own = related_.begin() + static_cast<std::ptrdiff_t>(first_.back());
    std::sort(own, related_.end());
    related_.erase(std::unique(own, related_.end()), related_.end());
    related_.erase(std::find(own, related_.end(), CandidateId(c)));
    first_.push_back(related_.size());
  }
}

}  // namespace sluice::inline v0
