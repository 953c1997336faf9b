/// Tests `sluice ask`, its text and its JSON.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "prompt/tokens.hpp"
#include "run.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/utf8.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using test::answer_of;
using test::run;

namespace {

using Keys = std::vector<std::string>;

std::vector<std::string> columns_of(const test::CommandResult &result) {
  REQUIRE(result.status == 0);
  const JsonDocument document = JsonDocument::parse(result.out);
  std::vector<std::string> columns;
  for (const JsonValue column : document.root().at("columns")) {
    columns.push_back(std::string(column.at("database").as_string()) + '.' +
                      std::string(column.at("table").as_string()) + '.' +
                      std::string(column.at("column").as_string()));
  }
  return columns;
}

}  // namespace

TEST_CASE("a schema is read from standard input") {
  const test::TemporaryDirectory folder;
  const std::string script = (folder.path() / "script.sql").string();
  write_file(script, "CREATE TABLE wine(id INT, colour TEXT);");
  const test::CommandResult result =
      test::Command({"ask", "--db", "-", "--json", "Which colour has the wine?"}, "", script)
          .wait();
  CHECK(columns_of(result).front() == "standard input.wine.colour");
}

TEST_CASE("the text shows the database, one line with reasons per column, times and the prompt") {
  const test::SampleFolder folder;
  const test::CommandResult result = run(
      {"ask", "--db", folder.path().string(), "--columns", "3", "Which customers bought wine?"});
  CHECK(result.status == 0);
  CHECK(result.error.empty());
  CHECK(result.out.starts_with("shop · 3 of 6 columns · "));
  CHECK(result.out.find("\n  purchase.wine  ") != std::string::npos);
  CHECK(result.out.find("'wine'") != std::string::npos);
  CHECK(result.out.find("\nloaded 2 databases, 11 columns in ") != std::string::npos);
  CHECK(result.out.find("\n\n# Given SQLite database schema shop:\nCREATE TABLE ") !=
        std::string::npos);
  CHECK(result.out.ends_with("\nQuestion: Which customers bought wine?\nSQL:\n"));
}

TEST_CASE("the JSON has the documented members with valid values") {
  const test::SampleFolder folder;
  const test::CommandResult result = run({"ask", "--db", folder.path().string(), "--json",
                                          "--columns", "4", "wine bought by customers"});
  REQUIRE(result.status == 0);
  CHECK(result.error.empty());
  CHECK(result.out.find('\n') + 1 == result.out.size());
  const JsonDocument document = JsonDocument::parse(result.out);
  const JsonValue root = document.root();
  CHECK(test::keys(root) == Keys{"question", "databases", "columns", "foreign_script", "fits",
                                 "fits_threshold", "alternatives", "unsure", "prompt",
                                 "load_seconds", "seconds"});
  CHECK(root.at("question").as_string() == "wine bought by customers");
  CHECK(root.at("load_seconds").as_number() >= 0);
  CHECK(root.at("seconds").as_number() >= 0);
  CHECK(root.at("prompt").as_string().starts_with("# Given SQLite database schema shop:\n"));
  REQUIRE(root.at("databases").size() == 2);
  double score_before = 1e9;
  for (const JsonValue database : root.at("databases")) {
    CHECK(test::keys(database) == Keys{"name", "dialect", "score"});
    CHECK(database.at("score").as_number() <= score_before);
    score_before = database.at("score").as_number();
  }
  CHECK((*root.at("databases").begin()).at("name").as_string() == "shop");
  CHECK(root.at("columns").size() == 4);
  const Keys kinds{"word", "table", "value", "probe", "join", "key"};
  for (const JsonValue column : root.at("columns")) {
    CHECK(test::keys(column) == Keys{"database", "table", "column", "score", "reasons"});
    CHECK(column.at("database").as_string() == "shop");
    CHECK(column.at("score").is(JsonKind::number));
    for (const JsonValue reason : column.at("reasons")) {
      CHECK(test::keys(reason) == Keys{"kind", "text"});
      CHECK(std::ranges::count(kinds, reason.at("kind").as_string()) == 1);
      CHECK(reason.at("text").is(JsonKind::string));
    }
  }
}

TEST_CASE("text and JSON contain the same columns and the same prompt") {
  const test::SampleFolder folder;
  const std::vector<std::string> line{"ask", "--db", folder.path().string(),
                                      "birthdate of each species"};
  const test::CommandResult text = run(line);
  std::vector<std::string> as_json = line;
  as_json.emplace_back("--json");
  const test::CommandResult json = run(as_json);
  CHECK(text.out.ends_with("\n\n" + answer_of(json) + '\n'));
  for (const std::string &column : columns_of(json)) {
    CHECK(column.starts_with("zoo."));
    CHECK(text.out.find("\n  " + column.substr(4)) != std::string::npos);
  }
}

TEST_CASE("a question that no database fits gives status 1, as text and as JSON") {
  const test::SampleFolder folder;
  const test::CommandResult text = run({"ask", "--db", folder.shop(), "zzz qqq"});
  CHECK(text.status == 1);
  CHECK(text.out == "nothing in 1 databases is related to the question\n");
  CHECK(text.error.empty());
  const test::CommandResult json = run({"ask", "--db", folder.shop(), "--json", "zzz qqq"});
  CHECK(json.status == 1);
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(document.root().at("columns").size() == 0);
  CHECK(document.root().at("prompt").as_string().empty());
}

TEST_CASE("--columns limits the number of columns, and a larger limit gives more") {
  const test::SampleFolder folder;
  std::size_t before = 0;
  for (const std::size_t budget : {1U, 2U, 5U, 100U}) {
    const std::size_t columns = columns_of(run({"ask", "--db", folder.shop(), "--json", "--columns",
                                                std::to_string(budget), "wine of customers"}))
                                    .size();
    CHECK(columns <= budget);
    CHECK(columns >= before);
    before = columns;
  }
  CHECK(before == 6);
}

TEST_CASE("--databases limits the databases that columns come from") {
  const test::SampleFolder folder;
  const auto databases = [&](const char *count) {
    std::vector<std::string> found;
    for (const std::string &column :
         columns_of(run({"ask", "--db", folder.shop(), "--db", folder.zoo(), "--databases", count,
                         "--json", "customers and animals"}))) {
      const std::string database = column.substr(0, column.find('.'));
      if (std::ranges::find(found, database) == found.end()) found.push_back(database);
    }
    return found.size();
  };
  CHECK(databases("1") == 1);
  CHECK(databases("2") == 2);
}

TEST_CASE("the prompt has the chosen form and fits into --tokens") {
  const test::SampleFolder folder;
  const auto prompt = [&](std::vector<std::string> more) {
    std::vector<std::string> line{"ask", "--db", folder.shop(), "--json", "wine of customers"};
    line.insert(line.end(), more.begin(), more.end());
    return answer_of(run(line));
  };
  CHECK(prompt({}).find("\nCREATE TABLE purchase (\n") != std::string::npos);
  CHECK(prompt({"--form", "create-table"}) == prompt({}));
  CHECK(prompt({"--form", "compact"}).find("\npurchase(customer_id) -> customer(id)\n") !=
        std::string::npos);
  CHECK(prompt({"--form", "json"}).find("{\"databases\":[{\"name\":\"shop\",") !=
        std::string::npos);
  for (const char *tokens : {"60", "90", "1000"}) {
    CHECK(estimate_tokens(prompt({"--tokens", tokens})) <= std::stoul(tokens));
  }
  CHECK(prompt({"--tokens", "60"}).size() < prompt({"--tokens", "90"}).size());
  test::check_refused(run({"ask", "--db", folder.shop(), "--tokens", "5", "wine"}), "tokens");
}

TEST_CASE("a hallucinated schema finds columns that the question does not name") {
  const test::SampleFolder folder;
  const std::string file = folder.path("recorded");
  for (
      const char *recorded :
      {"Purchases(wine)\n", "1: Purchases(wine)", "[\"Purchases(wine)\"]",
       "[{\"table\": \"Purchases\", \"columns\": [\"wine\"]}]",
       "{\"question\": \"Other\", \"hallucinated\": [\"Animal(species)\"]}\n{\"question\": \"What was drunk?\", \"hallucinated\": [\"Purchases(wine)\"]}\n"}) {
    CAPTURE(recorded);
    test::write_bytes(file, recorded);
    CHECK(columns_of(run({"ask", "--db", folder.path().string(), "--json", "--columns", "1",
                          "--hallucinated", file, "What was drunk?"})) ==
          Keys{"shop.purchase.wine"});
  }
  test::check_refused(run({"ask", "--db", folder.shop(), "--hallucinated", file, "Another?"}),
                      file + ": has no schema for this question");
  test::write_bytes(file, "{\"question\": 7, \"hallucinated\": []}");
  test::check_refused(run({"ask", "--db", folder.shop(), "--hallucinated", file, "Another?"}),
                      file + ":1:14: ");
  test::check_refused(run({"ask", "--db", folder.shop(), "--hallucinated", folder.path("no"), "Q"}),
                      folder.path("no") + ": ");
}

TEST_CASE("a glossary finds what its words mean, and the answer names the entry") {
  const test::SampleFolder folder;
  test::write_bytes(folder.path("glossary"), "tipple = purchase.wine\n[zoo]\nlodging = cage\n");
  const auto answer = [&](const char *question) {
    const test::CommandResult result = run({"ask", "--db", folder.path().string(), "--glossary",
                                            folder.path("glossary"), "--json", question});
    CAPTURE(result.error);
    REQUIRE(result.status == 0);
    std::vector<std::string> reasons;
    const JsonDocument document = JsonDocument::parse(result.out, "out");
    for (const JsonValue column : document.root().at("columns")) {
      for (const JsonValue reason : column.at("reasons")) {
        if (reason.at("kind").as_string() != "glossary") continue;
        reasons.push_back(std::string(column.at("table").as_string()) + '.' +
                          std::string(column.at("column").as_string()) + ": " +
                          std::string(reason.at("text").as_string()));
      }
    }
    return reasons;
  };
  CHECK(answer("each tipple") == std::vector<std::string>{"purchase.wine: tipple = purchase.wine"});
  const std::vector<std::string> lodgings = answer("lodgings");
  REQUIRE(!lodgings.empty());
  for (const std::string &reason : lodgings) CHECK(reason.ends_with(": lodging = cage"));

  const test::CommandResult route = run({"route", "--db", folder.path().string(), "--glossary",
                                         folder.path("glossary"), "--json", "each tipple"});
  if (route.status == 0) {  // this build has a ranker
    const JsonDocument document = JsonDocument::parse(route.out, "out");
    CHECK((*document.root().at("glossary").begin()).at("term").as_string() == "tipple");
    CHECK((*document.root().at("tables").begin()).at("table").as_string() == "purchase");
  }
  test::write_bytes(folder.path("glossary"), "tipple = purchase.vine\n");
  check_refused(run({"ask", "--db", folder.path().string(), "--glossary", folder.path("glossary"),
                     "each tipple"}),
                "glossary:1: ");
}

TEST_CASE("--explain also writes a page, even for a question that no database fits") {
  const test::SampleFolder folder;
  const std::string file = folder.path("why.html");
  const std::vector<std::string> line{"ask", "--db", folder.shop(), "--explain", file};
  for (const char *question : {"Which customers bought wine?", "zzz qqq"}) {
    std::vector<std::string> arguments = line;
    arguments.emplace_back(question);
    const test::CommandResult result = run(arguments);
    const test::CommandResult plain = run({"ask", "--db", folder.shop(), question});
    CHECK(result.status == plain.status);
    CHECK(result.error.empty());
    const std::string page = test::bytes_of(file);
    CHECK(page.starts_with("<!doctype html>"));
    CHECK(page.find("id=\"words\"") != std::string::npos);
    CHECK((page.find("purchase.wine") != std::string::npos) == (result.status == 0));
  }
  test::check_refused(
      run({"ask", "--db", folder.shop(), "--explain", folder.path("no/why.html"), "wine"}),
      folder.path("no/why.html"));
}

TEST_CASE("a question with invalid UTF-8 is repaired and answered") {
  const test::SampleFolder folder;
  const test::CommandResult json = run({"ask", "--db", folder.shop(), "--json", "wine \xFF\xC3"});
  REQUIRE(json.status == 0);
  CHECK(answer_of(json, "question") == "wine \xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(is_utf8(run({"ask", "--db", folder.shop(), "wine \xFF\xC3"}).out));
}

TEST_CASE("control characters in names and values do not reach the terminal") {
  const test::SampleFolder folder;
  const std::string path = folder.path("sly.sqlite");
  test::make_sqlite(
      path,
      "CREATE TABLE \"wine\x1b]0;owned\x07\nlist\" (\"name\x1b[2J\" TEXT); INSERT INTO \"wine\x1b]0;owned\x07\nlist\" VALUES ('\x1b[31mred')");
  const test::CommandResult result =
      run({"ask", "--db", path, "--fits-threshold", "0", "names of wine"});
  REQUIRE(result.status == 0);
  const std::string above_prompt = result.out.substr(0, result.out.find("\nloaded"));
  CHECK(above_prompt.find_first_of("\x1b\x07") == std::string::npos);
  CHECK(std::ranges::count(above_prompt, '\n') == 1);
}

TEST_CASE("a near copy of the right database is named as an alternative, in text and in JSON") {
  const test::TemporaryDirectory folder;
  const std::string schema =
      "CREATE TABLE wine (wine_id INTEGER PRIMARY KEY, grape TEXT, vineyard TEXT);";
  for (const char *name : {"cellar", "cellar_2"})
    test::make_sqlite((folder.path() / name).string() + ".sqlite", schema);
  const std::string question = "the grape of each wine";
  const test::CommandResult text = run({"ask", "--db", folder.path().string(), question});
  REQUIRE(text.status == 0);
  CHECK(test::contains(text.out, "perhaps another database: cellar"));
  const test::CommandResult json = run({"ask", "--db", folder.path().string(), "--json", question});
  REQUIRE(json.status == 0);
  const JsonDocument document = JsonDocument::parse(json.out);
  const JsonValue alternatives = document.root().at("alternatives");
  CHECK(test::keys(alternatives) == Keys{"databases", "tables"});
  REQUIRE(alternatives.at("databases").size() == 1);
  const JsonValue other = *alternatives.at("databases").begin();
  CHECK(test::keys(other) == Keys{"name", "probability"});
  CHECK(other.at("probability").as_number() > 0.05);
  CHECK(other.at("probability").as_number() <= 0.5);
}

TEST_CASE("an answer that --fits-threshold makes doubtful is unsure") {
  const test::SampleFolder folder;
  for (const bool strict : {false, true}) {
    const test::CommandResult result =
        run({"ask", "--db", folder.shop(), "--json", "--fits-threshold", strict ? "1" : "0",
             "wine bought by customers"});
    REQUIRE(result.status == 0);
    CHECK(JsonDocument::parse(result.out).root().at("unsure").as_bool() == strict);
  }
}

TEST_CASE("an answer that cannot be written is an error") {
  if (!std::filesystem::exists("/dev/full")) return test::skip("no /dev/full");
  const test::SampleFolder folder;
  for (const std::vector<std::string> &line :
       std::vector<std::vector<std::string>>{{"ask", "--db", folder.shop(), "wine"},
                                             {"ask", "--db", folder.shop(), "--json", "wine"},
                                             {"--help"}}) {
    const test::CommandResult result = run(line, "/dev/full");
    CHECK(result.status == 2);
    CHECK(result.error == "sluice: cannot write the output: No space left on device\n");
  }
}
