#include "train/ranker/recut_catalog.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "sluice/schema/load.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using train_detail::Recut;
using train_detail::recut_catalog;
using train_detail::RecutCatalog;
using train_detail::RecutSource;

/// Databases with two tables, the second of which refers to the first.
std::shared_ptr<const Catalog> shops(int count) {
  DatabaseDefinition shop;
  shop.tables = {{"cust", "customer", {}, {{"cust_id"}, {"home_city", "city of residence"}}, {0}},
                 {"PlacedOrder", {}, "in this shop", {{"cust_id"}, {"price"}}}};
  shop.foreign_keys = {{1, {0}, 0, {0}}};
  Databases databases;
  for (int d = 0; d < count; ++d) {
    shop.name = "shop_" + std::to_string(d);
    databases.push_back(Database::make(shop));
  }
  return Catalog::make(databases);
}

/// All databases of a catalog, each with a question about its second table, in reverse order.
std::vector<RecutSource> sources_of(const Catalog &catalog) {
  std::vector<RecutSource> sources;
  for (std::size_t d = catalog.database_count(); d-- > 0;) {
    const DatabaseId id(d);
    const TableId table = catalog.tables(id)[1];
    const RankerExample example{"what it costs", id, {table}, {catalog.columns(table)[1]}};
    sources.push_back({&catalog, id, {example}});
  }
  return sources;
}

bool is_coded(const Table &table) { return !table.columns[0].description.empty(); }

}  // namespace

TEST_CASE("a coded catalog says in descriptions what its names said") {
  const auto catalog = shops(60);
  const auto sources = sources_of(*catalog);
  const RecutCatalog made = recut_catalog(sources, Recut::coded, 1);
  REQUIRE(made.catalog->database_count() == 60);
  std::size_t coded = 0;
  std::set<std::string> names;
  for (const DatabaseId id : made.catalog->databases()) {
    CHECK(made.catalog->database(id).name() ==
          catalog->database(sources[id.index()].database).name());
    const auto tables = made.catalog->database(id).tables();
    REQUIRE(tables.size() == 2);
    CHECK(made.catalog->database(id).foreign_keys().size() == 1);
    if (!is_coded(tables[0])) {
      CHECK(tables[0].readable_name() == "cust");
      continue;
    }
    ++coded;
    names.emplace(tables[0].name.substr(0, 1));
    CHECK(tables[0].description == "customer");
    CHECK(tables[0].columns[0].description == "cust id");
    CHECK(tables[0].columns[1].description == "city of residence");
    CHECK(tables[1].description == "placed order: in this shop");
    CHECK(tables[0].readable_name() == tables[0].name);
    CHECK(tables[0].columns[0].name != "cust_id");
  }
  CHECK(coded > 20);
  CHECK(coded < 50);
  CHECK(names.size() > 2);
}

TEST_CASE("questions about a recut catalog name the tables and columns that they named before") {
  const auto catalog = shops(30);
  const auto sources = sources_of(*catalog);
  for (const Recut how : {Recut::coded, Recut::merged}) {
    const RecutCatalog made = recut_catalog(sources, how, 1);
    REQUIRE(made.examples.size() == sources.size());
    std::set<TableId> asked;
    for (const RankerExample &example : made.examples) {
      REQUIRE(example.tables.size() == 1);
      asked.insert(example.tables[0]);
      CHECK(made.catalog->database_of(example.tables[0]) == example.database);
      REQUIRE(example.columns.size() == 1);
      CHECK(made.catalog->table_of(example.columns[0]) == example.tables[0]);
      const Table &table = made.catalog->table(example.tables[0]);
      const Column &column = made.catalog->column(example.columns[0]);
      if (how == Recut::coded && is_coded(table)) {
        CHECK(table.description.starts_with("placed order"));
        CHECK(column.description == "price");
      } else {
        CHECK(std::string(table.name).ends_with("PlacedOrder"));
        CHECK(column.name == "price");
      }
    }
    CHECK(asked.size() == sources.size());
  }
}

TEST_CASE("a merged catalog has few databases, whose tables say where they come from") {
  const auto catalog = shops(40);
  const RecutCatalog made = recut_catalog(sources_of(*catalog), Recut::merged, 1);
  CHECK(made.catalog->table_count() == 80);
  CHECK(made.catalog->database_count() >= 5);
  CHECK(made.catalog->database_count() <= 14);
  std::size_t qualified = 0, keys = 0;
  for (const TableId id : made.catalog->tables()) {
    const Table &table = made.catalog->table(id);
    CHECK(table.name.starts_with("shop_"));
    CHECK(table.title.empty());
    qualified += table.qualifier().empty() ? 0 : 1;
  }
  CHECK(qualified > 0);
  CHECK(qualified < 80);
  for (const DatabaseId id : made.catalog->databases())
    keys += made.catalog->database(id).foreign_keys().size();
  CHECK(keys == 40);
}

TEST_CASE("the same seed recuts a catalog in the same way") {
  const auto catalog = shops(20);
  const auto sources = sources_of(*catalog);
  for (const Recut how : {Recut::coded, Recut::merged}) {
    const auto fingerprint = [&](std::uint64_t seed) {
      return recut_catalog(sources, how, seed).catalog->fingerprint();
    };
    CHECK(fingerprint(3) == fingerprint(3));
    CHECK(fingerprint(3) != fingerprint(4));
  }
}

TEST_CASE("databases of one name are distinguished by numbers when they are recut") {
  const auto catalog = shops(1);
  std::vector<RecutSource> sources = sources_of(*catalog);
  sources.push_back(sources.front());
  const RecutCatalog made = recut_catalog(sources, Recut::coded, 1);
  REQUIRE(made.catalog->database_count() == 2);
  CHECK(made.catalog->database(DatabaseId(1)).name() == "shop_0_2");
}

}  // namespace sluice
