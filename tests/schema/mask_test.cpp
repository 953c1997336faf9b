#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/schema/load.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"
#include "support/restrict.hpp"

namespace sluice {
namespace {

Databases databases_of(const std::vector<std::pair<std::string, std::string>> &scripts) {
  Databases databases;
  for (const auto &of : scripts) databases.push_back(load_ddl(of.second, of.first, "a script"));
  return databases;
}

}  // namespace

TEST_CASE("after any calls, a visible object is inside visible objects") {
  const auto catalog = test::random_catalog(1, 5);
  Random random(7);
  Mask mask(catalog);
  for (int call = 0; call < 2000; ++call) {
    const bool show = random.below(2) == 0;
    const auto apply = [&](auto id) {
      show ? mask.show(id) : mask.hide(id);
      CHECK(mask.visible(id) == show);
    };
    switch (random.below(3)) {
      case 0: apply(DatabaseId(random.below(catalog->database_count()))); break;
      case 1: apply(TableId(random.below(catalog->table_count()))); break;
      default: apply(ColumnId(random.below(catalog->column_count())));
    }
    for (const ColumnId id : catalog->columns()) {
      if (mask.visible(id)) REQUIRE(mask.visible(catalog->table_of(id)));
    }
    for (const TableId id : catalog->tables()) {
      if (mask.visible(id)) REQUIRE(mask.visible(catalog->database_of(id)));
    }
  }
}

TEST_CASE(
    "hiding a database hides everything in it, showing a column shows only the objects that contain it") {
  const auto catalog = test::random_catalog(2, 3);
  Mask mask(catalog);
  mask.hide(DatabaseId(1));
  for (const TableId id : catalog->tables(DatabaseId(1))) CHECK_FALSE(mask.visible(id));
  for (const ColumnId id : catalog->columns(DatabaseId(1))) CHECK_FALSE(mask.visible(id));
  for (const ColumnId id : catalog->columns(DatabaseId(2))) CHECK(mask.visible(id));

  const ColumnId shown = catalog->columns(DatabaseId(1))[0];
  mask.show(shown);
  std::size_t visible = 0;
  for (const ColumnId id : catalog->columns(DatabaseId(1))) visible += mask.visible(id) ? 1U : 0U;
  CHECK(visible == 1);
  CHECK(mask.visible(catalog->table_of(shown)));
  CHECK(mask.visible(DatabaseId(1)));
}

TEST_CASE("an intersection shows what both masks show") {
  const auto catalog = test::random_catalog(3, 8);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Mask a = test::random_mask(catalog, seed);
    const Mask b = test::random_mask(catalog, seed + 100);
    Mask both = a;
    both.intersect(b);
    for (const DatabaseId id : catalog->databases()) {
      CHECK(both.visible(id) == (a.visible(id) && b.visible(id)));
    }
    for (const TableId id : catalog->tables()) {
      CHECK(both.visible(id) == (a.visible(id) && b.visible(id)));
    }
    for (const ColumnId id : catalog->columns()) {
      CHECK(both.visible(id) == (a.visible(id) && b.visible(id)));
    }
  }
}

TEST_CASE("a column contains its nested fields") {
  const auto catalog = Catalog::make({load_ddl(
      "CREATE TABLE t (id INT64, a STRUCT<b INT64, c STRUCT<d STRING, e STRING>>, ab STRING);",
      "nested", "a script", {.dialect = sql::Dialect::bigquery})});
  const auto column = [&](std::string_view name) {
    for (const ColumnId id : catalog->columns()) {
      if (catalog->column(id).name == name) return id;
    }
    throw std::out_of_range(std::string(name));
  };
  const auto seen = [&](const Mask &mask) {
    std::string names;
    for (const ColumnId id : catalog->columns()) {
      if (mask.visible(id)) names += std::string(catalog->column(id).name) + ' ';
    }
    return names;
  };
  Mask mask(catalog);
  mask.hide(column("a"));
  CHECK(seen(mask) == "id ab ");
  mask.show(column("a.c.d"));
  CHECK(seen(mask) == "id a a.c a.c.d ab ");
  const auto part = visible_part(*catalog, DatabaseId(0), &mask).database;
  CHECK(part->columns()[1].type == "STRUCT");  // says nothing about a.b
  CHECK(part->columns()[2].type == "STRUCT");
  mask.show(column("a"));
  CHECK(seen(mask) == "id a a.b a.c a.c.d a.c.e ab ");
  mask.hide(column("a.c.e"));
  CHECK(seen(mask) == "id a a.b a.c a.c.d ab ");
  const Mask patterned = mask_of(catalog, {{}, {"nested.t.a.c"}});
  CHECK(seen(patterned) == "id a a.b ab ");
  CHECK(seen(mask_of(catalog, {{"nested.t.a.*.d"}, {}})) == "a a.c a.c.d ");
}

TEST_CASE("a restricted view shows where its visible columns come from, and no hidden source") {
  const auto catalog =
      Catalog::make({load_ddl("CREATE TABLE hidden (x INT); CREATE TABLE t (a INT, b INT, c INT);"
                              "CREATE VIEW v AS SELECT c, b, a FROM t;",
                              "shop", "a script", {.dialect = sql::Dialect::postgresql})});
  const auto origins = [&](const VisiblePatterns &patterns) {
    const Mask mask = mask_of(catalog, patterns);
    const auto part = visible_part(*catalog, DatabaseId(0), &mask).database;
    std::string text;
    for (const ColumnOrigin &origin : part->origins()) {
      const Table &view = part->tables()[origin.table], &of = part->tables()[origin.source_table];
      text += std::string(view.columns[origin.column].name) + '=' + std::string(of.name) + '.' +
              std::string(of.columns[origin.source_column].name) + ' ';
    }
    return text;
  };
  CHECK(origins({{}, {"shop.hidden"}}) == "c=t.c b=t.b a=t.a ");
  CHECK(origins({{}, {"hidden.x", "t.b"}}) == "c=t.c a=t.a ");
  CHECK(origins({{}, {"shop.hidden", "v.c"}}) == "b=t.b a=t.a ");
  CHECK(origins({{}, {"shop.t"}}).empty());
}

TEST_CASE("a mask belongs to one snapshot") {
  const auto catalog = test::random_catalog(4, 2);
  const auto same_content = test::random_catalog(4, 2);
  Mask mask(catalog);
  CHECK_NOTHROW(check_mask(&mask, *catalog));
  CHECK_NOTHROW(check_mask(nullptr, *catalog));
  CHECK(test::error_of([&] {
          check_mask(&mask, *same_content);
          return 0;
        }).code() == ErrorCode::mismatch);
  CHECK(test::error_of([&] { return mask.intersect(Mask(same_content)); }).code() ==
        ErrorCode::mismatch);
  CHECK(test::error_of([] { return Mask(nullptr); }).code() == ErrorCode::invalid_argument);
}

TEST_CASE("no mask shows everything") {
  CHECK(visible(nullptr, ColumnId(3)));
  const Mask closed(test::random_catalog(5, 1), false);
  CHECK_FALSE(visible(&closed, ColumnId(0)));
}

TEST_CASE("a restricted catalog contains what the mask shows and nothing else") {
  const auto catalog = test::random_catalog(6, 10);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Mask mask = test::random_mask(catalog, seed);
    const auto part = test::restrict(*catalog, mask);
    const auto columns = test::visible_ids(catalog->columns(), mask);
    REQUIRE(part->column_count() == columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      CHECK(part->path(ColumnId(i)) == catalog->path(columns[i]));
    }
    CHECK(part->table_count() == test::visible_ids(catalog->tables(), mask).size());
  }
}

TEST_CASE("a visible catalog equals one that was made without the hidden objects") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const auto catalog = test::random_catalog(seed, 4);
    const Mask mask = test::random_mask(catalog, seed, seed % 2 == 0 ? 0.2 : 0.02);
    const auto seen = visible_catalog(*catalog, mask);
    CHECK(seen->fingerprint() == test::restrict(*catalog, mask)->fingerprint());
    for (const DatabaseId id : catalog->databases()) {
      const auto database = visible_part(*catalog, id, &mask).database;
      const bool is_same = database->fingerprint() == catalog->database(id).fingerprint();
      CHECK((database == catalog->share(id)) == is_same);
    }
  }
  const auto catalog = test::random_catalog(1, 2);
  test::check_code(ErrorCode::mismatch,
                   [&] { return visible_catalog(*catalog, Mask(test::random_catalog(1, 2))); });
}

TEST_CASE("patterns show and hide objects by name, and patterns that match nothing are errors") {
  const auto catalog = Catalog::make(databases_of({
      {"shop", "CREATE TABLE customer (id, name, email); CREATE TABLE wine (id, customer);"},
      {"zoo", "CREATE TABLE animal (id, name); CREATE TABLE customer (id, email);"},
  }));
  const auto seen = [&](const std::vector<std::string> &show,
                        const std::vector<std::string> &hide) {
    const Mask mask = mask_of(catalog, {show, hide});
    std::string paths;
    for (const ColumnId id : catalog->columns()) {
      if (mask.visible(id)) paths += catalog->path(id) + ' ';
    }
    return paths;
  };
  const std::string zoo = "zoo.animal.id zoo.animal.name zoo.customer.id zoo.customer.email ";
  CHECK(seen({}, {"SHOP"}) == zoo);
  CHECK(seen({"z*"}, {}) == zoo);
  CHECK(seen({}, {"shop.wine", "customer.email", "zoo.animal.*"}) ==
        "shop.customer.id shop.customer.name zoo.customer.id ");
  CHECK(seen({"shop.customer"}, {"*.email"}) == "shop.customer.id shop.customer.name ");
  CHECK(seen({"shop.wine.customer", "zoo.c*.id"}, {}) == "shop.wine.customer zoo.customer.id ");
  // Columns are not shown by table and column alone, which could show more than intended.
  for (const char *nothing :
       {"customer.email", "wine", "shop.wine.price", "", "a.b.c.d", "*.*.*.*"})
    CHECK(test::error_of([&] {
            return mask_of(catalog, {{nothing}, {}});
          }).code() == ErrorCode::not_found);
  CHECK(test::what_of([&] {
          return mask_of(catalog, {{}, {"shop", "wine.prize"}});
        }) == "no database, table or column is called \"wine.prize\"");
}

TEST_CASE("a pattern finds a table with its schema or without") {
  const auto catalog = Catalog::make({load_ddl(
      "CREATE TABLE sales.orders (id INT); CREATE TABLE stock.orders (id INT, place TEXT);", "shop",
      "a script", {.dialect = sql::Dialect::postgresql})});
  const auto seen = [&](const VisiblePatterns &patterns) {
    const Mask mask = mask_of(catalog, patterns);
    std::string paths;
    for (const ColumnId id : catalog->columns()) {
      if (mask.visible(id)) paths += catalog->path(id) + ' ';
    }
    return paths;
  };
  const std::string stock = "shop.stock.orders.id shop.stock.orders.place ";
  CHECK(seen({{"shop.stock.orders"}, {}}) == stock);
  CHECK(seen({{"shop.stock.*"}, {}}) == stock);
  CHECK(seen({{}, {"shop.orders.id"}}) == "shop.stock.orders.place ");
  CHECK(seen({{}, {"stock.orders.id"}}) == "shop.sales.orders.id shop.stock.orders.place ");
  CHECK(seen({{"shop.orders"}, {}}) == "shop.sales.orders.id " + stock);
}

}  // namespace sluice
