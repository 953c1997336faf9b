#ifndef SLUICE_BENCH_SPIDER_QUESTIONS_HPP
#define SLUICE_BENCH_SPIDER_QUESTIONS_HPP

/// Spider's questions, the store of its train examples, and guesses at their queries, for the
/// benches of the room `rank`. The folder with the benchmark data is taken from SLUICE_DATA.

#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/rank/approximator.hpp"
#include "sluice/train/label_training.hpp"

namespace sluice::bench {

/// The path of a file of the benchmark data.
std::string data(const std::string &name);

/// Skips the benchmark where there is no data.
bool missing(::benchmark::State &state);

struct Spider {
  std::shared_ptr<const Catalog> catalog;
  std::vector<Example> train, dev;
  std::shared_ptr<const ExampleStore> store;
  std::vector<std::string> dev_shapes;

  Spider();
  const Database *database(const Example &of) const {
    return &catalog->database(*catalog->find_database(of.database));
  }
  /// Of each train example, its database.
  std::vector<std::uint32_t> train_groups() const;
};

/// Read once.
const Spider &spider();

/// Guesses at the dev queries: "none" are none, "oracle" is gold, "nearest" the nearest example,
/// "labels" the label model with the databases' content; else a recorded system's.
const std::vector<std::vector<ApproximatedQuery>> &approximations(std::string_view of);

/// Guesses at some of the train queries: gold, perturbed gold, or the query of an example of
/// another database with a similar question.
struct Guessed {
  std::vector<std::size_t> positions;  // in train
  std::vector<std::string> sql;
};
const Guessed &guessed();

/// What the label model learns from: the train questions with their databases' content, where it is
/// known, and without. Takes five minutes.
const LabelTrainingSet &training_set();

/// The forms that the label model sees with content: of the dev questions, and of the train
/// questions, there by models that did not see their database.
const std::vector<QuestionForm> &dev_forms();
const std::vector<QuestionForm> &train_forms();

}  // namespace sluice::bench

#endif
