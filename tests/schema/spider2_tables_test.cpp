#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "schema/json/spider2_tables.hpp"
#include "support/definition_text.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using schema_detail::is_spider2_table;
using schema_detail::read_spider2_tables;
using test::contains;
using test::read_text;
using test::read_texts;
using test::text_of;

constexpr std::string_view visits = R"({
  "table_name": "visits", "table_fullname": "my-project.web.visits",
  "column_names": ["day", "hits"], "column_types": ["STRING", "ARRAY<STRUCT<page STRING>>"],
  "nested_column_names": ["day", "hits", "hits.page"],
  "nested_column_types": ["STRING", "ARRAY<STRUCT<page STRING>>", "STRING"],
  "description": ["The day", null, "What was seen"],
  "sample_rows": [{"day": "monday", "hits": "[{'page': 'x'}]"}, {"day": NaN}]})";

constexpr std::string_view users = R"({
  "sample_rows": [{"ID": 7, "RATE": 0.5, "OPEN": true, "NAME": "-Infinity"},
                  {"ID": 1604192073036492, "RATE": -Infinity, "NAME": "say \"NaN\""}],
  "table_name": "PUBLIC.USERS", "table_fullname": "SHOP.PUBLIC.USERS",
  "column_names": ["ID", "RATE", "OPEN", "NAME"],
  "column_types": ["NUMBER", "FLOAT", "BOOLEAN", "TEXT"], "description": ["", "per hour"]})";

}  // namespace

TEST_CASE("Spider 2.0's files are recognized, also after long sample rows") {
  const auto recognized = [](std::string_view text) { return is_spider2_table({"x", text}); };
  CHECK(recognized(visits));
  CHECK(recognized(users));
  CHECK(recognized("table_name,description,DDL\n"));
  CHECK(recognized("\"table_name\",ddl\nx,y\n"));
  CHECK(recognized("table_name,description\n"));
  CHECK(recognized(R"({"sample_rows": [{"a": ")" + std::string(100'000, 'x') +
                   R"("}], "table_name": "t", "column_names": []})"));
  CHECK_FALSE(recognized(""));
  CHECK_FALSE(recognized(R"({"table_name": "t"})"));
  CHECK_FALSE(recognized(R"({"databases": []})"));
  CHECK_FALSE(recognized("table_name,column_name,description\n"));
  CHECK_FALSE(recognized("table_schema,table_name\n"));
}

TEST_CASE("descriptions run along the nested names where there are any") {
  const auto read =
      read_text(read_spider2_tables, "web/my-project.web/visits.json", visits, {.samples = 2});
  CHECK(read.database().name == "web");
  CHECK(read.database().dialect == sql::Dialect::bigquery);
  CHECK(text_of(read.database()) == "my-project.web.visits(day STRING, hits ARRAY<STRUCT<page "
                                    "STRING>>, >hits.page STRING)\n");
  CHECK(read.column("visits", "day").description == "The day");
  CHECK(read.column("visits", "hits").description.empty());
  CHECK(read.column("visits", "hits.page").description == "What was seen");
  CHECK(read.column("visits", "day").samples == std::vector<std::string>{"monday"});
}

TEST_CASE("names with three parts give the schema, and numbers that JSON lacks no sample") {
  const auto read = read_text(read_spider2_tables, "SHOP/PUBLIC/users.json", users, {.samples = 2});
  CHECK(read.database().name == "SHOP");
  CHECK(read.database().dialect == sql::Dialect::snowflake);
  CHECK(text_of(read.database()) ==
        "SHOP.PUBLIC.USERS(ID NUMBER, RATE FLOAT, OPEN BOOLEAN, NAME TEXT)\n");
  CHECK(read.column("USERS", "RATE").description == "per hour");
  CHECK(read.column("USERS", "ID").samples == std::vector<std::string>{"7", "1604192073036492"});
  CHECK(read.column("USERS", "RATE").samples == std::vector<std::string>{"0.5"});
  CHECK(read.column("USERS", "OPEN").samples == std::vector<std::string>{"true"});
  CHECK(read.column("USERS", "NAME").samples ==
        std::vector<std::string>{"-Infinity", "say \"NaN\""});
}

TEST_CASE("the folders of one database are one database, whatever their tables are named") {
  const std::string plain = R"({"table_name": "t", "column_names": ["a", "a", "", "b"]})";
  const auto read = read_texts(
      read_spider2_tables,
      {{"x/web/my-project.web/visits.json", visits},
       {"x/web/other/t.json", R"({"table_fullname": "p.other.t.1", "column_names": ["a"]})"},
       {"x/shop/t.json", plain},
       {"x/shop/u.json", plain},
       {"x/web/other/u.json", "[]"}});
  REQUIRE(read.databases.size() == 2);
  CHECK(read.databases[0].name == "shop");
  CHECK(text_of(read.databases[0]) == "t(a, b)\n");
  CHECK(read.databases[1].name == "web");
  CHECK(read.databases[1].tables.size() == 2);
  CHECK(test::full_name(read.databases[1].tables[1]) == "p.other.t.1");
  // Two columns twice in two files, a table twice, a list instead of a table.
  CHECK(read.skipped.size() == 6);
}

TEST_CASE("DDL.csv adds keys, descriptions and the tables that have no file") {
  constexpr std::string_view ddl =
      "table_name,description,DDL\r\n"
      "VISITS,All visits,\"CREATE TABLE `my-project.web.visits` (day STRING NOT NULL\r\n"
      "  OPTIONS(description=\"\"a day\"\"), hits ARRAY<STRUCT<page STRING\r\n"
      "  OPTIONS(description=\"\"a page\"\")>> OPTIONS(description=\"\"the hits\"\"),\r\n"
      "  PRIMARY KEY (day) NOT ENFORCED);\"\r\n"
      "pages,,CREATE TABLE `my-project.web.pages` (id INT64)\r\n"
      "nothing,A description,\r\n"
      "broken,,CREATE TABLE (\r\n";
  const std::string folder = "web/my-project.web/";
  const auto read = read_texts(read_spider2_tables,
                               {{folder + "DDL.csv", ddl}, {folder + "visits.json", visits}});
  CHECK(text_of(read.database()) ==
        "my-project.web.visits(day STRING!, hits ARRAY<STRUCT<page STRING>>, >hits.page STRING) "
        "key(day)\nmy-project.web.pages(id INT64)\n");
  CHECK(read.table("visits").description == "All visits");
  CHECK(read.column("visits", "day").description == "The day");
  CHECK(read.column("visits", "hits").description == "the hits");
  const auto alone = read_text(read_spider2_tables, "shop/DDL.csv", ddl);
  CHECK(alone.database().name == "shop");
  CHECK(alone.database().tables.size() == 2);
  CHECK(test::error_of([] {
          return read_text(read_spider2_tables, "shop/DDL.csv", "table_name,description\nt,x\n");
        }).code() == ErrorCode::malformed);
}

TEST_CASE("a published table without columns is an error that says so") {
  CHECK(test::error_of([] {
          return read_text(read_spider2_tables, "t.json", R"({"table_name": "t"})");
        }).message() == "has no \"column_names\"");
}

TEST_CASE("a published table of a hundred thousand columns is read in time") {
  std::string text = R"({"table_name": "t", "column_names": [)";
  for (int i = 0; i < 100'000; ++i) text += "\"c" + std::to_string(i / 2) + "\",";
  const auto read = read_text(read_spider2_tables, "t.json", text + R"("x"], "description": [1]})");
  CHECK(read.database().tables[0].columns.size() == 50'001);
  CHECK(read.skipped.size() == 1001);
}

}  // namespace sluice
