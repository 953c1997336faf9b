/// The label model on Spider: the quality of its guesses, compared with those of recorded systems
/// and the nearest example, and their cost. `cross` trains on two thirds of the train databases and
/// reports results on the rest; the others report dev with the built-in weights.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rank/label_reading.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/rank/schema_pruner.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/train/label_trainer.hpp"
#include "sluice/train/label_training.hpp"
#include "sluice/train/need_trainer.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "spider_questions.hpp"

namespace {

using namespace sluice;
using namespace sluice::bench;

std::string shape_of(const std::string &sql, const Database &database) {
  try {
    return QueryShape::of(sql, &database)->text();
  } catch (const Error &) {
    return {};
  }
}

/// Agreement of guesses with gold: shapes, and the tables and columns that are read.
struct Agreement {
  double questions = 0, shapes = 0, all = 0;
  double tables = 0, gold_tables = 0, right_tables = 0;
  double columns = 0, gold_columns = 0, right_columns = 0;

  void add(const std::string &sql, const std::string &gold, const Database &database) {
    ++questions;
    const std::string shape = shape_of(gold, database);
    const bool same = shape_of(sql, database) == shape;
    shapes += same ? 1 : 0;
    const PrunedSchema of = elements_of(sql, database), wanted = elements_of(gold, database);
    all += same && of.tables == wanted.tables && of.columns == wanted.columns ? 1 : 0;
    count(of.tables, wanted.tables, tables, gold_tables, right_tables);
    count(of.columns, wanted.columns, columns, gold_columns, right_columns);
  }
  void report(benchmark::State &state) const {
    state.counters["shapes"] = 100 * shapes / questions;
    state.counters["shapes_and_elements"] = 100 * all / questions;
    state.counters["tables_f1"] = 200 * right_tables / (tables + gold_tables);
    state.counters["columns_f1"] = 200 * right_columns / (columns + gold_columns);
  }

 private:
  static void count(const std::vector<std::uint32_t> &of, const std::vector<std::uint32_t> &gold,
                    double &found, double &wanted, double &right) {
    found += static_cast<double>(of.size());
    wanted += static_cast<double>(gold.size());
    for (const std::uint32_t one : of) right += std::ranges::binary_search(gold, one) ? 1 : 0;
  }
};

/// `gold_labels`: builds queries from gold labels, the upper bound of the rules.
void cross(benchmark::State &state, bool content, bool gold_labels,
           const LabelTrainerOptions &options) {
  if (missing(state)) return;
  Agreement agreement;
  for (auto _ : state) {
    const LabelModel model = gold_labels ? LabelModel() : training_set().train(0, options);
    for (const LabelTrainingSet::Entry &of : training_set().entries()) {
      if (of.fold != 0 || of.has_content != content) continue;
      const LabelPair &pair = training_set().pairs()[of.pair];
      const LabelEvidence evidence = of.evidence->view(pair.read.question);
      const LabelQuestion question = of.schema->read(pair.read.question);
      const LabelScores scores =
          gold_labels ? certain_scores(of.labels) : model.predict(*of.schema, evidence, question);
      agreement.add(query_of(scores, *of.schema, evidence, question).sql, pair.sql,
                    of.schema->database());
    }
  }
  agreement.report(state);
}

/// Guessers of a dev database, with its content and without.
struct DevGuessers {
  std::map<std::string, std::unique_ptr<const LabelGuesser>> all;

  explicit DevGuessers(bool content) {
    const auto files = find_databases(data("spider/databases/dev"));
    for (const Example &of : spider().dev) {
      auto &guesser = all[of.database];
      if (guesser != nullptr) continue;
      const auto database = spider().catalog->share(*spider().catalog->find_database(of.database));
      std::shared_ptr<const ValueIndex> values;
      if (content) values = read_values(*Catalog::make({database}), files).index;
      guesser = std::make_unique<const LabelGuesser>(database, values);
    }
  }
  const LabelGuesser &operator()(const Example &of) const { return *all.find(of.database)->second; }
};

double executed(const std::vector<std::string> &guesses) {
  std::vector<EvaluationItem> items;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    EvaluationItem item;
    item.index = i;
    item.database_id = spider().dev[i].database;
    item.golds = {spider().dev[i].sql};
    item.predicted = guesses[i];
    items.push_back(std::move(item));
  }
  const SqliteFolder folder(data("spider/databases/dev"));
  double right = 0;
  for (const auto &verdict : score_execution(items, folder, {}).verdicts)
    right += verdict && verdict->right ? 1 : 0;
  return right;
}

void dev_guesses(benchmark::State &state, bool content, std::size_t columns_per_split,
                 bool executes) {
  if (missing(state)) return;
  const auto model = LabelModel::shipped();
  const DevGuessers guessers(content);
  Agreement agreement;
  std::vector<std::string> sql;
  double sure = 0, sure_and_right = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < spider().dev.size(); ++i) {
      const Example &of = spider().dev[i];
      const GuessedQuery guess = guessers(of).guess(of.question, *model, {columns_per_split});
      agreement.add(guess.sql, of.sql, *spider().database(of));
      sql.push_back(guess.sql);
      if (guess.confidence < 0.5) continue;
      ++sure;
      sure_and_right += shape_of(guess.sql, *spider().database(of)) == spider().dev_shapes[i];
    }
  }
  agreement.report(state);
  state.counters["sure"] = 100 * sure / agreement.questions;
  state.counters["right_if_sure"] = 100 * sure_and_right / std::max(sure, 1.0);
  if (executes) state.counters["execution"] = 100 * executed(sql) / agreement.questions;
}

void dev_system(benchmark::State &state, const std::string &system) {
  if (missing(state)) return;
  Agreement agreement;
  std::vector<std::string> sql;
  for (auto _ : state) {
    for (std::size_t i = 0; i < spider().dev.size(); ++i) {
      const Example &of = spider().dev[i];
      const auto &guess = approximations(system)[i];
      sql.push_back(guess.empty() ? "" : guess.front().sql);
      agreement.add(sql.back(), of.sql, *spider().database(of));
    }
  }
  agreement.report(state);
  state.counters["execution"] = 100 * executed(sql) / agreement.questions;
}

struct Cut {
  double questions = 0, kept = 0, shortening = 0;
  void add(const PruneQuality &quality) {
    ++questions;
    kept += quality.keeps_all ? 1 : 0;
    shortening += quality.shortening;
  }
};

/// Effect of thresholds and prices on train questions, by rankers and models trained without their
/// database: one cut per fold.
struct HeldOutCuts {
  static constexpr std::array rules{PruneRule::calibrated, PruneRule::expected};
  struct Tried {
    PruneOptions options;
    std::vector<Cut> cuts;  // by fold
  };
  std::array<std::vector<Tried>, rules.size()> tried;  // in order of increasing size

  HeldOutCuts() {
    const std::size_t folds = LabelTrainingOptions().folds;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      for (float least = 0.5F; least > 1e-3F; least *= r == 0 ? 0.85F : 0.9F) {
        PruneOptions options;
        options.rule = rules[r];
        options.threshold = least;
        options.price = 2 * least;
        tried[r].push_back({options, std::vector<Cut>(folds)});
      }
    }
    std::vector<LabelModel> models;
    std::vector<NeedTrainer> trainers(folds);
    for (std::size_t fold = 0; fold < folds; ++fold) {
      models.push_back(training_set().train(fold, {}));
      for (std::size_t other = 0; other < folds; ++other) {
        if (other != fold) training_set().add_needs(fold, models[fold], trainers[other]);
      }
    }
    std::map<const LabelSchema *, std::unique_ptr<const SchemaPruner>> pruners;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      const NeedModel needs = trainers[fold].train();
      for (const LabelTrainingSet::Entry &of : training_set().entries()) {
        if (of.fold == fold && of.has_content) add(of, models[fold], needs, pruners[of.schema]);
      }
    }
  }

 private:
  void add(const LabelTrainingSet::Entry &of, const LabelModel &model, const NeedModel &need_model,
           std::unique_ptr<const SchemaPruner> &pruner) {
    const LabelPair &pair = training_set().pairs()[of.pair];
    const auto database = spider().catalog->share(pair.read.database);
    if (pruner == nullptr) pruner = std::make_unique<const SchemaPruner>(database);
    const LabelEvidence evidence = of.evidence->view(pair.read.question);
    const LabelReading read = read_question(model, *of.schema, evidence);
    const ElementNeeds needs = need_model.predict({*of.schema, evidence, read});
    const std::vector<ApproximatedQuery> guess{{read.query.sql, 1}};
    const PruneQuery by_ranker{pair.read.question, guess, evidence.tables, evidence.columns};
    const PruneQuery by_needs{pair.read.question, {}, needs.tables, needs.columns};
    const PrunedSchema gold = elements_of(pair.sql, *database);
    for (std::size_t r = 0; r < rules.size(); ++r) {
      for (Tried &one : tried[r])
        one.cuts[of.fold].add(
            judge(pruner->prune(r == 0 ? by_ranker : by_needs, one.options), gold, *database));
    }
  }
};

struct ChosenCut {
  PruneOptions options;
  double kept = 0, error = 0, shortening = 0;  // on train, as fractions
};

/// The smallest cut that keeps all of gold in the fraction `wanted` of held-out train questions,
/// plus one standard error over the folds, so that a dev set that resembles another fold also
/// reaches it.
ChosenCut chosen_cut(PruneRule rule, double wanted) {
  static const HeldOutCuts held_out;
  const auto at = std::ranges::find(HeldOutCuts::rules, rule) - HeldOutCuts::rules.begin();
  for (const HeldOutCuts::Tried &one : held_out.tried[static_cast<std::size_t>(at)]) {
    ChosenCut of{one.options};
    double squares = 0;
    const auto count = static_cast<double>(one.cuts.size());
    for (const Cut &cut : one.cuts) {
      of.kept += cut.kept / cut.questions / count;
      of.shortening += cut.shortening / cut.questions / count;
    }
    for (const Cut &cut : one.cuts) squares += std::pow(cut.kept / cut.questions - of.kept, 2);
    of.error = std::sqrt(squares / (count - 1) / count);
    if (of.kept - of.error >= wanted) return of;
  }
  return {};
}

bool is_number(std::string_view words) { return std::ranges::all_of(words, is_ascii_digit); }

/// Like sluice_prune_bench, with the label model's guesses, or what it predicts to be needed.
/// `wanted`: the fraction that the threshold or price is chosen for; 0 if the rule has none.
void prune(benchmark::State &state, PruneRule rule, double wanted, bool by_content = false) {
  if (missing(state)) return;
  PruneOptions options;
  options.rule = rule;
  if (wanted > 0) {
    const ChosenCut chosen = chosen_cut(rule, wanted);
    options = chosen.options;
    if (rule == PruneRule::calibrated) state.counters["threshold"] = double{options.threshold};
    if (rule == PruneRule::expected) state.counters["price"] = double{options.price};
    state.counters["train_kept"] = 100 * chosen.kept;
    state.counters["train_error"] = 100 * chosen.error;
    state.counters["train_shortening"] = 100 * chosen.shortening;
  }
  const DevGuessers guessers(true);
  const auto &guesses = approximations("labels");
  const auto model = LabelModel::shipped();
  Cut cut;
  for (auto _ : state) {
    for (std::size_t i = 0; i < spider().dev.size(); ++i) {
      const Example &of = spider().dev[i];
      const auto database = spider().catalog->share(*spider().catalog->find_database(of.database));
      const GatheredEvidence evidence = guessers(of).gather(of.question);
      PruneQuery query{of.question, guesses[i], evidence.tables, evidence.columns};
      ElementNeeds needs;
      if (rule == PruneRule::expected) {
        needs = guessers(of).needs(of.question, *model);
        query = {of.question, {}, needs.tables, needs.columns};
      }
      std::vector<std::uint32_t> named;
      for (const LabelValue &value : evidence.values) {
        if (value.is_whole && !is_number(value.words)) named.push_back(value.column);
      }
      if (by_content) query.named_columns = named;
      cut.add(judge(SchemaPruner(database).prune(query, options), elements_of(of.sql, *database),
                    *database));
    }
  }
  state.counters["kept"] = 100 * cut.kept / cut.questions;
  state.counters["shortening"] = 100 * cut.shortening / cut.questions;
}

/// Time per dev question, in order, after all preparation.
template <class Ask>
void speed(benchmark::State &state, bool content, Ask ask) {
  if (missing(state)) return;
  const auto model = LabelModel::shipped();
  const DevGuessers guessers(content);
  std::size_t i = 0;
  for (auto _ : state) {
    const Example &of = spider().dev[i];
    benchmark::DoNotOptimize(ask(guessers(of), of.question, *model));
    i = (i + 1) % spider().dev.size();
  }
  state.SetItemsProcessed(state.iterations());
}

/// The label model and the rules alone, with given ranker probabilities.
void speed_of_labels(benchmark::State &state) {
  if (missing(state)) return;
  const auto model = LabelModel::shipped();
  const DevGuessers guessers(true);
  std::vector<GatheredEvidence> evidence;
  for (const Example &of : spider().dev) evidence.push_back(guessers(of).gather(of.question));
  std::size_t i = 0;
  for (auto _ : state) {
    const Example &of = spider().dev[i];
    const LabelSchema &schema = guessers(of).schema();
    const LabelEvidence view = evidence[i].view(of.question);
    benchmark::DoNotOptimize(read_question(*model, schema, view));
    i = (i + 1) % spider().dev.size();
  }
  state.SetItemsProcessed(state.iterations());
}

void register_all() {
  const auto once = [](const std::string &name, std::function<void(benchmark::State &)> run) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(run))
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  for (const bool content : {false, true}) {
    const std::string with = content ? "content" : "schema";
    once("cross/" + with, [=](benchmark::State &state) { cross(state, content, false, {}); });
    once("cross/gold_labels/" + with,
         [=](benchmark::State &state) { cross(state, content, true, {}); });
    for (const std::size_t most : {16U, 24U, 64U}) {
      once("dev/" + with + "/r" + std::to_string(most),
           [=](benchmark::State &state) { dev_guesses(state, content, most, most == 64); });
    }
    benchmark::RegisterBenchmark(("speed/" + with).c_str(), [=](benchmark::State &state) {
      speed(state, content, [](const auto &guesser, const auto &question, const auto &model) {
        return guesser.guess(question, model);
      });
    })->Unit(benchmark::kMicrosecond);
  }
  once("prune/paper", [](benchmark::State &state) { prune(state, PruneRule::paper, 0); });
  once("prune/paper_with_content",
       [](benchmark::State &state) { prune(state, PruneRule::paper, 0, true); });
  // The target, fixed before looking at dev.
  once("prune/calibrated/0.975",
       [](benchmark::State &state) { prune(state, PruneRule::calibrated, 0.975); });
  once("prune/expected/0.975",
       [](benchmark::State &state) { prune(state, PruneRule::expected, 0.975); });
  // Predicts what a question needs, for pruning a schema, including its guess at the query.
  benchmark::RegisterBenchmark("speed/needs", [](benchmark::State &state) {
    speed(state, true, [](const auto &guesser, const auto &question, const auto &model) {
      return guesser.needs(question, model);
    });
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("speed/labels_alone", speed_of_labels)
      ->Unit(benchmark::kMicrosecond);
  for (const std::string system : {"nearest", "graphix_t5_3b_picard", "c3_gpt35"})
    once("dev/" + system, [=](benchmark::State &state) { dev_system(state, system); });
}

const bool registered = (register_all(), true);

}  // namespace
