#include "train/respelled_catalog.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <set>
#include <string>

#include "sluice/schema/load.hpp"
#include "support/support.hpp"

namespace sluice {

TEST_CASE("a respelled catalog has the same ids for all objects, under other names") {
  DatabaseDefinition shop;
  shop.tables = {{"CustomerOrders",
                  "customer orders",
                  {},
                  {{"CustomerIdentifier", "customer identifier", "int", {}, {}},
                   {"customer_identifier2", "customer identifier", "text", {}, {}},
                   {"a", {}, {}, {}, {}}},
                  {0}},
                 {"customer_orders2", "customer orders", {}, {{"price", {}, {}, {}, {}}}, {}}};
  shop.foreign_keys = {{1, {0}, 0, {0}}};
  Databases databases;
  for (int d = 0; d < 240; ++d) {
    shop.name = "shop_" + std::to_string(d);
    databases.push_back(Database::make(shop));
  }
  const auto catalog = Catalog::make(databases);
  const auto other = respelled(*catalog), again = respelled(*catalog);
  CHECK(other->fingerprint() == again->fingerprint());
  CHECK(other->fingerprint() != respelled(*catalog, 2)->fingerprint());
  REQUIRE(other->database_count() == catalog->database_count());
  std::set<std::string, std::less<>> names;
  std::size_t without_keys = 0, without_titles = 0;
  for (const DatabaseId id : other->databases()) {
    CHECK(other->database(id).name() == catalog->database(id).name());
    REQUIRE(other->tables(id).size() == 2);
    const Table &table = other->table(other->tables(id)[0]);
    REQUIRE(table.columns.size() == 3);
    names.emplace(table.columns[0].name);
    without_keys += table.primary_key.empty() ? 1 : 0;
    without_titles += table.title.empty() ? 1 : 0;
  }
  for (const char *one_of : {"CustomerIdentifier", "customer_identifier", "customeridentifier",
                             "customerIdentifier", "CUSTOMER_IDENTIFIER", "customer identifier"})
    CHECK(names.contains(std::string_view(one_of)));
  CHECK(names.size() > 8);  // some are abbreviated
  CHECK(without_keys > 60);
  CHECK(without_keys < 140);
  CHECK(without_titles > 100);
  CHECK(without_titles < 190);
}

}  // namespace sluice
