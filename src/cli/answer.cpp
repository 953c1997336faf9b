/// `sluice answer`: a language model writes the SQL for a question; it is checked and may be run.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/source/catalog_source.hpp"
#include "cli/source/completion_source.hpp"
#include "cli/source/example_source.hpp"
#include "cli/text/cell_text.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/answerer.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/report/answer_json.hpp"
#include "sluice/suite/result_json.hpp"

namespace sluice::cli {
namespace {

constexpr std::size_t shown_rows = 20;

struct AnswerArguments {
  std::string question;
  CatalogSource source;
  ContentSource content;
  std::string glossary;
  std::string embedder;
  std::string examples;
  std::string weights;
  std::string approximator = "nearest";
  CompletionSource llm;
  AnswerOptions options;
  std::size_t columns = 20;
  std::size_t repairs = 1;
  std::string strategy = "best";
  bool execute = false;
  bool json = false;
};

/// std::nullopt if no endpoint is given: then `answer` guesses the query.
std::optional<CompletionClient> client_of(const AnswerArguments &arguments) {
  if (arguments.llm.is_given()) return arguments.llm.open();
  const bool is_asked_for =
      !arguments.llm.client.url.empty() || !arguments.llm.client.model.empty();
  const bool can_guess = arguments.approximator != "model" && arguments.approximator != "none";
  if (is_asked_for || !can_guess) {
    throw Error(ErrorCode::invalid_argument,
                "needs a language model to write the SQL: give --llm https://host/v1 and --model "
                "NAME, or neither of them and no --approximate for a guess");
  }
  return std::nullopt;
}

SchemaStrategy strategy_of(const std::string &name) {
  if (name == "several") return SchemaStrategy::several;
  if (name == "chain") return SchemaStrategy::chain;
  return SchemaStrategy::best;
}

/// The databases on which queries may run: those of --db and --content.
std::shared_ptr<const DatabaseSource> databases_of(const AnswerArguments &arguments) {
  std::vector<std::string> paths = arguments.source.databases;
  if (!arguments.content.folder.empty()) paths.push_back(arguments.content.folder);
  return std::make_shared<const SourceDatabases>(paths);
}

/// Guesses the query of a question before the language model writes it.
std::optional<AnyApproximator> approximator_of(const AnswerArguments &arguments,
                                               const std::optional<CompletionClient> &client,
                                               const std::shared_ptr<const ExampleStore> &examples,
                                               const std::optional<LabelApproximator> &labels) {
  if (arguments.approximator == "model") return CompletionApproximator(*client);
  if (arguments.approximator == "none") return std::nullopt;
  if (arguments.approximator == "labels" || (examples == nullptr && !client))
    return labels ? *labels : LabelApproximator();  // the latter reports that there is no model
  if (examples == nullptr) return std::nullopt;
  // Here, unlike in an evaluation, examples of the same database are the best ones.
  return NearestExampleApproximator(examples, 3, false);
}

void print_text(const QuestionAnswer &answer, const Catalog &catalog, bool executed) {
  const GeneratedSql &generated = answer.generated;
  if (answer.is_guess && answer.database)
    fmt::print("a guess (probability {:.0f} %), since no language model was asked:\n",
               100 * answer.confidence);
  if (answer.database) fmt::print("{}\n", one_line(catalog.database(*answer.database).name()));
  if (!generated.sql.empty()) fmt::print("  {}\n", one_line(generated.sql));
  if (!executed || !answer.database) return;
  std::string names;
  for (const std::string &name : answer.column_names) {
    if (!names.empty()) names += " | ";
    names += one_line(name);
  }
  if (answer.rows.rows() > 0) fmt::print("  {}\n", names);
  for (std::size_t row = 0; row < std::min(answer.rows.rows(), shown_rows); ++row)
    fmt::print("  {}\n", text_of_row(answer.rows.row(row)));
  if (answer.rows.rows() > shown_rows)
    fmt::print("  … {}{} more\n", answer.rows.rows() - shown_rows, answer.is_whole ? "" : " or");
  if (answer.rows.rows() == 0) fmt::print("  (no rows)\n");
}

void print_json(const AnswerArguments &arguments, const QuestionAnswer &answer,
                const Catalog &catalog, const ExampleStore *examples,
                const CompletionCounts &counts, double seconds) {
  const GeneratedSql &generated = answer.generated;
  JsonWriter writer;
  writer.begin_object()
      .member("question", std::string_view(arguments.question))
      .member("sql", std::string_view(generated.sql))
      .member("passed", generated.check.passed())
      .member("fault", name_of(generated.check.fault))
      .member("message", std::string_view(generated.check.message))
      .member("rounds", generated.completions.size())
      .key("database");
  if (answer.database) {
    writer.value(catalog.database(*answer.database).name());
  } else {
    writer.null();
  }
  writer.key("columns").begin_array();
  for (const SubsetColumn &column : answer.retrieved.subset.columns)
    writer.value(catalog.path(column.id));
  writer.end_array().key("values").begin_array();
  for (const FoundValue &value : answer.values) {
    writer.begin_object()
        .member("column", catalog.path(value.column))
        .member("value", std::string_view(value.value))
        .end_object();
  }
  writer.end_array().key("examples").begin_array();
  for (const RankedExample &of : answer.examples.examples) {
    writer.begin_object()
        .member("question", std::string_view((*examples)[of.id].question))
        .member("sql", std::string_view((*examples)[of.id].sql))
        .member("score", of.score)
        .end_object();
  }
  writer.end_array().key("guesses").begin_array();
  for (const ApproximatedQuery &guess : answer.guesses) writer.value(std::string_view(guess.sql));
  writer.end_array().key("confidence");
  if (answer.is_guess) {
    writer.value(answer.confidence);
  } else {
    writer.null();
  }
  writer.key("foreign_script");
  if (answer.retrieved.foreign_script) {
    writer.value(name_of(*answer.retrieved.foreign_script));
  } else {
    writer.null();
  }
  write_doubts(writer, answer.retrieved.alternatives, answer.retrieved.unsure, catalog);
  writer.member("prompt", std::string_view(answer.prompt)).key("column_names").begin_array();
  for (const std::string &name : answer.column_names)
    writer.value(std::string_view(repair_utf8(name)));
  writer.end_array().key("rows");
  if (arguments.execute && answer.database) {
    write_rows(writer, answer.rows);
  } else {
    writer.null();
  }
  writer.member("all_rows", answer.is_whole)
      .key("tokens")
      .begin_object()
      .member("prompt", counts.prompt_tokens)
      .member("answer", counts.answer_tokens)
      .end_object()
      .member("requests", counts.requests)
      .member("cached", counts.cached)
      .member("cost", cost(counts, arguments.llm.prices))
      .member("seconds", seconds)
      .end_object();
  fmt::print("{}\n", writer.text());
}

void run_answer(const AnswerArguments &arguments) {
  const std::optional<CompletionClient> client = client_of(arguments);
  const std::optional<AnyEmbedder> embedder =
      arguments.embedder.empty() ? default_embedder() : open_embedder(arguments.embedder);
  const OpenIndex index = arguments.source.open();
  const auto glossary = open_glossary(arguments.glossary, *index.catalog);
  std::shared_ptr<const ExampleStore> examples;
  if (!arguments.examples.empty()) {
    examples = open_examples(arguments.examples, embedder ? *embedder : open_embedder("hashed"),
                             index.catalog.get());
  }
  AnswererParts parts;
  parts.retriever = std::make_shared<const Retriever>(
      index.catalog, index.lexical, Retriever::Options{}, embedder, index.vectors.get());
  if (client) parts.completer = *client;
  parts.databases = databases_of(arguments);
  parts.values = arguments.content.open(*index.catalog, arguments.source);
  if (const auto model = open_labels(arguments.weights))
    parts.labels.emplace(model, LabelModelOptions(), LabelContent{index.catalog, parts.values});
  parts.approximator = approximator_of(arguments, client, examples, parts.labels);
  parts.examples = examples;
  parts.generator.repairs = arguments.repairs;
  const Answerer answerer(std::move(parts));

  AnswerOptions options = arguments.options;
  options.ask.budget = arguments.columns;
  options.ask.glossary = glossary.get();
  options.strategy = strategy_of(arguments.strategy);
  options.execute = arguments.execute;
  ProgressLine line;
  const auto start = std::chrono::steady_clock::now();
  const QuestionAnswer answer = answerer.answer(arguments.question, options, Progress(line));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;

  const SqlCheck &check = answer.generated.check;
  if (arguments.json) {
    print_json(arguments, answer, *index.catalog, examples.get(),
               client ? client->counts() : CompletionCounts(), spent.count());
  } else {
    print_foreign_script(answer.retrieved, arguments.embedder);
    print_text(answer, *index.catalog, arguments.execute);
    print_doubts(answer.retrieved.alternatives, answer.retrieved.unsure, *index.catalog);
    if (!check.passed()) fmt::print("no answer: {}\n", one_line(check.message));
  }
  if (!check.passed()) throw ExitWith{nothing_found};
}

}  // namespace

void add_answer(const Command &app) {
  auto arguments = std::make_shared<AnswerArguments>();
  const Command answer =
      app.add_command("answer", "Have a language model write the SQL for a question, and check it");
  answer.add_option("question", arguments->question, "The question, in natural language")
      .required();

  const Command databases = answer.section("Databases");
  arguments->source.add_options(databases);
  arguments->content.add_options(databases);
  add_glossary_option(databases, arguments->glossary);
  databases
      .add_option(
          "--embedder", arguments->embedder,
          "Makes the vectors of names and of the questions of examples, as for `sluice ask`")
      .type_name("NAME");

  arguments->llm.add_options(answer.section("Language model"));

  const Command prompt = answer.section("Prompt");
  prompt.add_option("--columns", arguments->columns, "Maximum number of columns per database")
      .between(1, 1'000'000);
  prompt
      .add_option(
          "--strategy", arguments->strategy,
          "The schemas that the model sees: that of the best database, those of several, or "
          "that of one which the model chooses first (chain)")
      .one_of({"best", "several", "chain"});
  prompt
      .add_option("--candidates", arguments->options.candidates,
                  "Number of databases for the strategies several and chain")
      .between(1, 100);
  prompt
      .add_option("--values-per-column", arguments->options.values.per_column,
                  "Maximum number of values per column")
      .between(0, 1000);
  prompt
      .add_option("--examples", arguments->examples,
                  "Worked examples, of which the best five are shown: a store by `sluice examples "
                  "index`, or JSON Lines with question, sql and db_id")
      .type_name("FILE");
  prompt
      .add_option("--approximate", arguments->approximator,
                  "Guesses the query, to rank examples and find values: the query of the nearest "
                  "example, the label model, or the language model in a first pass")
      .one_of({"nearest", "labels", "model", "none"});
  prompt
      .add_option("--weights", arguments->weights,
                  "A label model by `sluice train labels` instead of the built-in one; it guesses "
                  "queries and ranks examples")
      .type_name("FILE");

  const Command output = answer.section("Output");
  output
      .add_option("--repairs", arguments->repairs,
                  "How often the model gets the error message of its query to correct it")
      .between(0, 10);
  output.add_flag("--execute", arguments->execute, "Run the query, read-only, and show its rows");
  output.add_flag("--json", arguments->json, "Print one JSON object");
  answer.footer(
      "The SQL must parse, its names must exist and, with --execute, it must run. Otherwise the model\n"
      "gets the error message and may correct the query. The key of the endpoint, if it needs one, is\n"
      "read from the environment variable SLUICE_LLM_KEY.\n"
      "Without an endpoint the answer is a guess: with --examples the query of the nearest example,\n"
      "else what the label model predicts.\n"
      "\n"
      "Examples:\n"
      "  sluice answer --db shop.sqlite --execute \"How many customers are there?\"\n"
      "  sluice answer --db shop.sqlite --llm http://127.0.0.1:8080/v1 --model m \"Which wines are old?\"\n"
      "\n"
      "Exit status: 0 answered, 1 no SQL that passes the checks, 2 error.");
  answer.callback([arguments] { run_answer(*arguments); });
}

}  // namespace sluice::cli
