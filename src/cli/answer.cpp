/// `sluice answer`: a question in; SQL that a language model wrote and we checked out, with rows.

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
#include "sluice/suite/result_json.hpp"

namespace sluice::cli {
namespace {

constexpr std::size_t shown_rows = 20;

struct Arguments {
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

/// Nothing where no endpoint is named: then a guess is offered.
std::optional<CompletionClient> client_of(const Arguments &arguments) {
  if (arguments.llm.is_given()) return arguments.llm.open();
  const bool is_asked_for =
      !arguments.llm.client.url.empty() || !arguments.llm.client.model.empty();
  const bool can_guess = arguments.approximator != "model" && arguments.approximator != "none";
  if (is_asked_for || !can_guess) {
    throw Error(ErrorCode::invalid_argument,
                "needs a language model to write the SQL: give --llm https://host/v1 and --model "
                "NAME; without both, and without --approximate, a guess is made");
  }
  return std::nullopt;
}

SchemaStrategy strategy_of(const std::string &name) {
  if (name == "several") return SchemaStrategy::several;
  if (name == "chain") return SchemaStrategy::chain;
  return SchemaStrategy::best;
}

/// Which databases may be executed on: those of --db, and of --content.
std::shared_ptr<const DatabaseSource> databases_of(const Arguments &arguments) {
  std::vector<std::string> paths = arguments.source.databases;
  if (!arguments.content.folder.empty()) paths.push_back(arguments.content.folder);
  return std::make_shared<const SourceDatabases>(paths);
}

/// Who knows a question's query before it is written.
std::optional<AnyApproximator> approximator_of(const Arguments &arguments,
                                               const std::optional<CompletionClient> &client,
                                               const std::shared_ptr<const ExampleStore> &examples,
                                               const std::optional<LabelApproximator> &labels) {
  if (arguments.approximator == "model") return CompletionApproximator(*client);
  if (arguments.approximator == "none") return std::nullopt;
  if (arguments.approximator == "labels" || (examples == nullptr && !client))
    return labels ? *labels : LabelApproximator();  // which says that none is there
  if (examples == nullptr) return std::nullopt;
  // Of a user's own databases, the examples of the database itself are the best ones.
  return NearestExampleApproximator(examples, 3, false);
}

void print_text(const QuestionAnswer &answer, const Catalog &catalog, bool executed) {
  const GeneratedSql &generated = answer.generated;
  if (answer.is_guess && answer.database)
    fmt::print("a guess ({:.0f} % sure), since no language model was asked:\n",
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

void print_json(const Arguments &arguments, const QuestionAnswer &answer, const Catalog &catalog,
                const ExampleStore *examples, const CompletionCounts &counts, double seconds) {
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

void run(const Arguments &arguments) {
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
    if (!check.passed()) fmt::print("no answer: {}\n", one_line(check.message));
  }
  if (!check.passed()) throw ExitWith{nothing_found};
}

}  // namespace

void add_answer(const Command &app) {
  auto arguments = std::make_shared<Arguments>();
  const Command answer =
      app.add_command("answer", "Have a language model write the SQL for a question, and check it");
  answer.add_option("question", arguments->question, "The question, in natural language")
      .required();
  arguments->source.add_options(answer);
  arguments->content.add_options(answer);
  add_glossary_option(answer, arguments->glossary);
  arguments->llm.add_options(answer);
  answer
      .add_option("--examples", arguments->examples,
                  "Worked examples: what `sluice examples index` made, or JSON lines with "
                  "question, sql and db_id; the best five come into the prompt")
      .type_name("FILE");
  answer
      .add_option("--approximate", arguments->approximator,
                  "Who guesses at the query, by which examples are ranked and values found: the "
                  "nearest example, linked to the schema, the trained label model, or a first pass "
                  "of the language model")
      .one_of({"nearest", "labels", "model", "none"});
  answer
      .add_option("--weights", arguments->weights,
                  "A label model by `sluice train labels` in place of the one inside; it guesses, "
                  "and ranks examples")
      .type_name("FILE");
  answer
      .add_option("--embedder", arguments->embedder,
                  "What makes vectors, as for `ask`; also of the examples' questions")
      .type_name("NAME");
  answer
      .add_option("--values-per-column", arguments->options.values.per_column,
                  "Values at most that the prompt names of a column")
      .between(0, 1000);
  answer
      .add_option("--strategy", arguments->strategy,
                  "Which schemas the model sees: the best database's, those of several, or one "
                  "that it chooses first")
      .one_of({"best", "several", "chain"});
  answer
      .add_option("--candidates", arguments->options.candidates, "Databases for several and chain")
      .between(1, 100);
  answer.add_option("--columns", arguments->columns, "Columns at most, of each database")
      .between(1, 1'000'000);
  answer.add_option("--repairs", arguments->repairs, "Times that the model is told what is wrong")
      .between(0, 10);
  answer.add_flag("--execute", arguments->execute,
                  "Run the query, reading only, and show its rows");
  answer.add_flag("--json", arguments->json, "Print one JSON object");
  answer.footer(
      "The endpoint's key, if it wants one, is read from SLUICE_LLM_KEY. The SQL has to parse, to\n"
      "name what is there and, with --execute, to run; if not, the model is told why and may mend "
      "it.\n"
      "Without an endpoint a guess is offered: with --examples the nearest one's query, else what\n"
      "the trained label model makes of the question.\n"
      "\n"
      "Example:\n"
      "  sluice answer --db shop.sqlite --llm http://127.0.0.1:8080/v1 --model m --execute \\\n"
      "    \"Which customers bought wine last year?\"\n"
      "\n"
      "Exit status: 0 answered, 1 no SQL that can be run, 2 error.");
  answer.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
