/// `sluice eval answer`: the end-to-end tables of the papers, one row per run.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answer_file.hpp"
#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/catalog_source.hpp"
#include "cli/source/completion_source.hpp"
#include "cli/source/example_source.hpp"
#include "cli/source/skipped_report.hpp"
#include "eval.hpp"
#include "eval_answer_outcome.hpp"
#include "example_leaks.hpp"
#include "sluice/benchmark/answer_evaluation.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/answerer.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/catalog_values.hpp"

namespace sluice::cli {
namespace {

struct EvalAnswerArguments {
  std::string tables;
  std::vector<std::string> databases;
  std::string questions;
  std::optional<std::size_t> first;
  std::string schema = "top1";
  std::string ranker = "none";
  std::string examples;
  std::string weights;
  std::string approximator = "none";
  std::string values = "on";
  std::string embedder;
  std::string answers;
  std::string report;
  std::string mode = "test-suite";
  CompletionSource llm;
  AnswerEvaluationOptions options;
  std::size_t columns = 20;
  std::size_t repairs = 0;
  bool allow_leaks = false;
  bool json = false;
};

void set_schema(const std::string &name, std::size_t columns, AnswerEvaluationOptions &options) {
  options.columns = columns;
  constexpr std::string_view with_columns = "subset:";
  if (name.starts_with(with_columns)) {
    const std::string_view number = std::string_view(name).substr(with_columns.size());
    const auto read =
        std::from_chars(number.data(), number.data() + number.size(), options.columns);
    if (read.ec == std::errc() && read.ptr == number.data() + number.size() &&
        options.columns > 0) {
      options.schema = ProvidedSchema::subset;
      return;
    }
  }
  std::string known;
  for (std::size_t s = 0; s < static_cast<std::size_t>(ProvidedSchema::subset); ++s) {
    options.schema = static_cast<ProvidedSchema>(s);
    if (name_of(options.schema) == name) return;
    known += fmt::format("{}, ", name_of(options.schema));
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("--schema accepts {1}subset:N, not \"{0}\"", name, known));
}

struct Benchmark {
  std::shared_ptr<const Catalog> catalog;
  std::vector<BenchmarkTask> tasks;
  std::shared_ptr<const DatabaseSource> databases;
};

Benchmark open_benchmark(const EvalAnswerArguments &arguments) {
  Benchmark made;
  ProgressLine line;
  const std::vector<std::string> schemas =
      arguments.tables.empty() ? arguments.databases : std::vector{arguments.tables};
  made.catalog = load_catalog(schemas, {}, Progress(line));
  made.tasks =
      read_benchmark_tasks(read_file(arguments.questions), arguments.questions, *made.catalog);
  if (arguments.first) made.tasks.resize(std::min(made.tasks.size(), *arguments.first));
  if (made.tasks.empty())
    throw Error(ErrorCode::invalid_argument, "holds no questions", {arguments.questions});
  made.databases = std::make_shared<const SourceDatabases>(arguments.databases);
  return made;
}

/// Throws Error(invalid_argument) if examples leak, which makes the figures worthless. With
/// --allow-leaks, only prints a warning.
ExampleLeaks check_leaks(const EvalAnswerArguments &arguments, const ExampleStore &store,
                         const Benchmark &benchmark) {
  const ExampleLeaks leaks = find_example_leaks(store, benchmark.tasks, *benchmark.catalog);
  if (leaks.tasks > 0) {
    const std::string found =
        fmt::format("{} of {} evaluated questions or their queries are among the examples",
                    leaks.tasks, benchmark.tasks.size());
    if (!arguments.allow_leaks) {
      throw Error(ErrorCode::invalid_argument,
                  found + "; `sluice examples check` lists them, --allow-leaks continues",
                  {arguments.examples});
    }
    fmt::print(stderr, "LEAK: {}: {}\n", one_line(arguments.examples), found);
  }
  if (leaks.elsewhere > 0) {
    fmt::print(stderr, "{} evaluated questions are among the examples of another database\n",
               leaks.elsewhere);
  }
  return leaks;
}

std::optional<AnyApproximator> approximator_of(const EvalAnswerArguments &arguments,
                                               const Benchmark &benchmark,
                                               const std::shared_ptr<const ExampleStore> &store,
                                               const std::optional<LabelApproximator> &labels) {
  const std::string &name = arguments.approximator;
  if (name == "none" || name == "model") return std::nullopt;
  if (name == "labels")
    return labels ? *labels : LabelApproximator();  // reports that there is none
  if (name == "nearest") {
    if (store == nullptr)
      throw Error(ErrorCode::invalid_argument, "--approximate nearest needs --examples");
    return NearestExampleApproximator(store);
  }
  std::vector<AskedQuestion> questions;
  std::string gold;
  for (const BenchmarkTask &task : benchmark.tasks) {
    questions.push_back({task.asked.question,
                         std::string(benchmark.catalog->database(task.asked.database).name())});
    gold += one_line(task.sql) + '\n';
  }
  std::string text = name == "gold" ? gold : read_file(name);
  if (arguments.first && name != "gold") {
    std::size_t end = 0;
    for (std::size_t line = 0; line < questions.size() && end != text.npos; ++line)
      end = text.find('\n', end + (line == 0 ? 0 : 1));
    text.resize(std::min(end, text.size()));
  }
  return RecordedApproximator(questions, text, name);
}

AnyExampleRanker ranker_of(const std::string &name, std::shared_ptr<const ExampleStore> store) {
  return ranker_called(name == "ast" ? "distilling" : name, std::move(store),
                       LikelyShapeOptions().diversity);
}

/// Everything that the answers depend on.
std::string settings_of(const EvalAnswerArguments &arguments, const AnswererParts &parts,
                        const LabelModel *labels) {
  std::string settings = fmt::format(
      "schema={} columns={} examples={} count={} values={} per-column={} approximate={} model={} "
      "repairs={} embedder={} catalog={:016x}",
      arguments.schema, arguments.options.columns, arguments.ranker, arguments.options.examples,
      arguments.values, arguments.options.values.per_column, arguments.approximator,
      arguments.llm.client.model, arguments.repairs, arguments.embedder,
      parts.retriever->catalog()->fingerprint());
  if (parts.examples != nullptr)
    settings += fmt::format(" store={:016x}", parts.examples->fingerprint());
  if (labels != nullptr && (arguments.approximator == "labels" || arguments.ranker == "likely"))
    settings += fmt::format(" labels={:016x}", hash64(labels->bytes()));
  return settings;
}

AnswererParts parts_of(const EvalAnswerArguments &arguments, const Benchmark &benchmark,
                       const std::shared_ptr<const ExampleStore> &store,
                       const std::optional<AnyEmbedder> &embedder,
                       const std::shared_ptr<const LabelModel> &labels) {
  AnswererParts parts;
  parts.retriever = std::make_shared<const Retriever>(
      benchmark.catalog, index_catalog(*benchmark.catalog), Retriever::Options{}, embedder);
  parts.completer = arguments.llm.open();
  if (arguments.values == "on") {
    std::vector<DatabaseFile> files;
    for (const std::string &path : arguments.databases) {
      for (DatabaseFile &file : find_databases(path)) files.push_back(std::move(file));
    }
    ProgressLine line;
    const CatalogValues read = read_values(*benchmark.catalog, files, {}, nullptr, Progress(line));
    report_skipped(read.skipped);
    parts.values = read.index;
  }
  if (labels != nullptr)
    parts.labels.emplace(labels, LabelModelOptions(),
                         LabelContent{benchmark.catalog, parts.values});
  parts.approximator = approximator_of(arguments, benchmark, store, parts.labels);
  if (arguments.ranker != "none") {
    parts.examples = store;
    parts.ranker = ranker_of(arguments.ranker, store);
  }
  parts.generator.repairs = arguments.repairs;
  return parts;
}

std::vector<AnsweredTask> answers_to(const EvalAnswerArguments &arguments,
                                     const Benchmark &benchmark, const AnswererParts &parts,
                                     const std::string &settings, EvalAnswerOutcome &outcome) {
  AnswerFile file(arguments.answers);
  std::vector<std::string> keys;
  std::vector<std::optional<AnsweredTask>> known;
  for (const BenchmarkTask &task : benchmark.tasks) {
    keys.push_back(key_of(task, settings));
    known.push_back(file.find(keys.back()));
    outcome.kept += known.back() ? 1 : 0;
  }
  const auto keep = [&](std::size_t position, const AnsweredTask &answer) {
    file.keep(keys[position], answer);
  };
  ProgressLine line;
  return answer_tasks(parts, benchmark.tasks, std::move(known), arguments.options, keep,
                      Progress(line));
}

void run_eval_answer(EvalAnswerArguments arguments) {
  set_schema(arguments.schema, arguments.columns, arguments.options);
  arguments.options.first_pass = arguments.approximator == "model";
  if (arguments.values == "off") arguments.options.samples = 0;
  if (!arguments.llm.is_given()) {
    throw Error(ErrorCode::invalid_argument,
                "needs a language model: give --llm https://host/v1 and --model NAME");
  }
  if (arguments.ranker != "none" && arguments.examples.empty())
    throw Error(ErrorCode::invalid_argument, "--ranker needs --examples");
  if (!arguments.report.empty() && !arguments.report.ends_with(".json") &&
      !arguments.report.ends_with(".html")) {
    throw Error(ErrorCode::invalid_argument, "--report takes .json or .html", {arguments.report});
  }
  const Benchmark benchmark = open_benchmark(arguments);
  const std::optional<AnyEmbedder> embedder =
      arguments.embedder.empty() ? default_embedder() : open_embedder(arguments.embedder);
  EvalAnswerOutcome outcome;
  std::shared_ptr<const ExampleStore> store;
  if (!arguments.examples.empty()) {
    store = open_examples(arguments.examples, embedder ? *embedder : open_embedder("hashed"),
                          benchmark.catalog.get());
    outcome.leaks = check_leaks(arguments, *store, benchmark);
  }
  const auto labels = open_labels(arguments.weights);
  const AnswererParts parts = parts_of(arguments, benchmark, store, embedder, labels);
  const std::string settings = settings_of(arguments, parts, labels.get());
  const auto start = std::chrono::steady_clock::now();
  const std::vector<AnsweredTask> answers =
      answers_to(arguments, benchmark, parts, settings, outcome);
  for (const AnsweredTask &answer : answers) {
    outcome.failures += answer.failure.empty() ? 0 : 1;
    if (answer.failure.empty() && answer.fault != SqlFault::none)
      ++outcome.faults[std::string(name_of(answer.fault))];
    outcome.counts.requests += answer.requests;
    outcome.counts.uncounted += answer.uncounted;
    outcome.counts.prompt_tokens += answer.prompt_tokens;
    outcome.counts.answer_tokens += answer.answer_tokens;
  }
  ExecutionOptions execution;
  if (arguments.mode == "bird") execution.mode = ComparisonMode::bird;
  ProgressLine line;
  outcome.report = score_answers(benchmark.tasks, answers, *benchmark.catalog, *benchmark.databases,
                                 execution, Progress(line));
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!arguments.report.empty()) {
    write_file(arguments.report, arguments.report.ends_with(".json")
                                     ? to_json(outcome.report)
                                     : score_page(outcome.report, {.title = settings}));
  }
  outcome.cost = cost(outcome.counts, arguments.llm.prices);
  if (arguments.json) {
    print_json(outcome, arguments.questions, settings);
  } else {
    fmt::print("{} questions of {} · schema {} · examples {} · values {} · {}\n",
               outcome.report.count(), one_line(arguments.questions), arguments.schema,
               arguments.ranker, arguments.values, one_line(arguments.llm.client.model));
    print_text(outcome);
  }
}

}  // namespace

void add_eval_answer(const Command &eval) {
  auto arguments = std::make_shared<EvalAnswerArguments>();
  const Command command =
      eval.add_command("answer", "Measure a language model's SQL, depending on its prompt");
  const Command input = command.section("Input");
  input
      .add_option("--db", arguments->databases,
                  "The databases that queries run on, as for `sluice ask`; may be repeated")
      .type_name("PATH")
      .required();
  input.add_option("--tables", arguments->tables, "The schemas, if other than those of --db")
      .type_name("PATH");
  input
      .add_option("--questions", arguments->questions,
                  "Questions with gold tables, columns and SQL, JSON Lines")
      .type_name("FILE")
      .required();
  input.add_option("--first", arguments->first, "Only use this number of questions")
      .between(1, 100'000'000);

  const Command model = command.section("Language model");
  arguments->llm.add_options(model);
  model.add_option("--jobs", arguments->options.jobs, "Number of concurrent questions")
      .between(1, 256);
  model
      .add_option("--repairs", arguments->repairs,
                  "How often the model gets the error message of its query to correct it")
      .between(0, 10);

  const Command prompt = command.section("Prompt");
  prompt
      .add_option("--schema", arguments->schema, "The part of the schemas in the prompt, see below")
      .type_name("NAME");
  prompt.add_option("--columns", arguments->columns, "Maximum number of columns per found database")
      .between(1, 1'000'000);
  prompt.add_option("--values", arguments->values, "Whether to show values of the databases")
      .one_of({"on", "off"});
  prompt.add_option("--embedder", arguments->embedder, "Makes the vectors, as for `sluice ask`")
      .type_name("NAME");
  prompt
      .add_option("--examples", arguments->examples,
                  "Worked examples: a store by `sluice examples index`, or JSON Lines")
      .type_name("FILE");
  prompt
      .add_option("--ranker", arguments->ranker,
                  "The rule to rank examples by; none: no examples; ast: change distilling")
      .one_of({"none", "question", "dail", "ast", "likely"});
  prompt.add_option("--count", arguments->options.examples, "Number of examples").between(1, 1000);
  prompt
      .add_option("--approximate", arguments->approximator,
                  "Guesses the query first: none, nearest (the nearest of --examples), labels (the "
                  "label model), gold, model (a first pass), or a file with one prediction per "
                  "question")
      .type_name("NAME|FILE");
  prompt
      .add_option("--weights", arguments->weights,
                  "A label model by `sluice train labels` instead of the built-in one, for "
                  "--approximate labels and --ranker likely")
      .type_name("FILE");
  prompt.add_flag("--allow-leaks", arguments->allow_leaks,
                  "Continue with a warning if evaluated questions are among the examples");

  const Command output = command.section("Output");
  output
      .add_option("--answers", arguments->answers,
                  "Keep answers in this file, from which the next run continues; runs with other "
                  "settings may share it")
      .type_name("FILE");
  output.add_option("--mode", arguments->mode, "The rule by which two results are equal")
      .one_of({"test-suite", "bird"});
  output
      .add_option("--report", arguments->report,
                  "Also write all verdicts to a file: .json, as `sluice score` does, or .html")
      .type_name("FILE");
  output.add_flag("--json", arguments->json, "Print one JSON object");
  command.footer(
      "Schemas: gold-columns, gold-tables, gold-database; pruned (the gold database, pruned by question\n"
      "and guess); needed (the gold database, pruned by the label model); five-databases (the gold one\n"
      "and four others); top1, top5 (the best databases found); cot (the model chooses one of five);\n"
      "human (one of five, as an expert would choose); subset:N (the best N columns of all databases).\n"
      "Token counts include cached answers. The work stops after five consecutive failures of the\n"
      "endpoint; with --answers, the next run continues.\n"
      "\n"
      "Examples:\n"
      "  sluice eval answer --db database/ --questions dev.jsonl --schema top5 --llm https://host/v1 --model m\n"
      "  sluice eval answer --db database/ --questions dev.jsonl --schema pruned --approximate nearest "
      "--ranker ast --examples train.examples --llm https://host/v1 --model m --answers answers.jsonl");
  command.callback([arguments] { run_eval_answer(*arguments); });
}

}  // namespace sluice::cli
