#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <doctest/doctest.h>

#include "sluice/schema/load.hpp"
#include "sluice/schema/schema_graph.hpp"
#include "support/pairwise_joins.hpp"
#include "support/random_schema.hpp"
#include "support/restrict.hpp"
#include "support/support.hpp"
#include "text/identifier.hpp"

namespace sluice {
namespace {

using test::listed;
using test::PairwiseJoins;

std::shared_ptr<const Catalog> spider() {
  const auto path = test::data_directory() / "spider" / "tables.json.gz";
  if (!std::filesystem::exists(path)) return nullptr;
  return Catalog::make(load(path.string()));
}

/// Number of joins, inferred joins, shared joins; then the tables, from the end.
using Rank = std::tuple<std::size_t, std::size_t, std::size_t, std::vector<TableId>>;

Rank rank_of(std::span<const Join *const> path) {
  Rank rank;
  std::get<0>(rank) = path.size();
  for (const Join *join : path) {
    std::get<1>(rank) += join->kind == JoinKind::inferred ? 1U : 0U;
    std::get<2>(rank) += join->kind == JoinKind::shared ? 1U : 0U;
    std::get<3>(rank).insert(std::get<3>(rank).begin(), join->from);
  }
  return rank;
}

/// Finds the best path without a repeated table by trying all.
void try_every_path(const SchemaGraph &graph, TableId to, std::vector<TableId> &visited,
                    std::vector<const Join *> &path, std::optional<Rank> &best) {
  if (visited.back() == to) {
    const Rank rank = rank_of(path);
    if (!best || rank < *best) best = rank;
    return;
  }
  for (const Join &join : graph.joins(visited.back())) {
    if (std::ranges::find(visited, join.to) != visited.end()) continue;
    visited.push_back(join.to);
    path.push_back(&join);
    try_every_path(graph, to, visited, path, best);
    path.pop_back();
    visited.pop_back();
  }
}

/// Replaces ids by those of the whole catalog, for comparison.
auto with_ids(std::span<const Join> joins, const std::vector<TableId> &tables,
              const std::vector<ColumnId> &columns) {
  std::vector<std::tuple<TableId, TableId, JoinKind, std::vector<ColumnId>, std::vector<ColumnId>>>
      result;
  for (const Join &join : joins) {
    const auto renumbered = [&](const std::vector<ColumnId> &ids) {
      std::vector<ColumnId> moved;
      for (const ColumnId id : ids) moved.push_back(columns[id.index()]);
      return moved;
    };
    result.push_back({tables[join.from.index()], tables[join.to.index()], join.kind,
                      renumbered(join.from_columns), renumbered(join.to_columns)});
  }
  return result;
}

template <class Id>
std::vector<Id> all_ids(IdRange<Id> ids) {
  std::vector<Id> all;
  for (const Id id : ids) all.push_back(id);
  return all;
}

void check_masked_equals_restricted(const std::shared_ptr<const Catalog> &catalog,
                                    const Mask &mask) {
  const auto part = test::restrict(*catalog, mask);
  const auto databases = test::visible_ids(catalog->databases(), mask);
  const auto tables = test::visible_ids(catalog->tables(), mask);
  const auto columns = test::visible_ids(catalog->columns(), mask);
  const auto own_tables = all_ids(catalog->tables());
  const auto own_columns = all_ids(catalog->columns());
  for (std::size_t d = 0; d < databases.size(); ++d) {
    const SchemaGraph masked(*catalog, databases[d], &mask);
    const SchemaGraph alone(*part, DatabaseId(d));
    for (const TableId table : part->tables(DatabaseId(d))) {
      REQUIRE(with_ids(masked.joins(tables[table.index()]), own_tables, own_columns) ==
              with_ids(alone.joins(table), tables, columns));
    }
  }
}

std::shared_ptr<const Catalog> catalog_of(std::string_view sql) {
  return Catalog::make({load_ddl(sql, "d", "test.sql")});
}

}  // namespace

TEST_CASE("the joins equal those found by examining every pair of columns") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto catalog = Catalog::make({Database::make(test::random_database(seed, 1))});
    for (const bool infer : {false, true}) {
      const SchemaGraph graph(*catalog, DatabaseId(0), nullptr, {infer});
      const PairwiseJoins pairwise(*catalog, DatabaseId(0), infer);
      for (const TableId table : catalog->tables()) {
        CAPTURE(seed);
        REQUIRE(listed(graph, table) == pairwise.from(table));
      }
    }
  }
}

TEST_CASE("each join is listed once from either side") {
  const auto catalog = test::random_catalog(8, 60);
  for (const DatabaseId database : catalog->databases()) {
    const SchemaGraph graph(*catalog, database);
    for (const TableId table : catalog->tables(database)) {
      for (const Join &join : graph.joins(table)) {
        CHECK(join.from == table);
        CHECK(graph.joined(join.to, table));
        if (join.to == table) continue;
        CHECK(std::ranges::count_if(graph.joins(join.to), [&](const Join &back) {
                return back.to == table && back.kind == join.kind &&
                       back.from_columns == join.to_columns && back.to_columns == join.from_columns;
              }) == 1);
      }
    }
  }
}

TEST_CASE("a path is the best of all possible paths") {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const auto catalog = Catalog::make({Database::make(test::random_database(seed))});
    const SchemaGraph graph(*catalog, DatabaseId(0));
    for (const TableId a : catalog->tables()) {
      for (const TableId b : catalog->tables()) {
        for (const TableId to : catalog->tables()) {
          const std::vector<TableId> from{a, b};
          std::optional<Rank> best;
          for (const TableId start : from) {
            std::vector<TableId> visited{start};
            std::vector<const Join *> path;
            try_every_path(graph, to, visited, path, best);
          }
          const auto path = graph.path(from, to);
          REQUIRE(path.has_value() == best.has_value());
          if (path) REQUIRE(rank_of(*path) == *best);
        }
      }
    }
  }
}

TEST_CASE("a path over a real schema leads from the start to the end") {
  const auto catalog = spider();
  if (!catalog) return test::skip("no benchmark data");
  for (const DatabaseId database : catalog->databases()) {
    const SchemaGraph graph(*catalog, database);
    const auto tables = catalog->tables(database);
    for (const TableId to : tables) {
      const std::vector<TableId> from{tables[0]};
      const auto path = graph.path(from, to);
      if (!path) continue;
      TableId at = tables[0];
      for (const Join *join : *path) {
        CHECK(join->from == at);
        at = join->to;
      }
      CHECK(at == to);
    }
  }
}

TEST_CASE(
    "a graph under a mask equals that of a catalog without the hidden objects (random schemas)") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto catalog = test::random_catalog(seed, 6);
    check_masked_equals_restricted(catalog, test::random_mask(catalog, seed));
  }
}

TEST_CASE("a graph under a mask equals that of a catalog without the hidden objects (Spider)") {
  const auto catalog = spider();
  if (!catalog) return test::skip("no benchmark data");
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const double hidden = 0.05 * static_cast<double>(seed % 6 + 1);
    check_masked_equals_restricted(catalog, test::random_mask(catalog, seed, hidden));
  }
}

TEST_CASE("a foreign key with a hidden column does not prevent inferring its other column") {
  const auto catalog = catalog_of("CREATE TABLE region (region_code PRIMARY KEY);"
                                  "CREATE TABLE city (city_code PRIMARY KEY, region_code);"
                                  "CREATE TABLE fair (city_code REFERENCES city (region_code));");
  const auto city_key = *catalog->find_column(TableId(1), "region_code");
  CHECK(SchemaGraph(*catalog, DatabaseId(0)).joins(TableId(2))[0].kind == JoinKind::declared);
  Mask mask(catalog);
  mask.hide(city_key);
  const SchemaGraph masked(*catalog, DatabaseId(0), &mask);
  REQUIRE(masked.joins(TableId(2)).size() == 1);
  CHECK(masked.joins(TableId(2))[0].kind == JoinKind::inferred);
}

TEST_CASE("if no key is declared, first columns are presumed to be keys, and tables join by them") {
  const auto names = [](const Catalog &catalog, const std::vector<ColumnId> &columns) {
    std::vector<std::string> paths;
    for (const ColumnId column : columns) paths.push_back(catalog.path(column));
    return paths;
  };
  using Paths = std::vector<std::string>;
  const auto catalog = catalog_of("CREATE TABLE singer (id, name);"
                                  "CREATE TABLE concert (concert_id, singer_id, name);"
                                  "CREATE TABLE ticket (name, concert_id);");
  const SchemaGraph graph(*catalog, DatabaseId(0));
  CHECK(names(*catalog, key_columns(*catalog, DatabaseId(0))) ==
        Paths{"d.singer.id", "d.concert.concert_id", "d.ticket.name"});
  CHECK(graph.joined(TableId(0), TableId(1)));
  CHECK(graph.joined(TableId(1), TableId(2)));
  CHECK(!graph.joined(TableId(0), TableId(2)));  // the name of a person is not an identifier
  CHECK(!SchemaGraph(*catalog, DatabaseId(0), nullptr, {.infer_keys = false})
             .joined(TableId(0), TableId(1)));

  // A single declared key disables all inference; if it is hidden, no key is declared.
  const auto keyed = catalog_of("CREATE TABLE singer (id, name);"
                                "CREATE TABLE concert (concert_id PRIMARY KEY, singer_id);");
  CHECK(names(*keyed, key_columns(*keyed, DatabaseId(0))) == Paths{"d.concert.concert_id"});
  CHECK(!SchemaGraph(*keyed, DatabaseId(0)).joined(TableId(0), TableId(1)));
  Mask mask(keyed);
  mask.hide(*keyed->find_column(TableId(1), "concert_id"));
  CHECK(names(*keyed, key_columns(*keyed, DatabaseId(0), &mask)) ==
        Paths{"d.singer.id", "d.concert.singer_id"});
  CHECK(SchemaGraph(*keyed, DatabaseId(0), &mask).joined(TableId(0), TableId(1)));
}

TEST_CASE("a column is presumed to refer to the key that its name matches best") {
  const auto refers = [](std::string_view sql, std::string_view from, std::string_view to) {
    const auto catalog = catalog_of(sql);
    const SchemaGraph graph(*catalog, DatabaseId(0));
    for (const TableId table : catalog->tables()) {
      for (const Join &join : graph.joins(table)) {
        CHECK(join.kind == JoinKind::inferred);
        if (catalog->path(join.from_columns[0]) == from && catalog->path(join.to_columns[0]) == to)
          return true;
      }
    }
    return false;
  };
  const std::string shop = "CREATE TABLE customers (id, name);"
                           "CREATE TABLE Countries (CountryCode, name);"
                           "CREATE TABLE stations (station, zone);"
                           "CREATE TABLE card (card_no, customer);";
  const auto from_order = [&](const std::string &column, std::string_view to) {
    return refers(shop + "CREATE TABLE orders (id, " + column + ");", "d.orders." + column, to);
  };
  for (const char *column : {"customer_id", "customerid", "CustomersId", "customer",
                             "billing_customer_id", "billedcustomerid"})
    CHECK(from_order(column, "d.customers.id"));
  for (const char *column : {"customer_name", "id_customer", "custom", "consumer_id"})
    CHECK(!from_order(column, "d.customers.id"));
  CHECK(from_order("countrycode", "d.Countries.CountryCode"));
  CHECK(from_order("ship_country_code", "d.Countries.CountryCode"));
  CHECK(from_order("station", "d.stations.station"));
  CHECK(from_order("gift_card_no", "d.card.card_no"));
  CHECK(!from_order("name", "d.stations.station"));
  // If two tables have a key of the same name, the one that the key is named after wins, else the
  // first.
  const std::string two = "CREATE TABLE order_items (order_id, item);"
                          "CREATE TABLE orders (order_id, day);"
                          "CREATE TABLE parcel (id, order_id);"
                          "CREATE TABLE a (lot_code, x); CREATE TABLE b (lot_code, y);"
                          "CREATE TABLE c (z, lot_code);";
  CHECK(refers(two, "d.parcel.order_id", "d.orders.order_id"));
  CHECK(refers(two, "d.order_items.order_id", "d.orders.order_id"));
  CHECK(refers(two, "d.c.lot_code", "d.a.lot_code"));
  // A key that is named after its own table refers to that table.
  CHECK(!refers("CREATE TABLE orders (order_id, day); CREATE TABLE id (no, order_id);"
                "CREATE TABLE rush_orders (rush_order_id, day);",
                "d.rush_orders.rush_order_id", "d.orders.order_id"));
}

TEST_CASE("composite keys, cycles and self references are joins") {
  const auto catalog =
      catalog_of("CREATE TABLE a (x, y, b_id REFERENCES b (id), PRIMARY KEY (x, y));"
                 "CREATE TABLE b (id PRIMARY KEY, boss REFERENCES b (id), p, q,"
                 " FOREIGN KEY (q, p) REFERENCES a (y, x));"
                 "CREATE TABLE c (p, q, FOREIGN KEY (p, q) REFERENCES a);");
  const TableId a(0);
  const TableId b(1);
  const TableId c(2);
  const SchemaGraph graph(*catalog, DatabaseId(0));
  // Declared: b_id = b.id, (x, y) = (p, q) of b and of c. Shared: b_id = boss, both refer to b.id.
  REQUIRE(graph.joins(a).size() == 4);
  CHECK(graph.joined(b, b));
  REQUIRE(graph.joins(c).size() == 2);
  const Join &shared = graph.joins(c)[1];
  CHECK(shared.kind == JoinKind::shared);
  CHECK(shared.to == b);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(catalog->column(shared.from_columns[i]).name ==
          catalog->column(shared.to_columns[i]).name);
  }
  const std::vector<TableId> from{c};
  CHECK(graph.path(from, b)->size() == 1);
  CHECK(graph.path(from, c)->empty());
}

TEST_CASE("tables whose keys refer to a key with more than 64 such references are not linked") {
  for (const std::size_t count : {64U, 65U}) {
    std::string sql = "CREATE TABLE person (id INTEGER PRIMARY KEY);";
    for (std::size_t i = 0; i < count; ++i) {
      sql += "CREATE TABLE t" + std::to_string(i) + " (by REFERENCES person (id));";
    }
    const auto catalog = catalog_of(sql);
    const SchemaGraph graph(*catalog, DatabaseId(0));
    CHECK(graph.joined(TableId(1), TableId(0)));
    CHECK(graph.joined(TableId(1), TableId(2)) == (count == 64));
  }
}

TEST_CASE("a name that is too common does not infer a key") {
  for (const std::size_t count : {32U, 33U}) {
    std::string sql;
    for (std::size_t i = 0; i < count; ++i) {
      sql += "CREATE TABLE t" + std::to_string(i) + " (code PRIMARY KEY);";
    }
    const auto catalog = catalog_of(sql);
    CHECK(SchemaGraph(*catalog, DatabaseId(0)).joined(TableId(0), TableId(1)) == (count == 32));
  }
}

TEST_CASE("tables of another database have no joins and no path") {
  const auto catalog = test::random_catalog(1, 3);
  const SchemaGraph graph(*catalog, DatabaseId(1));
  const TableId before = catalog->tables(DatabaseId(0))[0];
  const TableId after = catalog->tables(DatabaseId(2))[0];
  const TableId inside = catalog->tables(DatabaseId(1))[0];
  for (const TableId other : {before, after}) {
    CHECK(graph.joins(other).empty());
    CHECK(graph.path(std::vector{other}, inside) == std::nullopt);
    CHECK(graph.path(std::vector{inside}, other) == std::nullopt);
  }
}

}  // namespace sluice
