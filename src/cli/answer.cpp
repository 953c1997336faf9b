/// `sluice answer`: a question in; SQL that a language model wrote and we checked out, with rows.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "catalog_source.hpp"
#include "cell_text.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/llm/completion_client.hpp"
#include "sluice/pipeline/answerer.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/suite/result_json.hpp"

namespace sluice::cli {
namespace {

constexpr const char *key_variable = "SLUICE_LLM_KEY";
constexpr std::size_t most_examples = 5;
constexpr std::size_t shown_rows = 20;

struct Arguments {
  std::string question;
  CatalogSource source;
  ContentSource content;
  std::string glossary;
  std::string examples;
  CompletionClientOptions client;
  TokenPrices prices;
  AnswerOptions options;
  std::size_t budget = 20;
  std::size_t repairs = 1;
  double seconds = 60;
  std::string strategy = "best";
  bool execute = false;
  bool json = false;
};

/// Pairs with their texts.
struct Examples {
  std::vector<std::pair<std::string, std::string>> pairs;

  explicit Examples(const std::string &path) {
    if (path.empty()) return;
    each_json_line(read_file(path), path, [this](JsonValue line) {
      if (pairs.size() == most_examples) return;
      pairs.emplace_back(line.at("question").as_string(), line.at("sql").as_string());
    });
  }
  std::vector<PromptExample> views() const {
    std::vector<PromptExample> views;
    for (const auto &pair : pairs) views.push_back({pair.first, pair.second});
    return views;
  }
};

CompletionClient client_of(const Arguments &arguments) {
  CompletionClientOptions options = arguments.client;
  if (options.url.empty() || options.model.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "needs a language model to write the SQL: give --llm https://host/v1 and --model "
                "NAME; `sluice ask` finds the columns without one");
  }
  const char *key = std::getenv(key_variable);
  if (key != nullptr && *key != '\0') options.key_variable = key_variable;
  options.http.seconds = arguments.seconds;
  options.http.connect_seconds = std::min(options.http.connect_seconds, arguments.seconds);
  return CompletionClient(options);
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

void print_text(const QuestionAnswer &answer, const Catalog &catalog, bool executed) {
  const GeneratedSql &generated = answer.generated;
  if (answer.database) fmt::print("{}\n", one_line(catalog.database(*answer.database).name()));
  if (!generated.sql.empty()) fmt::print("  {}\n", one_line(generated.sql));
  if (!executed || !answer.database) return;
  for (std::size_t row = 0; row < std::min(answer.rows.rows(), shown_rows); ++row)
    fmt::print("  {}\n", text_of_row(answer.rows.row(row)));
  if (answer.rows.rows() > shown_rows)
    fmt::print("  … {}{} more\n", answer.rows.rows() - shown_rows, answer.is_whole ? "" : " or");
  if (answer.rows.rows() == 0) fmt::print("  (no rows)\n");
}

void print_json(const Arguments &arguments, const QuestionAnswer &answer, const Catalog &catalog,
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
  writer.end_array().member("prompt", std::string_view(answer.prompt)).key("rows");
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
      .member("cost", cost(counts, arguments.prices))
      .member("seconds", seconds)
      .end_object();
  fmt::print("{}\n", writer.text());
}

void run(const Arguments &arguments) {
  const CompletionClient client = client_of(arguments);
  const Examples examples(arguments.examples);
  const OpenIndex index = arguments.source.open();
  const auto values = arguments.content.open(*index.catalog, arguments.source);
  const auto glossary = open_glossary(arguments.glossary, *index.catalog);
  const auto retriever =
      std::make_shared<const Retriever>(index.catalog, index.lexical, index.vectors.get());
  SqlGeneratorOptions generator;
  generator.repairs = arguments.repairs;
  const Answerer answerer(retriever, client, databases_of(arguments), values, generator);

  AnswerOptions options = arguments.options;
  const std::vector<PromptExample> views = examples.views();
  options.examples = views;
  options.ask.budget = arguments.budget;
  options.ask.glossary = glossary.get();
  options.strategy = strategy_of(arguments.strategy);
  options.execute = arguments.execute;
  ProgressLine line;
  const auto start = std::chrono::steady_clock::now();
  const QuestionAnswer answer = answerer.answer(arguments.question, options, Progress(line));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;

  const SqlCheck &check = answer.generated.check;
  if (arguments.json) {
    print_json(arguments, answer, *index.catalog, client.counts(), spent.count());
  } else {
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
  answer
      .add_option("--llm", arguments->client.url,
                  "An OpenAI-compatible endpoint, up to where /chat/completions follows")
      .type_name("URL");
  answer.add_option("--model", arguments->client.model, "The model that the endpoint is asked for")
      .type_name("NAME");
  answer
      .add_option("--cache", arguments->client.cache,
                  "Keep answers here, and ask nothing twice; processes may share it")
      .type_name("FILE");
  answer
      .add_option("--examples", arguments->examples,
                  "JSON lines with \"question\" and \"sql\"; the first five come into the prompt")
      .type_name("FILE");
  answer
      .add_option("--strategy", arguments->strategy,
                  "Which schemas the model sees: the best database's, those of several, or one "
                  "that it chooses first")
      .one_of({"best", "several", "chain"});
  answer
      .add_option("--candidates", arguments->options.candidates, "Databases for several and chain")
      .between(1, 100);
  answer.add_option("--budget", arguments->budget, "Columns at most, of each database")
      .between(1, 1'000'000);
  answer.add_option("--repairs", arguments->repairs, "Times that the model is told what is wrong")
      .between(0, 10);
  answer.add_option("--timeout", arguments->seconds, "Seconds that one request may take")
      .between(0.001, 3600.0);
  answer.add_option("--prompt-price", arguments->prices.prompt, "Of a million tokens, for \"cost\"")
      .between(0.0, 1e9);
  answer.add_option("--answer-price", arguments->prices.answer, "The same of the answers' tokens")
      .between(0.0, 1e9);
  answer.add_flag("--execute", arguments->execute,
                  "Run the query, reading only, and show its rows");
  answer.add_flag("--json", arguments->json, "Print one JSON object");
  answer.footer(
      "The endpoint's key, if it wants one, is read from SLUICE_LLM_KEY. The SQL has to parse, to\n"
      "name what is there and, with --execute, to run; if not, the model is told why and may mend "
      "it.\n"
      "\n"
      "Example:\n"
      "  sluice answer --db shop.sqlite --llm http://127.0.0.1:8080/v1 --model m --execute \\\n"
      "    \"Which customers bought wine last year?\"\n"
      "\n"
      "Exit status: 0 answered, 1 no SQL that can be run, 2 error.");
  answer.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
