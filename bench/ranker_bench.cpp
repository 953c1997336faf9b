/// The contribution of each group of features to the trained ranker, and its errors: databases of
/// Spider's train questions, each ranked by weights fitted to the others. The figures are counters;
/// only train data is read. SLUICE_DATA is the folder with the benchmark data.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "route/features/ranker_features.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "sluice/train/training_schema.hpp"
#include "train/folds.hpp"

namespace {

using namespace sluice;

constexpr std::size_t folds = 4;
constexpr std::size_t every = 4;  // only every fourth question: more change little

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

struct Rows {
  std::vector<std::string> names, word_names;  // of features of databases, and of each word
  std::vector<RankerRows> questions;
  std::vector<std::size_t> fold_of;
};

/// Spider's train questions, their databases in folds.
struct Train {
  std::shared_ptr<const Catalog> catalog = Catalog::make(load(data("spider/tables.json.gz")));
  RankerSchema schema = training_schema(catalog, {*default_embedder(), {}});
  std::vector<RankerExample> examples;
  std::vector<std::size_t> fold_of;  // by example

  Train() {
    const std::string path = data("spider/train.jsonl.gz");
    for (const BenchmarkQuestion &of : read_benchmark_questions(read_file(path), path, *catalog))
      examples.push_back({of.question, of.database, of.tables, of.columns});
    std::vector<std::uint32_t> databases;
    for (const RankerExample &of : examples) databases.push_back(of.database.value);
    fold_of = folds_by_group(databases, folds, 1);
  }
};

/// Rows as in the ranker's trainer, without replaced words and adapters.
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
    rows.word_names.assign(features.word_features().begin(), features.word_features().end());
    for (std::size_t i = 0; i < train.examples.size(); i += every) {
      if (train.fold_of[i] != fold) continue;
      rows.questions.push_back(
          ranker_rows(features, train.examples[i], RankerTrainerOptions{}.candidates));
      rows.fold_of.push_back(fold);
    }
  }
  return rows;
}

const Rows &shared_rows() {
  static const Rows rows = make_rows();
  return rows;
}

/// Returns the channel of a feature: "sta" for "gap_sta_cover".
std::string_view channel_of(std::string_view name) {
  constexpr std::string_view gap = "gap_";
  if (name.starts_with(gap)) name.remove_prefix(gap.size());
  return name.substr(0, name.find('_'));
}

/// Positions of the kept features.
struct Kept {
  std::vector<std::size_t> features, of_words;
};

Kept kept_of(const Rows &rows, const std::function<bool(std::string_view)> &is_left_out,
             bool without_words) {
  const auto keep = [&](const std::vector<std::string> &names) {
    std::vector<std::size_t> kept;
    for (std::size_t f = 0; f < names.size(); ++f) {
      if (!is_left_out(names[f])) kept.push_back(f);
    }
    return kept;
  };
  return {keep(rows.names), without_words ? std::vector<std::size_t>() : keep(rows.word_names)};
}

/// Returns one row with only the kept features.
std::vector<float> row_of(const RankerRows &rows, std::size_t candidate,
                          const std::vector<std::size_t> &kept, std::size_t width) {
  std::vector<float> row;
  for (const std::size_t feature : kept) row.push_back(rows.databases[candidate * width + feature]);
  return row;
}

/// Appends the words of all candidates, with only the kept features.
void append_words(const RankerRows &rows, const std::vector<std::size_t> &kept, RowParts &words) {
  if (kept.empty()) return;
  words.sizes.insert(words.sizes.end(), rows.words.sizes.begin(), rows.words.sizes.end());
  for (std::size_t at = 0; at < rows.words.numbers.size(); at += rows.words.columns) {
    for (const std::size_t feature : kept)
      words.numbers.push_back(rows.words.numbers[at + feature]);
  }
}

/// Visits each question with its candidates' scores by the perceptron trained on the other folds;
/// without scores if its database is not a candidate.
void cross_validate(
    const Kept &kept,
    const std::function<void(const RankerRows &, const std::vector<float> &)> &visit) {
  const Rows &rows = shared_rows();
  for (std::size_t fold = 0; fold < folds; ++fold) {
    RankedGroups groups;
    groups.columns = kept.features.size();
    RowParts words{kept.of_words.size(), {}, {}};
    for (std::size_t q = 0; q < rows.questions.size(); ++q) {
      if (rows.fold_of[q] == fold || rows.questions[q].candidates.empty()) continue;
      groups.begin_group();
      for (std::size_t c = 0; c < rows.questions[q].candidates.size(); ++c) {
        groups.add(row_of(rows.questions[q], c, kept.features, rows.names.size()),
                   c == rows.questions[q].gold);
      }
      append_words(rows.questions[q], kept.of_words, words);
    }
    const Perceptron model =
        fit_perceptron(std::move(groups), words, RankerTrainerOptions{}.contenders);
    for (std::size_t q = 0; q < rows.questions.size(); ++q) {
      if (rows.fold_of[q] != fold) continue;
      std::vector<float> scores(rows.questions[q].candidates.size()), of_candidates;
      for (std::size_t c = 0; c < scores.size(); ++c) {
        const std::vector<float> row =
            row_of(rows.questions[q], c, kept.features, rows.names.size());
        of_candidates.insert(of_candidates.end(), row.begin(), row.end());
      }
      RowParts of_words{kept.of_words.size(), {}, {}};
      append_words(rows.questions[q], kept.of_words, of_words);
      model.score_rows(of_candidates, of_words, scores);
      visit(rows.questions[q], scores);
    }
  }
}

std::size_t place_of_gold(const RankerRows &rows, const std::vector<float> &scores) {
  if (scores.empty()) return SIZE_MAX;
  return static_cast<std::size_t>(
      std::ranges::count_if(scores, [&](float score) { return score > scores[rows.gold]; }));
}

bool missing(benchmark::State &state) {
  if (std::filesystem::exists(data("spider/train.jsonl.gz")) && default_embedder()) return false;
  state.SkipWithError("no benchmark data or no static table; set SLUICE_DATA");
  return true;
}

/// Recall in percent without the features for which `is_left_out` is true, or without all word
/// features.
void without(benchmark::State &state, const std::function<bool(std::string_view)> &is_left_out,
             bool without_words) {
  if (missing(state)) return;
  const Kept kept = kept_of(shared_rows(), is_left_out, without_words);
  double first = 0, five = 0, all = 0;
  for (auto _ : state) {
    cross_validate(kept, [&](const RankerRows &rows, const std::vector<float> &scores) {
      const std::size_t place = place_of_gold(rows, scores);
      all += 1;
      first += place < 1 ? 1 : 0;
      five += place < 5 ? 1 : 0;
    });
  }
  state.counters["features"] = static_cast<double>(kept.features.size() + kept.of_words.size());
  state.counters["dR@1"] = 100 * first / all;
  state.counters["dR@5"] = 100 * five / all;
}

/// Percentage of questions whose database is not first, by its rank and by the advantage of the
/// winner. A question that names neither database, or names the winner, is an error of the
/// benchmark.
void errors(benchmark::State &state) {
  if (missing(state)) return;
  const std::vector<std::string> &names = shared_rows().names;
  const Kept all = kept_of(
      shared_rows(), [](std::string_view) { return false; }, false);
  const auto cover = static_cast<std::size_t>(std::ranges::find(names, "ex_cover") - names.begin());
  double questions = 0, second = 0, to_five = 0, further = 0, more = 0, equal = 0, less = 0;
  for (auto _ : state) {
    cross_validate(all, [&](const RankerRows &rows, const std::vector<float> &scores) {
      questions += 1;
      const std::size_t place = place_of_gold(rows, scores);
      if (place == 0) return;
      (place == 1 ? second : place < 5 ? to_five : further) += 1;
      if (scores.empty()) return;
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

void register_all() {
  const auto add = [](const std::string &name, std::function<bool(std::string_view)> left_out,
                      bool without_words = false) {
    benchmark::RegisterBenchmark(
        ("without/" + name).c_str(),
        [=](benchmark::State &state) { without(state, left_out, without_words); })
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  const auto nothing = [](std::string_view) { return false; };
  add("nothing", nothing);
  add("words", nothing, true);
  for (const char *channel :
       {"bm", "lm", "ex", "ibm", "wn", "sta", "rel", "mix", "stas", "tables", "question"})
    add(channel, [channel](std::string_view name) { return channel_of(name) == channel; });
  add("gaps", [](std::string_view name) { return name.find("gap_") != name.npos; });
  benchmark::RegisterBenchmark("errors", errors)->Iterations(1)->Unit(benchmark::kSecond);
}

const bool registered = (register_all(), true);

}  // namespace
