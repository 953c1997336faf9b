/// `sluice route`: the databases, tables and columns of a question, with probabilities.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/source/beam_words.hpp"
#include "cli/source/catalog_source.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/report/answer_json.hpp"
#include "sluice/route/alternatives.hpp"
#include "sluice/route/content_words.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/sql/dialect.hpp"
#include "sluice/text/question.hpp"

namespace sluice::cli {
namespace {

struct RouteArguments {
  std::string question;
  CatalogSource source;
  ContentSource content;
  std::string embedder;
  std::string weights;
  std::string cross_encoder;
  std::string glossary;
  std::size_t databases = 5;
  std::size_t max_tables = 15;
  std::size_t columns = 20;
  std::optional<double> recall;
  std::optional<double> fits;
  bool json = false;
};

std::string table_path(const Catalog &catalog, TableId id) {
  return fmt::format("{}.{}", catalog.database(catalog.database_of(id)).name(),
                     catalog.table(id).name);
}

template <class Id>
void cut(std::vector<Scored<Id>> &ranked, std::size_t max) {
  if (ranked.size() > max)
    ranked.erase(ranked.begin() + static_cast<std::ptrdiff_t>(max), ranked.end());
}

void print_line(float probability, std::string_view path) {
  fmt::print("  {:5.1f} %  {}\n", 100 * probability, one_line(path));
}

void print_text(const Catalog &catalog, const RankerAnswer &answer, double seconds) {
  fmt::print("databases · {}\n", duration_text(seconds));
  for (const auto &of : answer.databases) print_line(of.score, catalog.database(of.id).name());
  fmt::print("tables\n");
  for (const auto &of : answer.tables) print_line(of.score, table_path(catalog, of.id));
  if (!answer.columns.empty()) fmt::print("columns\n");
  for (const auto &of : answer.columns) print_line(of.score, catalog.path(of.id));
  if (answer.values.empty()) return;
  fmt::print("values\n");
  for (const NamedValue &value : answer.values) {
    fmt::print("  '{}'  {}{}\n", one_line(value.words), one_line(catalog.path(value.column)),
               value.is_whole && value.value == value.words
                   ? ""
                   : fmt::format(" '{}'", one_line(value.value)));
  }
}

/// "client = customer", with the database if the entry applies to only one.
std::string text_of(const GlossaryEntry &entry) {
  return entry.database.empty()
             ? fmt::format("{} = {}", entry.term, entry.meaning)
             : fmt::format("{} = {} in {}", entry.term, entry.meaning, entry.database);
}

void print_json(const RouteArguments &arguments, const Catalog &catalog, const RankerAnswer &answer,
                const std::vector<Glossary::Use> &uses, const Alternatives &alternatives,
                double threshold, bool content, double content_seconds, double seconds) {
  JsonWriter writer;
  writer.begin_object().member("question", std::string_view(arguments.question));
  writer.key("databases").begin_array();
  for (const auto &of : answer.databases) {
    writer.begin_object()
        .member("name", catalog.database(of.id).name())
        .member("dialect", sql::dialect_name(catalog.database(of.id).dialect()))
        .member("probability", of.score)
        .end_object();
  }
  writer.end_array().key("tables").begin_array();
  for (const auto &of : answer.tables) {
    writer.begin_object()
        .member("database", catalog.database(catalog.database_of(of.id)).name())
        .member("table", catalog.table(of.id).name)
        .member("probability", of.score)
        .end_object();
  }
  writer.end_array().key("columns").begin_array();
  for (const auto &of : answer.columns) {
    const TableId table = catalog.table_of(of.id);
    writer.begin_object()
        .member("database", catalog.database(catalog.database_of(table)).name())
        .member("table", catalog.table(table).name)
        .member("column", catalog.column(of.id).name)
        .member("probability", of.score)
        .end_object();
  }
  writer.end_array().key("values").begin_array();
  for (const NamedValue &value : answer.values) {
    const TableId table = catalog.table_of(value.column);
    writer.begin_object()
        .member("database", catalog.database(catalog.database_of(table)).name())
        .member("table", catalog.table(table).name)
        .member("column", catalog.column(value.column).name)
        .member("value", std::string_view(value.value))
        .member("words", std::string_view(value.words))
        .member("whole", value.is_whole)
        .end_object();
  }
  writer.end_array().key("glossary").begin_array();
  for (const Glossary::Use &use : uses) {
    writer.begin_object()
        .member("term", std::string_view(use.entry->term))
        .member("meaning", std::string_view(use.entry->meaning))
        .member("database", std::string_view(use.entry->database))
        .end_object();
  }
  writer.end_array();
  if (answer.fits) writer.member("fits", *answer.fits).member("fits_threshold", threshold);
  write_doubts(writer, alternatives, is_unsure(answer, static_cast<float>(threshold)), catalog);
  writer.member("content", content)
      .member("content_seconds", content_seconds)
      .member("seconds", seconds)
      .end_object();
  fmt::print("{}\n", writer.text());
}

Question question_of(const RouteArguments &arguments) {
  Question question(arguments.question);
  if (content_words(question).empty()) {
    throw Error(ErrorCode::invalid_argument, "the question contains no words to search for");
  }
  return question;
}

/// Routes with a beam router, which predicts no columns and no values.
void run_beam(const RouteArguments &arguments) {
  if (!arguments.embedder.empty() || !arguments.content.folder.empty() ||
      !arguments.glossary.empty() || !arguments.cross_encoder.empty() || arguments.recall ||
      arguments.fits) {
    throw Error(ErrorCode::invalid_argument,
                "a router by `sluice train beam` only uses names; omit --embedder, --content, "
                "--cross-encoder, --glossary, --recall and --fits-threshold");
  }
  const OpenIndex sources = arguments.source.open({.samples = 0});
  const Catalog &catalog = *sources.catalog;
  const BeamRouter router = BeamRouter::open(
      arguments.weights, std::make_shared<const JoinGraphs>(sources.catalog), beam_words({}));
  const Question question = question_of(arguments);
  const auto start = std::chrono::steady_clock::now();
  BeamRoutes routes = router.route(question);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  RankerAnswer answer;
  answer.databases = std::move(routes.databases);
  answer.tables = std::move(routes.tables);
  const Alternatives alternatives = alternatives_of(answer, arguments.max_tables, catalog);
  cut(answer.databases, arguments.databases);
  cut(answer.tables, arguments.max_tables);
  if (arguments.json) {
    print_json(arguments, catalog, answer, {}, alternatives, 0, false, 0, spent.count());
  } else {
    print_text(catalog, answer, spent.count());
    print_doubts(alternatives, is_unsure(answer, 0), catalog);
  }
}

void run_route(const RouteArguments &arguments) {
  if (BeamRouter::is_router_file(arguments.weights)) return run_beam(arguments);
  // Stores are searched with the static table, which the ranker uses with any encoder.
  const Question question = question_of(arguments);
  OpenIndex sources = arguments.source.open_for(question, default_embedder(), {.samples = 0});
  const std::shared_ptr<const Catalog> catalog = sources.catalog;
  std::optional<AnyEmbedder> encoder;
  if (!arguments.embedder.empty()) encoder = open_embedder(arguments.embedder);
  std::shared_ptr<const RankerModel> model;
  if (!arguments.weights.empty()) model = RankerModel::open(arguments.weights);
  const auto reading = std::chrono::steady_clock::now();
  // Weights that were trained without content cannot use it.
  const bool uses_content =
      model == nullptr || model->with_content || !arguments.content.folder.empty();
  const auto values = uses_content ? arguments.content.open(*catalog, arguments.source) : nullptr;
  const std::chrono::duration<double> read = std::chrono::steady_clock::now() - reading;
  const Ranker ranker =
      make_ranker(std::make_shared<const JoinGraphs>(catalog), std::move(sources.lexical), encoder,
                  std::move(model), values, open_cross_encoder(arguments.cross_encoder));
  const auto glossary = open_glossary(arguments.glossary, *catalog);
  const std::vector<Glossary::Use> uses =
      glossary ? glossary->uses(question) : std::vector<Glossary::Use>();
  const auto start = std::chrono::steady_clock::now();
  RankerAnswer answer = ranker.rank(question, nullptr, {.glossary = glossary.get()});
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  const double threshold = arguments.fits ? *arguments.fits : double{ranker.fits_threshold(answer)};
  const Alternatives alternatives = alternatives_of(answer, arguments.max_tables, *catalog);
  cut(answer.databases, arguments.databases);
  cut(answer.tables, arguments.max_tables);
  cut(answer.columns,
      arguments.recall ? ranker.columns_for(answer, *arguments.recall) : arguments.columns);
  std::erase_if(answer.values, [&](const NamedValue &value) {
    return std::ranges::find(answer.columns, value.column, &Scored<ColumnId>::id) ==
           answer.columns.end();
  });
  if (arguments.json) {
    print_json(arguments, *catalog, answer, uses, alternatives, threshold, values != nullptr,
               read.count(), spent.count());
  } else {
    print_fit(answer.fits, threshold);
    print_text(*catalog, answer, spent.count());
    if (!uses.empty()) fmt::print("glossary\n");
    for (const Glossary::Use &use : uses) fmt::print("  {}\n", one_line(text_of(*use.entry)));
    print_doubts(alternatives, is_unsure(answer, static_cast<float>(threshold)), *catalog);
  }
}

}  // namespace

void add_route(const Command &app) {
  auto arguments = std::make_shared<RouteArguments>();
  const Command route = app.add_command(
      "route", "Rank databases, tables and columns by their probability for a question");
  route.add_option("question", arguments->question, "The question, in natural language").required();

  const Command databases = route.section("Databases");
  arguments->source.add_options(databases);
  arguments->source.add_store_options(databases);
  arguments->content.add_options(databases);

  const Command ranking = route.section("Ranking");
  ranking
      .add_option(
          "--weights", arguments->weights,
          "A ranker by `sluice train router` or `sluice train beam` instead of the built-in one, "
          "or `permissive`, which is learned without share-alike data")
      .type_name("FILE");
  ranking
      .add_option("--embedder", arguments->embedder,
                  "An encoder to use as well, with which the ranker must have been trained")
      .type_name("NAME");
  add_cross_encoder_option(ranking, arguments->cross_encoder);
  add_glossary_option(ranking, arguments->glossary);

  const Command output = route.section("Output");
  output.add_option("--databases", arguments->databases, "Maximum number of databases")
      .between(1, 1'000'000);
  output.add_option("--max-tables", arguments->max_tables, "Maximum number of tables")
      .between(1, 1'000'000);
  const Option columns =
      output.add_option("--columns", arguments->columns, "Maximum number of columns")
          .between(1, 1'000'000);
  output
      .add_option("--recall", arguments->recall,
                  "List as many columns as contain this share, 0 to 1, of the needed ones, on "
                  "average over questions like those of the training")
      .between(0.0, 1.0)
      .excludes(columns);
  add_fits_option(output, arguments->fits);
  output.add_flag("--json", arguments->json, "Print one JSON object");
  route.footer(
      "The built-in ranker was trained on public questions. It uses the values of SQLite files, at\n"
      "most 20,000 distinct ones per column, 64 MiB per database and 20 s per table; a million cells\n"
      "take about a second.\n"
      "\n"
      "Examples:\n"
      "  sluice route --db databases/ \"Which customers bought wine last year?\"\n"
      "  sluice route --db databases/ --max-tables 3 --recall 0.95 --json \"the oldest animal\"");
  route.callback([arguments] { run_route(*arguments); });
}

}  // namespace sluice::cli
