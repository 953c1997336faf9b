/// `sluice ask`: finds the database and the columns that a question needs, and prints a prompt.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/source/catalog_source.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "core/add_once.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/explain.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/report/answer_json.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/sql/dialect.hpp"
#include "sluice/text/question.hpp"

namespace sluice::cli {
namespace {

struct AskArguments {
  std::string question;
  CatalogSource source;
  std::string embedder;
  std::string weights;
  std::string cross_encoder;
  std::size_t columns = 20;
  std::size_t databases = 1;
  std::optional<std::size_t> tokens;
  std::string hallucinated;
  std::string glossary;
  std::string form = "create-table";
  std::string explain;
  std::optional<double> fits;
  bool json = false;
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Retriever open_sources(const AskArguments &arguments, const Question &question) {
  const std::optional<AnyEmbedder> embedder =
      arguments.embedder.empty() ? default_embedder() : open_embedder(arguments.embedder);
  const OpenIndex index = arguments.source.open_for(question, embedder);
  Retriever::Options options;
  if (!arguments.weights.empty()) options.model = RankerModel::open(arguments.weights);
  options.cross_encoder = open_cross_encoder(arguments.cross_encoder);
  return {index.catalog, index.lexical, options, embedder, index.vectors.get()};
}

/// Reads a hallucinated schema for this question from JSON Lines with questions, a JSON array or
/// plain lines.
HallucinatedSchema read_hallucinated(const std::string &path, const std::string &question) {
  const std::string text = read_file(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const char start = first == text.npos ? '\0' : text[first];
  if (start == '[' || start == '"') {
    return parse_hallucinated_schema(JsonDocument::parse(text, path).root());
  }
  if (start != '{') return parse_hallucinated_schema(text);
  RecordedHallucinations recorded;
  recorded.add_lines(text, path);
  HallucinatedSchema schema = recorded.hallucinate(question);
  if (schema.empty()) {
    throw Error(ErrorCode::not_found, "has no schema for this question", {path});
  }
  return schema;
}

SchemaForm form_of(const std::string &name) {
  if (name == "compact") return SchemaForm::compact;
  if (name == "json") return SchemaForm::json;
  return SchemaForm::create_table;
}

std::string reasons_text(const SubsetColumn &column) {
  std::string text;
  for (const Reason &reason : column.reasons) {
    if (!text.empty()) text += ", ";
    text += to_text(reason);
  }
  return text;
}

void print_text(const Answer &answer, const std::string &prompt, double load_seconds,
                double ask_seconds) {
  const Catalog &catalog = *answer.subset.catalog;
  std::vector<DatabaseId> shown;
  for (const SubsetColumn &column : answer.subset.columns) {
    detail::add_once(shown, catalog.database_of(column.id));
  }
  for (const DatabaseId database : shown) {
    std::vector<const SubsetColumn *> columns;
    std::size_t width = 0;
    for (const SubsetColumn &column : answer.subset.columns) {
      if (catalog.database_of(column.id) != database) continue;
      columns.push_back(&column);
      width = std::max(width, catalog.path(column.id).size());
    }
    const std::string name = one_line(catalog.database(database).name());
    fmt::print("{} · {} of {} columns · {}\n", name, columns.size(),
               catalog.columns(database).size(), duration_text(ask_seconds));
    for (const SubsetColumn *column : columns) {
      const std::string path = one_line(catalog.path(column->id)).substr(name.size() + 1);
      fmt::print("  {:<{}}  {}\n", path, width - name.size() - 1, one_line(reasons_text(*column)));
    }
  }
  print_fit(answer.fits, answer.fits_threshold);
  print_doubts(answer.alternatives, answer.unsure, catalog);
  fmt::print("loaded {} databases, {} columns in {}\n\n{}\n", catalog.database_count(),
             catalog.column_count(), duration_text(load_seconds), prompt);
}

void print_json(const AskArguments &arguments, const Answer &answer, const std::string &prompt,
                double load_seconds, double ask_seconds) {
  const Catalog &catalog = *answer.subset.catalog;
  JsonWriter writer;
  writer.begin_object().member("question", std::string_view(arguments.question));
  writer.key("databases").begin_array();
  constexpr std::size_t listed = 5;
  for (std::size_t d = 0; d < std::min(listed, answer.databases.size()); ++d) {
    writer.begin_object()
        .member("name", catalog.database(answer.databases[d].id).name())
        .member("dialect", sql::dialect_name(catalog.database(answer.databases[d].id).dialect()))
        .member("score", answer.databases[d].score)
        .end_object();
  }
  writer.end_array().key("columns").begin_array();
  for (const SubsetColumn &column : answer.subset.columns) {
    const TableId table = catalog.table_of(column.id);
    writer.begin_object()
        .member("database", catalog.database(catalog.database_of(table)).name())
        .member("table", catalog.table(table).name)
        .member("column", catalog.column(column.id).name)
        .member("score", column.score)
        .key("reasons")
        .begin_array();
    for (const Reason &reason : column.reasons) {
      writer.begin_object()
          .member("kind", name_of(reason.kind))
          .member("text", std::string_view(reason.text))
          .end_object();
    }
    writer.end_array().end_object();
  }
  writer.end_array().key("foreign_script");
  if (answer.foreign_script) {
    writer.value(name_of(*answer.foreign_script));
  } else {
    writer.null();
  }
  if (answer.fits) {
    writer.member("fits", *answer.fits).member("fits_threshold", answer.fits_threshold);
  }
  write_doubts(writer, answer.alternatives, answer.unsure, catalog);
  writer.member("prompt", std::string_view(prompt))
      .member("load_seconds", load_seconds)
      .member("seconds", ask_seconds)
      .end_object();
  fmt::print("{}\n", writer.text());
}

void run_ask(const AskArguments &arguments) {
  const auto loading = Clock::now();
  const Question question(arguments.question);
  const Retriever retriever = open_sources(arguments, question);
  const double load_seconds = seconds_since(loading);

  AskOptions options{.budget = arguments.columns, .databases = arguments.databases};
  HallucinatedSchema hallucinated;
  if (!arguments.hallucinated.empty()) {
    hallucinated = read_hallucinated(arguments.hallucinated, arguments.question);
    options.hallucinated = &hallucinated;
  }
  const auto glossary = open_glossary(arguments.glossary, *retriever.catalog());
  options.glossary = glossary.get();
  if (arguments.fits) options.fits_threshold = static_cast<float>(*arguments.fits);
  const auto asking = Clock::now();
  const Answer answer = retriever.ask(question, options);
  const double ask_seconds = seconds_since(asking);

  if (!arguments.explain.empty()) {
    write_file(arguments.explain, explanation_page(explain(retriever, question, options)));
  }
  SchemaTextOptions text;
  text.form = form_of(arguments.form);
  if (arguments.tokens) text.token_budget = *arguments.tokens;
  const bool found = !answer.subset.columns.empty();
  const std::string prompt = found ? make_prompt(answer.subset, arguments.question, text) : "";
  if (arguments.json) {
    print_json(arguments, answer, prompt, load_seconds, ask_seconds);
  } else if (print_foreign_script(answer, arguments.embedder); found) {
    print_text(answer, prompt, load_seconds, ask_seconds);
  } else {
    fmt::print("nothing in {} databases is related to the question\n",
               retriever.catalog()->database_count());
  }
  if (!found) throw ExitWith{nothing_found};
}

}  // namespace

void add_ask(const Command &app) {
  auto arguments = std::make_shared<AskArguments>();
  const Command ask = app.add_command("ask", "Find the columns that a question needs");
  ask.add_option("question", arguments->question, "The question, in natural language").required();

  const Command databases = ask.section("Databases");
  arguments->source.add_options(databases);
  arguments->source.add_store_options(databases);

  const Command ranking = ask.section("Ranking");
  ranking
      .add_option(
          "--embedder", arguments->embedder,
          "Makes the vectors: static (the default), an encoder's folder, a file of weights, "
          "or https://host/v1#model. With --catalog, the one that `sluice index` used")
      .type_name("NAME");
  ranking
      .add_option(
          "--weights", arguments->weights,
          "A ranker by `sluice train router` instead of the built-in one, or `permissive`, which "
          "is learned without share-alike data; if it was trained with an encoder, name that as "
          "--embedder")
      .type_name("FILE");
  add_cross_encoder_option(ranking, arguments->cross_encoder);
  ranking
      .add_option("--hallucinated", arguments->hallucinated,
                  "A schema that a language model invented for the question: lines `Table(column, "
                  "…)`, a JSON array of them, or JSON Lines with \"question\" and \"hallucinated\"")
      .type_name("FILE");
  add_glossary_option(ranking, arguments->glossary);

  const Command output = ask.section("Output");
  output.add_option("--columns", arguments->columns, "Maximum number of columns")
      .between(1, 1'000'000);
  output
      .add_option("--databases", arguments->databases,
                  "Maximum number of databases that the columns come from")
      .between(1, 1'000'000);
  output
      .add_option("--tokens", arguments->tokens,
                  "Maximum number of tokens in the prompt, as estimated")
      .between(1, 1'000'000);
  output.add_option("--form", arguments->form, "The form of the schema in the prompt")
      .one_of({"create-table", "compact", "json"});
  add_fits_option(output, arguments->fits);
  output
      .add_option("--explain", arguments->explain,
                  "Also write an HTML page that shows why each column was chosen")
      .type_name("FILE");
  output.add_flag("--json", arguments->json, "Print one JSON object");
  ask.footer("Examples:\n"
             "  sluice ask --db shop.sqlite \"Which customers bought wine last year?\"\n"
             "  sluice ask --catalog my-index --columns 8 --json \"average price by country\"\n"
             "  sluice ask --db databases/ --hallucinated schema.txt \"Which animals are old?\"\n"
             "\n"
             "Exit status: 0 columns found, 1 nothing found, 2 error.");
  ask.callback([arguments] { run_ask(*arguments); });
}

}  // namespace sluice::cli
