#include "sluice/mcp/database_tools.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "schema/names.hpp"
#include "sluice/core/error.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/schema_text.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/report/answer_json.hpp"
#include "sluice/route/alternatives.hpp"
#include "sluice/route/content_words.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/sql/dialect.hpp"
#include "sql_tools.hpp"

namespace sluice::inline v0::mcp {
namespace {

constexpr std::int64_t question_bytes = 4'000;
constexpr std::int64_t sql_bytes = 64'000;
constexpr std::int64_t name_bytes = 1'000;

constexpr Parameter question_parameter{
    "question",    "The question, in natural language", ParameterKind::text, true, 0, 0,
    question_bytes};
constexpr Parameter database_choice{
    "database", "Only look into this database", ParameterKind::text, false, 0, 0, name_bytes};
constexpr Parameter database_parameter{
    "database", "The database that the SQL is for", ParameterKind::text, true, 0, 0, name_bytes};

constexpr std::array<std::string_view, 3> forms{"create-table", "compact", "json"};
constexpr std::array<std::string_view, 3> modes{"test-suite", "strict", "bird"};

constexpr std::array find_schema_parameters{
    question_parameter,
    database_choice,
    Parameter{"columns", "Maximum number of columns", ParameterKind::integer, false, 20, 1, 500},
    Parameter{"databases", "Maximum number of databases that columns come from",
              ParameterKind::integer, false, 1, 1, 20},
    Parameter{"form", "Format of the schema", ParameterKind::text, false, 0, 0, 0, forms},
};
constexpr std::array route_parameters{
    question_parameter,
    Parameter{"databases", "Databases to list", ParameterKind::integer, false, 5, 1, 100},
    Parameter{"tables", "Tables to list", ParameterKind::integer, false, 15, 1, 200},
};
constexpr std::array find_examples_parameters{
    question_parameter,
    Parameter{"database", "The database that the question is about", ParameterKind::text, false, 0,
              0, name_bytes},
    Parameter{"sql", "A guess at the query; need not be correct. Improves the choice of examples",
              ParameterKind::text, false, 0, 0, sql_bytes},
    Parameter{"count", "Maximum number of examples", ParameterKind::integer, false, 5, 1, 50},
};
constexpr std::array find_values_parameters{
    Parameter{"text", "A question, or the words to look for", ParameterKind::text, true, 0, 0,
              question_bytes},
    database_choice,
    Parameter{"limit", "Maximum number of values", ParameterKind::integer, false, 20, 1, 200},
};
constexpr std::array check_sql_parameters{
    database_parameter,
    Parameter{"sql", "One query", ParameterKind::text, true, 0, 0, sql_bytes},
    Parameter{"run", "Also run it, read-only, and show the first rows", ParameterKind::boolean,
              false, 1},
    Parameter{"rows", "Maximum number of rows; the server may show fewer", ParameterKind::integer,
              false, 20, 0, 1000},
};
constexpr std::array compare_sql_parameters{
    database_parameter,
    Parameter{"gold", "The correct query", ParameterKind::text, true, 0, 0, sql_bytes},
    Parameter{"predicted", "The query to test", ParameterKind::text, true, 0, 0, sql_bytes},
    Parameter{"mode",
              "When two results are equal: the same rows with columns in any order, with columns "
              "in the same order, or the same set of rows",
              ParameterKind::text, false, 0, 0, 0, modes},
};

constexpr std::string_view find_schema_output =
    R"({"type":"object","properties":{"found":{"type":"boolean"},"perhaps_nothing_fits":{"type":"boolean"},)"
    R"("databases":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"dialect":{"type":"string"},)"
    R"("score":{"type":"number"}},"required":["name","dialect","score"]}},"columns":{"type":"array","items":{"type":"object","properties":{"database":{"type":"string"},)"
    R"("table":{"type":"string"},"column":{"type":"string"},"type":{"type":"string"},"reasons":{"type":"array","items":{"type":"string"}}},)"
    R"("required":["database","table","column","type","reasons"]}},"schema":{"type":"string"}},)"
    R"("required":["found","perhaps_nothing_fits","databases","columns","schema"]})";
constexpr std::string_view route_output =
    R"({"type":"object","properties":{"trained":{"type":"boolean","description":"Whether scores are probabilities"},)"
    R"("perhaps_nothing_fits":{"type":"boolean"},"databases":{"type":"array","items":{"type":"object","properties":{)"
    R"("name":{"type":"string"},"dialect":{"type":"string"},"score":{"type":"number"}},"required":["name","dialect","score"]}},"tables":{"type":"array","items":{)"
    R"("type":"object","properties":{"database":{"type":"string"},"table":{"type":"string"},"score":{"type":"number"}},)"
    R"("required":["database","table","score"]}}},"required":["trained","perhaps_nothing_fits","databases","tables"]})";
constexpr std::string_view find_examples_output =
    R"({"type":"object","properties":{"confidence":{"type":"number"},"examples":{"type":"array","items":{"type":"object",)"
    R"("properties":{"question":{"type":"string"},"database":{"type":"string"},"sql":{"type":"string"},"score":{"type":"number"}},)"
    R"("required":["question","database","sql","score"]}}},"required":["confidence","examples"]})";
constexpr std::string_view find_values_output =
    R"({"type":"object","properties":{"values":{"type":"array","items":{"type":"object","properties":{"words":{"type":"string"},)"
    R"("whole":{"type":"boolean"},"database":{"type":"string"},"table":{"type":"string"},"column":{"type":"string"},"value":{"type":"string"}},)"
    R"("required":["words","whole","database","table","column","value"]}},"all":{"type":"boolean"}},"required":["values","all"]})";
constexpr std::string_view check_sql_output =
    R"({"type":"object","properties":{"ok":{"type":"boolean"},"fault":{"type":"string"},"message":{"type":"string"},)"
    R"("offset":{"type":["integer","null"],"description":"Of the byte in the SQL"},"reads":{"type":"array","items":{"type":"object","properties":{)"
    R"("table":{"type":"string"},"columns":{"type":"array","items":{"type":"string"}}},"required":["table","columns"]}},)"
    R"("ran":{"type":"boolean"},"columns":{"type":"array","items":{"type":"string"}},"rows":{"type":"array","items":{"type":"array"}},)"
    R"("all_rows":{"type":"boolean"},"note":{"type":"string"}},)"
    R"("required":["ok","fault","message","offset","reads","ran","columns","rows","all_rows","note"]})";
constexpr std::string_view compare_sql_output =
    R"({"type":"object","properties":{"verdict":{"type":"string","enum":["refuted","proved","not_refuted"]},"databases_tried":{"type":"integer"},)"
    R"("bound":{"type":"integer"},"open_rows":{"type":"boolean"},"proof":{"type":"string"},"constraints":{"type":["array","null"]},)"
    R"("script":{"type":["string","null"],"description":"CREATE and INSERT statements of the counterexample"},"gold":{"type":["object","null"]},)"
    R"("predicted":{"type":["object","null"]},"kind":{"type":["string","null"]},"minimal":{"type":["boolean","null"]}},)"
    R"("required":["verdict","databases_tried","bound","open_rows","proof","constraints","script","gold","predicted","kind","minimal"]})";

void write_table(JsonWriter &writer, const Catalog &catalog, TableId table) {
  writer.member("database", catalog.database(catalog.database_of(table)).name())
      .member("table", catalog.table(table).name);
}

void write_databases(JsonWriter &writer, const Catalog &catalog,
                     std::span<const Scored<DatabaseId>> databases, std::size_t most) {
  writer.key("databases").begin_array();
  for (const auto &of : databases.first(std::min(most, databases.size()))) {
    writer.begin_object()
        .member("name", catalog.database(of.id).name())
        .member("dialect", sql::dialect_name(catalog.database(of.id).dialect()))
        .member("score", of.score)
        .end_object();
  }
  writer.end_array();
}

SchemaForm form_called(std::string_view name) {
  if (name == "compact") return SchemaForm::compact;
  return name == "json" ? SchemaForm::json : SchemaForm::create_table;
}

ComparisonMode mode_called(std::string_view name) {
  if (name == "strict") return ComparisonMode::strict;
  return name == "bird" ? ComparisonMode::bird : ComparisonMode::test_suite;
}

}  // namespace

struct DatabaseTools::State {
  State(DatabaseToolsParts given, const DatabaseToolsOptions &chosen)
      : parts(std::move(given)),
        options(chosen),
        catalog(*parts.retriever->catalog()),
        sql(parts.shown, parts.databases, options) {
    if (parts.examples == nullptr || parts.examples->size() == 0) return;
    examples.emplace(parts.examples);
    labels = builtin_labels();
  }

  DatabaseId database(std::string_view name) const;
  /// Returns a mask that shows only the named database; nullopt if no name is given.
  std::optional<Mask> only(std::string_view name) const;

  std::string find_schema(const Arguments &arguments) const;
  std::string route(const Arguments &arguments) const;
  std::string find_examples(const Arguments &arguments) const;
  std::string find_values(const Arguments &arguments) const;

  DatabaseToolsParts parts;
  DatabaseToolsOptions options;
  const Catalog &catalog;
  std::optional<LikelyShapeRanker> examples;
  std::optional<LabelApproximator> labels;
  detail::SqlTools sql;
  std::vector<Tool> tools;
};

DatabaseId DatabaseTools::State::database(std::string_view name) const {
  if (const auto found = catalog.find_database(name)) return *found;
  throw Error(ErrorCode::not_found, "the server shows no database " +
                                        sluice::schema_detail::quote_name(name) +
                                        "; route finds some");
}

std::optional<Mask> DatabaseTools::State::only(std::string_view name) const {
  if (name.empty()) return std::nullopt;
  Mask mask(parts.retriever->catalog(), false);
  mask.show(database(name));
  return mask;
}

std::string DatabaseTools::State::find_schema(const Arguments &arguments) const {
  const std::optional<Mask> mask = only(arguments.text("database"));
  AskOptions ask;
  ask.budget = static_cast<std::size_t>(arguments.integer("columns"));
  ask.databases = static_cast<std::size_t>(arguments.integer("databases"));
  ask.mask = mask ? &*mask : nullptr;
  const Answer answer = parts.retriever->ask(arguments.text("question"), ask);
  const bool is_found = !answer.subset.columns.empty();
  constexpr std::size_t listed = 5;
  JsonWriter writer;
  writer.begin_object()
      .member("found", is_found)
      .member("perhaps_nothing_fits", answer.fits && *answer.fits < answer.fits_threshold);
  write_databases(writer, catalog, answer.databases, listed);
  writer.key("columns").begin_array();
  for (const SubsetColumn &column : answer.subset.columns) {
    writer.begin_object();
    write_table(writer, catalog, catalog.table_of(column.id));
    writer.member("column", catalog.column(column.id).name)
        .member("type", catalog.column(column.id).type)
        .key("reasons")
        .begin_array();
    for (const Reason &reason : column.reasons) writer.value(std::string_view(to_text(reason)));
    writer.end_array().end_object();
  }
  SchemaTextOptions text;
  text.form = form_called(arguments.text("form"));
  writer.end_array();
  write_doubts(writer, answer.alternatives, answer.unsure, catalog);
  writer.member("schema", is_found ? schema_text(answer.subset, text).text : "");
  return writer.end_object().take();
}

std::string DatabaseTools::State::route(const Arguments &arguments) const {
  const Question question(arguments.text("question"));
  if (content_words(question).empty())
    throw Error(ErrorCode::invalid_argument, "the question contains no words");
  RankerAnswer answer;
  bool is_trained = true;
  float threshold = 0;
  Alternatives alternatives;
  bool unsure = true;
  const auto most = static_cast<std::size_t>(arguments.integer("tables"));
  if (parts.ranker != nullptr) {
    answer = parts.ranker->rank(question);
    threshold = parts.ranker->fits_threshold(answer);
    alternatives = alternatives_of(answer, most, catalog);
    unsure = is_unsure(answer, threshold);
  } else {
    Answer asked = parts.retriever->ask(question);
    is_trained = asked.trained;
    threshold = asked.fits_threshold;
    answer.databases = std::move(asked.databases);
    answer.tables = std::move(asked.tables);
    answer.fits = asked.fits;
    alternatives = std::move(asked.alternatives);
    unsure = asked.unsure;
  }
  JsonWriter writer;
  writer.begin_object()
      .member("trained", is_trained)
      .member("perhaps_nothing_fits", answer.fits && *answer.fits < threshold);
  write_databases(writer, catalog, answer.databases,
                  static_cast<std::size_t>(arguments.integer("databases")));
  writer.key("tables").begin_array();
  for (const auto &of : std::span(answer.tables).first(std::min(most, answer.tables.size()))) {
    writer.begin_object();
    write_table(writer, catalog, of.id);
    writer.member("score", of.score).end_object();
  }
  writer.end_array();
  write_doubts(writer, alternatives, unsure, catalog);
  return writer.end_object().take();
}

std::string DatabaseTools::State::find_examples(const Arguments &arguments) const {
  if (!examples) throw Error(ErrorCode::not_found, "the server has no worked examples");
  ExampleQuery query;
  query.question = arguments.text("question");
  query.count = static_cast<std::size_t>(arguments.integer("count"));
  const std::string_view name = arguments.text("database");
  if (!name.empty()) query.database = &catalog.database(database(name));
  QuestionForm form;
  if (labels && query.database != nullptr) form = labels->form(query.question, *query.database);
  query.form = &form;
  std::vector<ApproximatedQuery> approximations;
  if (const std::string_view guess = arguments.text("sql"); !guess.empty())
    approximations.push_back({std::string(guess), 1});
  query.approximations = approximations;
  const ExampleRanking ranking = examples->rank(query);
  JsonWriter writer;
  writer.begin_object().member("confidence", ranking.confidence).key("examples").begin_array();
  for (const RankedExample &of : ranking.examples) {
    const Example &example = (*parts.examples)[of.id];
    writer.begin_object()
        .member("question", std::string_view(example.question))
        .member("database", std::string_view(example.database))
        .member("sql", std::string_view(example.sql))
        .member("score", of.score)
        .end_object();
  }
  return writer.end_array().end_object().take();
}

std::string DatabaseTools::State::find_values(const Arguments &arguments) const {
  if (parts.values == nullptr)
    throw Error(ErrorCode::not_found, "the server has no values, only the schema");
  const std::optional<Mask> mask = only(arguments.text("database"));
  const QuestionValues found = parts.values->match(
      arguments.text("text"), mask ? std::optional(mask->visibility()) : std::nullopt);
  auto left = static_cast<std::size_t>(arguments.integer("limit"));
  bool is_all = true;
  JsonWriter writer;
  writer.begin_object().key("values").begin_array();
  for (const ValueRun &run : found.runs) {
    std::string words;
    for (std::size_t w = run.first; w < run.first + run.words; ++w)
      words.append(words.empty() ? "" : " ").append(found.question.words()[w].text);
    for (const ValuePlace &place : run.places) {
      is_all = is_all && left > 0;
      if (left == 0) break;
      --left;
      writer.begin_object().member("words", std::string_view(words)).member("whole", run.is_whole);
      write_table(writer, catalog, catalog.table_of(place.column));
      writer.member("column", catalog.column(place.column).name)
          .member("value", place.value)
          .end_object();
    }
  }
  return writer.end_array().member("all", is_all).end_object().take();
}

DatabaseTools::DatabaseTools(DatabaseToolsParts parts, const DatabaseToolsOptions &options) {
  if (parts.retriever == nullptr || parts.shown.visible == nullptr ||
      parts.shown.readable == nullptr)
    throw Error(ErrorCode::invalid_argument, "the tools need a catalog and a retriever");
  const std::uint64_t fingerprint = parts.shown.catalog->fingerprint();
  const bool is_same = parts.retriever->catalog() == parts.shown.catalog &&
                       (!parts.values || parts.values->fingerprint() == fingerprint);
  if (!is_same) throw Error(ErrorCode::mismatch, "the parts are of different catalogs");
  const bool has_values = parts.values != nullptr;
  const bool has_rows = parts.databases != nullptr;
  state_ = std::make_unique<State>(std::move(parts), options);
  state_->tools = {
      {"find_schema", "Find the schema for a question",
       "Finds the database and the few tables and columns that a question needs, with the keys that "
       "join them, and returns them as a schema for writing SQL. Use it first.",
       find_schema_parameters, find_schema_output},
      {"route", "Find databases and tables",
       "Ranks databases and tables by how likely a question is about them.", route_parameters,
       route_output},
      {"find_examples", "Find worked examples",
       fmt::format(
           "Finds earlier questions with their SQL whose queries most likely have the shape that "
           "this question needs.{}",
           state_->examples ? "" : " (None are loaded.)"),
       find_examples_parameters, find_examples_output},
      {"find_values", "Find values",
       fmt::format(
           "Finds columns that contain the words of a text as values, and how the values are "
           "spelled there.{}",
           has_values ? "" : " (No values are loaded.)"),
       find_values_parameters, find_values_output},
      {"check_sql", "Check a query",
       fmt::format(
           "Checks whether a query parses and uses only existing names{}, and reports what it "
           "reads and where it is wrong. Never writes anything.",
           has_rows ? ", runs it and shows its first rows" : ""),
       check_sql_parameters, check_sql_output},
      {"compare_sql", "Compare two queries",
       "Searches for a small database on which two queries give different results and shows it, "
       "or proves that there is none, or reports how many databases it tried.",
       compare_sql_parameters, compare_sql_output},
  };
}

DatabaseTools::~DatabaseTools() = default;

std::span<const Tool> DatabaseTools::list() const noexcept { return state_->tools; }

std::string DatabaseTools::call(std::size_t tool, const Arguments &arguments,
                                const CancellationToken &token) {
  token.check();
  switch (tool) {
    case 0: return state_->find_schema(arguments);
    case 1: return state_->route(arguments);
    case 2: return state_->find_examples(arguments);
    case 3: return state_->find_values(arguments);
    case 4:
      return state_->sql.check(
          state_->database(arguments.text("database")), arguments.text("sql"),
          arguments.boolean("run"),
          std::min(state_->options.rows, static_cast<std::size_t>(arguments.integer("rows"))),
          token);
    default:
      return state_->sql.compare(state_->database(arguments.text("database")),
                                 arguments.text("gold"), arguments.text("predicted"),
                                 mode_called(arguments.text("mode")), token);
  }
}

}  // namespace sluice::inline v0::mcp
