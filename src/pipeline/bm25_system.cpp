#include "bm25_system.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/retrieve/catalog_index.hpp"

namespace sluice::detail {
namespace {

constexpr std::size_t depth = 100;  // no table of the papers looks further

template <class Id>
std::vector<Scored<Id>> best_of(const std::vector<float> &scores, bool positive_only) {
  TopK<Id> best(depth);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] > 0 || !positive_only) best.offer(Id(i), scores[i]);
  }
  return best.take();
}

class Bm25System final : public RankingSystem {
 public:
  Bm25System(const std::shared_ptr<const Catalog> &catalog, DatabaseScore score)
      : catalog_(catalog),
        score_(score),
        table_analyzer_(written_words),
        column_query_analyzer_({.split_digits = false, .drop_stop_words = true}),
        tables_(index_catalog(*catalog, written_words), {.granularity = Level::table}),
        columns_(index_catalog(*catalog, {.split_digits = false}), {.granularity = Level::column}) {
  }

  Ranking rank(const RankingQuery &query) const override {
    Ranking ranking;
    const auto tables =
        best_of<TableId>(tables_.scores(table_analyzer_(query.question)), /*positive_only=*/true);
    for (const auto &table : tables) ranking.tables.push_back(table.id);
    ranking.databases = databases(tables);
    const auto columns = columns_.scores(column_query_analyzer_(query.question));
    for (const auto &column : best_of<ColumnId>(columns, /*positive_only=*/false)) {
      ranking.columns.push_back(column.id);
    }
    return ranking;
  }

 private:
  static constexpr AnalyzerOptions written_words{
      .split_case = false, .split_digits = false, .drop_stop_words = true};

  std::vector<DatabaseId> databases(const std::vector<Scored<TableId>> &tables) const {
    std::vector<DatabaseId> in_order;
    std::map<DatabaseId, std::pair<float, float>> sums;  // score, tables
    for (const auto &table : tables) {
      const DatabaseId database = catalog_->database_of(table.id);
      if (!sums.contains(database)) in_order.push_back(database);
      sums[database].first += table.score;
      sums[database].second += 1;
    }
    if (score_ == DatabaseScore::mean) {
      std::ranges::stable_sort(in_order, std::ranges::greater{}, [&](DatabaseId database) {
        return sums[database].first / sums[database].second;
      });
    }
    return in_order;
  }

  std::shared_ptr<const Catalog> catalog_;
  DatabaseScore score_;
  Analyzer table_analyzer_;
  Analyzer column_query_analyzer_;
  Bm25 tables_;
  Bm25 columns_;
};

}  // namespace

std::unique_ptr<RankingSystem> make_bm25_system(const std::shared_ptr<const Catalog> &catalog,
                                                DatabaseScore score) {
  return std::make_unique<Bm25System>(catalog, score);
}

}  // namespace sluice::detail
