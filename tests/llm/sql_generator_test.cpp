/// Users of a completer: checks of SQL, its repair, hallucinated schemas, and schema choice.

#include "sluice/llm/sql_generator.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "sluice/beam/completion_questioner.hpp"
#include "sluice/core/error.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/sql_check.hpp"
#include "sluice/llm/llm_hallucinator.hpp"
#include "sluice/llm/schema_choice.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

constexpr std::string_view script =
    "CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, salary REAL, team_id INTEGER);"
    "CREATE TABLE team (id INTEGER PRIMARY KEY, title TEXT);"
    "CREATE TABLE secret (id INTEGER PRIMARY KEY, name TEXT);"
    "INSERT INTO staff VALUES (1, 'Ada', 10, 1), (2, 'Bob', 20, 1);";

std::shared_ptr<const Catalog> catalog() {
  return Catalog::make({load_ddl(script, "firm", "script", {.samples = 0})});
}

/// Gives answers in order, and records its requests.
struct Script {
  struct State {
    std::mutex mutex;
    std::vector<Completion> answers;
    std::vector<CompletionRequest> asked;
  };
  std::shared_ptr<State> state = std::make_shared<State>();

  explicit Script(const std::vector<std::string> &texts) {
    for (const std::string &text : texts) {
      state->answers.emplace_back();
      state->answers.back().text = text;
    }
  }
  Completion complete(const CompletionRequest &request, const CancellationToken &token) const {
    token.check();
    const std::lock_guard lock(state->mutex);
    state->asked.push_back(request);
    REQUIRE(state->asked.size() <= state->answers.size());
    return state->answers[state->asked.size() - 1];
  }
};
static_assert(Completer<Script>);

TEST_CASE("a check reports syntax errors, statements that are not queries, and unknown names") {
  const SqlChecker checker(catalog(), DatabaseId(0));
  struct Case {
    std::string sql;
    SqlFault fault;
    const char *message;
  };
  for (const Case &one : std::vector<Case>{
           {"SELECT name FROM staff WHERE salary > 5", SqlFault::none, ""},
           {"SELECT * FROM staff NATURAL JOIN team", SqlFault::none, ""},
           {"WITH t AS (SELECT id FROM team) SELECT id FROM t", SqlFault::none, ""},
           {"VALUES (1)", SqlFault::none, ""},
           {"SELECT name FROM staff WERE salary > 5", SqlFault::syntax, "syntax error"},
           {"", SqlFault::syntax, "syntax error"},
           {"DELETE FROM staff", SqlFault::not_query, "is no query"},
           {"WITH t AS (SELECT 1) DELETE FROM staff", SqlFault::not_query, "is no query"},
           {"SELECT wage FROM staff", SqlFault::name, "no such column: wage"},
           {"SELECT s.title FROM staff s", SqlFault::name, "no such column: s.title"},
           {"SELECT id FROM people", SqlFault::name, "no such table: people"},
           {"SELECT id FROM staff, team", SqlFault::name, "ambiguous"},
           {"SELECT name FROM sqlite_master", SqlFault::name, "no such table"},
       }) {
    CAPTURE(one.sql);
    const SqlCheck check = checker.check(one.sql);
    CHECK(std::string(name_of(check.fault)) == std::string(name_of(one.fault)));
    CHECK(test::contains(check.message, one.message));
    CHECK(check.passed() == check.message.empty());
  }
}

TEST_CASE(
    "under a mask, hidden objects cannot be named, implied or distinguished from unknown ones") {
  const auto all = catalog();
  Mask mask(all);
  const TableId staff = *all->find_table(DatabaseId(0), "staff");
  mask.hide(*all->find_column(staff, "salary"));
  mask.hide(*all->find_table(DatabaseId(0), "secret"));
  const SqlChecker checker(all, DatabaseId(0), &mask);
  for (const std::string fine : {"SELECT name FROM staff", "SELECT count(*) FROM staff",
                                 "SELECT s.name FROM staff s JOIN team t ON t.id = s.team_id"}) {
    CAPTURE(fine);
    CHECK(checker.check(fine).passed());
  }
  for (const std::string hidden :
       {"SELECT salary FROM staff", "SELECT * FROM staff", "SELECT staff.* FROM staff",
        "SELECT \"salary\" FROM staff", "SELECT name FROM staff ORDER BY salary",
        "SELECT name FROM secret", "SELECT count(*) FROM secret", "SELECT rowid FROM staff",
        "SELECT name FROM staff NATURAL JOIN team",
        "SELECT name FROM staff JOIN team USING (salary)",
        "SELECT (SELECT max(x.salary) FROM staff x)",
        "WITH t AS (SELECT * FROM staff) SELECT name FROM t"}) {
    CAPTURE(hidden);
    CHECK(checker.check(hidden).fault == SqlFault::name);
  }
  CHECK(checker.check("SELECT salary FROM staff").message == "no such column: salary");
  CHECK(checker.check("SELECT name FROM secret").message == "no such table: secret");
  const auto other = Catalog::make({});
  const Mask foreign(other);
  test::check_code(ErrorCode::mismatch,
                   [&] { return SqlChecker(all, DatabaseId(0), &foreign).check(""); });
}

TEST_CASE("a query runs within limits, and an error of the engine is a fault") {
  SqliteConnection made = SqliteConnection::scratch("script");
  made.run_script(script);
  const DatabaseImage image(SqliteImage::from_bytes(made.image(), "firm"));
  QueryLimits limits;
  limits.steps = 100'000;
  AnyExecutor executor = image.open(limits, {});
  std::size_t rows = 0;
  const auto count = [&](Row) { return ++rows < 2; };
  CHECK(run_checked(executor, "SELECT name FROM staff", count).passed());
  CHECK(rows == 2);
  const SqlCheck wrong = run_checked(executor, "SELECT nothing(1)", count);
  CHECK(wrong.fault == SqlFault::execution);
  CHECK(test::contains(wrong.message, "nothing"));
  const SqlCheck endless = run_checked(
      executor,
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n",
      count);
  CHECK(endless.fault == SqlFault::execution);
  CHECK(!endless.message.empty());
}

TEST_CASE("a wrong query is repaired once, by its error") {
  const SqlChecker checker(catalog(), DatabaseId(0));
  const auto check = [&](const std::string &sql) { return checker.check(sql); };
  const Script replies({"```sql\nSELECT wage FROM staff;\n```", "SELECT salary FROM staff"});
  const GeneratedSql generated = SqlGenerator(replies).generate("the prompt", check);
  CHECK(generated.check.passed());
  CHECK(generated.sql == "SELECT salary FROM staff");
  CHECK(generated.completions.size() == 2);
  const auto &asked = replies.state->asked;
  REQUIRE(asked.size() == 2);
  CHECK(asked[0].messages.size() == 2);
  CHECK(asked[0].messages[1].text == "the prompt");
  REQUIRE(asked[1].messages.size() == 4);
  CHECK(asked[1].messages[2].role == ChatRole::assistant);
  CHECK(test::contains(asked[1].messages[2].text, "wage"));
  CHECK(test::contains(asked[1].messages[3].text, "no such column: wage"));
}

TEST_CASE("a query that stays wrong ends after the allowed rounds with the last fault") {
  const SqlChecker checker(catalog(), DatabaseId(0));
  const auto check = [&](const std::string &sql) { return checker.check(sql); };
  struct Case {
    std::vector<std::string> answers;
    SqlFault fault;
    std::string sql;
  };
  for (const Case &one : std::vector<Case>{
           {{"SELECT wage FROM staff", "SELECT pay FROM staff"},
            SqlFault::name,
            "SELECT pay FROM staff"},
           {{"I cannot.", "No."}, SqlFault::missing, ""},
           {{"SELECT salary FROM staff WHERE", "SELECT salary FROM"},
            SqlFault::cut,
            "SELECT salary FROM"},
           {{"SELECT FROM FROM staff", "SELECT FROM FROM staff"},
            SqlFault::syntax,
            "SELECT FROM FROM staff"},
       }) {
    const GeneratedSql generated = SqlGenerator(Script(one.answers)).generate("p", check);
    CHECK(std::string(name_of(generated.check.fault)) == std::string(name_of(one.fault)));
    CHECK(generated.sql == one.sql);
    CHECK(generated.completions.size() == 2);
  }
  SqlGeneratorOptions none;
  none.repairs = 0;
  const GeneratedSql once = SqlGenerator(Script({"SELECT a FROM b"}), none).generate("p", check);
  CHECK(once.completions.size() == 1);
  CHECK(once.check.fault == SqlFault::name);
}

TEST_CASE(
    "a query in a truncated answer may lack its end without a semicolon, and a refusal is final") {
  const auto fine = [](const std::string &) { return SqlCheck(); };
  Script cut({"SELECT salary FROM staff", "SELECT salary FROM staff WHERE id = 1;"});
  for (Completion &answer : cut.state->answers) answer.end = CompletionEnd::cut;
  const GeneratedSql generated = SqlGenerator(cut).generate("p", fine);
  CHECK(generated.completions.size() == 2);
  CHECK(generated.sql == "SELECT salary FROM staff WHERE id = 1");
  CHECK(generated.check.passed());
  Script refusing({"I would rather not"});
  refusing.state->answers[0].end = CompletionEnd::refused;
  const GeneratedSql refused = SqlGenerator(refusing).generate("p", fine);
  CHECK(refused.check.fault == SqlFault::refused);
  CHECK(refused.check.message == "the model refused: I would rather not");
}

TEST_CASE("the instruction names the dialect unless it is SQLite, and queries are read in it") {
  const auto fine = [](const std::string &) { return SqlCheck(); };
  const auto instruction = [&](const SqlGeneratorOptions &options) {
    const Script model({"SELECT id::text FROM staff"});
    const GeneratedSql generated = SqlGenerator(model, options).generate("p", fine);
    CHECK(generated.check.passed() == (options.dialect == sql::Dialect::postgresql));
    const CompletionRequest &request = model.state->asked[0];
    return request.messages.size() == 2 ? request.messages[0].text : std::string();
  };
  SqlGeneratorOptions options;
  options.repairs = 0;
  const std::string plain =
      "You translate questions into SQL. Answer with one query and nothing else.";
  CHECK(instruction(options) == plain);
  options.dialect = sql::Dialect::sqlite;
  CHECK(instruction(options) == plain);
  options.dialect = sql::Dialect::postgresql;
  CHECK(instruction(options) ==
        "You translate questions into SQL for PostgreSQL. Answer with one query and nothing else.");
  options.instruction = "";
  CHECK(instruction(options) == "");
  CHECK(sql_instruction(sql::Dialect::permissive) == plain);
}

TEST_CASE("a hallucinated schema is requested in each form, with examples in order") {
  const auto prompt = [](const LlmHallucinatorOptions &options) {
    return LlmHallucinator(Script({}), options).prompt("How many\nships?");
  };
  LlmHallucinatorOptions options;
  const std::string six = prompt(options);
  CHECK(six.ends_with("\n\nQuestion: How many ships?\nTables:"));
  const auto examples = default_hallucination_examples();
  REQUIRE(examples.size() == 6);
  std::size_t at = 0;
  for (const auto &example : examples) {
    const std::size_t found = six.find(example.question + "\nTables: " + example.schema, at);
    REQUIRE(found != six.npos);
    at = found;
    CHECK(!parse_hallucinated_schema(example.schema).empty());
  }
  options.shots = 2;
  CHECK(test::contains(prompt(options), examples[1].question));
  CHECK(!test::contains(prompt(options), examples[2].question));
  options.shots = 0;
  CHECK(!test::contains(prompt(options), examples[0].question));
  options.sketch = "ship, harbour";
  CHECK(test::contains(prompt(options), "ship, harbour"));
  options = {};
  options.form = HallucinationForm::relations;
  CHECK(test::contains(prompt(options), "Relations: " + examples[0].relations));
  options.form = HallucinationForm::schema;
  bool moved = false;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    options.order_seed = seed;
    const std::string shuffled = prompt(options);
    CHECK(shuffled == prompt(options));
    CHECK(shuffled.size() == six.size());
    moved = moved || shuffled != six;
  }
  CHECK(moved);
  options = {};
  options.examples = read_hallucination_examples(
      "{\"question\":\"q1\",\"hallucinated\":[\"a(b)\",\"c(d)\"]}\n{\"question\":\"q2\","
      "\"variables\":\"x, y\"}",
      "f");
  CHECK(test::contains(prompt(options), "Question: q1\nTables: a(b), c(d)"));
  CHECK(!test::contains(prompt(options), "q2"));  // not in this form
}

TEST_CASE("a hallucinated schema is parsed in each form") {
  const auto read = [](const char *answer, HallucinationForm form) {
    std::string text;
    for (const HallucinatedTable &table : read_hallucination(answer, form)) {
      text += table.name + "(";
      for (const std::string &column : table.columns) text += column + ";";
      text += ")";
    }
    return text;
  };
  using Form = HallucinationForm;
  CHECK(read("ship(id, name), port(id)", Form::schema) == "ship(id;name;)port(id;)");
  CHECK(read("Here is a schema:\n```\nTables: ship(id)\n1. port(id)\n```\nDone.", Form::schema) ==
        "ship(id;)port(id;)");
  CHECK(read("Sure, here it is:\n\nship(id)\n\nThat should do.", Form::schema) == "ship(id;)");
  CHECK(read("Variables: Ship, Age", Form::variables) == "Ship()Age()");
  CHECK(read("- Name of the ship\n- Age of the crew, Port", Form::relations) ==
        "Name of the ship()Age of the crew()Port()");
  CHECK(read("", Form::schema).empty());
  const LlmHallucinator hallucinator(Script({"ship(id)"}));
  static_assert(Hallucinator<LlmHallucinator>);
  CHECK(hallucinator.hallucinate("How many ships?").size() == 1);
  Script refusing({"no"});
  refusing.state->answers[0].end = CompletionEnd::refused;
  CHECK(LlmHallucinator(refusing).hallucinate("q").empty());
}

TEST_CASE("a sketch has the most frequent words of the visible databases") {
  const auto all = Catalog::make(
      {load_ddl(script, "firm", "s", {.samples = 0}),
       load_ddl("CREATE TABLE team_member (salary INT, x INT)", "club", "s", {.samples = 0})});
  CHECK(catalog_sketch(*all, 1000) == "team, salary, id, name, member, secret, staff, title");
  CHECK(catalog_sketch(*all, 14) == "team, salary");
  CHECK(catalog_sketch(*all, 3).empty());
  Mask mask(all);
  mask.hide(*all->find_table(DatabaseId(0), "secret"));
  CHECK(!test::contains(catalog_sketch(*all, 1000, &mask), "secret"));
}

TEST_CASE("a choice is parsed from brackets, a name or a number, else it is the first") {
  const std::vector<SchemaCandidate> candidates{{"shop", "a(b)"}, {"zoo", "c(d)\n"}, {"bank", ""}};
  const auto choice = [&](const char *answer) { return schema_choice_in(answer, candidates); };
  CHECK(choice("[2]") == 1);
  CHECK(choice("[1] sells, [3] lends. I take [3].") == 2);
  CHECK(choice("[7], or rather [ 2 ]") == 1);
  CHECK(choice("It is the Zoo.") == 1);
  CHECK(choice("shop or zoo") == 0);
  CHECK(choice("3") == 2);
  CHECK(choice("99999999999999999999") == 0);
  CHECK(choice("") == 0);
  CHECK(choice("[[[[") == 0);
  const Script replies({"Thinking about it: [3]"});
  CHECK(choose_schema(replies, "q", candidates) == 2);
  const std::string &prompt = replies.state->asked[0].messages[0].text;
  CHECK(test::contains(prompt, "\n[1] shop\na(b)\n\n[2] zoo\nc(d)\n\n[3] bank\n"));
  CHECK(choose_schema(Script({}), "q", {candidates.data(), 1}) == 0);
  test::check_code(ErrorCode::invalid_argument, [&] {
    return choose_schema(Script({}), "q", {candidates.data(), 0});
  });
}

TEST_CASE("the question generator works with any completer") {
  const auto all = catalog();
  const Script replies({"Question: \"What does everybody earn?\""});
  const CompletionQuestioner questioner(all, PromptFunction(replies));
  SampledSchema sampled;
  sampled.schema.database = DatabaseId(0);
  sampled.schema.tables = {*all->find_table(DatabaseId(0), "staff")};
  Random random(1);
  CHECK(questioner.question(sampled, random) == "What does everybody earn?");
  CHECK(test::contains(replies.state->asked[0].messages[0].text, "staff"));
  const CallbackCompleter callback(
      [](const CompletionRequest &request) { return request.messages.back().text + "!"; });
  CHECK(PromptFunction(callback)("hey") == "hey!");
}

}  // namespace
}  // namespace sluice
