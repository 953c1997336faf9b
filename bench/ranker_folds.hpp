#ifndef SLUICE_BENCH_RANKER_FOLDS_HPP
#define SLUICE_BENCH_RANKER_FOLDS_HPP

/// The questions that rankers are trained on, in folds by database.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/cached_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "train/folds.hpp"

namespace sluice::bench {

inline constexpr std::size_t folds = 4;

inline std::string from_environment(const char *name, const char *otherwise) {
  const char *chosen = std::getenv(name);
  return chosen != nullptr ? chosen : otherwise;
}
inline std::string data(const std::string &name) {
  return from_environment("SLUICE_DATA", SLUICE_DATA) + '/' + name;
}
inline std::string training(const std::string &name) {
  return SLUICE_SOURCE_DIR "/training/" + name;
}

enum class By { static_table, encoder };

inline const RankerEmbedders &embedders(By by) {
  static const RankerEmbedders words{*default_embedder(), {}};
  if (by == By::static_table) return words;
  static const RankerEmbedders both{
      words.words, CachedEmbedder(open_embedder(from_environment("SLUICE_ENCODER", SLUICE_ENCODER)),
                                  std::max(1U, std::thread::hardware_concurrency()))};
  return both;
}

inline bool missing(benchmark::State &state, By by) {
  if (!std::filesystem::exists(data("spider/train.jsonl.gz")) || !default_embedder()) {
    state.SkipWithError("no benchmark data or no static table; set SLUICE_DATA");
    return true;
  }
  if (by == By::encoder &&
      !std::filesystem::exists(from_environment("SLUICE_ENCODER", SLUICE_ENCODER))) {
    state.SkipWithError("no encoder; set SLUICE_ENCODER");
    return true;
  }
  return false;
}

inline std::vector<RankerExample> examples_of(const std::vector<BenchmarkQuestion> &questions) {
  std::vector<RankerExample> examples;
  for (const BenchmarkQuestion &of : questions)
    examples.push_back({of.question, of.database, of.tables, of.columns});
  return examples;
}

/// Databases in folds, and their questions.
struct QuestionSet {
  std::shared_ptr<const Catalog> catalog;
  std::vector<RankerExample> examples;
  std::vector<RankerExample> reworded = {};  // for training
  std::vector<RankerExample> others = {};    // worded by other people: not for training
  /// With the words of a hallucinated schema for each.
  std::vector<RankerExample> hallucinated = {};
  std::vector<std::size_t> fold_of = {};  // by database; `folds` if it has no questions

  void part() {
    std::vector<std::uint32_t> databases;
    for (const RankerExample &of : examples) databases.push_back(of.database.value);
    const std::vector<std::size_t> of_examples = folds_by_group(databases, folds, 1);
    fold_of.assign(catalog->database_count(), folds);
    for (std::size_t i = 0; i < databases.size(); ++i) fold_of[databases[i]] = of_examples[i];
  }
  bool is_held(DatabaseId database, std::size_t fold) const {
    return fold_of[database.index()] == fold;
  }
  /// Returns the questions about databases of other folds.
  std::vector<RankerExample> without(std::size_t fold, std::vector<RankerExample> from) const {
    std::erase_if(from, [&](const RankerExample &of) { return is_held(of.database, fold); });
    return from;
  }
};

inline std::vector<BenchmarkQuestion> read(const std::string &path, const Catalog &catalog) {
  return read_benchmark_questions(read_file(path), path, catalog);
}

inline std::vector<RankerExample> hallucinated(const std::string &name,
                                               std::span<const BenchmarkQuestion> questions) {
  const auto read = read_reworded(read_file(training(name)), training(name), questions);
  std::vector<RankerExample> examples = examples_of(read);
  for (std::size_t i = 0; i < read.size(); ++i) examples[i].hallucinated = read[i].hallucinated;
  return examples;
}

inline const QuestionSet &spider() {
  static const QuestionSet made = [] {
    QuestionSet question_set{Catalog::make(load(data("spider/tables.json.gz"))), {}};
    const auto questions = read(data("spider/train.jsonl.gz"), *question_set.catalog);
    question_set.examples = examples_of(questions);
    const std::string path = training("reworded.jsonl"), syn = data("spider_syn/train.jsonl.gz");
    question_set.reworded = examples_of(read_reworded(read_file(path), path, questions));
    question_set.hallucinated = hallucinated("spider_hallucinated.jsonl", questions);
    if (std::filesystem::exists(syn))
      question_set.others = examples_of(read(syn, *question_set.catalog));
    question_set.part();
    return question_set;
  }();
  return made;
}

/// `stem` is the prefix of the file names.
inline QuestionSet training_data(const std::string &stem) {
  QuestionSet question_set{Catalog::make(load(training(stem + "tables.json"))), {}};
  const auto questions = read(training(stem + "pairs.jsonl"), *question_set.catalog);
  question_set.examples = examples_of(questions);
  if (std::filesystem::exists(training(stem + "hallucinated.jsonl")))
    question_set.hallucinated = hallucinated(stem + "hallucinated.jsonl", questions);
  question_set.part();
  return question_set;
}

inline const QuestionSet &own() {
  static const QuestionSet made = training_data("");
  return made;
}

/// Databases of whole organizations, with at least 50 tables.
inline const QuestionSet &large() {
  static const QuestionSet made = training_data("large_");
  return made;
}

/// Databases from practice, with questions by experts, by catalog.
inline const std::array<QuestionSet, 5> &wild() {
  static const std::array<QuestionSet, 5> made{training_data("wild_"), training_data("wild_2_"),
                                               training_data("wild_3_"), training_data("wild_4_"),
                                               training_data("wild_5_")};
  return made;
}

/// More databases of that kind, which no ranker is trained on.
inline const QuestionSet &held_out() {
  static const QuestionSet made = training_data("held_out_");
  return made;
}

}  // namespace sluice::bench

#endif
