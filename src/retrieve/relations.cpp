#include "sluice/retrieve/relations.hpp"

#include <algorithm>
#include <unordered_map>

namespace sluice {
namespace {

/// Numbers things in order of appearance.
class Numbering {
 public:
  std::uint32_t operator()(std::uint32_t key) {
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;
};

}  // namespace

Relations::Relations(const JoinGraphs &graphs, std::span<const ColumnId> columns,
                     const Mask *mask) {
  const Catalog &catalog = graphs.catalog();
  Numbering number_table;
  Numbering number_database;
  std::unordered_map<std::uint32_t, CandidateId> candidate_of;
  std::unordered_map<std::uint32_t, std::vector<CandidateId>> in_table;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const TableId table = catalog.table_of(columns[c]);
    table_.push_back(number_table(table.value));
    database_.push_back(number_database(catalog.database_of(table).value));
    candidate_of.emplace(columns[c].value, CandidateId(c));
    in_table[table.value].push_back(CandidateId(c));
  }

  std::vector<std::vector<CandidateId>> related(columns.size());
  std::unordered_map<std::uint32_t, std::shared_ptr<const SchemaGraph>> graph_of;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const TableId table = catalog.table_of(columns[c]);
    const DatabaseId database = catalog.database_of(table);
    for (const CandidateId other : in_table[table.value]) {
      if (other.index() != c) related[c].push_back(other);
    }
    auto &graph = graph_of[database.value];
    if (!graph) graph = graphs.graph(database, mask);
    for (const Join &join : graph->joins(table)) {
      if (join.kind != JoinKind::declared) continue;
      for (std::size_t i = 0; i < join.from_columns.size(); ++i) {
        if (join.from_columns[i] != columns[c]) continue;
        const auto other = candidate_of.find(join.to_columns[i].value);
        if (other != candidate_of.end()) related[c].push_back(other->second);
      }
    }
    std::ranges::sort(related[c]);
    related[c].erase(std::unique(related[c].begin(), related[c].end()), related[c].end());
    std::erase(related[c], CandidateId(c));
  }

  first_.push_back(0);
  for (const auto &list : related) {
    related_.insert(related_.end(), list.begin(), list.end());
    first_.push_back(related_.size());
  }
}

}  // namespace sluice
