#include <string>

#include <doctest/doctest.h>

#include "schema/json/bigquery_schema.hpp"
#include "support/definition_text.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using schema_detail::is_bigquery_schema;
using schema_detail::read_bigquery_schemas;
using test::contains;
using test::read_text;
using test::read_texts;
using test::text_of;

constexpr std::string_view orders = R"([
  {"name": "id", "type": "INT64", "mode": "REQUIRED", "description": "The key"},
  {"name": "lines", "type": "RECORD", "mode": "REPEATED", "fields": [
    {"name": "sku", "type": "STRING", "maxLength": "20"},
    {"name": "prices", "type": "NUMERIC", "mode": "REPEATED", "precision": 10, "scale": 2}]},
  {"name": "paid", "type": "BOOLEAN", "mode": null}])";

}  // namespace

TEST_CASE("each form of a BigQuery schema is recognized, and similar JSON is not") {
  const auto recognized = [](std::string_view text) { return is_bigquery_schema({"x", text}); };
  CHECK(recognized(orders));
  CHECK(recognized(R"( {"fields": [{"type": "STRING", "name": "a"}]})"));
  CHECK(recognized(R"({"kind": "bigquery#table", "schema": {"fields": [
                       {"mode": "NULLABLE", "name": "a", "type": "record"}]}})"));
  CHECK(recognized(R"({"a/b.json": [{"name": "a", "type": "INT64"}], "c.json": []})"));
  CHECK_FALSE(recognized(""));
  CHECK_FALSE(recognized("[]"));
  CHECK_FALSE(recognized(R"([{"db_id": "x", "table_names": ["t"]}])"));
  CHECK_FALSE(recognized(R"([{"name": "a", "type": "view"}])"));
  CHECK_FALSE(recognized(R"({"databases": [{"name": "d", "tables": []}]})"));
  CHECK_FALSE(recognized(R"({"type": "record", "fields": [{"name": "a", "type": "string"}]})"));
  CHECK_FALSE(recognized(R"({"type": "struct", "fields": [{"name": "a", "type": "string"}]})"));
}

TEST_CASE("a list of BigQuery fields is a table with nested columns") {
  const auto read = read_text(read_bigquery_schemas, "schemas/orders.json.gz", orders);
  CHECK(read.database().name == "orders");
  CHECK(read.database().dialect == sql::Dialect::bigquery);
  CHECK(text_of(read.database()) == "orders(id INT64!, lines ARRAY<RECORD>, >lines.sku STRING(20), "
                                    ">lines.prices ARRAY<NUMERIC(10,2)>, paid BOOLEAN)\n");
  CHECK(read.column("orders", "id").description == "The key");
  CHECK(read.skipped.empty());
}

TEST_CASE("BigQuery schemas of one folder are one database with its name") {
  const auto read = read_texts(
      read_bigquery_schemas,
      {{"shop/orders.json", orders}, {"shop/users.json", orders}, {"other/users.json", orders}});
  REQUIRE(read.databases.size() == 2);
  CHECK(read.databases[0].name == "users");
  CHECK(read.databases[1].name == "shop");
  CHECK(read.databases[1].tables.size() == 2);
}

TEST_CASE("what bq prints about a table names it, and says what it is") {
  const auto read = read_text(read_bigquery_schemas, "x.json", R"({
    "type": "VIEW", "description": "All orders", "friendlyName": "Orders",
    "tableReference": {"projectId": "p-1", "datasetId": "d", "tableId": "orders"},
    "schema": {"fields": [{"name": "a", "type": "STRING"}]}})");
  CHECK(text_of(read.database()) == "p-1.d.orders(a STRING)\n");
  CHECK(read.table("orders").kind == TableKind::view);
  CHECK(read.table("orders").description == "All orders");
  CHECK(read.table("orders").title == "Orders");
}

TEST_CASE("an object of BigQuery fields by path is one table per path") {
  const auto read = read_text(read_bigquery_schemas, "all.json", R"({
    "a/orders.json": [{"name": "x", "type": "STRING"}],
    "b/orders.json": {"fields": [{"name": "y", "type": "STRING"}]},
    "b/users.json": {"schema": {"fields": [{"name": "z", "type": "STRING"}]}},
    "b/nothing.json": 7})");
  CHECK(read.database().name == "all");
  CHECK(text_of(read.database()) == "orders(x STRING)\nb.orders(y STRING)\nusers(z STRING)\n");
  REQUIRE(read.skipped.size() == 1);
  CHECK(read.skipped[0].where == "all.json:5:23");
  CHECK(read.skipped[0].reason == "\"b/nothing.json\" has no list of fields");
}

TEST_CASE("one bad BigQuery field is skipped with its place, and the rest is read") {
  const auto read = read_text(read_bigquery_schemas, "t.json", R"([
    {"name": "a", "type": "STRING"}, 7,
    {"type": "STRING"}, {"name": "a", "type": "INT64"}, {"name": "b"}])");
  CHECK(text_of(read.database()) == "t(a STRING, b)\n");
  REQUIRE(read.skipped.size() == 3);
  CHECK(read.skipped[0].where == "t.json:2:38");
  CHECK(contains(read.skipped[2].reason, "several fields named \"a\""));
}

TEST_CASE("a BigQuery field with the path of another as its name is left out") {
  const auto read = read_text(read_bigquery_schemas, "t.json", R"([
    {"name": "a", "type": "RECORD", "fields": [{"name": "b", "type": "STRING"}]},
    {"name": "a.b", "type": "INT64"}, {"name": "c", "type": "DATE"}])");
  CHECK(text_of(read.database()) == "t(a RECORD, >a.b STRING, c DATE)\n");
}

TEST_CASE("a file that is no BigQuery schema stops no other") {
  const auto read = read_texts(read_bigquery_schemas, {{"d/bad.json", "[{"}, {"d/t.json", orders}});
  CHECK(read.database().tables.size() == 1);
  REQUIRE(read.skipped.size() == 1);
  CHECK(contains(read.skipped[0].where, "d/bad.json"));
  CHECK(test::error_of([] { return read_text(read_bigquery_schemas, "t.json", "[{"); }).code() ==
        ErrorCode::malformed);
}

TEST_CASE("BigQuery fields that are nested without end cost no more than their text") {
  std::string deep;
  for (int i = 0; i < 120; ++i) deep += R"([{"name":")" + std::string(300, 'n') + R"(","fields":)";
  deep += "[";
  for (int i = 0; i < 5000; ++i) deep += R"({"name":"f)" + std::to_string(i) + R"("},)";
  deep += R"({"name":"last"}])";
  for (int i = 0; i < 120; ++i) deep += "}]";
  const auto read = read_text(read_bigquery_schemas, "t.json", deep);
  CHECK(read.database().tables[0].columns.size() == 3);
  std::string wide = "[";
  for (int i = 0; i < 200'000; ++i) wide += "1,";
  CHECK(read_text(read_bigquery_schemas, "t.json", wide + R"({"name":"a"}])").skipped.size() ==
        1001);
}

}  // namespace sluice
