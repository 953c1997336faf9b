#include "sluice/schema/quoted_names.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

using namespace sluice;
using sql::Dialect;

namespace {

std::shared_ptr<const Database> database_of(std::string qualifier, std::string table) {
  DatabaseDefinition database;
  database.name = "d";
  TableDefinition &added = database.tables.emplace_back();
  added.name = std::move(table);
  added.qualifier = std::move(qualifier);
  added.columns.resize(2);
  added.columns[0].name = "address";
  added.columns[1].name = "address.order.Zip code";
  added.columns[1].nested = true;
  return Database::make(std::move(database));
}

std::string table_name(std::string qualifier, std::string table, Dialect dialect) {
  return quoted_table(database_of(std::move(qualifier), std::move(table))->tables()[0], dialect);
}

}  // namespace

TEST_CASE("a table's name has its qualifier, each part quoted if necessary") {
  CHECK(table_name("", "orders", Dialect::postgresql) == "orders");
  CHECK(table_name("sales", "orders", Dialect::postgresql) == "sales.orders");
  CHECK(table_name("Sales", "order", Dialect::postgresql) == "\"Sales\".\"order\"");
  CHECK(table_name("shop.dbo", "Order Details", Dialect::sqlserver) == "shop.dbo.[Order Details]");
  CHECK(table_name("main", "a.b", Dialect::sqlite) == "main.\"a.b\"");
  CHECK(table_name("my-project.web", "events_*", Dialect::bigquery) == "`my-project.web.events_*`");
  CHECK(table_name("WEB", "EVENTS_*", Dialect::snowflake) == "WEB.\"EVENTS_*\"");
}

TEST_CASE("the steps to a nested field are quoted one by one") {
  const auto database = database_of("", "t");
  const auto columns = database->tables()[0].columns;
  CHECK(quoted_column(columns[0], Dialect::bigquery) == "address");
  CHECK(quoted_column(columns[1], Dialect::bigquery) == "address.`order`.`Zip code`");
  CHECK(quoted_column(columns[1], Dialect::duckdb) == "address.\"order\".\"Zip code\"");
}
