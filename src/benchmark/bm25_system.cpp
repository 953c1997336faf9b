#include "bm25_system.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::benchmark_detail {
namespace {

constexpr std::size_t depth = 100;  // the papers' tables have no larger cut-off

template <class Id>
std::vector<Scored<Id>> best_of(const std::vector<float> &scores, const Mask *mask,
                                bool positive_only) {
  TopK<Id> best(depth);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if ((scores[i] > 0 || !positive_only) && visible(mask, Id(i))) best.offer(Id(i), scores[i]);
  }
  return best.take();
}

std::vector<DatabaseId> databases_of(const std::vector<Scored<TableId>> &tables,
                                     const Catalog &catalog, DatabaseScore score) {
  std::vector<DatabaseId> in_order;
  std::map<DatabaseId, std::pair<float, float>> sums;  // score, tables
  for (const auto &table : tables) {
    const DatabaseId database = catalog.database_of(table.id);
    if (!sums.contains(database)) in_order.push_back(database);
    sums[database].first += table.score;
    sums[database].second += 1;
  }
  if (score == DatabaseScore::mean) {
    std::ranges::stable_sort(in_order, std::ranges::greater{}, [&](DatabaseId database) {
      return sums[database].first / sums[database].second;
    });
  }
  return in_order;
}

Ranking ranking_of(const std::vector<Scored<TableId>> &tables, const Catalog &catalog,
                   DatabaseScore score) {
  Ranking ranking;
  for (const auto &table : tables) ranking.tables.push_back(table.id);
  ranking.databases = databases_of(tables, catalog, score);
  return ranking;
}

/// The two fitted parameters of BM25.
struct Saturation {
  float k1 = Bm25Options{}.k1;
  float b = Bm25Options{}.b;
};

class Bm25System final : public RankingSystem {
 public:
  Bm25System(const std::shared_ptr<const Catalog> &catalog, DatabaseScore score,
             const Bm25Words &words, Saturation of_tables, bool fitted)
      : catalog_(catalog),
        score_(score),
        fitted_(fitted),
        table_analyzer_(written_words),
        column_query_analyzer_({.split_digits = false, .drop_stop_words = true}),
        table_options_{.granularity = Level::table, .k1 = of_tables.k1, .b = of_tables.b},
        tables_(words.tables, table_options_),
        columns_(words.columns, {.granularity = Level::column}) {}

  Ranking rank(const RankingQuery &query) const override {
    const Mask *mask = query.mask;
    std::optional<Bm25> masked_tables, masked_columns;
    if (mask != nullptr) {
      masked_tables.emplace(tables_.share_index(), table_options_, mask->visibility());
      masked_columns.emplace(columns_.share_index(), Bm25Options{.granularity = Level::column},
                             mask->visibility());
    }
    const Bm25 &tables = mask != nullptr ? *masked_tables : tables_;
    const Bm25 &columns = mask != nullptr ? *masked_columns : columns_;
    Ranking ranking = ranking_of(best_of<TableId>(tables.scores(table_analyzer_(query.question)),
                                                  mask, /*positive_only=*/true),
                                 *catalog_, score_);
    const auto scores = columns.scores(column_query_analyzer_(query.question));
    for (const auto &column : best_of<ColumnId>(scores, mask, /*positive_only=*/false))
      ranking.columns.push_back(column.id);
    return ranking;
  }
  bool supports_masks() const override { return true; }
  bool is_trained() const override { return fitted_; }
  std::size_t disk_bytes() const override {
    const auto bytes = [](const LexicalIndex &index) {
      return index.has_external_postings() ? 0 : index.bytes().size();
    };
    return bytes(tables_.index()) + bytes(columns_.index());
  }

 private:
  std::shared_ptr<const Catalog> catalog_;
  DatabaseScore score_;
  bool fitted_;
  Analyzer table_analyzer_;
  Analyzer column_query_analyzer_;
  Bm25Options table_options_;
  Bm25 tables_;
  Bm25 columns_;
};

/// The number of pairs' tables among the first five; each pair has weight 1.
double tables_found(const Bm25 &tables, std::span<const std::vector<std::string>> questions,
                    std::span<const RoutingPair> pairs) {
  constexpr std::size_t cut = 5;
  double found = 0;
  for (std::size_t p = 0; p < questions.size(); ++p) {
    TopK<TableId> best(cut);
    const std::vector<float> scores = tables.scores(questions[p]);
    for (std::size_t t = 0; t < scores.size(); ++t) {
      if (scores[t] > 0) best.offer(TableId(t), scores[t]);
    }
    const auto &gold = pairs[p].read.schema.tables;
    double share = 0;
    for (const auto &table : best.take()) share += std::ranges::count(gold, table.id) > 0 ? 1 : 0;
    found += share / static_cast<double>(std::max<std::size_t>(gold.size(), 1));
  }
  return found;
}

Saturation fit(const std::shared_ptr<const LexicalIndex> &index,
               std::span<const RoutingPair> pairs) {
  constexpr std::size_t enough = 500;
  pairs = pairs.first(std::min(pairs.size(), enough));
  const Analyzer analyzer(written_words);
  std::vector<std::vector<std::string>> questions;
  for (const RoutingPair &pair : pairs) questions.push_back(analyzer(pair.question));
  Saturation best;
  double most = -1;
  for (const float k1 : {0.3F, 0.6F, 0.9F, 1.2F, 1.6F, 2.0F}) {
    for (const float b : {0.1F, 0.3F, 0.5F, 0.75F, 1.0F}) {
      const Bm25 tables(index, {.granularity = Level::table, .k1 = k1, .b = b});
      const double found = tables_found(tables, questions, pairs);
      if (found <= most) continue;
      most = found;
      best = {k1, b};
    }
  }
  return best;
}

class EncoderSystem final : public RankingSystem {
 public:
  EncoderSystem(const std::shared_ptr<const Catalog> &catalog, TableEncoder encoder)
      : catalog_(catalog), encoder_(std::move(encoder)) {}

  Ranking rank(const RankingQuery &query) const override {
    const auto tables =
        best_of<TableId>(encoder_.scores(query.question), query.mask, /*positive_only=*/false);
    Ranking ranking = ranking_of(tables, *catalog_, DatabaseScore::mean);
    for (const auto &table : tables) {
      for (const ColumnId column : catalog_->columns(table.id)) {
        if (ranking.columns.size() == depth) break;
        if (visible(query.mask, column)) ranking.columns.push_back(column);
      }
    }
    return ranking;
  }
  bool supports_masks() const override { return true; }
  bool is_trained() const override { return true; }
  std::size_t disk_bytes() const override { return encoder_.bytes(); }

 private:
  std::shared_ptr<const Catalog> catalog_;
  TableEncoder encoder_;
};

}  // namespace

std::unique_ptr<RankingSystem> make_bm25_system(const std::shared_ptr<const Catalog> &catalog,
                                                const Bm25Words &words, DatabaseScore score) {
  return std::make_unique<Bm25System>(catalog, score, words, Saturation(), false);
}

std::unique_ptr<RankingSystem> make_tuned_bm25_system(const std::shared_ptr<const Catalog> &catalog,
                                                      const Bm25Words &words,
                                                      std::span<const RoutingPair> pairs) {
  return std::make_unique<Bm25System>(catalog, DatabaseScore::mean, words, fit(words.tables, pairs),
                                      true);
}

std::unique_ptr<RankingSystem> make_encoder_system(const std::shared_ptr<const Catalog> &catalog,
                                                   TableEncoder encoder) {
  return std::make_unique<EncoderSystem>(catalog, std::move(encoder));
}

}  // namespace sluice::inline v0::benchmark_detail
