/// From a question to rows, end to end, with a real HTTP server that replays recorded answers.

#include "sluice/pipeline/answerer.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/serve/replay_server.hpp"
#include "llm/completion_protocol.hpp"
#include "recorded_model.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/llm/completion_client.hpp"
#include "sluice/llm/llm_hallucinator.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

/// Three databases in files, of which two could answer a question about wine.
struct Cellar {
  test::TemporaryDirectory folder;
  std::shared_ptr<const Retriever> retriever;
  std::shared_ptr<const DatabaseSource> databases;
  std::shared_ptr<const ValueIndex> values;

  Cellar() {
    const auto path = [this](const char *name) { return (folder.path() / name).string(); };
    test::make_sqlite(path("cellar.sqlite"),
                      "CREATE TABLE wine (id INTEGER PRIMARY KEY, label TEXT, price REAL);"
                      "INSERT INTO wine VALUES (1, 'Rioja', 9.5), (2, 'Barolo', 30);");
    test::make_sqlite(path("tavern.sqlite"),
                      "CREATE TABLE drink (id INTEGER PRIMARY KEY, wine TEXT, cost REAL);"
                      "INSERT INTO drink VALUES (1, 'Rioja', 4);");
    test::make_sqlite(path("zoo.sqlite"),
                      "CREATE TABLE animal (id INTEGER PRIMARY KEY, kind TEXT)");
    const std::string all = folder.path().string();
    const auto catalog = Catalog::make(load(all));
    retriever = std::make_shared<const Retriever>(catalog);
    databases = std::make_shared<const SourceDatabases>(std::vector{all});
    values = read_values(*catalog, find_databases(all), {}, nullptr).index;
  }
};

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::shared_ptr<const ExampleStore> two_examples() {
  const std::vector<Example> examples{
      {"How old is the oldest person?", "people", "SELECT max(age) FROM person"},
      {"What is the price of the car with the colour red?", "cars",
       "SELECT price FROM car WHERE colour = 'red'"}};
  return std::make_shared<const ExampleStore>(
      ExampleStore(HashedEmbedder(64)).with(examples, nullptr).store);
}

}  // namespace

TEST_CASE("the prompt has values and examples, and the answer has rows") {
  const Cellar cellar;
  std::string asked;
  const CallbackCompleter model([&](const CompletionRequest &request) {
    asked = request.messages.back().text;
    return std::string("SELECT label, price FROM wine WHERE label = 'Barolo'");
  });
  const Answerer answerer({.retriever = cellar.retriever,
                           .completer = model,
                           .databases = cellar.databases,
                           .values = cellar.values,
                           .examples = two_examples()});
  AnswerOptions options;
  options.examples = 1;
  options.execute = true;
  const QuestionAnswer answer =
      answerer.answer("What is the price of the wine with the label Barolo?", options);
  REQUIRE(answer.database);
  CHECK(cellar.retriever->catalog()->database(*answer.database).name() == "cellar");
  CHECK(asked == answer.prompt);
  CHECK(test::contains(asked, "-- wine.label holds 'Barolo'\n"));
  CHECK(
      test::contains(asked, "Question: What is the price of the car with the colour red?\nSQL: "));
  CHECK(count_of(asked, "SQL: ") == 1);
  CHECK(answer.column_names == std::vector<std::string>{"label", "price"});
  REQUIRE(answer.values.size() == 1);
  REQUIRE(answer.rows.rows() == 1);
  CHECK(answer.rows.at(0, 0).bytes == "Barolo");
  CHECK(answer.rows.at(0, 1).real == 30);
  CHECK(answer.is_whole);
  options.rows = 0;
  CHECK(!answerer.answer("price of wine by label", options).is_whole);
}

TEST_CASE("the model is asked for SQL of the database's dialect, and its query is checked in it") {
  const auto catalog = Catalog::make(
      {load_ddl("CREATE TABLE wine (id serial PRIMARY KEY, \"Label\" text, price numeric);"
                "COMMENT ON COLUMN wine.price IS 'in euros';",
                "cellar", "script", {.dialect = sql::Dialect::postgresql})});
  std::vector<ChatMessage> asked;
  const CallbackCompleter model([&](const CompletionRequest &request) {
    asked = request.messages;
    return std::string("SELECT \"Label\" FROM wine WHERE price::int > 5");
  });
  AnswererParts parts;
  parts.retriever = std::make_shared<const Retriever>(catalog);
  parts.completer = model;
  const Answerer answerer(parts);
  const QuestionAnswer answer = answerer.answer("What is the label and the price of each wine?");
  CHECK(answer.generated.check.message == "");
  CHECK(answer.database);
  REQUIRE(asked.size() == 2);
  CHECK(test::contains(asked[0].text, "SQL for PostgreSQL"));
  CHECK(asked[1].text.starts_with("# Given PostgreSQL database schema cellar:\n"));
  CHECK(test::contains(asked[1].text, "  \"Label\" text"));
  CHECK(test::contains(asked[1].text, "price numeric, -- in euros\n"));
  parts.generator.dialect = sql::Dialect::sqlite;
  parts.generator.repairs = 0;
  CHECK(!Answerer(parts).answer("price of each wine").generated.check.passed());
}

TEST_CASE("each strategy shows its schemas, and the query finds its database") {
  const Cellar cellar;
  std::vector<std::string> asked;
  std::string reply;
  const CallbackCompleter model([&](const CompletionRequest &request) {
    asked.push_back(request.messages.back().text);
    return asked.size() == 1 && test::contains(asked[0], "number of the best") ? "I take [2]."
                                                                               : reply;
  });
  const Answerer answerer({cellar.retriever, model, cellar.databases});
  const std::string question = "What is the price of each wine?";
  const auto name_of_answer = [&](const QuestionAnswer &answer) {
    return answer.database
               ? std::string(cellar.retriever->catalog()->database(*answer.database).name())
               : std::string();
  };
  AnswerOptions options;
  reply = "SELECT wine, cost FROM drink";
  const QuestionAnswer best = answerer.answer(question, options);
  CHECK(name_of_answer(best).empty());  // drink is not in the best database
  CHECK(best.generated.check.fault == SqlFault::name);
  CHECK(count_of(best.prompt, "CREATE TABLE") == 1);

  options.strategy = SchemaStrategy::several;
  options.candidates = 2;
  options.execute = true;
  asked.clear();
  const QuestionAnswer several = answerer.answer(question, options);
  CHECK(name_of_answer(several) == "tavern");
  CHECK(several.rows.rows() == 1);
  CHECK(test::contains(several.prompt, "-- database cellar\n"));
  CHECK(test::contains(several.prompt, "-- database tavern\n"));

  options.strategy = SchemaStrategy::chain;
  asked.clear();
  const QuestionAnswer chain = answerer.answer(question, options);
  CHECK(name_of_answer(chain) == "tavern");
  REQUIRE(asked.size() == 2);
  CHECK(test::contains(asked[0], "[1] cellar\n"));
  CHECK(!test::contains(asked[1], "cellar"));

  options.strategy = SchemaStrategy::human;
  std::size_t choice = 1;
  const auto choose = [&](std::span<const SchemaCandidate> candidates) {
    CHECK(candidates.size() == 2);
    CHECK(candidates[1].name == "tavern");
    return choice;
  };
  test::check_code(ErrorCode::invalid_argument, [&] { return answerer.answer(question, options); });
  options.choose = choose;
  CHECK(name_of_answer(answerer.answer(question, options)) == "tavern");
  choice = 2;
  test::check_code(ErrorCode::invalid_argument, [&] { return answerer.answer(question, options); });
}

TEST_CASE("hidden objects are in no prompt and no row") {
  const Cellar cellar;
  std::string reply = "SELECT price FROM wine";
  std::string asked;
  const CallbackCompleter model([&](const CompletionRequest &request) {
    asked += request.messages.back().text;
    return reply;
  });
  const Answerer answerer({cellar.retriever, model, cellar.databases, cellar.values});
  const auto &catalog = cellar.retriever->catalog();
  const DatabaseId id = *catalog->find_database("cellar");
  Mask mask(catalog);
  mask.hide(*catalog->find_column(*catalog->find_table(id, "wine"), "price"));
  mask.hide(*catalog->find_database("tavern"));
  AnswerOptions options;
  options.ask.mask = &mask;
  options.execute = true;
  for (const std::string attempt : {"SELECT price FROM wine", "SELECT * FROM wine",
                                    "SELECT \"price\" FROM wine", "SELECT cost FROM drink"}) {
    reply = attempt;
    const QuestionAnswer answer = answerer.answer("Which wine label is the Rioja?", options);
    CHECK(!answer.generated.check.passed());
    CHECK(answer.rows.empty());
  }
  CHECK(!test::contains(asked, "price REAL"));
  CHECK(!test::contains(asked, "drink ("));
  reply = "SELECT label FROM wine";
  CHECK(answerer.answer("Which wine label is the Rioja?", options).rows.rows() == 2);
}

TEST_CASE("an answer reports its progress and can be cancelled, and bad calls are refused") {
  const Cellar cellar;
  const std::string line =
      test::RecordedLine("wine").with("answer", "SELECT 1").with("delay", 30).text();
  const cli::ReplayServer server(RecordedCompletions::parse(line, "r"), 0);
  const Answerer answerer({cellar.retriever, CompletionClient(test::recorded_model(server.url()))});
  AnswerOptions options;
  std::vector<std::size_t> steps;
  const auto follow = [&](std::string_view, std::size_t done, std::size_t) {
    steps.push_back(done);
    if (done == 1) options.token.cancel();
  };
  test::check_code(ErrorCode::cancelled, [&] {
    return answerer.answer("price of wine", options, Progress(Progress::Report(follow)));
  });
  CHECK(steps == std::vector<std::size_t>{0, 1});
  options.token = {};
  options.execute = true;
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return answerer.answer("price of wine", options); });
  options.execute = false;
  const QuestionAnswer nothing = answerer.answer("xyzzy", options);
  CHECK(nothing.prompt.empty());
  CHECK(nothing.generated.completions.empty());
}

TEST_CASE("a schema hallucinated over the same endpoint is used in the answer") {
  const Cellar cellar;
  const std::string lines =
      test::RecordedLine("minimal schema").with("answer", "Tables: wine(label, price)").text() +
      test::RecordedLine("dearest bottle")
          .with("answer", "SELECT label FROM wine ORDER BY price DESC")
          .text();
  const cli::ReplayServer server(RecordedCompletions::parse(lines, "r"), 0);
  const CompletionClient client(test::recorded_model(server.url()));
  const std::string question = "Which is the dearest bottle?";
  const HallucinatedSchema schema = LlmHallucinator(client).hallucinate(question);
  REQUIRE(schema.size() == 1);
  CHECK(schema[0].columns.size() == 2);
  AnswerOptions options;
  options.ask.hallucinated = &schema;
  options.execute = true;
  const QuestionAnswer answer =
      Answerer({cellar.retriever, client, cellar.databases}).answer(question, options);
  REQUIRE(answer.rows.rows() == 2);
  CHECK(answer.rows.at(0, 0).bytes == "Barolo");
  CHECK(client.counts().requests == 2);
  CHECK(client.counts().uncounted == 2);
}

TEST_CASE("without a model the answer is the best guess that runs, marked as a guess") {
  const Cellar cellar;
  std::string second = "SELECT label FROM wine WHERE price > 10";
  std::size_t columns = 0;
  const CallbackApproximator approximator([&](std::string_view, const Database &database) {
    columns = database.columns().size();
    return second;
  });
  AnswererParts parts{
      .retriever = cellar.retriever, .databases = cellar.databases, .approximator = approximator};
  AnswerOptions options;
  options.execute = true;
  const std::string question = "Which wine label costs more than 10?";
  QuestionAnswer answer = Answerer(parts).answer(question, options);
  CHECK(answer.is_guess);
  CHECK(answer.confidence == 1);
  CHECK(answer.prompt.empty());
  REQUIRE(answer.rows.rows() == 1);
  CHECK(answer.rows.at(0, 0).bytes == "Barolo");
  const std::vector<ApproximatedQuery> guesses{{"SELECT vintage FROM wine", 0.9}, {second, 0.25}};
  options.guesses = guesses;
  answer = Answerer(parts).answer(question, options);
  CHECK(answer.generated.sql == second);
  CHECK(answer.confidence == 0.25);
  options.guesses = std::span(guesses).first(1);
  answer = Answerer(parts).answer(question, options);
  CHECK(answer.generated.check.fault == SqlFault::name);
  CHECK(!answer.database);
  // The approximator sees no more than the caller.
  Mask mask(cellar.retriever->catalog());
  const DatabaseId id = *mask.catalog()->find_database("cellar");
  mask.hide(*mask.catalog()->find_column(*mask.catalog()->find_table(id, "wine"), "id"));
  options.guesses.reset();
  options.ask.mask = &mask;
  answer = Answerer(parts).answer(question, options);
  CHECK(columns + 1 == mask.catalog()->columns(id).size());
  CHECK(answer.generated.sql == second);
  second = "SELECT id FROM wine";
  CHECK(Answerer(parts).answer(question, options).generated.check.fault == SqlFault::name);
  parts.approximator.reset();
  test::check_code(ErrorCode::invalid_argument, [&] { return Answerer(parts); });
}

TEST_CASE("a guess adds the columns that it reads and the values that it compares with") {
  const Cellar cellar;
  const CallbackCompleter model([](const CompletionRequest &) { return std::string("SELECT 1"); });
  AnswerOptions options;
  options.ask.budget = 1;
  options.schema.samples = 0;
  const std::vector<ApproximatedQuery> guesses{
      {"SELECT price FROM wine WHERE label = \"barolo\"", 1}};
  const AnswererParts parts{
      .retriever = cellar.retriever, .completer = model, .values = cellar.values};
  const std::string question = "Which label is the dearest?";
  const QuestionAnswer plain = Answerer(parts).answer(question, options);
  CHECK(!test::contains(plain.prompt, "Barolo"));
  options.guesses = guesses;
  const QuestionAnswer guessed = Answerer(parts).answer(question, options);
  CHECK(guessed.retrieved.subset.columns.size() > plain.retrieved.subset.columns.size());
  CHECK(test::contains(guessed.prompt, "price REAL"));
  CHECK(test::contains(guessed.prompt, "-- wine.label holds 'Barolo'\n"));
}

TEST_CASE("a question in a script that no name is written in is recognized") {
  const Cellar cellar;
  const Retriever &retriever = *cellar.retriever;
  CHECK(retriever.ask("哪种葡萄酒最贵?").foreign_script == Script::han);
  CHECK(retriever.ask("Сколько стоит вино?").foreign_script == Script::cyrillic);
  CHECK(!retriever.ask("What does 葡萄酒 cost?").foreign_script);
  CHECK(!retriever.ask("12 34").foreign_script);
}

}  // namespace sluice
