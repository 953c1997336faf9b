#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "builder_calls.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/schema/catalog_builder.hpp"
#include "sluice/schema/show.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

extern "C" sluice_status sluice_test_build_in_c(sluice_catalog **out, sluice_error **error);

namespace sluice {
namespace {

using namespace test;

/// The catalog of catalog_builder.c.
std::shared_ptr<const Catalog> shop_in_cpp() {
  CatalogBuilder builder;
  const DatabaseBuilder shop = builder.add_database(
      {.name = "shop", .description = "Orders of wine.", .dialect = sql::Dialect::postgresql});
  shop.add_table({.name = "customers",
                  .title = "customer",
                  .description = "Who buys.",
                  .qualifier = "sales"})
      .add_column({.name = "region", .type = "INTEGER", .nullable = false})
      .add_column({.name = "number", .type = "INTEGER", .nullable = false})
      .add_column({.name = "tier",
                   .title = "level",
                   .type = "VARCHAR(6)",
                   .description = "How much they buy.",
                   .samples = {"gold"},
                   .values = {"gold", "silver"}})
      .add_primary_key({"number", "region"});
  shop.add_table({.name = "orders"})
      .add_column({.name = "id", .nullable = false})
      .add_column({.name = "customer"})
      .add_column({.name = "customer_region"})
      .add_column({.name = "total", .generated = true})
      .add_column({.name = "items", .type = "STRUCT[]"})
      .add_column({.name = "items.wine", .type = "TEXT", .nested = true})
      .add_primary_key({"id"})
      .add_foreign_key({"customer", "customer_region"}, "customers", {"number", "region"});
  const TableBuilder best = shop.add_table({.name = "best", .kind = TableKind::materialized_view})
                                .add_column({.name = "number"})
                                .add_origin("number", "customers", "number");
  shop.add_table(
          {.name = "visits", .kind = TableKind::family, .members = {31, "visits_01", "visits_31"}})
      .add_column({.name = "number"})
      .add_foreign_key({"number"}, "customers", {"number"}, KeyEvidence::tested);
  best.add_foreign_key({"number"}, "customers", {"number"}, KeyEvidence::view);
  return builder.build();
}

Owned<sluice_catalog> shop_in_c() {
  return made<sluice_catalog>(
      [](auto out, auto error) { return sluice_test_build_in_c(out, error); });
}

std::string json_of(const sluice_catalog *catalog) {
  const auto text = made<sluice_text>(
      [&](auto out, auto error) { return sluice_catalog_json(catalog, out, error); });
  return std::string(view(sluice_text_view(text.get())));
}

Owned<sluice_catalog> build(const sluice_catalog_builder *builder) {
  return made<sluice_catalog>(
      [&](auto out, auto error) { return sluice_catalog_builder_build(builder, out, error); });
}

std::uint32_t add_table(sluice_catalog_builder *builder, const char *name) {
  std::uint32_t table = SLUICE_NO_ID;
  REQUIRE(sluice_catalog_builder_add_table(builder, 0, name, SLUICE_NUL, nullptr, &table,
                                           nullptr) == SLUICE_OK);
  return table;
}
void add_column(sluice_catalog_builder *builder, std::uint32_t table, const char *name) {
  REQUIRE(sluice_catalog_builder_add_column(builder, table, name, SLUICE_NUL, nullptr, nullptr) ==
          SLUICE_OK);
}

}  // namespace

TEST_CASE("a catalog built in C equals the one built in C++, and the one loaded from its file") {
  const auto expected = shop_in_cpp();
  const auto built = shop_in_c();
  CHECK(json_of(built.get()) == show_json(*expected));

  const TemporaryDirectory folder;
  const std::string index = (folder.path() / "index").string();
  REQUIRE(sluice_index_build(built.get(), index.c_str(), SLUICE_NUL, nullptr, nullptr) ==
          SLUICE_OK);
  CHECK(open_index_folder(index).catalog->fingerprint() == expected->fingerprint());
  CHECK(json_of(load_path(index).get()) == json_of(built.get()));
}

TEST_CASE("a catalog that was built answers questions, and outlives its builder") {
  auto builder = new_builder();
  add_column(builder.get(), 0, "wine");
  auto catalog = build(builder.get());
  builder.reset();
  const auto retriever = new_retriever(catalog.get());
  CHECK(paths(retrieve(retriever.get(), "wine").get()) ==
        std::vector<std::string>{"shop.sale.wine"});
  CHECK(sluice_catalog_skipped_count(catalog.get()) == 0);
}

TEST_CASE("a builder can be built again after more was added") {
  const auto builder = new_builder();
  const auto first = build(builder.get());
  add_column(builder.get(), add_table(builder.get(), "wine"), "id");
  const auto second = build(builder.get());
  CHECK(sluice_catalog_count(first.get(), SLUICE_TABLE) == 1);
  CHECK(sluice_catalog_count(second.get(), SLUICE_TABLE) == 2);
  CHECK(sluice_catalog_count(second.get(), SLUICE_COLUMN) == 1);
  CHECK(json_of(build(builder.get()).get()) == json_of(second.get()));
}

TEST_CASE("databases and tables are numbered in the order in which they were added") {
  const auto builder = new_builder();
  std::uint32_t number = 0;
  REQUIRE(sluice_catalog_builder_add_database(builder.get(), "zoo", 3, nullptr, &number, nullptr) ==
          SLUICE_OK);
  CHECK(number == 1);
  REQUIRE(sluice_catalog_builder_add_table(builder.get(), 1, "animal", 6, nullptr, &number,
                                           nullptr) == SLUICE_OK);
  CHECK(number == 1);
  CHECK(add_table(builder.get(), "wine") == 2);  // of the first database
  const auto catalog = build(builder.get());
  CHECK(view(sluice_catalog_name(catalog.get(), SLUICE_TABLE, 1)) == "wine");
}

TEST_CASE("strings that were passed to a builder may be freed, and need no NUL") {
  const auto builder = new_builder();
  std::string text = "wines and more";
  const sluice_str list{text.data(), 5};
  sluice_column_options options = SLUICE_COLUMN_OPTIONS_INIT;
  options.type = options.title = options.description = list;
  options.samples = options.values = &list;
  options.sample_count = options.value_count = 1;
  REQUIRE(sluice_catalog_builder_add_column(builder.get(), 0, text.data(), 5, &options, nullptr) ==
          SLUICE_OK);
  REQUIRE(sluice_catalog_builder_add_primary_key(builder.get(), 0, &list, 1, nullptr) == SLUICE_OK);
  sluice_foreign_key key = SLUICE_FOREIGN_KEY_INIT;
  key.columns = key.referenced_columns = &list;
  key.count = 1;
  key.referenced_table = str("sale");
  REQUIRE(sluice_catalog_builder_add_foreign_key(builder.get(), 0, &key, nullptr) == SLUICE_OK);
  text.assign(text.size(), '?');
  CHECK(json_of(build(builder.get()).get()).find('?') == std::string::npos);
}

TEST_CASE("what a builder refuses is named, and nothing changes") {
  const auto owned = new_builder();
  sluice_catalog_builder *const builder = owned.get();
  add_column(builder, 0, "id");
  const std::string before = json_of(build(builder).get());
  Results results;
  const auto refused = [&](auto call) {
    const Failure failure = failure_of([&](auto error) { return call(error); });
    CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
    return failure.message;
  };
  CHECK(refused([&](auto e) {
          return sluice_catalog_builder_add_database(builder, "Shop", 4, nullptr, &results.id, e);
        }) == "there is already a database \"Shop\"");
  CHECK(refused([&](auto e) {
          sluice_database_options options = SLUICE_DATABASE_OPTIONS_INIT;
          options.dialect = str("klingon");
          return sluice_catalog_builder_add_database(builder, "x", 1, &options, &results.id, e);
        }).starts_with("options->dialect is \"klingon\", expected one of sqlite, postgresql, "));
  CHECK(refused([&](auto e) {
          return sluice_catalog_builder_add_table(builder, 0, "sale", 4, nullptr, &results.id, e);
        }) == "database \"shop\" already has a table \"sale\"");
  CHECK(refused([&](auto e) {
          return sluice_catalog_builder_add_table(builder, 1, "x", 1, nullptr, &results.id, e);
        }) == "database is 1, and the builder has 1 databases");
  for (const sluice_table_kind kind : {0, 7, INT32_MIN, INT32_MAX}) {
    CHECK(contains(refused([&](auto e) {
                     sluice_table_options options = SLUICE_TABLE_OPTIONS_INIT;
                     options.kind = kind;
                     return sluice_catalog_builder_add_table(builder, 0, "x", 1, &options,
                                                             &results.id, e);
                   }),
                   "expected one of SLUICE_KIND_"));
  }
  CHECK(refused([&](auto e) {
          sluice_table_options options = SLUICE_TABLE_OPTIONS_INIT;
          options.member_count = 3;
          return sluice_catalog_builder_add_table(builder, 0, "x", 1, &options, &results.id, e);
        }) == "table \"x\" has members, but is not a family");
  CHECK(refused([&](auto e) {
          return sluice_catalog_builder_add_column(builder, 0, "id", 2, nullptr, e);
        }) == "table \"sale\" already has a column \"id\"");
  CHECK(refused([&](auto e) {
          return sluice_catalog_builder_add_column(builder, 0, "", 0, nullptr, e);
        }) == "a column of table \"sale\" has an empty name");
  CHECK(refused([&](auto e) {
          return sluice_catalog_builder_add_column(builder, SLUICE_NO_ID, "x", 1, nullptr, e);
        }) == "table is 4294967295, and the builder has 1 tables");
  CHECK(refused([&](auto e) {
          return sluice_catalog_builder_add_primary_key(builder, 0, nullptr, 0, e);
        }) == "the primary key of table \"sale\" has no columns");
  for (const sluice_key_evidence evidence : {0, 4, INT32_MIN, INT32_MAX}) {
    CHECK(contains(refused([&](auto e) {
                     sluice_foreign_key key = key_to("sale");
                     key.evidence = evidence;
                     return sluice_catalog_builder_add_foreign_key(builder, 0, &key, e);
                   }),
                   "expected one of SLUICE_KEY_"));
  }
  CHECK(refused([&](auto e) {
          sluice_foreign_key key = key_to("sale");
          key.count = 0;
          return sluice_catalog_builder_add_foreign_key(builder, 0, &key, e);
        }) == "database \"shop\", a foreign key of table \"sale\" has no columns");
  CHECK(results.untouched());
  CHECK(json_of(build(builder).get()) == before);
}

TEST_CASE("a reserved field that is set is unsupported") {
  const auto builder = new_builder();
  sluice_column_options options = SLUICE_COLUMN_OPTIONS_INIT;
  options.reserved = 1;
  CHECK(failure_of([&](auto e) {
          return sluice_catalog_builder_add_column(builder.get(), 0, "x", 1, &options, e);
        }).status == SLUICE_UNSUPPORTED);
  sluice_foreign_key key = key_to("sale");
  key.reserved = 1;
  CHECK(failure_of([&](auto e) {
          return sluice_catalog_builder_add_foreign_key(builder.get(), 0, &key, e);
        }).status == SLUICE_UNSUPPORTED);
}

TEST_CASE("a key that names something unknown is not found when the catalog is built") {
  const auto builder = new_builder();
  const auto missing = [&](std::string_view expected) {
    Results results;
    const Failure failure = failure_of([&](auto error) {
      return sluice_catalog_builder_build(builder.get(), &results.catalog, error);
    });
    CHECK(failure.status == SLUICE_NOT_FOUND);
    CHECK(failure.message == expected);
    CHECK(results.untouched());
  };
  const sluice_foreign_key key = key_to("wine");
  REQUIRE(sluice_catalog_builder_add_foreign_key(builder.get(), 0, &key, nullptr) == SLUICE_OK);
  missing(
      "database \"shop\", a foreign key of table \"sale\": table \"sale\" has no column \"id\"");
  add_column(builder.get(), 0, "id");
  add_column(builder.get(), 0, "wine");
  missing("database \"shop\", a foreign key of table \"sale\": there is no table \"wine\"");
  const std::uint32_t wine = add_table(builder.get(), "wine");
  add_column(builder.get(), wine, "id");
  missing(
      "database \"shop\", a foreign key of table \"sale\": table \"wine\" has no column \"wine\"");
  add_column(builder.get(), wine, "wine");
  build(builder.get());
  REQUIRE(sluice_catalog_builder_add_origin(builder.get(), 0, "x", 1, "y", 1, "z", 1, nullptr) ==
          SLUICE_OK);
  missing("database \"shop\", an origin of table \"sale\": there is no table \"y\"");
}

TEST_CASE("a primary key that names a column twice is an invalid argument when it is built") {
  const auto builder = new_builder();
  add_column(builder.get(), 0, "id");
  const sluice_str twice[] = {str("id"), str("ID")};
  REQUIRE(sluice_catalog_builder_add_primary_key(builder.get(), 0, twice, 2, nullptr) == SLUICE_OK);
  Results results;
  const Failure failure = failure_of([&](auto error) {
    return sluice_catalog_builder_build(builder.get(), &results.catalog, error);
  });
  CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
  CHECK(contains(failure.message, "names column \"id\" twice"));
  CHECK(failure_of([&](auto error) {
          return sluice_catalog_builder_add_primary_key(builder.get(), 0, twice, 1, error);
        }).message == "table \"sale\" already has a primary key");
}

}  // namespace sluice
