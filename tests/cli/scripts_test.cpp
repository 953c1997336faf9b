/// Tests questions to schemas that come as SQL scripts, and `sluice schema`.

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "run.hpp"
#include "sluice/core/json.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

using namespace sluice;
using test::check_refused;
using test::contains;
using test::run;

namespace {

std::set<std::string> tables_of(const test::CommandResult &result) {
  CAPTURE(result.error);
  REQUIRE(result.status == 0);
  const JsonDocument document = JsonDocument::parse(result.out);
  std::set<std::string> tables;
  for (const JsonValue column : document.root().at("columns"))
    tables.insert(std::string(column.at("table").as_string()));
  return tables;
}

struct Asked {
  std::string file;
  std::string question;
  std::vector<std::string> tables;
};

}  // namespace

TEST_CASE("a question to a real script of another engine finds the tables that its query needs") {
  const auto corpus = test::data_directory() / "ddl_corpus";
  if (!exists(corpus)) return test::skip("no corpus of definitions");
  for (const auto &[file, question, tables] : std::vector<Asked>{
           {"pagila_postgresql.sql",
            "Which actors played in the films of the category Horror?",
            {"actor", "film_actor", "film_category", "category"}},
           {"sakila_mysql.sql",
            "total payments of each customer at every store",
            {"payment", "customer", "store"}},
           {"chinook_oracle.sql.gz",
            "Which artists have albums with more than 20 tracks?",
            {"ARTIST", "ALBUM", "TRACK"}},
           {"adventureworks_sqlserver.sql.gz",
            "list price of products by product category",
            {"Production.Product", "Production.ProductSubcategory", "Production.ProductCategory"}},
           {"tpch_databricks.sql",
            "revenue of customers by nation",
            {"TPCH_SF1.CUSTOMER", "TPCH_SF1.NATION", "TPCH_SF1.ORDERS"}},
           {"omop_bigquery.sql",
            "number of persons with a drug exposure after a condition occurrence",
            {"omop.drug_exposure", "omop.condition_occurrence"}}}) {
    CAPTURE(file);
    const std::set<std::string> found =
        tables_of(run({"ask", "--db", (corpus / file).string(), "--json", question}));
    for (const std::string &table : tables) {
      CAPTURE(table);
      CHECK(found.contains(table));
    }
  }
}

TEST_CASE("--dialect says how a script is read, for a question, an index and its updates") {
  const test::TemporaryDirectory folder;
  const std::string script = (folder.path() / "wines.sql").string();
  test::write_bytes(script, "CREATE TABLE Wine (Id int, Vintage int)");  // MySQL keeps capitals
  const auto prompt = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--json", "vintage of a wine"});
    return test::answer_of(run(words));
  };
  CHECK(contains(prompt({"ask", "--db", script, "--dialect", "mysql"}), "TABLE Wine"));
  CHECK(contains(prompt({"ask", "--db", script, "--dialect", "postgres"}), "TABLE wine"));
  CHECK(contains(prompt({"ask", "--db", script, "--dialect", "Oracle"}), "TABLE WINE"));
  const std::string index = (folder.path() / "index").string();
  REQUIRE(run({"index", index, script, "--dialect", "oracle"}).status == 0);
  CHECK(contains(prompt({"ask", "--catalog", index}), "TABLE WINE"));
  test::write_bytes(script, "CREATE TABLE Wine (Id int, Vintage int, Region text)");
  REQUIRE(run({"index", "--update", index, script, "--dialect", "oracle"}).status == 0);
  CHECK(contains(prompt({"ask", "--catalog", index}), "TABLE WINE"));
  check_refused(run({"ask", "--db", script, "--dialect", "klingon", "wine"}), "klingon");
}

TEST_CASE(
    "schema show lists what is read and what is skipped, with status 0 if anything was read") {
  const test::SampleFolder folder;
  test::write_bytes(folder.path("notes.sql"), "CREATE TABLE note (id int); CREATE TABLE broken (");
  test::write_bytes(folder.path("bad.sqlite"), "no database");
  const std::vector<std::string> sources{folder.shop(), folder.path("notes.sql"),
                                         folder.path("bad.sqlite")};
  std::vector<std::string> words{"schema", "show"};
  words.insert(words.end(), sources.begin(), sources.end());
  const test::CommandResult text = run(words);
  CHECK(text.status == 0);
  CHECK(contains(text.out, "purchase"));
  CHECK(contains(text.out, "note"));
  CHECK(contains(text.error, "notes.sql:1"));
  CHECK(contains(text.error, "bad.sqlite"));
  words.emplace_back("--json");
  const test::CommandResult json = run(words);
  CHECK(json.status == 0);
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(document.root().at("databases").size() == 2);
  CHECK(document.root().at("skipped").size() == 2);
  check_refused(run({"schema", "show", folder.path("bad.sqlite")}), "bad.sqlite");
}

TEST_CASE("schema diff has a status of its own if schemas differ, and export writes what it reads") {
  const test::SampleFolder folder;
  const std::string script = folder.path("shop.sql");
  const test::CommandResult written =
      run({"schema", "export", "--dialect", "postgresql", "--out", script, folder.shop()});
  CHECK(written.status == 0);
  CHECK(written.out.empty());
  CHECK(contains(run({"schema", "show", script}).out, "PostgreSQL"));
  CHECK(run({"schema", "diff", folder.shop(), folder.shop()}).status == 0);
  const test::CommandResult differ = run({"schema", "diff", folder.shop(), folder.zoo()});
  CHECK(differ.status == 1);
  CHECK(contains(differ.out, "animal"));
  const test::CommandResult json = run({"schema", "export", "--format", "json", folder.shop()});
  const std::string catalog = folder.path("shop.json");
  test::write_bytes(catalog, json.out);
  CHECK(run({"schema", "diff", folder.shop(), catalog}).status == 0);
  CHECK(contains(run({"schema", "export", "--format", "svg", folder.shop()}).out, "<svg"));
  CHECK(contains(run({"schema", "export", "--format", "mermaid", folder.shop()}).out, "erDiagram"));
}
