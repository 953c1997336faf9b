/// Pruning schemas on Spider, as in the AST-ranking paper and by calibrated probabilities.
/// Thresholds are chosen on train data only.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/learn/recall_control.hpp"
#include "sluice/rank/schema_pruner.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "sluice/train/training_schema.hpp"
#include "spider_questions.hpp"
#include "train/folds.hpp"

namespace {

using namespace sluice;
using namespace sluice::bench;

// Schema pruning. Kept: fraction of questions that keep all tables and columns that gold reads.
// Shortening: mean fraction of tables plus columns that are removed; kept keys count as kept.

/// P(table) and P(column) by the trained ranker, which sees one database at a time.
class Probabilities {
 public:
  explicit Probabilities(std::shared_ptr<const RankerModel> model = nullptr)
      : model_(std::move(model)) {}

  void ask(const Example &of, std::vector<float> &tables, std::vector<float> &columns) {
    auto &ranker = rankers_[of.database];
    if (ranker == nullptr) {
      const auto catalog =
          Catalog::make({spider().catalog->share(*spider().catalog->find_database(of.database))});
      std::shared_ptr<const ValueIndex> values;
      std::vector<DatabaseFile> files;
      for (DatabaseFile &file : find_databases(data("spider/databases/dev"))) {
        if (file.name == of.database) files.push_back(std::move(file));
      }
      if (!files.empty() && model_ == nullptr) values = read_values(*catalog, files).index;
      ranker = std::make_unique<Ranker>(make_ranker(std::make_shared<const JoinGraphs>(catalog),
                                                    index_catalog(*catalog), {}, model_, values));
    }
    const Catalog &catalog = ranker->schema().catalog();
    tables.assign(catalog.table_count(), 0);
    columns.assign(catalog.column_count(), 0);
    RankerOptions options;
    options.tables = catalog.table_count();
    const RankerAnswer answer = ranker->rank(of.question, nullptr, options);
    for (const auto &table : answer.tables) tables[table.id.index()] = table.score;
    for (const auto &column : answer.columns) columns[column.id.index()] = column.score;
  }

 private:
  std::shared_ptr<const RankerModel> model_;
  std::map<std::string, std::unique_ptr<Ranker>> rankers_;
};

PrunedSchema gold_elements(const BenchmarkQuestion &of, const Catalog &catalog) {
  PrunedSchema gold;
  const std::size_t first_table = catalog.tables(of.database).begin().operator*().index();
  const std::size_t first_column = catalog.columns(of.database).begin().operator*().index();
  for (const TableId id : of.tables)
    gold.tables.push_back(static_cast<std::uint32_t>(id.index() - first_table));
  for (const ColumnId id : of.columns)
    gold.columns.push_back(static_cast<std::uint32_t>(id.index() - first_column));
  std::ranges::sort(gold.tables);
  std::ranges::sort(gold.columns);
  return gold;
}

std::vector<PrunedSchema> golds(const std::string &name) {
  std::vector<PrunedSchema> all;
  for (const BenchmarkQuestion &of :
       read_benchmark_questions(read_file(data(name)), name, *spider().catalog))
    all.push_back(gold_elements(of, *spider().catalog));
  return all;
}

/// The threshold that keeps all of gold in the fraction `recall` of train questions.
float fitted_threshold(double recall) {
  static const RecallControl control = [] {
    constexpr std::size_t folds = 3;
    const std::vector<std::size_t> fold = folds_by_group(spider().train_groups(), folds, 1);
    std::vector<RankerExample> examples;
    const std::string name = "spider/train.jsonl.gz";
    for (BenchmarkQuestion &of :
         read_benchmark_questions(read_file(data(name)), name, *spider().catalog))
      examples.push_back({of.question, of.database, of.tables, of.columns});
    const RankerSchema schema = training_schema(spider().catalog, {*default_embedder(), {}});
    const RankerSchema respelled = respelled_schema(schema);
    const std::vector<PrunedSchema> gold = golds(name);
    std::vector<std::vector<float>> reached;
    for (std::size_t f = 0; f < folds; ++f) {
      std::vector<RankerExample> others;
      for (std::size_t i = 0; i < examples.size(); ++i) {
        if (fold[i] != f) others.push_back(examples[i]);
      }
      const RankerTrainingSet set{schema, std::move(others), respelled};
      Probabilities probabilities(train_ranker({&set, 1}, "folds"));
      for (std::size_t k = 0; k < guessed().positions.size(); ++k) {
        const std::size_t i = guessed().positions[k];
        if (fold[i] != f) continue;
        const Example &of = spider().train[i];
        std::vector<float> tables, columns;
        probabilities.ask(of, tables, columns);
        // Keeps what the guess reads, and the keys of everything kept.
        const SchemaPruner pruner(
            spider().catalog->share(*spider().catalog->find_database(of.database)));
        const std::vector<ApproximatedQuery> guess{{guessed().sql[k], 1}};
        PruneQuery query;
        query.approximations = guess;
        const PrunedSchema kept = pruner.prune(query, {.rule = PruneRule::query});
        float least = 1;
        for (const std::uint32_t table : gold[i].tables) {
          if (!std::ranges::binary_search(kept.tables, table))
            least = std::min(least, tables[table]);
        }
        for (const std::uint32_t column : gold[i].columns) {
          if (!std::ranges::binary_search(kept.columns, column))
            least = std::min(least, columns[column]);
        }
        reached.push_back({least});
      }
    }
    return RecallControl::fit(reached);
  }();
  return control.threshold(recall);
}

void prune(benchmark::State &state, const std::string &approximator, PruneOptions options,
           double recall) {
  if (missing(state)) return;
  if (recall > 0) options.threshold = fitted_threshold(recall);
  static const std::vector<PrunedSchema> gold = golds("spider/dev.jsonl.gz");
  static Probabilities probabilities;
  std::map<std::string, std::unique_ptr<SchemaPruner>> pruners;
  double kept = 0, shortening = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < spider().dev.size(); ++i) {
      const Example &of = spider().dev[i];
      auto &pruner = pruners[of.database];
      if (pruner == nullptr) {
        std::shared_ptr<const Database> database =
            spider().catalog->share(*spider().catalog->find_database(of.database));
        pruner = std::make_unique<SchemaPruner>(database);
      }
      PruneQuery query;
      query.question = of.question;
      query.approximations = approximations(approximator)[i];
      std::vector<float> tables, columns;
      if (options.rule == PruneRule::calibrated) probabilities.ask(of, tables, columns);
      query.table_probabilities = tables;
      query.column_probabilities = columns;
      const PruneQuality quality =
          judge(pruner->prune(query, options), gold[i], pruner->database());
      kept += quality.keeps_all ? 1 : 0;
      shortening += quality.shortening;
    }
  }
  const auto all = static_cast<double>(spider().dev.size());
  state.counters["kept"] = 100 * kept / all;
  state.counters["shortening"] = 100 * shortening / all;
  if (options.rule == PruneRule::calibrated)
    state.counters["threshold"] = double{options.threshold};
}

void register_all() {
  const auto once = [](const std::string &name, std::function<void(benchmark::State &)> run) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(run))
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  const auto prunes = [&](const std::string &name, const std::string &of, PruneOptions options,
                          double recall = 0) {
    once("prune/" + name + '/' + of,
         [=](benchmark::State &state) { prune(state, of, options, recall); });
  };
  const std::string graphix = "graphix_t5_3b_picard";
  prunes("gold", "oracle", {.rule = PruneRule::query, .keys = false});
  prunes("gold_with_keys", "oracle", {.rule = PruneRule::query});
  prunes("bm25_10", graphix, {.rule = PruneRule::top, .top = 10});
  prunes("bm25_20", graphix, {.rule = PruneRule::top, .top = 20});
  prunes("query", graphix, {.rule = PruneRule::query, .keys = false});
  prunes("query_with_keys", graphix, {.rule = PruneRule::query});
  prunes("paper", graphix, {.rule = PruneRule::paper});
  prunes("calibrated/default", graphix, {.rule = PruneRule::calibrated});
  for (const double recall : {0.985, 0.99, 0.995, 0.996, 0.997})
    prunes("calibrated/" + std::to_string(recall).substr(0, 5), graphix,
           {.rule = PruneRule::calibrated}, recall);
}

const bool registered = (register_all(), true);

}  // namespace
