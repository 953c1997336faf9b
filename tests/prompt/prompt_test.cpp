#include "sluice/prompt/prompt.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "prompt/tokens.hpp"
#include "sample_schema.hpp"
#include "support/error_of.hpp"

using namespace sluice;

TEST_CASE("a prompt has the schema, the task and the question, and ends where the SQL begins") {
  const Subset subset =
      test::subset_of(test::sample_catalog(), {"transcripts.Departments.department_id"});
  CHECK(make_prompt(subset, "How many departments are there?") ==
        "# Given SQLite database schema transcripts:\n"
        "CREATE TABLE Departments (\n"
        "  department_id number,\n"
        "  PRIMARY KEY (department_id)\n"
        ");\n"
        "# Your task is to translate Question into SQL.\n"
        "# Complete the following SQL for schema transcripts:\n"
        "Question: How many departments are there?\n"
        "SQL:");
}

TEST_CASE("a prompt names every database of its subset once") {
  const Subset subset = test::subset_of(
      test::sample_catalog(),
      {"odd.Order.2nd", "transcripts.Departments.department_id", "odd.Order.group"});
  const std::string prompt = make_prompt(subset, "q", {.form = SchemaForm::compact});
  CHECK(prompt.starts_with("# Given SQLite database schema odd, transcripts:\n-- database odd\n"));
  CHECK(prompt.find("# Complete the following SQL for schema odd, transcripts:\n") != prompt.npos);
}

TEST_CASE("a question of several lines becomes one line") {
  const Subset subset = test::subset_of(test::sample_catalog(), {"odd.Order.2nd"});
  CHECK(make_prompt(subset, "How many\norders\r\nare there?")
            .ends_with("\nQuestion: How many orders  are there?\nSQL:"));
}

TEST_CASE("the budget limits the whole prompt, and the question alone must fit") {
  const Subset subset = test::everything(test::sample_catalog());
  const std::string_view question =
      "Which department offers the degree that most students chose in 2014?";
  for (const SchemaForm form : {SchemaForm::create_table, SchemaForm::compact, SchemaForm::json}) {
    const std::string whole = make_prompt(subset, question, {.form = form});
    const std::size_t tokens = estimate_tokens(whole);
    std::size_t refused = 0;
    std::size_t size_before = 0;
    for (std::size_t budget = 0; budget <= tokens; ++budget) {
      std::string prompt;
      const auto error = test::error_if_any(
          [&] { prompt = make_prompt(subset, question, {.form = form, .token_budget = budget}); });
      if (error) {
        CHECK(error->code() == ErrorCode::limit_exceeded);
        CHECK(refused == budget);  // a question that fits also fits every larger budget
        ++refused;
        continue;
      }
      CHECK(estimate_tokens(prompt) <= budget);
      CHECK(prompt.size() >= size_before);
      size_before = prompt.size();
    }
    CHECK(refused > 20);
    CHECK(refused < tokens);
    CHECK(make_prompt(subset, question, {.form = form, .token_budget = tokens}) == whole);
  }
}

TEST_CASE("tokens are counted by runs of letters, digits and other characters") {
  CHECK(estimate_tokens("") == 0);
  CHECK(estimate_tokens(" \n\t\r") == 0);
  CHECK(estimate_tokens("name") == 1);
  CHECK(estimate_tokens("names") == 1);
  CHECK(estimate_tokens("table_name") == 3);
  CHECK(estimate_tokens("departments") == 3);
  CHECK(estimate_tokens("2014") == 2);
  CHECK(estimate_tokens("a1b2") == 4);
  CHECK(estimate_tokens("();") == 3);
  CHECK(estimate_tokens("é") == 1);
  CHECK(estimate_tokens("東京") == 3);
  CHECK(estimate_tokens("SELECT count(*) FROM singer") == 9);
}

TEST_CASE("texts that are joined at the end of a line have the sum of their tokens") {
  const std::string_view a = "CREATE TABLE t (\n  c TEXT\n);\n";
  const std::string_view b = "Question: who?";
  CHECK(estimate_tokens(std::string(a) + std::string(b)) ==
        estimate_tokens(a) + estimate_tokens(b));
}

TEST_CASE("values come after the schema, examples before the question") {
  const auto catalog = test::sample_catalog();
  const Subset subset = test::subset_of(catalog, {"odd.Order.group"});
  const std::vector<PromptValue> values{{subset.columns[0].id, "it's\nred"}};
  const std::vector<PromptExample> examples{{"How many?", "SELECT count(*)\nFROM t"},
                                            {"Which?", "SELECT a FROM t"}};
  CHECK(make_prompt(subset, "q", {}, {examples, values}) ==
        "# Given SQLite database schema odd:\n"
        "CREATE TABLE \"Order\" (\n"
        "  \"group\" TEXT\n"
        ");\n"
        "-- \"Order\".\"group\" holds 'it''s red'\n"
        "# Your task is to translate Question into SQL.\n"
        "# Some examples of similar problems:\n"
        "Question: How many?\nSQL: SELECT count(*) FROM t\n"
        "Question: Which?\nSQL: SELECT a FROM t\n"
        "# Complete the following SQL for schema odd:\n"
        "Question: q\nSQL:");
}

TEST_CASE("a prompt with examples and values keeps to its budget") {
  const Subset subset = test::everything(test::sample_catalog());
  const std::vector<PromptValue> values{{subset.columns[0].id, "a value of some length"}};
  const std::vector<PromptExample> examples(
      6, {"How many departments are there?", "SELECT count(*) FROM Departments"});
  const auto counted = [](const std::string &prompt) {
    std::size_t count = 0;
    for (std::size_t at = prompt.find("How many"); at != prompt.npos;
         at = prompt.find("How many", at + 1))
      ++count;
    return count;
  };
  const std::size_t all = estimate_tokens(make_prompt(subset, "q", {}, {examples, values}));
  std::size_t most = 0;
  for (std::size_t budget = 50; budget <= 2 * all; budget += 7) {
    const std::string prompt =
        make_prompt(subset, "q", {.token_budget = budget}, {examples, values});
    CHECK(estimate_tokens(prompt) <= budget);
    CHECK(counted(prompt) >= most);
    most = counted(prompt);
  }
  CHECK(most == examples.size());
}
