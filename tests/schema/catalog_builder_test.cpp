#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "schema/catalog_file.hpp"
#include "sluice/schema/catalog_builder.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::contains;
using test::error_of;

/// A database with everything that a definition can hold.
DatabaseDefinition shop_definition() {
  DatabaseDefinition shop{.name = "shop", .description = "Orders of wine."};
  shop.dialect = sql::Dialect::postgresql;
  shop.tables = {{.name = "customers",
                  .title = "customer",
                  .description = "Who buys.",
                  .columns = {{.name = "region", .type = "INTEGER", .nullable = false},
                              {.name = "number", .type = "INTEGER", .nullable = false},
                              {.name = "tier",
                               .title = "level",
                               .type = "VARCHAR(6)",
                               .description = "How much they buy.",
                               .samples = {"gold", ""},
                               .values = {"gold", "silver"}}},
                  .primary_key = {1, 0},
                  .qualifier = "sales"},
                 {.name = "orders",
                  .columns = {{.name = "id", .nullable = false},
                              {.name = "customer"},
                              {.name = "customer_region"},
                              {.name = "total", .generated = true},
                              {.name = "items", .type = "STRUCT[]"},
                              {.name = "items.wine", .type = "TEXT", .nested = true}},
                  .primary_key = {0}},
                 {.name = "best",
                  .columns = {{.name = "number"}, {.name = "since"}},
                  .qualifier = "sales",
                  .kind = TableKind::materialized_view,
                  .origins = {{0, 0, 1}}},
                 {.name = "visits_*",
                  .columns = {{.name = "customer"}},
                  .kind = TableKind::family,
                  .members = {31, "visits_01", "visits_31"}}};
  shop.foreign_keys = {{1, {1, 2}, 0, {1, 0}},
                       {3, {0}, 0, {1}, KeyEvidence::tested},
                       {2, {0}, 0, {1}, KeyEvidence::view}};
  return shop;
}

/// The same by names, in an order in which names come before what they name.
void add_shop(CatalogBuilder &builder) {
  const DatabaseBuilder shop = builder.add_database(
      {.name = "shop", .description = "Orders of wine.", .dialect = sql::Dialect::postgresql});
  const TableBuilder customers = shop.add_table({.name = "customers",
                                                 .title = "customer",
                                                 .description = "Who buys.",
                                                 .qualifier = "sales"})
                                     .add_primary_key({"number", "region"});
  shop.add_table({.name = "orders"})
      .add_column({.name = "id", .nullable = false})
      .add_column({.name = "customer"})
      .add_column({.name = "customer_region"})
      .add_column({.name = "total", .generated = true})
      .add_column({.name = "items", .type = "STRUCT[]"})
      .add_column({.name = "items.wine", .type = "TEXT", .nested = true})
      .add_primary_key({"ID"})
      .add_foreign_key({"customer", "customer_region"}, "customers");
  const TableBuilder best = shop.add_table({.name = "best",
                                            .columns = {{.name = "number"}},
                                            .qualifier = "sales",
                                            .kind = TableKind::materialized_view})
                                .add_origin("number", "sales.customers", "number");
  shop.add_table({.name = "visits_*",
                  .kind = TableKind::family,
                  .members = {31, "visits_01", "visits_31"}})
      .add_column({.name = "customer"})
      .add_foreign_key({"customer"}, "Sales.Customers", {"NUMBER"}, KeyEvidence::tested);
  best.add_column({.name = "since"})
      .add_foreign_key({"number"}, "customers", {"number"}, KeyEvidence::view);
  customers.add_column({.name = "region", .type = "INTEGER", .nullable = false})
      .add_column({.name = "number", .type = "INTEGER", .nullable = false})
      .add_column({.name = "tier",
                   .title = "level",
                   .type = "VARCHAR(6)",
                   .description = "How much they buy.",
                   .samples = {"gold", ""},
                   .values = {"gold", "silver"}});
}

std::shared_ptr<const Catalog> with_definition(const DatabaseDefinition &definition) {
  CatalogBuilder builder;
  builder.add_database(definition);
  return builder.build();
}

}  // namespace

TEST_CASE("a catalog built by names equals the one that is made from positions, and its file") {
  CatalogBuilder builder;
  add_shop(builder);
  const auto built = builder.build();
  const auto expected = Catalog::make({Database::make(shop_definition())});
  CHECK(show_json(*built) == show_json(*expected));
  REQUIRE(built->fingerprint() == expected->fingerprint());

  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "catalog.sqlite").string();
  store_catalog(path, *built, {});
  CHECK(Catalog::make(load(path))->fingerprint() == built->fingerprint());
}

TEST_CASE("a catalog built by names equals the one that a script defines") {
  const auto loaded = load_ddl(
      "CREATE TABLE customers (id integer PRIMARY KEY, tier text CHECK (tier IN ('gold', 'silver')));"
      "CREATE TABLE sales.orders (id integer NOT NULL, customer integer REFERENCES customers,"
      " total numeric GENERATED ALWAYS AS (id * 2) STORED, PRIMARY KEY (id));"
      "COMMENT ON TABLE customers IS 'Who buys.';"
      "INSERT INTO customers VALUES (7, 'gold');",
      "shop", "shop.sql", {.dialect = sql::Dialect::postgresql});
  CatalogBuilder builder;
  const DatabaseBuilder shop =
      builder.add_database({.name = "shop", .dialect = sql::Dialect::postgresql});
  const Table &customers = loaded->tables()[0];
  shop.add_table({.name = "customers", .description = "Who buys."})
      .add_column({.name = "id",
                   .type = "integer",
                   .samples = {"7"},
                   .nullable = bool{customers.columns[0].nullable}})
      .add_column(
          {.name = "tier", .type = "text", .samples = {"gold"}, .values = {"gold", "silver"}})
      .add_primary_key({"id"});
  const Table &orders = loaded->tables()[1];
  shop.add_table({.name = "orders", .qualifier = "sales"})
      .add_column({.name = "id", .type = "integer", .nullable = false})
      .add_column({.name = "customer", .type = "integer"})
      .add_column({.name = "total",
                   .type = std::string(orders.columns[2].type),
                   .nullable = bool{orders.columns[2].nullable},
                   .generated = true})
      .add_primary_key({"id"})
      .add_foreign_key({"customer"}, "customers");
  const auto built = builder.build();
  CHECK(show_json(*built) == show_json(*Catalog::make({loaded})));
  CHECK(built->database(DatabaseId(0)).fingerprint() == loaded->fingerprint());
}

TEST_CASE("a builder takes whole definitions, and adds to them") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto catalog = test::random_catalog(seed, 4);
    CatalogBuilder builder;
    for (const DatabaseId id : catalog->databases())
      builder.add_database(catalog->database(id).definition());
    REQUIRE(builder.build()->fingerprint() == catalog->fingerprint());
    for (const TableId id : catalog->tables())
      builder.table(id.index())
          .add_column({.name = "added"})
          .add_foreign_key({"added"}, "table 0", {"added"});
    const auto more = builder.build();
    CHECK(more->column_count() == catalog->column_count() + catalog->table_count());
    for (const DatabaseId id : more->databases()) {
      const auto keys = more->database(id).foreign_keys();
      CHECK(keys.back().referenced_table == 0);
      CHECK(keys.back().table + 1 == more->database(id).tables().size());
    }
  }
}

TEST_CASE("a builder may be built several times, and moved") {
  CatalogBuilder builder;
  CHECK(builder.build()->database_count() == 0);
  const TableBuilder table = builder.add_database({.name = "a"}).add_table({.name = "t"});
  const auto first = builder.build();
  CHECK(builder.build()->fingerprint() == first->fingerprint());
  CatalogBuilder moved = std::move(builder);
  table.add_column({.name = "c"});
  builder = CatalogBuilder();
  builder.add_database({.name = "b"});
  CHECK(moved.build()->column_count() == 1);
  CHECK(first->column_count() == 0);
  CHECK(moved.table(table.number()).number() == 0);
  CHECK(moved.database(0).add_table({.name = "u"}).number() == 1);
}

TEST_CASE("what was built does not change when more is added") {
  CatalogBuilder builder;
  add_shop(builder);
  const auto built = builder.build();
  const std::string before = show_json(*built);
  builder.database(0).add_table({.name = "later"}).add_column({.name = "x"});
  CHECK(show_json(*built) == before);
  CHECK(builder.build()->table_count() == built->table_count() + 1);
}

TEST_CASE("a call that cannot add something names it, and changes nothing") {
  CatalogBuilder builder;
  add_shop(builder);
  const auto before = builder.build()->fingerprint();
  const DatabaseBuilder shop = builder.database(0);
  const TableBuilder customers = builder.table(0), best = builder.table(2);
  const std::string bad = "\xFF";
  struct Wrong {
    std::function<void()> call;
    std::string message;
  };
  const std::vector<Wrong> all{
      {[&] { builder.add_database({.name = "SHOP"}); }, "there is already a database \"SHOP\""},
      {[&] { builder.add_database({.name = ""}); }, "a database of the catalog has an empty name"},
      {[&] { builder.add_database({.name = bad}); },
       "a database of the catalog has a name that is not UTF-8, \"\uFFFD\""},
      {[&] {
         builder.add_database({.name = "d", .tables = {{.name = "t"}, {.name = "t"}}});
       },
       "database \"d\" already has a table \"t\""},
      {[&] { shop.add_table({.name = "customers", .qualifier = "sales"}); },
       "database \"shop\" already has a table \"sales.customers\""},
      {[&] { shop.add_table({.name = ""}); }, "a table of database \"shop\" has an empty name"},
      {[&] { shop.add_table({.name = "t", .qualifier = bad}); },
       "a table of database \"shop\" has a name that is not UTF-8, \"\uFFFD.t\""},
      {[&] {
         shop.add_table({.name = "t", .columns = {{.name = "c"}, {.name = "c"}}});
       },
       "table \"t\" already has a column \"c\""},
      {[&] {
         shop.add_table({.name = "t", .members = {2, "t1", "t2"}});
       },
       "table \"t\" has members, but is not a family"},
      {[&] {
         shop.add_table({.name = "t", .kind = TableKind::family, .members = {SIZE_MAX, "", ""}});
       },
       "table \"t\" has 18446744073709551615 members, which is too many"},
      {[&] { customers.add_column({.name = "tier"}); },
       "table \"sales.customers\" already has a column \"tier\""},
      {[&] { customers.add_column({.name = ""}); },
       "a column of table \"sales.customers\" has an empty name"},
      {[&] { customers.add_column({.name = bad}); },
       "a column of table \"sales.customers\" has a name that is not UTF-8, \"\uFFFD\""},
      {[&] { best.add_primary_key({}); }, "the primary key of table \"sales.best\" has no columns"},
      {[&] { customers.add_primary_key({"tier"}); },
       "table \"sales.customers\" already has a primary key"},
      {[&] { best.add_foreign_key({}, "customers"); },
       "database \"shop\", a foreign key of table \"sales.best\" has no columns"},
      {[&] {
         best.add_foreign_key({"since"}, "customers", {"number", "region"});
       },
       "database \"shop\", a foreign key of table \"sales.best\" pairs 1 columns with 2"},
      {[&] { builder.database(1); }, "database is 1, and the builder has 1 databases"},
      {[&] { builder.table(4); }, "table is 4, and the builder has 4 tables"},
  };
  for (const Wrong &wrong : all) {
    const Error error = error_of(wrong.call);
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK(error.message() == wrong.message);
  }
  CHECK(builder.build()->fingerprint() == before);
  CHECK(builder.database(0).add_table({.name = "next"}).number() == 4);
}

TEST_CASE("a name that does not exist is reported by what names it, and may be added then") {
  const auto error_with = [](auto add) {
    CatalogBuilder builder;
    add_shop(builder);
    add(builder);
    const Error error = error_of([&] { builder.build(); });
    CHECK(error.code() == ErrorCode::not_found);
    return std::string(error.message());
  };
  CHECK(error_with([](CatalogBuilder &b) {
          b.table(2).add_primary_key({"since", "x"});
        }) ==
        "database \"shop\", the primary key of table \"sales.best\": table \"sales.best\" has no "
        "column \"x\"");
  CHECK(error_with([](CatalogBuilder &b) { b.table(1).add_foreign_key({"x"}, "customers"); }) ==
        "database \"shop\", a foreign key of table \"orders\": table \"orders\" has no column "
        "\"x\"");
  CHECK(error_with([](CatalogBuilder &b) { b.table(1).add_foreign_key({"id"}, "wines"); }) ==
        "database \"shop\", a foreign key of table \"orders\": there is no table \"wines\"");
  CHECK(error_with([](CatalogBuilder &b) { b.table(1).add_foreign_key({"id"}, "best", {"x"}); }) ==
        "database \"shop\", a foreign key of table \"orders\": table \"sales.best\" has no column "
        "\"x\"");
  CHECK(error_with([](CatalogBuilder &b) { b.table(1).add_foreign_key({"id"}, "best"); }) ==
        "database \"shop\", a foreign key of table \"orders\": table \"sales.best\" has no primary "
        "key");
  CHECK(error_with([](CatalogBuilder &b) { b.table(2).add_origin("x", "orders", "id"); }) ==
        "database \"shop\", an origin of table \"sales.best\": table \"sales.best\" has no column "
        "\"x\"");
  CHECK(error_with([](CatalogBuilder &b) { b.table(2).add_origin("since", "x", "id"); }) ==
        "database \"shop\", an origin of table \"sales.best\": there is no table \"x\"");
  CHECK(error_with([](CatalogBuilder &b) { b.table(2).add_origin("since", "orders", "x"); }) ==
        "database \"shop\", an origin of table \"sales.best\": table \"orders\" has no column "
        "\"x\"");

  CatalogBuilder builder;
  const DatabaseBuilder shop = builder.add_database({.name = "shop"});
  shop.add_table({.name = "orders"}).add_foreign_key({"wine"}, "wines");
  CHECK(contains(error_of([&] { builder.build(); }).message(), "no column \"wine\""));
  builder.table(0).add_column({.name = "wine"});
  CHECK(contains(error_of([&] { builder.build(); }).message(), "no table \"wines\""));
  shop.add_table({.name = "wines"}).add_column({.name = "id"});
  CHECK(contains(error_of([&] { builder.build(); }).message(), "no primary key"));
  builder.table(1).add_primary_key({"id"});
  CHECK(builder.build()->database(DatabaseId(0)).foreign_keys().size() == 1);
}

TEST_CASE("keys that cannot be are invalid arguments when the catalog is built") {
  const auto message_with = [](auto add) {
    CatalogBuilder builder;
    add_shop(builder);
    add(builder);
    const Error error = error_of([&] { builder.build(); });
    CHECK(error.code() == ErrorCode::invalid_argument);
    return std::string(error.message());
  };
  CHECK(message_with([](CatalogBuilder &b) {
          b.table(2).add_primary_key({"since", "Since"});
        }) ==
        "database \"shop\", table \"sales.best\": the primary key names column \"since\" twice");
  CHECK(
      message_with([](CatalogBuilder &b) { b.table(1).add_foreign_key({"id"}, "customers"); }) ==
      "database \"shop\", a foreign key of table \"orders\" pairs 1 columns with 2 of the primary "
      "key of table \"sales.customers\"");
  DatabaseDefinition definition = shop_definition();
  definition.name = "other";
  definition.foreign_keys = {{9, {0}, 0, {0}}};
  CHECK(error_of([&] { with_definition(definition); }).code() == ErrorCode::invalid_argument);
}

TEST_CASE("names are found as in a catalog: as they are, else without case, else bare") {
  CatalogBuilder builder;
  const DatabaseBuilder shop = builder.add_database({.name = "shop"});
  for (const char *name : {"item", "Item"}) {
    for (const char *qualifier : {"b", "a", ""}) {
      shop.add_table({.name = name, .qualifier = qualifier})
          .add_column({.name = "Id"})
          .add_column({.name = "id"});
    }
  }
  shop.add_table({.name = "other", .qualifier = "b"}).add_column({.name = "ID"});
  const std::vector<std::string> names{"item",   "Item",   "ITEM",  "a.item", "A.Item",
                                       "a.Item", "B.ITEM", "other", "Other",  "b.OTHER"};
  const TableBuilder from = shop.add_table({.name = "from"});
  for (const std::string &name : names) {
    from.add_column({.name = name});
    from.add_foreign_key({name}, name, {"ID"});
  }
  const auto catalog = builder.build();
  const Database &database = catalog->database(DatabaseId(0));
  REQUIRE(database.foreign_keys().size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(names[i]);
    const ForeignKey &key = database.foreign_keys()[i];
    const auto table = catalog->find_table(DatabaseId(0), names[i]);
    REQUIRE(table);
    CHECK(key.referenced_table == table->index());
    CHECK(key.referenced_columns[0] ==
          catalog->find_column(*table, "ID")->index() - catalog->columns(*table)[0].index());
  }
}

}  // namespace sluice
