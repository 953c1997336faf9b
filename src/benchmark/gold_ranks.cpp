#include "sluice/benchmark/gold_ranks.hpp"

#include <algorithm>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/ranking_system.hpp"

namespace sluice::inline v0 {
namespace {

template <class Id>
std::size_t rank_of(Id gold, const std::vector<Id> &ranked) {
  const auto at = std::ranges::find(ranked, gold);
  return at == ranked.end() ? 0 : static_cast<std::size_t>(at - ranked.begin()) + 1;
}

}  // namespace

GoldRanks gold_ranks(const BenchmarkQuestion &question, const Ranking &ranking) {
  GoldRanks ranks;
  ranks.database = rank_of(question.database, ranking.databases);
  for (const TableId table : question.tables)
    ranks.tables.push_back(rank_of(table, ranking.tables));
  for (const ColumnId column : question.columns)
    ranks.columns.push_back(rank_of(column, ranking.columns));
  ranks.columns.resize(question.columns.size() + question.unknown, 0);
  return ranks;
}

}  // namespace sluice::inline v0
