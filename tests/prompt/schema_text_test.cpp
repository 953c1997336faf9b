#include "sluice/prompt/schema_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "prompt/tokens.hpp"
#include "sample_schema.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/random.hpp"
#include "support/memory_database.hpp"

using namespace sluice;
using test::column;

namespace {

constexpr SchemaForm forms[] = {SchemaForm::create_table, SchemaForm::compact, SchemaForm::json};

std::string text_of(const Subset &subset, SchemaForm form = SchemaForm::create_table,
                    std::size_t samples = 3) {
  return schema_text(subset, {.form = form, .samples = samples}).text;
}

/// The text of a database with one table.
std::string text_of(TableDefinition table, SchemaForm form = SchemaForm::create_table) {
  DatabaseDefinition database;
  database.name = "d";
  database.tables.push_back(std::move(table));
  return text_of(test::everything(Catalog::make({Database::make(database)})), form);
}

Subset first_columns(const Subset &subset, std::size_t count) {
  Subset first = subset;
  first.columns.resize(count);
  return first;
}

}  // namespace

TEST_CASE("CREATE TABLE text has types, comments that add to the name, and keys") {
  const auto catalog = test::sample_catalog();
  const Subset subset = test::subset_of(catalog, {"transcripts.Degree_Programs.summary",
                                                  "transcripts.Departments.department_name",
                                                  "transcripts.Degree_Programs.department_id",
                                                  "transcripts.Departments.department_id",
                                                  "transcripts.Degree_Programs.degree_program_id"});
  CHECK(text_of(subset) ==
        "CREATE TABLE Departments (\n"
        "  department_id number,\n"
        "  department_name text COMMENT 'e.g. engineer, statistics, medical',\n"
        "  PRIMARY KEY (department_id)\n"
        ");\n"
        "CREATE TABLE Degree_Programs (\n"
        "  degree_program_id number,\n"
        "  department_id number COMMENT 'the department that offers it',\n"
        "  summary text COMMENT 'degree summary name: in the department''s own words (e.g. PHD, "
        "Master)',\n"
        "  PRIMARY KEY (degree_program_id),\n"
        "  FOREIGN KEY (department_id) REFERENCES Departments(department_id)\n"
        "); -- what can be studied\n");
}

TEST_CASE("compact text has one line per table, then one line per join") {
  const auto catalog = test::sample_catalog();
  const Subset subset = test::subset_of(
      catalog, {"transcripts.Degree_Programs.summary", "transcripts.Degree_Programs.department_id",
                "transcripts.Departments.department_id", "transcripts.enrolment.program",
                "transcripts.Degree_Programs.degree_program_id"});
  CHECK(text_of(subset, SchemaForm::compact) ==
        "Departments(department_id)\n"
        "Degree_Programs(degree_program_id, department_id 'the department that offers it', "
        "summary 'in the department''s own words') 'what can be studied'\n"
        "enrolment(program)\n"
        "Degree_Programs(department_id) -> Departments(department_id)\n"
        "enrolment(program) -> Degree_Programs(degree_program_id)\n");
}

TEST_CASE("JSON text is one object with the same content") {
  const auto catalog = test::sample_catalog();
  const Subset subset = test::subset_of(catalog, {"transcripts.Degree_Programs.summary",
                                                  "transcripts.Degree_Programs.department_id",
                                                  "transcripts.Departments.department_id"});
  CHECK(text_of(subset, SchemaForm::json) ==
        R"({"databases":[{"name":"transcripts","tables":[)"
        R"({"name":"Departments","columns":[{"name":"department_id","type":"number"}],)"
        R"("primary_key":["department_id"]},)"
        R"({"name":"Degree_Programs","comment":"what can be studied","columns":[)"
        R"({"name":"department_id","type":"number","comment":"the department that offers it"},)"
        R"({"name":"summary","type":"text","comment":"degree summary name: in the department's )"
        R"~(own words (e.g. PHD, Master)"}]}],)~"
        R"("foreign_keys":[{"table":"Degree_Programs","columns":["department_id"],)"
        R"("referenced_table":"Departments","referenced_columns":["department_id"]}]}]})"
        "\n");
}

TEST_CASE("a key is shown only if the subset has all of its columns, on both ends") {
  const auto catalog = test::sample_catalog();
  CHECK(text_of(test::subset_of(catalog, {"transcripts.Degree_Programs.department_id"})) ==
        "CREATE TABLE Degree_Programs (\n"
        "  department_id number COMMENT 'the department that offers it'\n"
        "); -- what can be studied\n");
  CHECK(text_of(test::subset_of(
            catalog, {"transcripts.enrolment.year", "transcripts.enrolment.previous_program",
                      "transcripts.enrolment.previous_year"})) == "CREATE TABLE enrolment (\n"
                                                                  "  year int,\n"
                                                                  "  previous_program,\n"
                                                                  "  previous_year int\n"
                                                                  ");\n");
  CHECK(text_of(
            test::subset_of(catalog, {"transcripts.enrolment.program", "transcripts.enrolment.year",
                                      "transcripts.enrolment.previous_program",
                                      "transcripts.enrolment.previous_year"})) ==
        "CREATE TABLE enrolment (\n"
        "  program,\n"
        "  year int,\n"
        "  previous_program,\n"
        "  previous_year int,\n"
        "  PRIMARY KEY (program, year),\n"
        "  FOREIGN KEY (previous_program, previous_year) REFERENCES enrolment(program, year)\n"
        ");\n");
}

TEST_CASE("several databases are named, in the order in which they were selected") {
  const auto catalog = test::sample_catalog();
  const Subset subset =
      test::subset_of(catalog, {"odd.Order.2nd", "transcripts.Departments.department_id",
                                "odd.Order.running time"});
  CHECK(text_of(subset) == "-- database odd\n"
                           "CREATE TABLE \"Order\" (\n"
                           "  \"running time\" INTEGER,\n"
                           "  \"2nd\" TEXT,\n"
                           "  PRIMARY KEY (\"2nd\")\n"
                           ");\n"
                           "-- database transcripts\n"
                           "CREATE TABLE Departments (\n"
                           "  department_id number,\n"
                           "  PRIMARY KEY (department_id)\n"
                           ");\n");
  CHECK(text_of(subset, SchemaForm::compact) == "-- database odd\n"
                                                "\"Order\"(\"running time\", \"2nd\")\n"
                                                "-- database transcripts\n"
                                                "Departments(department_id)\n");
  const JsonDocument json = JsonDocument::parse(text_of(subset, SchemaForm::json));
  CHECK(json.root().at("databases").size() == 2);
  CHECK((*json.root().at("databases").begin()).at("name").as_string() == "odd");
}

TEST_CASE("a subset without columns has an empty text or an empty list") {
  const Subset none{test::sample_catalog(), {}};
  CHECK(text_of(none) == "");
  CHECK(text_of(none, SchemaForm::compact) == "");
  CHECK(text_of(none, SchemaForm::json) == "{\"databases\":[]}\n");
  CHECK(schema_text(none).columns == 0);
}

TEST_CASE("comments that only repeat the name or each other are omitted") {
  CHECK(text_of({"unit_price",
                 "unit price",
                 "Unit Price",
                 {column("unitPrice", "real", "unit price", "UNIT_PRICE")},
                 {}}) == "CREATE TABLE unit_price (\n  unitPrice real\n);\n");
  CHECK(text_of({"t", "goods", "Goods", {column("c", "", "net price", "Net price")}, {}}) ==
        "CREATE TABLE t (\n  c COMMENT 'net price'\n); -- goods\n");
  CHECK(text_of({"t", "t", "T: what is sold", {column("c", "", "c", "C, in euros")}, {}}) ==
        "CREATE TABLE t (\n  c COMMENT 'C, in euros'\n); -- T: what is sold\n");
}

TEST_CASE("the number of samples in a comment is the caller's choice") {
  const auto catalog = test::sample_catalog();
  const Subset subset = test::subset_of(catalog, {"transcripts.Departments.department_name"});
  const auto line = [&](std::size_t samples) {
    const std::string text = text_of(subset, SchemaForm::create_table, samples);
    return text.substr(text.find("  ") + 2, text.rfind("\n)") - text.find("  ") - 2);
  };
  CHECK(line(0) == "department_name text");
  CHECK(line(1) == "department_name text COMMENT 'e.g. engineer'");
  CHECK(line(9) == "department_name text COMMENT 'e.g. engineer, statistics, medical, law'");
}

TEST_CASE("a column is one line, whatever is in its description, type and samples") {
  const TableDefinition table{
      "t",
      "",
      "it's\r\na table",
      {column("c", "IN\nT", "", "first line\nsecond 'line'\tend\x1b[0m", {"a\nb", "it's"})},
      {}};
  CHECK(text_of(table) ==
        "CREATE TABLE t (\n"
        "  c IN T COMMENT 'first line second ''line'' end [0m (e.g. a b, it''s)'\n"
        "); -- it's  a table\n");
  const JsonDocument json = JsonDocument::parse(text_of(table, SchemaForm::json));
  const JsonValue described =
      *(*(*json.root().at("databases").begin()).at("tables").begin()).at("columns").begin();
  CHECK(described.at("comment").as_string() == "first line second 'line' end [0m (e.g. a b, it's)");
}

TEST_CASE("the CREATE TABLE text without comments is a script that SQLite runs") {
  auto text =
      text_of(test::subset_of(test::sample_catalog(), {"odd.Order.2nd", "odd.Order.group",
                                                       "odd.Order.größe", "odd.Order.say \"hi\""}));
  REQUIRE(text.find("COMMENT") == text.npos);
  test::MemoryDatabase database;
  CHECK(database.ask(text) == "(none)");
  CHECK(database.ask("SELECT count(*) FROM pragma_table_info('Order')") == "4");
}

TEST_CASE("for every budget the text has as many columns as fit, in the order of selection") {
  const auto catalog = test::sample_catalog();
  Random random(1);
  for (int round = 0; round < 2; ++round) {
    Subset subset = test::everything(catalog);
    random.shuffle(subset.columns);
    for (const SchemaForm form : forms) {
      std::vector<SchemaText> by_count;
      for (std::size_t count = 0; count <= subset.columns.size(); ++count) {
        by_count.push_back(schema_text(first_columns(subset, count), {.form = form}));
        CHECK(by_count.back().columns == count);
        CHECK(by_count.back().tokens == estimate_tokens(by_count.back().text));
      }
      for (std::size_t budget = 0; budget <= by_count.back().tokens; ++budget) {
        std::size_t fitting = 0;
        for (std::size_t count = 1; count < by_count.size(); ++count) {
          if (by_count[count].tokens <= budget) fitting = count;
        }
        const SchemaText text = schema_text(subset, {.form = form, .token_budget = budget});
        CHECK(text.tokens <= budget);
        CHECK(text.columns == fitting);
        CHECK(text.text == (fitting == 0 ? "" : by_count[fitting].text));
        CHECK(text.tokens == estimate_tokens(text.text));
      }
    }
  }
}

TEST_CASE("no column that is not in the subset is named") {
  const auto catalog = test::sample_catalog();
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    Subset subset = test::everything(catalog);
    random.shuffle(subset.columns);
    subset.columns.resize(random.below(subset.columns.size()));
    const JsonDocument json = JsonDocument::parse(text_of(subset, SchemaForm::json));
    std::size_t columns = 0;
    for (const JsonValue database : json.root().at("databases")) {
      const auto known = catalog->find_database(database.at("name").as_string());
      REQUIRE(known.has_value());
      for (const JsonValue table : database.at("tables")) {
        columns += table.at("columns").size();
        CHECK(table.at("columns").size() > 0);
        const auto id = catalog->find_table(*known, table.at("name").as_string());
        REQUIRE(id.has_value());
        for (const JsonValue column : table.at("columns")) {
          const auto found = catalog->find_column(*id, column.at("name").as_string());
          REQUIRE(found.has_value());
          CHECK(std::ranges::count(subset.columns, *found, &SubsetColumn::id) == 1);
        }
      }
    }
    CHECK(columns == subset.columns.size());
  }
}

TEST_CASE("a table of ten thousand columns and a thousand tables with joins are fully written") {
  TableDefinition wide{"wide", "", "", {}, {}};
  for (int i = 0; i < 10000; ++i) wide.columns.push_back(column("c" + std::to_string(i), "INT"));
  const std::string text = text_of(wide, SchemaForm::compact);
  CHECK(text.ends_with(", c9999)\n"));

  DatabaseDefinition many;
  many.name = "many";
  for (std::size_t t = 0; t < 1000; ++t) {
    many.tables.push_back(
        {"t" + std::to_string(t), "", "", {column("id", "INT"), column("next", "INT")}, {0}});
    many.foreign_keys.push_back({t, {1}, (t + 1) % 1000, {0}});
  }
  const Subset subset = test::everything(Catalog::make({Database::make(many)}));
  const std::string created = text_of(subset);
  CHECK(created.find("FOREIGN KEY (next) REFERENCES t0(id)") != created.npos);
  const SchemaText half = schema_text(subset, {.token_budget = estimate_tokens(created) / 2});
  CHECK(half.columns > 800);
  CHECK(half.columns < 1200);
}
