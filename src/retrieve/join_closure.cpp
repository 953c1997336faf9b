#include "sluice/retrieve/join_closure.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace sluice::inline v0 {
namespace {

class Closure {
 public:
  Closure(const JoinGraphs &graphs, std::size_t budget, const Mask *mask, std::size_t max_joins)
      : graphs_(graphs), budget_(budget), mask_(mask), max_joins_(max_joins) {}

  bool full() const { return taken_.size() >= budget_; }

  void take(const SubsetColumn &column) {
    const TableId table = graphs_.catalog().table_of(column.id);
    const bool new_table = tables_.insert(table.value).second;
    add(column);
    if (new_table) connect(table);
  }

  std::vector<SubsetColumn> result() { return std::move(taken_); }

 private:
  struct Reached {
    std::shared_ptr<const SchemaGraph> graph;
    std::vector<TableId> tables;
  };

  void connect(TableId table) {
    const DatabaseId database = graphs_.catalog().database_of(table);
    Reached &reached = reached_[database.value];
    if (!reached.graph) reached.graph = graphs_.graph(database, mask_);
    if (!reached.tables.empty()) {
      const auto path = reached.graph->path(reached.tables, table);
      if (path && path->size() <= max_joins_) {
        for (const Join *join : *path) {
          for (const ColumnId id : join->from_columns) add_key(id, join->to);
          for (const ColumnId id : join->to_columns) add_key(id, join->from);
          if (std::ranges::find(reached.tables, join->to) == reached.tables.end()) {
            reached.tables.push_back(join->to);
            tables_.insert(join->to.value);
          }
        }
      }
    }
    if (std::ranges::find(reached.tables, table) == reached.tables.end()) {
      reached.tables.push_back(table);
    }
  }

  void add_key(ColumnId id, TableId other) {
    add({id, 0, {{ReasonKind::join, std::string(graphs_.catalog().table(other).name)}}});
  }

  /// A column that is already there keeps its position and gets the additional reasons.
  void add(const SubsetColumn &column) {
    const auto [known, is_new] = position_.try_emplace(column.id.value, taken_.size());
    if (!is_new) {
      SubsetColumn &there = taken_[known->second];
      there.score = std::max(there.score, column.score);
      for (const Reason &reason : column.reasons) {
        if (std::ranges::find(there.reasons, reason) == there.reasons.end()) {
          there.reasons.push_back(reason);
        }
      }
    } else if (full()) {
      position_.erase(known);
    } else {
      taken_.push_back(column);
    }
  }

  const JoinGraphs &graphs_;
  std::size_t budget_;
  const Mask *mask_;
  std::size_t max_joins_;
  std::vector<SubsetColumn> taken_;
  std::unordered_map<std::uint32_t, std::size_t> position_;
  std::unordered_set<std::uint32_t> tables_;
  std::unordered_map<std::uint32_t, Reached> reached_;
};

}  // namespace

std::vector<SubsetColumn> close_joins(const JoinGraphs &graphs,
                                      const std::vector<SubsetColumn> &chosen, std::size_t budget,
                                      const Mask *mask, std::size_t max_joins) {
  Closure closure(graphs, budget, mask, max_joins);
  for (const SubsetColumn &column : chosen) {
    if (closure.full()) break;
    closure.take(column);
  }
  return closure.result();
}

}  // namespace sluice::inline v0
