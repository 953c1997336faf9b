#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "schema/catalog_file.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/infer_keys.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/schema_graph.hpp"
#include "sluice/schema/value_sketches.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

std::shared_ptr<const Database> schema_of(std::string_view sql) {
  return load_ddl(sql, "d", "test.sql");
}

std::string column_text(const Database &database, std::size_t table, std::size_t column) {
  const Table &of = database.tables()[table];
  return std::string(of.name) + '.' + std::string(of.columns[column].name);
}

/// Such as "orders.customer_id -> customers.id".
std::set<std::string> inferred(const Database &database, const ValueSketches *values = nullptr) {
  std::set<std::string> keys;
  for (const auto &[key, probability] : infer_keys(database, {}, values)) {
    CHECK(probability >= KeyInferenceOptions().min_probability);
    CHECK(key.evidence == KeyEvidence::inferred);
    keys.insert(column_text(database, key.table, key.columns[0]) + " -> " +
                column_text(database, key.referenced_table, key.referenced_columns[0]));
  }
  return keys;
}

using Keys = std::set<std::string>;

std::size_t position(const Database &database, std::string_view table, std::string_view column) {
  for (const Table &of : database.tables()) {
    if (of.name != table) continue;
    for (std::size_t i = 0; i < of.columns.size(); ++i)
      if (of.columns[i].name == column) return of.first_column + i;
  }
  FAIL("no such column");
  return 0;
}

void add_numbers(ValueSketches &values, std::size_t column, int begin, int end) {
  for (int i = begin; i < end; ++i) values.add(column, std::to_string(i));
}

}  // namespace

TEST_CASE("a column refers to the table that its name says, whatever the style of names") {
  CHECK(inferred(*schema_of("CREATE TABLE customers (id INT PRIMARY KEY, city TEXT);"
                            "CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT)")) ==
        Keys{"orders.customer_id -> customers.id"});
  CHECK(inferred(*schema_of("CREATE TABLE Customer (CustomerID INT PRIMARY KEY, City TEXT);"
                            "CREATE TABLE Sale (SaleID INT PRIMARY KEY, customerID INT)")) ==
        Keys{"Sale.customerID -> Customer.CustomerID"});
  CHECK(inferred(*schema_of("CREATE TABLE dim_product (product_key INT PRIMARY KEY);"
                            "CREATE TABLE fact_sale (product_key INT, amount REAL)")) ==
        Keys{"fact_sale.product_key -> dim_product.product_key"});
}

TEST_CASE("several roles refer to one table") {
  CHECK(inferred(*schema_of("CREATE TABLE team (id INT PRIMARY KEY, city TEXT);"
                            "CREATE TABLE game (id INT PRIMARY KEY, home_team_id INT,"
                            "                   away_team_id INT, attendance INT)")) ==
        Keys{"game.home_team_id -> team.id", "game.away_team_id -> team.id"});
}

TEST_CASE("abbreviated keys and prefixes of columns are understood") {
  CHECK(inferred(*schema_of("CREATE TABLE orders (o_orderkey INT PRIMARY KEY, o_date DATE,"
                            "                     o_total REAL);"
                            "CREATE TABLE lineitem (l_orderkey INT, l_tax REAL, l_day DATE)")) ==
        Keys{"lineitem.l_orderkey -> orders.o_orderkey"});
  CHECK(inferred(*schema_of("CREATE TABLE publisher (pub_id INT PRIMARY KEY, city TEXT);"
                            "CREATE TABLE book (book_id INT PRIMARY KEY, pub_id INT)")) ==
        Keys{"book.pub_id -> publisher.pub_id"});
}

TEST_CASE("general names refer to nothing") {
  CHECK(inferred(*schema_of("CREATE TABLE a (id INT PRIMARY KEY, name TEXT, date DATE);"
                            "CREATE TABLE b (id INT PRIMARY KEY, name TEXT, date DATE);"
                            "CREATE TABLE c (name TEXT PRIMARY KEY, type TEXT, status TEXT)"))
            .empty());
}

TEST_CASE("a column with a declared key refers to nothing else") {
  const auto database = schema_of(
      "CREATE TABLE customers (id INT PRIMARY KEY);"
      "CREATE TABLE parties (id INT PRIMARY KEY);"
      "CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT REFERENCES parties (id))");
  CHECK(inferred(*database).empty());
}

TEST_CASE("two columns do not refer to each other") {
  const auto keys = infer_keys(*schema_of("CREATE TABLE film (film_id INT, title TEXT);"
                                          "CREATE TABLE film_text (film_id INT, body TEXT)"));
  CHECK(keys.size() <= 1);
}

TEST_CASE("columns of different kinds of types are joined less readily") {
  const auto probability = [](std::string_view type) {
    const auto keys = infer_keys(
        *schema_of(fmt::format("CREATE TABLE customers (id INT PRIMARY KEY);"
                               "CREATE TABLE orders (id INT PRIMARY KEY, customer_id {})",
                               type)),
        {.min_probability = 0});
    REQUIRE(keys.size() == 1);
    return keys[0].probability;
  };
  CHECK(probability("BIGINT") > probability("DATE"));
}

TEST_CASE("values that the key does not have speak against it, and those it has for it") {
  const auto database =
      schema_of("CREATE TABLE team (id INT PRIMARY KEY, city TEXT);"
                "CREATE TABLE game (id INT PRIMARY KEY, team_id INT, attendance INT)");
  const std::size_t key = position(*database, "team", "id");
  const std::size_t column = position(*database, "game", "team_id");
  const auto probability = [&](int begin, int end) {
    ValueSketches values(*database);
    add_numbers(values, key, 0, 100);
    add_numbers(values, column, begin, end);
    const auto keys = infer_keys(*database, {.min_probability = 0}, &values);
    REQUIRE(keys.size() == 1);
    return keys[0].probability;
  };
  CHECK(probability(0, 50) > 0.8F);
  CHECK(probability(1000, 1050) < 0.3F);
  CHECK(probability(0, 50) > probability(60, 140));
}

TEST_CASE("sketches estimate how many values of one column another has") {
  const auto database = schema_of("CREATE TABLE t (a INT, b INT, c INT)");
  ValueSketches values(*database);
  add_numbers(values, 0, 0, 40'000);
  add_numbers(values, 1, 20'000, 60'000);
  CHECK(values.distinct(0) == 40'000);
  CHECK(*values.inclusion(0, 1) == doctest::Approx(0.5).epsilon(0.1));
  CHECK(*values.inclusion(0, 0) == 1);
  CHECK(!values.inclusion(2, 0));
  CHECK(!values.uniqueness(2));
  ValueSketches small(*database);
  small.add(0, "7");
  small.add(0, "12");
  small.add(1, "7.00");
  small.add(1, "  12");
  CHECK(*small.inclusion(1, 0) == 1);
}

TEST_CASE("what a mask hides does not affect the joins of the model") {
  const auto whole = Catalog::make(
      {schema_of("CREATE TABLE customers (id INT PRIMARY KEY, parties_id INT);"
                 "CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT, customers_x_id INT);"
                 "CREATE TABLE customer (customer_id INT PRIMARY KEY)")});
  const auto part =
      Catalog::make({schema_of("CREATE TABLE customers (id INT PRIMARY KEY, parties_id INT);"
                               "CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT)")});
  Mask mask(whole, /*visible=*/false);
  for (const TableId table : whole->tables()) {
    for (const ColumnId column : whole->columns(table)) {
      const auto name = whole->column(column).name;
      if (whole->table(table).name != "customer" && name != "customers_x_id") mask.show(column);
    }
  }
  const SchemaGraphOptions options{.model_keys = true};
  const SchemaGraph masked(*whole, DatabaseId(0), &mask, options);
  const SchemaGraph alone(*part, DatabaseId(0), nullptr, options);
  REQUIRE(masked.joins(TableId(1)).size() == 1);
  CHECK(alone.joins(TableId(1)).size() == 1);
  CHECK(masked.joins(TableId(1))[0].to == TableId(0));
  CHECK(masked.joins(TableId(1))[0].kind == JoinKind::inferred);
}

TEST_CASE("a bridge table without declared keys joins the tables on both sides") {
  const auto catalog = Catalog::make({schema_of(
      "CREATE TABLE student (id INT PRIMARY KEY, name TEXT);"
      "CREATE TABLE course (id INT PRIMARY KEY, title TEXT);"
      "CREATE TABLE takes (student_id INT, course_id INT, PRIMARY KEY (student_id, course_id))")});
  const TableId from[]{TableId(0)};
  CHECK(!SchemaGraph(*catalog, DatabaseId(0)).path(from, TableId(1)));
  const SchemaGraph graph(*catalog, DatabaseId(0), nullptr, {.model_keys = true});
  const auto path = graph.path(from, TableId(1));
  REQUIRE(path);
  CHECK(path->size() == 2);
  CHECK((*path)[0]->to == TableId(2));
}

TEST_CASE("inferred keys stay marked in JSON, in stored catalogs and in joins") {
  const auto database = schema_of("CREATE TABLE customers (id INT PRIMARY KEY);"
                                  "CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT)");
  const auto marked = with_inferred_keys(database);
  REQUIRE(marked->foreign_keys().size() == 1);
  CHECK(marked->foreign_keys()[0].evidence == KeyEvidence::inferred);
  CHECK(with_inferred_keys(marked) == marked);
  const auto catalog = Catalog::make({marked});
  const auto again = load_catalog_json(to_json(*catalog), "test.json");
  REQUIRE(again.size() == 1);
  CHECK(again[0]->fingerprint() == marked->fingerprint());
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "catalog.sqlite").string();
  store_catalog(path, *catalog, {});
  CHECK(load_stored_catalog(path).catalog->database(DatabaseId(0)).fingerprint() ==
        marked->fingerprint());
  const SchemaGraph graph(*catalog, DatabaseId(0), nullptr, {.infer_keys = false});
  REQUIRE(graph.joins(TableId(0)).size() == 1);
  CHECK(graph.joins(TableId(0))[0].kind == JoinKind::inferred);
}

TEST_CASE("schemas with thousands of tables of one name give few keys per column") {
  DatabaseDefinition definition;
  definition.name = "many";
  for (int i = 0; i < 3000; ++i) {
    TableDefinition table;
    table.name = "event";
    table.qualifier = fmt::format("s{}", i);
    table.columns = {{"event_id"}, {"id"}, {"event"}, {"other_event_id_2"}};
    definition.tables.push_back(std::move(table));
  }
  const auto database = Database::make(definition);
  CHECK(infer_keys(*database, {.min_probability = 0}).size() <= database->columns().size());
  CHECK(infer_keys(*database, {.min_probability = 0, .max_keys = 10}).size() <= 10);
}

TEST_CASE("names of any length and content are examined within bounds") {
  DatabaseDefinition definition;
  definition.name = "long";
  std::string words;
  for (int i = 0; i < 5000; ++i) words += "customer_id_";
  for (const std::string &name : {std::string(100'000, 'a'), words, std::string("___"),
                                  std::string("\xc3\xa9t\xc3\xa9_id"), std::string("1")}) {
    TableDefinition table;
    table.name = name;
    table.columns = {{name}, {name + "id"}, {"id" + name}};
    definition.tables.push_back(std::move(table));
  }
  CHECK(infer_keys(*Database::make(definition), {.min_probability = 0}).size() <= 15);
}

}  // namespace sluice
