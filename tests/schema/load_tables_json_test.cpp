#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::contains;
using test::error_of;

// One database, on several lines, so that an error's line identifies the member.
const std::string good = R"([{"db_id": "shop",
"table_names_original": ["customer", "Sale"],
"table_names": ["customer", "sale"],
"column_names_original": [[-1, "*"], [0, "id"], [0, "name"], [1, "day"], [1, "customer_id"]],
"column_names": [[-1, "*"], [0, "id"], [0, "name"], [1, "day"], [1, "customer id"]],
"column_types": ["text", "number", "text", "time", "number"],
"primary_keys": [1, [3, 4]],
"foreign_keys": [[4, 1]]}])";

std::string changed(const std::string &from, const std::string &to) {
  std::string text = good;
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

std::string error_line(const std::string &json) {
  const Error error = error_of([&] { return load_tables_json(json, "tables.json"); });
  CHECK(error.code() == ErrorCode::malformed);
  return error.what();
}

}  // namespace

TEST_CASE("an entry's tables, columns, types and keys are read") {
  const Databases databases = load_tables_json(good, "tables.json");
  REQUIRE(databases.size() == 1);
  const Database &shop = *databases[0];
  CHECK(shop.name() == "shop");
  REQUIRE(shop.tables().size() == 2);
  CHECK(shop.tables()[0].title.empty());  // no other than the name
  CHECK(shop.tables()[1].title == "sale");
  CHECK(shop.columns()[3].name == "customer_id");
  CHECK(shop.columns()[3].title == "customer id");
  CHECK(shop.columns()[2].type == "time");
  CHECK(shop.tables()[0].primary_key.size() == 1);
  CHECK(shop.tables()[1].primary_key.size() == 2);
  REQUIRE(shop.foreign_keys().size() == 1);
  CHECK(shop.foreign_keys()[0].table == 1);
  CHECK(shop.foreign_keys()[0].columns[0] == 1);
  CHECK(shop.foreign_keys()[0].referenced_columns[0] == 0);
}

TEST_CASE("readable names, types and keys may be left out") {
  const auto database = load_tables_json(
      R"([{"db_id": "d", "table_names_original": ["t"], "column_names_original": [[0, "x"]]}])",
      "");
  CHECK(database[0]->columns().size() == 1);
  CHECK(load_tables_json("[]", "").empty());
}

TEST_CASE("columns need not be in the order of their tables") {
  const auto database = load_tables_json(
      R"([{"db_id": "d", "table_names_original": ["a", "b"],
           "column_names_original": [[1, "x"], [-1, "*"], [0, "y"], [1, "z"]],
           "column_types": ["1", "star", "2", "3"], "primary_keys": [3, 2],
           "foreign_keys": [[0, 2]]}])",
      "")[0];
  CHECK(database->columns()[0].name == "y");
  CHECK(database->columns()[2].name == "z");
  CHECK(database->columns()[2].type == "3");
  CHECK(database->tables()[1].primary_key[0] == 1);
  CHECK(database->foreign_keys()[0].table == 1);
}

TEST_CASE(
    "each kind of mistake is an error that names the line, the column and what was expected") {
  CHECK(error_line(changed("\"shop\"", "7")) == "tables.json:1:12: db_id is 7, expected a string");
  CHECK(error_line(changed("\"db_id\": \"shop\",", "")) ==
        "tables.json:1:2: the entry has no \"db_id\"");
  CHECK(error_line(changed("\"table_names_original\"", "\"tables\"")) ==
        "tables.json:1:2: database \"shop\" has no \"table_names_original\"");
  CHECK(
      error_line(changed("[\"customer\", \"Sale\"]", "{}")) ==
      "tables.json:2:25: database \"shop\": table_names_original is an object, expected an array");
  CHECK(error_line(changed("\"Sale\"", "null")) ==
        "tables.json:2:38: database \"shop\", a table's name is null, expected a string");
  CHECK(
      error_line(changed("\"sale\"]", "\"sale\", \"x\"]")) ==
      "tables.json:3:16: database \"shop\": table_names is an array of 3, expected an array of 2");
  CHECK(error_line(changed("[1, \"day\"]", "[2, \"day\"]")) ==
        "tables.json:4:63: database \"shop\": the table of column \"day\" is 2, expected a whole "
        "number from 0 to 1");
  CHECK(error_line(changed("[1, \"day\"]", "[0.5, \"day\"]")) ==
        "tables.json:4:63: database \"shop\": the table of column \"day\" is 0.5, expected a whole "
        "number from 0 to 1");
  CHECK(error_line(changed("[1, \"day\"]", "[-1, \"day\"]")) ==
        "tables.json:4:63: database \"shop\": column \"day\" is of table -1, which has only \"*\"");
  CHECK(error_line(changed("[1, \"day\"]", "[1]")) ==
        "tables.json:4:62: database \"shop\": a column is an array of 1, expected an array of 2");
  CHECK(error_line(changed("[0, \"name\"]", "[0, \"id\"]")) ==
        "tables.json:1:2: database \"shop\", table \"customer\": column 2 is named \"id\", as is "
        "column 1");
  CHECK(error_line(changed("\"time\"", "7")) ==
        "tables.json:6:44: database \"shop\": the type of column \"day\" is 7, expected a string");
  CHECK(
      error_line(changed("\"time\", ", "")) ==
      "tables.json:6:17: database \"shop\": column_types is an array of 4, expected an array of 5");
  CHECK(error_line(changed("[1, [3, 4]]", "[1, [3, 5]]")) ==
        "tables.json:7:25: database \"shop\": a primary key's column is 5, expected a whole number "
        "from 0 to 4");
  CHECK(error_line(changed("[1, [3, 4]]", "[0]")) ==
        "tables.json:7:18: database \"shop\": a primary key's column is \"*\", expected a table's "
        "column");
  CHECK(
      error_line(changed("[[4, 1]]", "[[4, -1]]")) ==
      "tables.json:8:22: database \"shop\": a foreign key's column is -1, expected a whole number "
      "from 0 to 4");
  CHECK(error_line(changed("[[4, 1]]", "[[4, 1e300]]")).starts_with("tables.json:8:22: "));
  CHECK(error_line(changed("[[4, 1]]", "[4]")) ==
        "tables.json:8:18: database \"shop\": a foreign key is 4, expected an array of 2");
  CHECK(error_line("{}") == "tables.json:1:1: tables.json is an object, expected an array");
  CHECK(error_line("[7]") == "tables.json:1:2: the entry is 7, expected an object");
}

TEST_CASE("a file that is truncated anywhere is an error that names it") {
  for (std::size_t size = 0; size < good.size(); ++size) {
    CHECK(contains(error_line(good.substr(0, size)), "tables.json:"));
  }
}

TEST_CASE("a table of 10,000 columns is read") {
  std::string columns = "[-1, \"*\"]";
  for (int i = 0; i < 10'000; ++i) columns += ", [0, \"c" + std::to_string(i) + "\"]";
  const auto database = load_tables_json("[{\"db_id\": \"d\", \"table_names_original\": [\"t\"], "
                                         "\"column_names_original\": [" +
                                             columns + "]}]",
                                         "")[0];
  REQUIRE(database->columns().size() == 10'000);
  CHECK(database->columns()[9'999].name == "c9999");
}

TEST_CASE("all published packs load, with the expected numbers of objects") {
  const auto data = test::data_directory();
  if (!std::filesystem::exists(data / "spider")) return test::skip("no benchmark data");
  struct Pack {
    const char *file;
    std::size_t databases, tables, columns;
  };
  for (const Pack &pack :
       {Pack{"spider/tables.json.gz", 166, 876, 4503}, Pack{"bird_dev/tables.json.gz", 11, 75, 798},
        Pack{"bird_dev/tables_80.json.gz", 80, 597, 4337},
        Pack{"socialdb/tables.json.gz", 46, 1046, 17844},
        Pack{"text2sql/tables.json.gz", 5, 49, 188}}) {
    CAPTURE(pack.file);
    const auto catalog = Catalog::make(load((data / pack.file).string()));
    CHECK(catalog->database_count() == pack.databases);
    CHECK(catalog->table_count() == pack.tables);
    CHECK(catalog->column_count() == pack.columns);
  }
}

}  // namespace sluice
