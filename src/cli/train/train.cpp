/// `sluice train`: trains the weights of sluice on questions with their answers.

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/beam_words.hpp"
#include "cli/source/skipped_report.hpp"
#include "question_arguments.hpp"
#include "sluice/beam/synthetic_pairs.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/beam_training.hpp"
#include "sluice/train/label_training.hpp"
#include "train.hpp"

namespace sluice::cli {
namespace {

void add_tables(const Command &command, std::string &tables) {
  command
      .add_option("--tables", tables,
                  "The schemas: tables.json, or any source that --db of `sluice ask` accepts")
      .type_name("PATH")
      .required();
}

struct TrainingQuestions {
  std::shared_ptr<const Catalog> catalog;
  std::vector<BenchmarkQuestion> questions;  // of all files, in order
  std::string trained_on;                    // the names of the files
};

TrainingQuestions read_questions(const QuestionArguments &arguments) {
  TrainingQuestions read{
      Catalog::make(load_and_report(arguments.tables)), {}, file_name(arguments.tables)};
  for (const std::string &path : arguments.pairs) {
    read.trained_on += ", " + file_name(path);
    for (BenchmarkQuestion &question :
         read_benchmark_questions(read_file(path), path, *read.catalog)) {
      read.questions.push_back(std::move(question));
    }
  }
  return read;
}

struct BeamArguments : QuestionArguments {
  std::optional<std::size_t> questions;
  std::size_t epochs = BeamTrainingOptions{}.epochs;
};

void train_beam(const BeamArguments &arguments) {
  auto [catalog, questions, trained_on] = read_questions(arguments);
  const auto graphs = std::make_shared<const JoinGraphs>(catalog);
  BeamTrainingOptions options{.epochs = arguments.epochs, .threads = arguments.threads};
  options.origin.trained_on = std::move(trained_on);
  std::vector<RoutingPair> asked;
  for (BenchmarkQuestion &pair : questions) {
    options.origin.seen.push_back(
        RankerModel::question_key(catalog->database(pair.database).name(), pair.question));
    asked.push_back({std::move(pair.question),
                     {{pair.database, std::move(pair.tables)}, std::move(pair.columns)}});
  }
  ProgressLine line;
  const auto pairs =
      synthesize_pairs(*graphs, asked, arguments.questions.value_or(usual_pair_count(*catalog)),
                       /*seed=*/1, Progress(line));
  const auto start = std::chrono::steady_clock::now();
  train_beam_router(graphs, beam_words(arguments.embedder), pairs, options, Progress(line))
      .store(arguments.out);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  fmt::print("{} synthetic questions for {} databases · {}\n", pairs.size(),
             catalog->database_count(), duration_text(spent.count()));
  print_written(arguments.out);
}

void add_beam(const Command &train) {
  auto arguments = std::make_shared<BeamArguments>();
  const Command command = train.add_command(
      "beam", "Train a router that generates names, on synthetic questions of a catalog");
  const Command input = command.section("Input");
  add_tables(input, arguments->tables);
  add_pairs(input, arguments->pairs,
            "Questions with gold tables and columns, JSON Lines, whose words and phrasing the "
            "synthetic questions imitate");
  input
      .add_option("--embedder", arguments->embedder,
                  "Makes the vectors of words; the router must be used with the same one")
      .type_name("NAME");
  const Command training = command.section("Training");
  training
      .add_option("--synthetic-questions", arguments->questions,
                  "Number of questions to generate. Default: 50 per table, at least 200, at most "
                  "20,000")
      .between(1, 10'000'000);
  training.add_option("--epochs", arguments->epochs, "Number of passes over the questions")
      .between(1, 1000);
  add_threads(training, arguments->threads);
  add_out(command, arguments->out);
  command.footer(
      "No recorded questions are needed. The same input gives the same bytes.\n"
      "\n"
      "Examples:\n"
      "  sluice train beam --tables databases/ --out beam.model\n"
      "  sluice train beam --tables tables.json --synthetic-questions 100 --epochs 2 --out beam.model");
  command.callback([arguments] { train_beam(*arguments); });
}

void train_labels(const QuestionArguments &arguments) {
  auto [catalog, questions, trained_on] = read_questions(arguments);
  std::vector<std::string> queries;
  for (const std::string &path : arguments.pairs) {
    each_json_line(read_file(path), path,
                   [&](JsonValue record) { queries.emplace_back(record.at("sql").as_string()); });
  }
  std::vector<LabelPair> pairs;
  for (std::size_t i = 0; i < questions.size(); ++i)
    pairs.push_back({example_of(questions[i]), std::move(queries[i])});
  std::vector<DatabaseFile> content;
  if (!arguments.content.empty()) content = find_databases(arguments.content);
  ProgressLine line;
  LabelTrainingOptions options;
  options.ranker = options_of(arguments);
  if (!arguments.glossary.empty()) trained_on += ", " + file_name(arguments.glossary);
  const LabelTrainingSet set(catalog, pairs, content, options, Progress(line));
  const auto model = train_label_model(set, trained_on, options, Progress(line));
  write_file(arguments.out, model->bytes());
  fmt::print("{} questions, {} training entries\n", pairs.size(), set.entries().size());
  print_written(arguments.out);
}

void add_labels(const Command &train) {
  auto arguments = std::make_shared<QuestionArguments>();
  const Command command = train.add_command(
      "labels", "Train the label model, which predicts the role of each table and column");
  const Command input = command.section("Input");
  add_tables(input, arguments->tables);
  add_pairs(input, arguments->pairs, "Questions with gold tables, columns and sql, JSON Lines")
      .required();
  add_content(input, *arguments, "");
  add_glossary(input, arguments->glossary);
  add_threads(command, arguments->threads);
  add_out(command, arguments->out);
  command.footer(
      "The same input gives the same bytes.\n"
      "\n"
      "Examples:\n"
      "  sluice train labels --tables tables.json --pairs train.jsonl --out my.labels\n"
      "  sluice train labels --tables tables.json --pairs train.jsonl --content database/ --out my.labels");
  command.callback([arguments] { train_labels(*arguments); });
}

}  // namespace

void print_written(const std::string &path) {
  fmt::print("{} · {}\n", path,
             bytes_text(static_cast<std::size_t>(std::filesystem::file_size(path))));
}

void add_out(const Command &command, std::string &out) {
  command.add_option("--out", out, "The file to write").type_name("FILE").required();
}

void add_train(const Command &app) {
  const Command train = app.add_group("train", "Train weights, or convert them");
  train.footer("Examples:\n"
               "  sluice train router --tables tables.json --pairs train.jsonl --out my.ranker\n"
               "  sluice train beam --tables databases/ --out beam.model");
  add_train_vectors(train);
  add_router(train);
  add_beam(train);
  add_labels(train);
}

}  // namespace sluice::cli
