#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "support/error_of.hpp"
#include "support/read_exports.hpp"

namespace sluice {
namespace {

using test::contains;
using test::error_of;
using test::read_export;
using test::read_exports;
using test::ReadExports;

constexpr std::string_view rows = R"([
  {"table_schema": "public", "table_name": "item", "column_name": "id", "ordinal_position": 1,
   "data_type": "character varying", "character_maximum_length": 20, "is_nullable": false},
  {"table_schema": "public", "table_name": "item", "column_name": "caf\u00e9",
   "ordinal_position": 2, "data_type": "numeric", "numeric_precision": 9.0, "numeric_scale": 2,
   "column_default": null, "description": null}
])";

void check_item(const ReadExports &read) {
  CHECK(read.database().tables.size() == 1);
  CHECK(read.column_names("item") == "id, caf\xC3\xA9");
  CHECK(read.type("item", "id") == "character varying(20)");
  CHECK(read.type("item", "caf\xC3\xA9") == "numeric(9,2)");
  CHECK_FALSE(read.column("item", "id").nullable);
  CHECK(read.skipped.empty());
}

}  // namespace

TEST_CASE("an export may be an array of objects, or an object with one") {
  check_item(read_export(rows, "shop/columns.json"));
  check_item(read_export(R"({"rows": )" + std::string(rows) + "}", "shop/columns.json"));
  check_item(
      read_export(R"({"SELECT * FROM information_schema.columns": )" + std::string(rows) + "}",
                  "shop/columns.json"));
  check_item(read_export(R"([{"type": "header"}, {"type": "table", "name": "COLUMNS", "data": )" +
                             std::string(rows) + "}]",
                         "shop/columns.json"));
}

TEST_CASE("an export may be an object per line, or a single one") {
  const std::string lines = R"({"tableName": "t", "columnName": "a", "dataType": "int"}
{"tableName": "t", "columnName": "b", "dataType": "int", "description": "late key"}

{"tableName": "t", "columnName":
[1]
{"tableName": "t" "columnName": "d"}
{"tableName": "t", "columnName": "c", "dataType": "int"}
)";
  const ReadExports read = read_export(lines, "shop/columns.jsonl");
  CHECK(read.column_names("t") == "a, b, c");
  CHECK(read.column("t", "b").description == "late key");
  REQUIRE(read.skipped.size() == 2);
  CHECK(read.skipped[0].where == "shop/columns.jsonl:4");
  CHECK(contains(read.skipped[0].reason, "so does 1 other row"));
  CHECK(read.skipped[1].where == "shop/columns.jsonl:6");

  CHECK(read_export(R"({"table_name": "t", "column_name": "a", "data_type": "int"})")
            .column_names("t") == "a");
}

TEST_CASE("one object may hold several exports") {
  const ReadExports read = read_export(R"({
    "columns": [{"table_name": "t", "column_name": "a", "data_type": "int"},
                {"table_name": "u", "column_name": "b", "data_type": "int"}, 7],
    "tables": [{"table_name": "u", "table_type": "EXTERNAL", "table_comment": "Elsewhere"}],
    "keys": [{"table_name": "t", "column_name": "a", "constraint_type": "PRIMARY KEY"},
             {"table_name": "u", "column_name": "b", "referenced_table_name": "t",
              "referenced_column_name": "a"}],
    "version": [1, 2]
  })");
  CHECK(read.primary_key("t") == "a");
  CHECK(read.foreign_keys() == "u(b) -> t(a)");
  CHECK(read.table("u").kind == TableKind::external);
  CHECK(read.table("u").description == "Elsewhere");
  REQUIRE(read.skipped.size() == 1);
  CHECK(read.skipped[0].where == "shop/columns.csv: row 3");
}

TEST_CASE("an export that is not valid JSON is an error, or is skipped next to others") {
  const std::vector<schema_detail::SourceText> broken{
      {"columns.json", R"([{"table_name": "t", "column_name": "a", "data_type": "int"}, ])"}};
  const Error error = error_of([&] { return schema_detail::read_information_schema(broken, {}); });
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(contains(error.what(), "columns.json:1:"));

  const ReadExports read =
      read_exports({broken[0], {"other.csv", "table_name,column_name,data_type\nt,b,int\n"}});
  CHECK(read.column_names("t") == "b");
  REQUIRE(read.skipped.size() == 1);
  CHECK(contains(read.skipped[0].where, "columns.json:1"));
}

TEST_CASE("an export whose first object is long is recognized by the keys at its start") {
  std::string text = R"([{"table_name": "t", "column_name": "a", "data_type": "int", "extra": ")";
  text += std::string(200'000, 'x') + "\"}]";
  CHECK(read_export(text).column_names("t") == "a");
}

}  // namespace sluice
