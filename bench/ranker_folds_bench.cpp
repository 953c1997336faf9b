/// Quality of rankers on databases that they were not trained on: those of Spider's train questions
/// and of training/, each ranked by a ranker trained on the others. The trainer's options and
/// features were chosen by these figures, which are counters in percent. Reads only train data, and
/// training/held_out_pairs.jsonl, which no fold is trained on. SLUICE_DATA is the folder with the
/// benchmark data, SLUICE_ENCODER that of an encoder (cmake/encoder_weights.sh downloads one).

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ranker_folds.hpp"
#include "sluice/core/file.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "sluice/train/training_schema.hpp"
#include "train/respelled_catalog.hpp"

namespace {

using namespace sluice;
using namespace sluice::bench;

constexpr std::size_t every = 4;  // only every fourth question of Spider: more change little

/// Returns, by fold, a ranker model trained on the other folds.
const std::vector<std::shared_ptr<const RankerModel>> &models(By by) {
  static std::map<By, std::vector<std::shared_ptr<const RankerModel>>> made;
  std::vector<std::shared_ptr<const RankerModel>> &all = made[by];
  if (!all.empty()) return all;
  RankerTrainerOptions options;
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  options.glossary = parse_glossary(read_file(training("glossary.txt")), training("glossary.txt"));
  std::vector<RankerTrainingSet> sets;
  std::vector<const QuestionSet *> question_sets{&spider(), &own(), &large()};
  for (const QuestionSet &of : wild()) question_sets.push_back(&of);
  for (const QuestionSet *of : question_sets) {
    const RankerSchema schema = training_schema(of->catalog, embedders(by));
    sets.push_back({schema, {}, respelled_schema(schema)});
  }
  for (std::size_t fold = 0; fold < folds; ++fold) {
    for (std::size_t s = 0; s < sets.size(); ++s) {
      sets[s].examples = question_sets[s]->without(fold, question_sets[s]->examples);
      sets[s].reworded = question_sets[s]->without(fold, question_sets[s]->reworded);
      std::ranges::copy(question_sets[s]->without(fold, question_sets[s]->hallucinated),
                        std::back_inserter(sets[s].reworded));
    }
    all.push_back(train_ranker(sets, "folds", options));
  }
  return all;
}

/// Reports the requested recall, the observed recall, the mean number of columns, and the smallest
/// fixed number of columns with the observed recall.
void recall(benchmark::State &state) {
  if (missing(state, By::static_table)) return;
  const double target = static_cast<double>(state.range(0)) / 1000;
  double observed = 0, taken = 0, questions = 0;
  std::vector<double> found_by_rank;  // sums of recall gained at each rank
  const RankerSchema schema = training_schema(spider().catalog, embedders(By::static_table));
  for (auto _ : state) {
    for (std::size_t fold = 0; fold < folds; ++fold) {
      const Ranker ranker(schema, models(By::static_table)[fold]);
      for (std::size_t i = 0; i < spider().examples.size(); i += every) {
        const RankerExample &example = spider().examples[i];
        if (!spider().is_held(example.database, fold) || example.columns.empty()) continue;
        const RankerAnswer answer = ranker.rank(example.question);
        const std::size_t enough = ranker.columns_for(answer, target);
        const double share = 1 / static_cast<double>(example.columns.size());
        found_by_rank.resize(std::max(found_by_rank.size(), answer.columns.size()));
        for (std::size_t c = 0; c < answer.columns.size(); ++c) {
          if (std::ranges::find(example.columns, answer.columns[c].id) == example.columns.end())
            continue;
          found_by_rank[c] += share;
          observed += c < enough ? share : 0;
        }
        taken += static_cast<double>(enough);
        questions += 1;
      }
    }
  }
  double by_fixed = 0;
  std::size_t fixed = 0;
  while (fixed < found_by_rank.size() && by_fixed < observed) by_fixed += found_by_rank[fixed++];
  state.counters["observed"] = 100 * observed / questions;
  state.counters["columns"] = taken / questions;
  state.counters["fixed"] = static_cast<double>(fixed);
}

/// Returns only the databases of a fold, as a list of columns would give them: original names in
/// lower case, without types and keys.
std::shared_ptr<const Catalog> columns_of(const QuestionSet &question_set, std::size_t fold) {
  const auto bare = [](auto &object) {
    object.title.clear();
    for (char &c : object.name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  Databases databases;
  for (const DatabaseId id : question_set.catalog->databases()) {
    if (!question_set.is_held(id, fold)) continue;
    DatabaseDefinition definition = question_set.catalog->database(id).definition();
    definition.foreign_keys.clear();
    for (TableDefinition &table : definition.tables) {
      bare(table);
      table.primary_key.clear();
      for (ColumnDefinition &column : table.columns) {
        bare(column);
        column.type.clear();
      }
    }
    databases.push_back(Database::make(std::move(definition)));
  }
  return Catalog::make(std::move(databases));
}

/// Converts an example to a catalog that has its database, tables and columns in the same order.
RankerExample moved(const RankerExample &example, const Catalog &from, const Catalog &to) {
  RankerExample there = example;
  there.database = *to.find_database(from.database(example.database).name());
  const auto tables = to.tables(there.database), old_tables = from.tables(example.database);
  for (TableId &table : there.tables) table = tables[table.index() - old_tables[0].index()];
  const auto columns = to.columns(there.database), old_columns = from.columns(example.database);
  for (ColumnId &column : there.columns) column = columns[column.index() - old_columns[0].index()];
  return there;
}

/// Recall in percent of databases, tables and columns.
struct Recalls {
  double questions = 0, with_columns = 0;
  std::map<std::string, double> found;

  void add(const RankerAnswer &answer, const RankerExample &example) {
    const auto share = [](const auto &ranked, const auto &gold, std::size_t cut) {
      double sum = 0;
      for (std::size_t r = 0; r < std::min(cut, ranked.size()); ++r)
        sum += std::ranges::find(gold, ranked[r].id) != gold.end() ? 1 : 0;
      return sum / static_cast<double>(gold.size());
    };
    questions += 1;
    for (const std::size_t cut : {1U, 5U}) {
      found["dR@" + std::to_string(cut)] +=
          share(answer.databases, std::vector{example.database}, cut);
    }
    for (const std::size_t cut : {5U, 15U})
      found["tR@" + std::to_string(cut)] += share(answer.tables, example.tables, cut);
    if (example.columns.empty()) return;
    with_columns += 1;
    for (const std::size_t cut : {3U, 10U, 30U, 100U})
      found["cR@" + std::to_string(cut)] += share(answer.columns, example.columns, cut);
  }
};

/// The catalog for each fold's ranker.
using Catalogs = std::vector<std::shared_ptr<const Catalog>>;

Catalogs as_it_is(const QuestionSet &question_set) { return Catalogs(folds, question_set.catalog); }
Catalogs with_other_names(const QuestionSet &question_set) {
  constexpr std::uint64_t not_the_trainers = 77;
  return Catalogs(folds, respelled(*question_set.catalog, not_the_trainers));
}
Catalogs as_columns(const QuestionSet &question_set) {
  Catalogs catalogs;
  for (std::size_t fold = 0; fold < folds; ++fold)
    catalogs.push_back(columns_of(question_set, fold));
  return catalogs;
}

/// Adds the large databases of the fold, which contain something related to every question.
Catalogs with_large(const QuestionSet &question_set) {
  Catalogs catalogs;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    Databases databases;
    for (const DatabaseId id : question_set.catalog->databases())
      databases.push_back(question_set.catalog->share(id));
    for (const DatabaseId id : large().catalog->databases()) {
      if (large().is_held(id, fold)) databases.push_back(large().catalog->share(id));
    }
    catalogs.push_back(Catalog::make(std::move(databases)));
  }
  return catalogs;
}

struct Form {
  const char *name;
  const QuestionSet &(*question_set)();
  std::vector<RankerExample> QuestionSet::*questions;
  Catalogs (*shown)(const QuestionSet &);
};

void find(benchmark::State &state, const Form &form, By by) {
  if (missing(state, by)) return;
  const QuestionSet &question_set = form.question_set();
  const std::vector<RankerExample> &questions = question_set.*form.questions;
  if (questions.empty()) return state.SkipWithError("no such questions");
  const std::size_t step = questions.size() > 1000 ? every : 1;
  Recalls recalls;
  for (auto _ : state) {
    const Catalogs shown = form.shown(question_set);
    std::optional<RankerSchema> schema;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      const Catalog &catalog = *shown[fold];
      if (fold == 0 || shown[fold] != shown[fold - 1])
        schema.emplace(training_schema(shown[fold], embedders(by)));
      const Ranker ranker(*schema, models(by)[fold]);
      for (std::size_t i = step > 1 ? 1 : 0; i < questions.size(); i += step) {
        if (!question_set.is_held(questions[i].database, fold)) continue;
        const RankerExample example = moved(questions[i], *question_set.catalog, catalog);
        RankerOptions options{.tables = 100};
        options.hallucinated = &example.hallucinated;
        recalls.add(ranker.rank(example.question, nullptr, options), example);
      }
    }
  }
  for (const auto &[name, sum] : recalls.found) {
    const double all = name.starts_with('c') ? recalls.with_columns : recalls.questions;
    state.counters[name] = 100 * sum / all;
  }
}

void register_all() {
  benchmark::RegisterBenchmark("recall", recall)
      ->Arg(800)
      ->Arg(900)
      ->Arg(950)
      ->Arg(980)
      ->Iterations(1)
      ->Unit(benchmark::kSecond);
  const std::vector<Form> forms{
      {"spider", spider, &QuestionSet::examples, as_it_is},
      {"spider_syn", spider, &QuestionSet::others, as_it_is},
      {"spider_reworded", spider, &QuestionSet::reworded, as_it_is},
      {"spider_respelled", spider, &QuestionSet::examples, with_other_names},
      {"spider_columns", spider, &QuestionSet::examples, as_columns},
      {"own", own, &QuestionSet::examples, as_it_is},
      {"own_columns", own, &QuestionSet::examples, as_columns},
      {"own_hallucinated", own, &QuestionSet::hallucinated, as_it_is},
      {"own_hallucinated_columns", own, &QuestionSet::hallucinated, as_columns},
      {"spider_hallucinated_columns", spider, &QuestionSet::hallucinated, as_columns},
      {"own_with_large", own, &QuestionSet::examples, with_large},
      {"large", large, &QuestionSet::examples, as_it_is},
      {"large_columns", large, &QuestionSet::examples, as_columns},
      {"wild", []() -> const QuestionSet & { return wild()[0]; }, &QuestionSet::examples, as_it_is},
      {"held_out", held_out, &QuestionSet::examples, as_it_is},
  };
  for (const auto &[prefix, by] :
       {std::pair{"static/", By::static_table}, std::pair{"encoder/", By::encoder}}) {
    for (const Form &form : forms) {
      benchmark::RegisterBenchmark(
          (std::string(prefix) + form.name).c_str(),
          [form, by = by](benchmark::State &state) { find(state, form, by); })
          ->Iterations(1)
          ->Unit(benchmark::kSecond);
    }
  }
}

const bool registered = (register_all(), true);

}  // namespace
