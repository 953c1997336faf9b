/// `sluice eval answer`: the papers' end-to-end tables, a line of them at a time.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/score/line_file.hpp"
#include "cli/source/catalog_source.hpp"
#include "cli/source/completion_source.hpp"
#include "cli/source/example_source.hpp"
#include "eval_answer_outcome.hpp"
#include "sluice/benchmark/answer_evaluation.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/answerer.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/rank/approximator.hpp"
#include "sluice/rank/leakage.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/catalog_values.hpp"

namespace sluice::cli {
namespace {

struct Arguments {
  std::string tables;
  std::vector<std::string> databases;
  std::string questions;
  std::optional<std::size_t> first;
  std::string schema = "top1";
  std::string examples = "none";
  std::string store;
  std::string labels;
  std::string approximator = "none";
  std::string values = "on";
  std::string embedder;
  std::string answers;
  std::string report;
  std::string mode = "test-suite";
  CompletionSource llm;
  AnswerEvaluationOptions options;
  std::size_t budget = 20;
  std::size_t repairs = 0;
  bool allow_leaks = false;
  bool json = false;
};

void set_schema(const std::string &name, std::size_t budget, AnswerEvaluationOptions &options) {
  options.columns = budget;
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
              fmt::format("--schema knows no \"{}\", only {}subset:N", name, known));
}

struct Benchmark {
  std::shared_ptr<const Catalog> catalog;
  std::vector<BenchmarkTask> tasks;
  std::shared_ptr<const DatabaseSource> databases;
};

Benchmark open_benchmark(const Arguments &arguments) {
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

/// How many of the questions the store knows.
ExampleLeaks leaks_of(const ExampleStore &store, const Benchmark &benchmark) {
  std::vector<Example> evaluated;
  for (const BenchmarkTask &task : benchmark.tasks) {
    evaluated.push_back({task.asked.question,
                         std::string(benchmark.catalog->database(task.asked.database).name()),
                         task.sql});
  }
  std::vector<std::uint8_t> leaks(evaluated.size(), 0);
  for (const Leak &leak : find_leaks(store, evaluated, benchmark.catalog.get()).leaks) {
    if (leak.kind == LeakKind::shape) continue;
    const std::string &database = store[leak.example].database;
    const bool is_own = leak.kind == LeakKind::query || database.empty() ||
                        database == evaluated[leak.position].database;
    leaks[leak.position] = std::max<std::uint8_t>(leaks[leak.position], is_own ? 2 : 1);
  }
  return {static_cast<std::size_t>(std::ranges::count(leaks, 2)),
          static_cast<std::size_t>(std::ranges::count(leaks, 1))};
}

/// Says loudly what would make figures worthless, or refuses.
ExampleLeaks check_leaks(const Arguments &arguments, const ExampleStore &store,
                         const Benchmark &benchmark) {
  const ExampleLeaks leaks = leaks_of(store, benchmark);
  if (leaks.tasks > 0) {
    const std::string found =
        fmt::format("{} of {} evaluated questions stand among the examples, or their queries do",
                    leaks.tasks, benchmark.tasks.size());
    if (!arguments.allow_leaks) {
      throw Error(ErrorCode::invalid_argument,
                  found + "; `sluice examples check` lists them, --allow-leaks goes on",
                  {arguments.store});
    }
    fmt::print(stderr, "LEAK: {}: {}\n", one_line(arguments.store), found);
  }
  if (leaks.elsewhere > 0) {
    fmt::print(stderr, "{} evaluated questions stand among the examples of another database\n",
               leaks.elsewhere);
  }
  return leaks;
}

std::optional<AnyApproximator> approximator_of(const Arguments &arguments,
                                               const Benchmark &benchmark,
                                               const std::shared_ptr<const ExampleStore> &store,
                                               const std::optional<LabelApproximator> &labels) {
  const std::string &name = arguments.approximator;
  if (name == "none" || name == "model") return std::nullopt;
  if (name == "labels") return labels ? *labels : LabelApproximator();  // says that none is there
  if (name == "nearest") {
    if (store == nullptr)
      throw Error(ErrorCode::invalid_argument, "--approximate nearest needs --store");
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

/// All that answers depend on.
std::string settings_of(const Arguments &arguments, const AnswererParts &parts,
                        const LabelModel *labels) {
  std::string settings = fmt::format(
      "schema={} columns={} examples={} count={} values={} per-column={} approximate={} model={} "
      "repairs={} embedder={} catalog={:016x}",
      arguments.schema, arguments.options.columns, arguments.examples, arguments.options.examples,
      arguments.values, arguments.options.values.per_column, arguments.approximator,
      arguments.llm.client.model, arguments.repairs, arguments.embedder,
      parts.retriever->catalog()->fingerprint());
  if (parts.examples != nullptr)
    settings += fmt::format(" store={:016x}", parts.examples->fingerprint());
  if (labels != nullptr && (arguments.approximator == "labels" || arguments.examples == "likely"))
    settings += fmt::format(" labels={:016x}", hash64(labels->bytes()));
  return settings;
}

/// Answers that a file keeps, a line each, so that stopped work goes on where it was.
class AnswerFile {
 public:
  explicit AnswerFile(const std::string &path) {
    if (path.empty()) return;
    std::string text;
    if (std::filesystem::exists(path)) text = read_file(path);
    for (auto &kept : read_answered_tasks(text, path))
      answers_.insert_or_assign(std::move(kept.first), std::move(kept.second));
    const std::size_t whole = text.rfind('\n') + 1;  // npos + 1 is 0
    if (whole != text.size()) std::filesystem::resize_file(path, whole);
    file_.emplace(path, LineFile::Start::at_its_end);
  }

  std::optional<AnsweredTask> find(const std::string &key) const {
    const auto at = answers_.find(key);
    return at == answers_.end() ? std::nullopt : std::optional(at->second);
  }
  void keep(const std::string &key, const AnsweredTask &answer) {
    if (!file_) return;
    file_->add(to_json_line(key, answer));
    file_->flush();
  }

 private:
  std::map<std::string, AnsweredTask> answers_;
  std::optional<LineFile> file_;
};

AnswererParts parts_of(const Arguments &arguments, const Benchmark &benchmark,
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
    parts.values = read_values(*benchmark.catalog, files, {}, nullptr, Progress(line)).index;
  }
  if (labels != nullptr)
    parts.labels.emplace(labels, LabelModelOptions(),
                         LabelContent{benchmark.catalog, parts.values});
  parts.approximator = approximator_of(arguments, benchmark, store, parts.labels);
  if (arguments.examples != "none") {
    parts.examples = store;
    parts.ranker = ranker_of(arguments.examples, store);
  }
  parts.generator.repairs = arguments.repairs;
  return parts;
}

std::vector<AnsweredTask> answers_to(const Arguments &arguments, const Benchmark &benchmark,
                                     const AnswererParts &parts, const std::string &settings,
                                     EvalAnswerOutcome &outcome) {
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

void run(Arguments arguments) {
  set_schema(arguments.schema, arguments.budget, arguments.options);
  arguments.options.first_pass = arguments.approximator == "model";
  if (arguments.values == "off") arguments.options.samples = 0;
  if (!arguments.llm.is_given()) {
    throw Error(ErrorCode::invalid_argument,
                "needs a language model: give --llm https://host/v1 and --model NAME");
  }
  if (arguments.examples != "none" && arguments.store.empty())
    throw Error(ErrorCode::invalid_argument, "--examples needs --store");
  if (!arguments.report.empty() && !arguments.report.ends_with(".json") &&
      !arguments.report.ends_with(".html")) {
    throw Error(ErrorCode::invalid_argument, "--report takes .json or .html", {arguments.report});
  }
  const Benchmark benchmark = open_benchmark(arguments);
  const std::optional<AnyEmbedder> embedder =
      arguments.embedder.empty() ? default_embedder() : open_embedder(arguments.embedder);
  EvalAnswerOutcome outcome;
  std::shared_ptr<const ExampleStore> store;
  if (!arguments.store.empty()) {
    store = open_examples(arguments.store, embedder ? *embedder : open_embedder("hashed"),
                          benchmark.catalog.get());
    outcome.leaks = check_leaks(arguments, *store, benchmark);
  }
  const auto labels = open_labels(arguments.labels);
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
               arguments.examples, arguments.values, one_line(arguments.llm.client.model));
    print_text(outcome);
  }
}

}  // namespace

void add_eval_answer(const Command &eval) {
  auto arguments = std::make_shared<Arguments>();
  const Command command =
      eval.add_command("answer", "Accuracy of a language model's SQL, by what it is shown");
  command.add_option("--tables", arguments->tables, "The schemas, if not those of --db")
      .type_name("PATH");
  command
      .add_option("--db", arguments->databases,
                  "The databases that queries are run on, as `ask` takes them; may be repeated")
      .type_name("PATH")
      .required();
  command
      .add_option("--questions", arguments->questions,
                  "Questions with gold elements and gold SQL, JSON lines")
      .type_name("FILE")
      .required();
  command.add_option("--first", arguments->first, "Only so many questions").between(1, 100'000'000);
  command.add_option("--schema", arguments->schema, "What of the schemas is in the prompt")
      .type_name("NAME");
  command.add_option("--budget", arguments->budget, "Columns at most, of each database found")
      .between(1, 1'000'000);
  command
      .add_option("--examples", arguments->examples, "Who ranks examples; ast: change distilling")
      .one_of({"none", "question", "dail", "ast", "likely"});
  command
      .add_option("--store", arguments->store,
                  "Their store, by `sluice examples index`, or JSON lines")
      .type_name("FILE");
  command.add_option("--count", arguments->options.examples, "Examples in the prompt")
      .between(1, 1000);
  command
      .add_option("--approximate", arguments->approximator,
                  "Guesses at queries: none, nearest (of the store), labels (the label model), "
                  "gold, model (a first pass), or a file of predictions, line i for question i")
      .type_name("NAME|FILE");
  command
      .add_option("--labels", arguments->labels,
                  "A label model by `sluice train labels` in place of the one inside; `likely` "
                  "hears it as well")
      .type_name("FILE");
  command.add_option("--values", arguments->values, "Values of the databases in the prompt")
      .one_of({"on", "off"});
  command.add_option("--embedder", arguments->embedder, "What makes vectors, as for `ask`")
      .type_name("NAME");
  arguments->llm.add_options(command);
  command.add_option("--repairs", arguments->repairs, "Times that the model is told what is wrong")
      .between(0, 10);
  command.add_option("--jobs", arguments->options.jobs, "Questions under way at once")
      .between(1, 256);
  command
      .add_option("--answers", arguments->answers,
                  "Keep answers here and go on from them; settings may share a file")
      .type_name("FILE");
  command.add_option("--mode", arguments->mode, "When two results are the same")
      .one_of({"test-suite", "bird"});
  command
      .add_option("--report", arguments->report,
                  "Also write every verdict there: .json (as `sluice score` does) or .html")
      .type_name("FILE");
  command.add_flag("--allow-leaks", arguments->allow_leaks,
                   "Go on although the store holds evaluated questions, and say so");
  command.add_flag("--json", arguments->json, "Print one JSON object");
  command.footer(
      "Schemas: gold-columns, gold-tables, gold-database; pruned (of the gold database, by question\n"
      "and guess); needed (of it, by the label model); five-databases (gold and four others); top1,\n"
      "top5 (found), cot (the model chooses one of five), human (a person who knows does); subset:N\n"
      "(the best columns of any database).\n"
      "Tokens count as if no cache had answered. After five failures of the endpoint in a row the\n"
      "work ends; with --answers, the next run goes on.\n"
      "\n"
      "Example:\n"
      "  sluice eval answer --tables tables.json --db database/ --questions dev.jsonl \\\n"
      "    --schema pruned --examples ast --store train.examples --approximate graphix.sql \\\n"
      "    --llm https://host/v1 --model NAME --answers answers.jsonl");
  command.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
