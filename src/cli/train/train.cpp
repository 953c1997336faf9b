/// `sluice train`: trains the weights of sluice on questions with their answers.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/beam_words.hpp"
#include "cli/source/skipped_report.hpp"
#include "cli/text/contender_lines.hpp"
#include "sluice/beam/synthetic_pairs.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/embed/cached_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/beam_training.hpp"
#include "sluice/train/label_training.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "sluice/train/training_schema.hpp"
#include "train.hpp"

namespace sluice::cli {
namespace {

/// The input and output of trainers on questions.
struct QuestionArguments {
  std::string tables;
  std::vector<std::string> pairs;
  std::string content;
  std::string glossary;
  std::string embedder;
  std::string out;
  std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
};

void add_tables(const Command &command, std::string &tables) {
  command
      .add_option("--tables", tables,
                  "The schemas: tables.json, or any source that --db of `sluice ask` accepts")
      .type_name("PATH")
      .required();
}

Option add_pairs(const Command &command, std::vector<std::string> &pairs,
                 const std::string &about) {
  return command.add_option("--pairs", pairs, about + "; may be repeated").type_name("FILE");
}

void add_content(const Command &command, QuestionArguments &arguments, const std::string &more) {
  command
      .add_option(
          "--content", arguments.content,
          "A folder with the SQLite files of the databases, whose values are learned from, too" +
              more)
      .type_name("DIR");
}

void add_threads(const Command &command, std::size_t &threads) {
  command.add_option("--threads", threads, "Number of threads; the result does not depend on it")
      .between(1, 1024);
}

struct TrainingQuestions {
  std::shared_ptr<const Catalog> catalog;
  std::vector<BenchmarkQuestion> questions;  // of all files, in order
  std::string trained_on;                    // the names of the files
};

std::string file_name(const std::string &path) {
  return std::filesystem::path(path).filename().string();
}

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

RankerExample example_of(BenchmarkQuestion &question) {
  return {std::move(question.question), question.database, std::move(question.tables),
          std::move(question.columns)};
}

struct RouterArguments : QuestionArguments {
  std::vector<std::string> catalogs;  // instead of `tables`
  std::vector<std::string> reworded;
  std::string contenders;
};

void add_glossary(const Command &command, std::string &glossary) {
  command
      .add_option("--glossary", glossary,
                  "Meanings of words in any database, lines `term = meaning, meaning`")
      .type_name("FILE");
}

RankerTrainerOptions options_of(const QuestionArguments &arguments) {
  RankerTrainerOptions options;
  options.threads = arguments.threads;
  const std::string &glossary = arguments.glossary;
  if (!glossary.empty()) options.glossary = parse_glossary(read_file(glossary), glossary);
  return options;
}

/// The questions of a catalog, as read and as examples to learn from.
struct RouterSet {
  RankerTrainingSet training;
  std::vector<BenchmarkQuestion> questions;
};

/// The first set whose catalog has the database of a file's first question.
RouterSet &set_of(std::string_view text, const std::string &path, std::vector<RouterSet> &sets) {
  RouterSet *found = nullptr;
  const std::size_t end = text.find('\n', text.find_first_not_of(" \t\r\n"));
  each_json_line(text.substr(0, end), path, [&](JsonValue record) {
    const JsonValue name = record.at("db_id");
    for (RouterSet &set : sets) {
      const Catalog &catalog = set.training.schema.catalog();
      if (found == nullptr && catalog.find_database(name.as_string())) found = &set;
    }
    if (found == nullptr) {
      throw Error(ErrorCode::not_found,
                  fmt::format("database \"{}\" is in none of --tables", name.as_string()),
                  name.place());
    }
  });
  return found != nullptr ? *found : sets.front();
}

RouterSet router_set(const std::string &tables, const RankerEmbedders &embedders,
                     std::span<const DatabaseFile> content, const Progress &progress) {
  const auto catalog = Catalog::make(load_and_report(tables));
  RankerSchema schema = training_schema(catalog, embedders);
  RankerSchema respelled = respelled_schema(schema);
  if (!content.empty()) {
    const auto values = read_values(*catalog, content, {}, nullptr, progress);
    report_skipped(values.skipped);
    if (values.index->values() > 0) schema = schema.with_values(values.index);
  }
  return {{std::move(schema), {}, std::move(respelled)}, {}};
}

void train_router(const RouterArguments &arguments) {
  const auto words = default_embedder();
  if (!words) {
    throw Error(ErrorCode::unsupported, "this build has no static table to train a router with");
  }
  RankerEmbedders embedders{*words, {}};
  if (!arguments.embedder.empty())
    embedders.sentences = CachedEmbedder(open_embedder(arguments.embedder), arguments.threads);
  ProgressLine line;
  std::string trained_on;
  std::vector<DatabaseFile> content;
  if (!arguments.content.empty()) content = find_databases(arguments.content);
  std::vector<std::optional<RouterSet>> made(arguments.catalogs.size());
  run_jobs(
      made.size(), arguments.threads,
      [&](std::size_t job, const Progress &reports) {
        made[job] = router_set(arguments.catalogs[job], embedders, content, reports);
      },
      Progress(line));
  std::vector<RouterSet> sets;
  for (std::size_t s = 0; s < made.size(); ++s) {
    trained_on += (trained_on.empty() ? "" : ", ") + file_name(arguments.catalogs[s]);
    sets.push_back(std::move(*made[s]));
  }
  for (const std::string &path : arguments.pairs) {
    trained_on += ", " + file_name(path);
    const std::string text = read_file(path);
    RouterSet &set = set_of(text, path, sets);
    for (BenchmarkQuestion &of :
         read_benchmark_questions(text, path, set.training.schema.catalog()))
      set.questions.push_back(std::move(of));
  }
  for (const std::string &path : arguments.reworded) {
    trained_on += ", " + file_name(path);
    const std::string text = read_file(path);
    RouterSet &set = set_of(text, path, sets);
    for (BenchmarkQuestion &of : read_reworded(text, path, set.questions))
      set.training.reworded.emplace_back(example_of(of)).hallucinated = std::move(of.hallucinated);
  }
  if (!arguments.glossary.empty()) trained_on += ", " + file_name(arguments.glossary);
  std::vector<RankerTrainingSet> training;
  for (RouterSet &set : sets) {
    for (BenchmarkQuestion &of : set.questions) set.training.examples.push_back(example_of(of));
    training.push_back(std::move(set.training));
  }
  std::optional<ContenderLines> contenders;
  if (!arguments.contenders.empty()) contenders.emplace(arguments.contenders);
  const auto model = train_ranker(training, trained_on, options_of(arguments), Progress(line),
                                  contenders ? &*contenders : nullptr);
  if (contenders) contenders->close();
  write_file(arguments.out, model->packed_bytes());
  fmt::print("{} questions of {} databases, content of {}\n", model->info.questions,
             model->info.databases, model->info.contents);
  print_written(arguments.out);
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

void add_router(const Command &train) {
  auto arguments = std::make_shared<RouterArguments>();
  const Command command = train.add_command(
      "router", "Train a ranker of databases, tables and columns on questions with their answers");
  const Command input = command.section("Input");
  input
      .add_option(
          "--tables", arguments->catalogs,
          "The schemas: tables.json, or any source that --db of `sluice ask` accepts; may be "
          "repeated. The questions of a file belong to the first catalog with their databases")
      .type_name("PATH")
      .required();
  add_pairs(input, arguments->pairs, "Questions with gold tables and columns, JSON Lines")
      .required();
  input
      .add_option("--reworded", arguments->reworded,
                  "Other wordings of these questions: JSON Lines with db_id, id and question, or "
                  "with hallucinated, an invented schema for it; may be repeated")
      .type_name("FILE");
  add_content(input, *arguments, "; the model then has weights with and without content");
  add_glossary(input, arguments->glossary);
  input
      .add_option("--embedder", arguments->embedder,
                  "An encoder for features of sentences; the ranker must be used with the same one")
      .type_name("NAME");
  add_threads(command, arguments->threads);
  add_out(command, arguments->out);
  command
      .add_option("--contenders", arguments->contenders,
                  "Also write how rankers that did not see the databases rank them for each "
                  "question, for training/cross_encoder.py")
      .type_name("FILE");
  command.footer(
      "The same input gives the same bytes.\n"
      "\n"
      "Examples:\n"
      "  sluice train router --tables tables.json --pairs train.jsonl --out my.ranker\n"
      "  sluice train router --tables tables.json --pairs train.jsonl --content database/ --out my.ranker");
  command.callback([arguments] { train_router(*arguments); });
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
