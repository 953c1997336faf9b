/// `sluice train router`: trains the ranker of databases, tables and columns.

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/original_names.hpp"
#include "cli/source/skipped_report.hpp"
#include "cli/text/contender_lines.hpp"
#include "question_arguments.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/embed/cached_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "sluice/train/training_schema.hpp"
#include "train.hpp"

namespace sluice::cli {
namespace {

struct RouterArguments : QuestionArguments {
  std::vector<std::string> catalogs;  // instead of `tables`
  std::vector<std::string> reworded;
  std::vector<std::string> unlike, unlike_pairs;
  std::string contenders;
  std::string ablations;
};

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

/// Catalogs with their questions, for evidence alone.
std::vector<RankerTrainingSet> unlike_sets(const RouterArguments &arguments,
                                           const RankerEmbedders &embedders,
                                           std::string &trained_on) {
  if (arguments.unlike.size() != arguments.unlike_pairs.size()) {
    throw Error(ErrorCode::invalid_argument,
                "--unlike-tables and --unlike-pairs come in pairs: one file of questions for each "
                "catalog, in the same order");
  }
  std::vector<RankerTrainingSet> sets;
  for (std::size_t s = 0; s < arguments.unlike.size(); ++s) {
    const std::string &path = arguments.unlike_pairs[s];
    trained_on += ", " + file_name(arguments.unlike[s]) + ", " + file_name(path);
    RankerTrainingSet set{
        training_schema(Catalog::make(with_original_names(load_and_report(arguments.unlike[s]))),
                        embedders),
        {}};
    for (BenchmarkQuestion &of :
         read_benchmark_questions(read_file(path), path, set.schema.catalog())) {
      if (!of.tables.empty()) set.examples.push_back(example_of(of));
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

void make_folder(const std::string &path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw Error(ErrorCode::io, fmt::format("cannot create: {}", error.message()), {path});
}

/// Writes, for each feature, the ranker with the evidence without it.
void write_ablations(const RankerModel &whole, std::span<const EvidenceAblation> ablations,
                     const std::string &folder) {
  RankerModel ranker = whole;
  for (const EvidenceAblation &of : ablations) {
    ranker.schema_only.evidence = of.evidence;
    if (ranker.with_content) ranker.with_content->evidence = of.evidence;
    write_file((std::filesystem::path(folder) / (of.feature + ".ranker")).string(), ranker.bytes());
  }
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
  const std::vector<RankerTrainingSet> unlike = unlike_sets(arguments, embedders, trained_on);
  std::optional<ContenderLines> contenders;
  if (!arguments.contenders.empty()) contenders.emplace(arguments.contenders);
  std::vector<EvidenceAblation> ablations;
  if (!arguments.ablations.empty()) make_folder(arguments.ablations);
  const auto model = train_ranker(training, trained_on, options_of(arguments), Progress(line),
                                  contenders ? &*contenders : nullptr, unlike,
                                  arguments.ablations.empty() ? nullptr : &ablations);
  if (contenders) contenders->close();
  write_file(arguments.out, model->packed_bytes());
  write_ablations(*model, ablations, arguments.ablations);
  fmt::print("{} questions of {} databases, content of {}\n", model->info.questions,
             model->info.databases, model->info.contents);
  print_written(arguments.out);
  if (!ablations.empty())
    fmt::print("{} · {} rankers, each without one feature of evidence\n", arguments.ablations,
               ablations.size());
}

}  // namespace

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
  input
      .add_option(
          "--unlike-tables", arguments->unlike,
          "A catalog of another shape, from which only the weights of evidence are learned, "
          "by its original names; may be repeated")
      .type_name("PATH");
  input
      .add_option("--unlike-pairs", arguments->unlike_pairs,
                  "Questions about it, JSON Lines; as many files as catalogs, in the same order")
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
  command
      .add_option("--ablations", arguments->ablations,
                  "Also write the ranker without each feature of evidence, see below, to find out "
                  "what it is worth: a file NAME.ranker in this folder for each")
      .type_name("DIR");
  std::string about = "Features of evidence:\n";
  for (const EvidenceFeatureInfo &feature : evidence_features())
    about += fmt::format("  {:<23}{}\n", feature.name, feature.about);
  command.footer(
      about +
      "\n"
      "The same input gives the same bytes.\n"
      "\n"
      "Examples:\n"
      "  sluice train router --tables tables.json --pairs train.jsonl --out my.ranker\n"
      "  sluice train router --tables tables.json --pairs train.jsonl --content database/ --out my.ranker");
  command.callback([arguments] { train_router(*arguments); });
}

}  // namespace sluice::cli
