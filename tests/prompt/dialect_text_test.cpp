/// The forms of a schema in dialects other than SQLite's.

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sample_schema.hpp"
#include "sluice/core/json.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/prompt/schema_text.hpp"

using namespace sluice;
using sql::Dialect;
using test::column;

namespace {

/// Orders and their customers, with a view.
DatabaseDefinition shop(Dialect dialect) {
  DatabaseDefinition database;
  database.name = "shop";
  database.dialect = dialect;
  TableDefinition customers{"Customer", "", "who buys", {column("id", "integer")}, {0}};
  customers.columns.push_back(column("user", "varchar(20)", "", "it's a name", {"ann", "bob"}));
  TableDefinition orders{"orders", "", "", {column("id", "integer")}, {0}};
  orders.qualifier = "sales";
  orders.columns.push_back(column("customer_id", "integer"));
  orders.columns.push_back(column("status", "order_status", "", "where it is"));
  orders.columns.back().values = {"open", "sent", "paid"};
  TableDefinition late{"late_orders", "", "not paid after a month", {column("id", "integer")}, {}};
  late.kind = TableKind::view;
  database.tables = {customers, orders, late};
  database.foreign_keys = {{1, {1}, 0, {0}}};
  return database;
}

/// A wildcard table with nested fields.
DatabaseDefinition events(Dialect dialect) {
  DatabaseDefinition database;
  database.name = "web";
  database.dialect = dialect;
  TableDefinition table{"events_*", "", "what visitors did", {}, {}};
  table.qualifier = "analytics";
  table.kind = TableKind::family;
  table.members = {92, "events_20201101", "events_20210131"};
  std::string type = "ARRAY<STRUCT<key STRING, value STRUCT<string_value STRING, int_value INT64, "
                     "float_value FLOAT64, double_value FLOAT64>, position INT64>>";
  table.columns = {column("event_date", "STRING"), column("event_params", std::move(type)),
                   column("event_params.key", "STRING", "", "name of the parameter"),
                   column("event_params.value", "STRUCT<string_value STRING>"),
                   column("event_params.value.string_value", "STRING")};
  for (std::size_t i = 2; i < table.columns.size(); ++i) table.columns[i].nested = true;
  database.tables = {table};
  return database;
}

std::string text_of(DatabaseDefinition definition, SchemaForm form = SchemaForm::create_table) {
  const auto catalog = Catalog::make({Database::make(std::move(definition))});
  return schema_text(test::everything(catalog), {.form = form}).text;
}

}  // namespace

TEST_CASE("PostgreSQL's statements have line comments, its own quotes and types that it knows") {
  CHECK(text_of(shop(Dialect::postgresql)) ==
        "CREATE TABLE \"Customer\" (\n"
        "  id integer,\n"
        "  \"user\" varchar(20), -- it's a name (e.g. ann, bob)\n"
        "  PRIMARY KEY (id)\n"
        "); -- who buys\n"
        "CREATE TABLE sales.orders (\n"
        "  id integer,\n"
        "  customer_id integer,\n"
        "  status text, -- type order_status; where it is; one of: open, sent, paid\n"
        "  PRIMARY KEY (id),\n"
        "  FOREIGN KEY (customer_id) REFERENCES \"Customer\"(id)\n"
        ");\n"
        "CREATE TABLE late_orders (\n"
        "  id integer\n"
        "); -- view; not paid after a month\n");
}

TEST_CASE("before a comment, SQLite's statements leave out lengths, which SQLite would refuse") {
  CHECK(text_of(shop(Dialect::sqlite)).find("  user varchar COMMENT 'it''s a name") !=
        std::string::npos);
}

TEST_CASE("MySQL's statements have comments in quotes, and enumerations as they are") {
  DatabaseDefinition database = shop(Dialect::mysql);
  database.tables[1].columns[2].type = "enum('open','sent','paid')";
  database.tables.pop_back();
  CHECK(text_of(std::move(database)) ==
        "CREATE TABLE Customer (\n"
        "  id integer,\n"
        "  user varchar(20) COMMENT 'it''s a name (e.g. ann, bob)',\n"
        "  PRIMARY KEY (id)\n"
        ") COMMENT 'who buys';\n"
        "CREATE TABLE sales.orders (\n"
        "  id integer,\n"
        "  customer_id integer,\n"
        "  status enum('open','sent','paid') COMMENT 'where it is',\n"
        "  PRIMARY KEY (id),\n"
        "  FOREIGN KEY (customer_id) REFERENCES Customer(id)\n"
        ");\n");
}

TEST_CASE("types stay as declared where the engine's types are not known") {
  const std::string text = text_of(shop(Dialect::snowflake));
  CHECK(text.find("\"status\" order_status COMMENT 'where it is; one of: open, sent, paid'") !=
        text.npos);
  CHECK(text.find(") COMMENT = 'who buys';\n") != text.npos);
  CHECK(text_of(shop(Dialect::sqlserver)).find("  [user] varchar(20), -- it's") != text.npos);
}

TEST_CASE("a family says which tables it has, and nested fields are comments with their paths") {
  CHECK(text_of(events(Dialect::bigquery)) ==
        "CREATE TABLE `analytics.events_*` (\n"
        "  event_date STRING,\n"
        "  event_params ARRAY<STRUCT<…>>\n"
        "  -- event_params[].key STRING: name of the parameter\n"
        "  -- event_params[].value STRUCT<string_value STRING>\n"
        "  -- event_params[].value.string_value STRING\n"
        "); -- 92 tables as one: events_20201101 to events_20210131; what visitors did\n");
}

TEST_CASE("a nested field brings along the column that it belongs to") {
  const auto catalog = Catalog::make({Database::make(events(Dialect::bigquery))});
  const Subset subset =
      test::subset_of(catalog, {"web.analytics.events_*.event_params.value.string_value"});
  CHECK(schema_text(subset).text ==
        "CREATE TABLE `analytics.events_*` (\n"
        "  event_params ARRAY<STRUCT<…>>\n"
        "  -- event_params[].value.string_value STRING\n"
        "); -- 92 tables as one: events_20201101 to events_20210131; what visitors did\n");
}

TEST_CASE("the compact form has descriptions, values and paths, but no types") {
  CHECK(text_of(shop(Dialect::postgresql), SchemaForm::compact) ==
        "\"Customer\"(id, \"user\" 'it''s a name') 'who buys'\n"
        "sales.orders(id, customer_id, status 'where it is; one of: open, sent, paid')\n"
        "late_orders(id) 'view; not paid after a month'\n"
        "sales.orders(customer_id) -> \"Customer\"(id)\n");
  CHECK(text_of(events(Dialect::bigquery), SchemaForm::compact) ==
        "`analytics.events_*`(event_date, event_params, event_params[].key 'name of the "
        "parameter', event_params[].value, event_params[].value.string_value) '92 tables as one: "
        "events_20201101 to events_20210131; what visitors did'\n");
}

TEST_CASE("the JSON form has plain names, and what else the statements say as members") {
  const JsonDocument web =
      JsonDocument::parse(text_of(events(Dialect::bigquery), SchemaForm::json));
  const JsonValue database = *web.root().at("databases").begin();
  CHECK(database.at("dialect").as_string() == "BigQuery");
  const JsonValue table = *database.at("tables").begin();
  CHECK(table.at("name").as_string() == "analytics.events_*");
  CHECK(table.at("kind").as_string() == "family");
  CHECK(table.at("members").at("count").as_number() == 92);
  CHECK(table.at("members").at("last").as_string() == "events_20210131");
  std::vector<std::string_view> paths;
  for (const JsonValue field : table.at("columns")) {
    if (const auto path = field.find("path")) paths.push_back(path->as_string());
  }
  CHECK(paths == std::vector<std::string_view>{"event_params[].key", "event_params[].value",
                                               "event_params[].value.string_value"});
  const std::string text = text_of(shop(Dialect::postgresql), SchemaForm::json);
  CHECK(text.find(R"("name":"status","type":"order_status","comment":"where it is",)"
                  R"("values":["open","sent","paid"])") != text.npos);
  CHECK(text.find(R"("name":"late_orders","kind":"view")") != text.npos);
}

TEST_CASE("only some of many values are shown, with their number") {
  DatabaseDefinition database = shop(Dialect::postgresql);
  std::vector<std::string> &values = database.tables[1].columns[2].values;
  values.clear();
  for (int i = 0; i < 200; ++i) values.push_back("state " + std::to_string(i));
  const std::string text = text_of(database);
  CHECK(text.find("one of 200: state 0, state 1,") != text.npos);
  CHECK(text.find("state 19, …\n") != text.npos);
  CHECK(text.find("state 20") == text.npos);
  const std::string json = text_of(database, SchemaForm::json);
  CHECK(json.find("\"state 19\"],\"value_count\":200") != json.npos);
  values.assign(3, std::string(10'000, 'x'));
  CHECK(text_of(database).size() < 1000);
}

TEST_CASE("a key that the engine would refuse is a comment") {
  DatabaseDefinition database = shop(Dialect::postgresql);
  const std::string_view as_comment =
      "  -- FOREIGN KEY (customer_id) REFERENCES \"Customer\"(id)\n";
  CHECK(text_of(database).find(as_comment) == std::string::npos);
  SUBCASE("because the other table comes later") {
    std::swap(database.tables[0], database.tables[1]);
    database.foreign_keys = {{0, {1}, 1, {0}}};
  }
  SUBCASE("because its types differ") { database.tables[1].columns[1].type = "text"; }
  SUBCASE("because it does not refer to the primary key") { database.tables[0].primary_key = {}; }
  CHECK(text_of(database).find(as_comment) != std::string::npos);
  database.dialect = Dialect::sqlserver;
  CHECK(text_of(database).find("  FOREIGN KEY (customer_id) REFERENCES Customer(id)\n") !=
        std::string::npos);
}

TEST_CASE("a prompt names the dialect of its database, or of each if they differ") {
  const auto catalog = Catalog::make(
      {Database::make(shop(Dialect::postgresql)), Database::make(events(Dialect::bigquery))});
  const Subset one = test::subset_of(catalog, {"shop.Customer.id"});
  const std::string prompt = make_prompt(one, "How many?");
  CHECK(prompt.starts_with("# Given PostgreSQL database schema shop:\nCREATE TABLE \"Customer\""));
  CHECK(prompt.find("# Complete the following SQL for schema shop:\n") != prompt.npos);
  const Subset both =
      test::subset_of(catalog, {"shop.Customer.id", "web.analytics.events_*.event_date"});
  const std::string two = make_prompt(both, "How many?");
  CHECK(two.starts_with("# Given database schemas shop (PostgreSQL), web (BigQuery):\n"
                        "-- database shop, PostgreSQL\n"));
  CHECK(two.find("\n-- database web, BigQuery\n") != two.npos);
  CHECK(two.find("# Complete the following SQL for schema shop, web:\n") != two.npos);
}

TEST_CASE("values in a prompt are quoted as in the dialect") {
  const auto catalog = Catalog::make({Database::make(shop(Dialect::bigquery))});
  const Subset subset = test::subset_of(catalog, {"shop.sales.orders.status"});
  const std::vector<PromptValue> values{{subset.columns[0].id, "it's \\"}};
  const std::string prompt = make_prompt(subset, "q", {}, {{}, values});
  CHECK(prompt.find("-- sales.orders.status holds 'it\\'s \\\\'\n") != prompt.npos);
}
