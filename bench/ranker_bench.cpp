/// What the trained ranker owes to each group of its features, where it errs, and what it finds of
/// questions in other forms: databases of Spider's train questions, each ranked by a model that was
/// fitted to other databases, and to training/. The figures are counters; only train data
/// is read. The folder with the benchmark data is taken from SLUICE_DATA.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/learn/folds.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/pipeline/benchmark_questions.hpp"
#include "sluice/pipeline/training_schema.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/route/ranker_trainer.hpp"
#include "sluice/route/respelled_catalog.hpp"
#include "sluice/schema/load.hpp"

namespace {

using namespace sluice;

constexpr std::size_t folds = 4;
constexpr std::size_t every = 4;  // of the questions: the others change little
constexpr std::size_t per_database = 12;

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

struct Rows {
  std::vector<std::string> names;
  std::vector<RankerRows> questions;
  std::vector<std::size_t> fold_of;
};

RankerSchema schema_of(std::shared_ptr<const Catalog> catalog) {
  return training_schema(std::move(catalog), {*default_embedder(), {}});
}

std::vector<RankerExample> examples_of(const std::vector<BenchmarkQuestion> &questions) {
  std::vector<RankerExample> examples;
  for (const BenchmarkQuestion &of : questions)
    examples.push_back({of.question, of.database, of.tables, of.columns});
  return examples;
}

/// Spider's train questions, their databases in folds.
struct Train {
  std::shared_ptr<const Catalog> catalog = Catalog::make(load(data("spider/tables.json.gz")));
  RankerSchema schema = schema_of(catalog);
  std::vector<RankerExample> examples, reworded;
  std::vector<std::size_t> fold_of;  // by example

  Train() {
    const std::vector<BenchmarkQuestion> questions = read("spider/train.jsonl.gz");
    examples = examples_of(questions);
    const std::string path = SLUICE_SOURCE_DIR "/training/reworded.jsonl";
    reworded = examples_of(read_reworded(read_file(path), path, questions));
    std::vector<std::uint32_t> databases;
    for (const RankerExample &of : examples) databases.push_back(of.database.value);
    fold_of = folds_by_group(databases, folds, 1);
  }

  std::vector<BenchmarkQuestion> read(const std::string &name) const {
    return read_benchmark_questions(read_file(data(name)), name, *catalog);
  }
};

/// As the ranker's trainer makes them, without replaced words and adapters.
Rows make_rows() {
  const Train train;
  Rows rows;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<TranslationPair> pairs;
    for (std::size_t i = 0; i < train.examples.size(); ++i) {
      if (train.fold_of[i] != fold)
        pairs.push_back(translation_pair(*train.catalog, train.examples[i]));
    }
    const RankerFeatures features(
        train.schema, std::make_shared<const TranslationModel>(TranslationModel::train(pairs)));
    rows.names.assign(features.database_features().begin(), features.database_features().end());
    for (std::size_t i = 0; i < train.examples.size(); i += every) {
      if (train.fold_of[i] != fold) continue;
      rows.questions.push_back(ranker_rows(features, train.examples[i], 40));
      rows.fold_of.push_back(fold);
    }
  }
  return rows;
}

const Rows &shared_rows() {
  static const Rows rows = make_rows();
  return rows;
}

/// What shipped weights learn from beside Spider.
RankerTrainingSet own_set() {
  const std::string folder = SLUICE_SOURCE_DIR "/training/";
  const auto catalog = Catalog::make(load(folder + "tables.json"));
  const RankerSchema schema = schema_of(catalog);
  const std::string path = folder + "pairs.jsonl";
  return {schema, examples_of(read_benchmark_questions(read_file(path), path, *catalog)),
          respelt_schema(schema)};
}

/// A ranker, and questions of databases that it was not trained on.
struct HeldOut {
  Ranker ranker;
  std::vector<RankerExample> examples;
  std::vector<std::uint8_t> is_held;  // by database
};

const std::vector<HeldOut> &held_out() {
  static const std::vector<HeldOut> made = [] {
    const Train train;
    const RankerSchema respelt = respelt_schema(train.schema);
    RankerTrainerOptions options;
    options.per_database = per_database;
    const std::string glossary = SLUICE_SOURCE_DIR "/training/glossary.txt";
    options.glossary = parse_glossary(read_file(glossary), glossary);
    std::vector<RankerTrainingSet> sets{{train.schema, {}, respelt}, own_set()};
    std::vector<HeldOut> all;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      std::vector<RankerExample> others, held;
      std::vector<std::uint8_t> is_held(train.catalog->database_count(), 0);
      for (std::size_t i = 0; i < train.examples.size(); ++i) {
        if (train.fold_of[i] == fold) is_held[train.examples[i].database.index()] = 1;
        if (train.fold_of[i] != fold) others.push_back(train.examples[i]);
        if (train.fold_of[i] == fold && i % every == 0 && !train.examples[i].columns.empty())
          held.push_back(train.examples[i]);
      }
      sets.front().examples = std::move(others);
      sets.front().reworded = train.reworded;
      std::erase_if(sets.front().reworded,
                    [&](const RankerExample &of) { return is_held[of.database.index()] != 0; });
      const auto model = train_ranker(sets, "folds", options);
      all.push_back({Ranker(train.schema, model), std::move(held), std::move(is_held)});
    }
    return all;
  }();
  return made;
}

/// The channel of "hard_gap_sta_cover" is "sta".
std::string_view channel_of(std::string_view name) {
  for (const std::string_view prefix : {"hard_", "gap_"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  return name.substr(0, name.find('_'));
}

/// One row with the kept features only.
std::vector<float> kept_of(const RankerRows &rows, std::size_t candidate,
                           const std::vector<std::size_t> &kept, std::size_t width) {
  std::vector<float> row;
  for (const std::size_t feature : kept) row.push_back(rows.databases[candidate * width + feature]);
  return row;
}

/// Visits each question with the scores of its candidates by the model of the other folds.
void cross_validate(
    const std::vector<std::size_t> &kept,
    const std::function<void(const RankerRows &, const std::vector<float> &)> &visit) {
  const Rows &rows = shared_rows();
  for (std::size_t fold = 0; fold < folds; ++fold) {
    RankedGroups groups;
    groups.columns = kept.size();
    for (std::size_t q = 0; q < rows.questions.size(); ++q) {
      if (rows.fold_of[q] == fold) continue;
      groups.begin_group();
      for (std::size_t c = 0; c < rows.questions[q].candidates.size(); ++c) {
        groups.add(kept_of(rows.questions[q], c, kept, rows.names.size()),
                   c == rows.questions[q].gold);
      }
    }
    const LinearModel model = fit_listwise(std::move(groups), RankerTrainerOptions{}.databases);
    for (std::size_t q = 0; q < rows.questions.size(); ++q) {
      if (rows.fold_of[q] != fold) continue;
      std::vector<float> scores;
      for (std::size_t c = 0; c < rows.questions[q].candidates.size(); ++c)
        scores.push_back(model.score(kept_of(rows.questions[q], c, kept, rows.names.size())));
      visit(rows.questions[q], scores);
    }
  }
}

std::size_t place_of_gold(const RankerRows &rows, const std::vector<float> &scores) {
  return static_cast<std::size_t>(
      std::ranges::count_if(scores, [&](float score) { return score > scores[rows.gold]; }));
}

bool missing(benchmark::State &state) {
  if (std::filesystem::exists(data("spider/train.jsonl.gz")) && default_embedder()) return false;
  state.SkipWithError("no benchmark data or no static table; set SLUICE_DATA");
  return true;
}

/// Recall in percent without the features that `is_left_out` names.
void without(benchmark::State &state, const std::function<bool(std::string_view)> &is_left_out) {
  if (missing(state)) return;
  std::vector<std::size_t> kept;
  const std::vector<std::string> &names = shared_rows().names;
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (!is_left_out(names[f])) kept.push_back(f);
  }
  double first = 0, five = 0, all = 0;
  for (auto _ : state) {
    cross_validate(kept, [&](const RankerRows &rows, const std::vector<float> &scores) {
      const std::size_t place = place_of_gold(rows, scores);
      all += 1;
      first += place < 1 ? 1 : 0;
      five += place < 5 ? 1 : 0;
    });
  }
  state.counters["features"] = static_cast<double>(kept.size());
  state.counters["dR@1"] = 100 * first / all;
  state.counters["dR@5"] = 100 * five / all;
}

/// Questions in percent whose database is not first, by how far off it is and by what the winner
/// has before it: a question that names neither, or the winner, is the benchmark's doing.
void errors(benchmark::State &state) {
  if (missing(state)) return;
  const std::vector<std::string> &names = shared_rows().names;
  std::vector<std::size_t> all;
  for (std::size_t f = 0; f < names.size(); ++f) all.push_back(f);
  const auto cover = static_cast<std::size_t>(std::ranges::find(names, "ex_cover") - names.begin());
  double questions = 0, second = 0, to_five = 0, further = 0, more = 0, equal = 0, less = 0;
  for (auto _ : state) {
    cross_validate(all, [&](const RankerRows &rows, const std::vector<float> &scores) {
      questions += 1;
      const std::size_t place = place_of_gold(rows, scores);
      if (place == 0) return;
      (place == 1 ? second : place < 5 ? to_five : further) += 1;
      const auto winner =
          static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
      const auto covered = [&](std::size_t c) { return rows.databases[c * names.size() + cover]; };
      const float lead = covered(winner) - covered(rows.gold);
      (lead > 0.01F ? more : lead < -0.01F ? less : equal) += 1;
    });
  }
  const auto put = [&](const char *name, double count) {
    state.counters[name] = 100 * count / questions;
  };
  put("second", second);
  put("third_to_fifth", to_five);
  put("further", further);
  put("winner_names_more", more);
  put("winner_names_as_much", equal);
  put("winner_names_less", less);
}

/// Databases of one fold are asked of a model that was trained on the others: the recall that was
/// asked for, the one observed, how many columns that took, and how many the best fixed number that
/// reaches the observed one would have.
void recall(benchmark::State &state) {
  if (missing(state)) return;
  const double target = static_cast<double>(state.range(0)) / 1000;
  double observed = 0, taken = 0, questions = 0;
  std::vector<double> found_by_rank;  // sums of recall gained at each rank
  for (auto _ : state) {
    for (const HeldOut &held : held_out()) {
      for (const RankerExample &example : held.examples) {
        const RankerAnswer answer = held.ranker.rank(example.question);
        const std::size_t enough = held.ranker.columns_for(answer, target);
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

/// The databases of a fold alone, as a list of columns has them: original names in small letters,
/// neither types nor keys.
std::shared_ptr<const Catalog> elements_of(const Catalog &catalog,
                                           const std::vector<std::uint8_t> &is_held) {
  const auto bare = [](auto &object) {
    object.title.clear();
    for (char &c : object.name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  Databases databases;
  for (const DatabaseId id : catalog.databases()) {
    if (is_held[id.index()] == 0) continue;
    DatabaseDefinition definition = catalog.database(id).definition();
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

/// The example in a catalog that has its database, tables and columns in the same order.
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
    for (const std::size_t cut : {5U, 20U, 100U})
      found["cR@" + std::to_string(cut)] += share(answer.columns, example.columns, cut);
  }
};

enum class Form { plain, other_words, other_names, elements };

/// Train questions in one form, asked of models that were trained on other databases. Spider-Syn's
/// train questions, other people's words for Spider's, are asked and never learned from. What is
/// chosen of the trainer is chosen by the mean over forms.
void form(benchmark::State &state, Form form) {
  if (missing(state)) return;
  if (form == Form::other_words && !std::filesystem::exists(data("spider_syn/train.jsonl.gz")))
    return state.SkipWithError("no Spider-Syn questions");
  const Train train;
  const std::vector<RankerExample> examples =
      form == Form::other_words ? examples_of(train.read("spider_syn/train.jsonl.gz"))
                                : train.examples;
  Recalls recalls;
  for (auto _ : state) {
    for (const HeldOut &held : held_out()) {
      std::shared_ptr<const Catalog> catalog = train.catalog;
      if (form == Form::other_names) catalog = respelled(*catalog, 77);  // not the trainer's
      if (form == Form::elements) catalog = elements_of(*catalog, held.is_held);
      const Ranker ranker(schema_of(catalog), held.ranker.share_model());
      for (std::size_t i = 1; i < examples.size(); i += every) {
        if (held.is_held[examples[i].database.index()] == 0) continue;
        const RankerExample example = moved(examples[i], *train.catalog, *catalog);
        recalls.add(ranker.rank(example.question, nullptr, {.tables = 100}), example);
      }
    }
  }
  for (const auto &[name, sum] : recalls.found) {
    const double all = name.starts_with('c') ? recalls.with_columns : recalls.questions;
    state.counters[name] = 100 * sum / all;
  }
}

void register_all() {
  const auto add = [](const std::string &name, std::function<bool(std::string_view)> left_out) {
    benchmark::RegisterBenchmark(("without/" + name).c_str(),
                                 [left_out](benchmark::State &state) { without(state, left_out); })
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  add("nothing", [](std::string_view) { return false; });
  for (const char *channel : {"bm", "lm", "ex", "ibm", "wn", "sta", "rel", "mix", "stas", "tables"})
    add(channel, [channel](std::string_view name) { return channel_of(name) == channel; });
  add("gaps", [](std::string_view name) { return name.find("gap_") != name.npos; });
  add("hardness", [](std::string_view name) { return name.starts_with("hard_"); });
  benchmark::RegisterBenchmark("recall", recall)
      ->Arg(800)
      ->Arg(900)
      ->Arg(950)
      ->Arg(980)
      ->Iterations(1)
      ->Unit(benchmark::kSecond);
  const auto add_form = [](const char *name, Form of) {
    benchmark::RegisterBenchmark(name, [of](benchmark::State &state) { form(state, of); })
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  add_form("folds/plain", Form::plain);
  add_form("folds/syn", Form::other_words);
  add_form("folds/respelled", Form::other_names);
  add_form("folds/columns", Form::elements);
  benchmark::RegisterBenchmark("errors", errors)->Iterations(1)->Unit(benchmark::kSecond);
}

const bool registered = (register_all(), true);

}  // namespace
