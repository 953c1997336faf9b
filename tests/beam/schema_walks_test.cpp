#include "sluice/beam/schema_walks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "beam/serialization.hpp"
#include "sluice/core/error.hpp"
#include "small_catalog.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

SchemaWalks walks_over(const test::SmallSchema &small, DatabaseShare share) {
  return {small.catalog, small.neighbors, {.sizes = {}, .share = share}};
}

}  // namespace

TEST_CASE("walks reach every table and every connected schema of the requested sizes") {
  const test::SmallSchema small;
  const SchemaWalks walks = walks_over(small, DatabaseShare::root_of_tables);
  Random random(7);
  std::set<std::vector<TableId>> schemas;
  std::set<ColumnId> columns;
  for (int i = 0; i < 4000; ++i) {
    SampledSchema sampled = walks.sample(random);
    std::ranges::sort(sampled.schema.tables);
    schemas.insert(sampled.schema.tables);
    columns.insert(sampled.columns.begin(), sampled.columns.end());
  }
  // music: 4 single tables, 2 pairs, 1 triple; shop: 3, 2, 1; zoo: 2, 1.
  CHECK(schemas.size() == 16);
  CHECK(columns.size() == small.catalog->column_count());
}

TEST_CASE("a sampled schema belongs to one database, is connected and has no duplicates") {
  const test::SmallSchema small;
  const SchemaWalks walks = walks_over(small, DatabaseShare::uniform);
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const SampledSchema sampled = walks.sample(random);
    const auto &tables = sampled.schema.tables;
    REQUIRE_FALSE(tables.empty());
    CHECK(std::set<TableId>(tables.begin(), tables.end()).size() == tables.size());
    for (std::size_t t = 0; t < tables.size(); ++t) {
      CHECK(small.catalog->database_of(tables[t]) == sampled.schema.database);
      const bool joins_before =
          std::any_of(tables.begin(), tables.begin() + static_cast<std::ptrdiff_t>(t),
                      [&](TableId before) { return small.neighbors->adjacent(before, tables[t]); });
      CHECK((t == 0 || joins_before));
    }
    CHECK(std::set<ColumnId>(sampled.columns.begin(), sampled.columns.end()).size() ==
          sampled.columns.size());
    for (const ColumnId column : sampled.columns) {
      CHECK(std::ranges::find(tables, small.catalog->table_of(column)) != tables.end());
    }
  }
}

TEST_CASE("databases are drawn uniformly, or by the square root of their number of tables") {
  const test::SmallSchema small;
  const auto counts = [&](DatabaseShare share) {
    const SchemaWalks walks = walks_over(small, share);
    Random random(11);
    std::map<DatabaseId, int> drawn;
    for (int i = 0; i < 6000; ++i) ++drawn[walks.sample(random).schema.database];
    return drawn;
  };
  for (const auto &[database, count] : counts(DatabaseShare::uniform)) {
    CHECK(count > 1850);
    CHECK(count < 2150);
  }
  const auto rooted = counts(DatabaseShare::root_of_tables);
  CHECK(rooted.at(DatabaseId(0)) > rooted.at(DatabaseId(1)));
  CHECK(rooted.at(DatabaseId(1)) > rooted.at(DatabaseId(2)));
}

TEST_CASE("walks reject invalid sizes and a catalog without tables") {
  const test::SmallSchema small;
  const auto with = [&](const QuerySizes &sizes) {
    return SchemaWalks(small.catalog, small.neighbors, {.sizes = sizes});
  };
  test::check_code(ErrorCode::invalid_argument, [&] { return with({{0}, {1}}); });
  test::check_code(ErrorCode::invalid_argument, [&] { return with({{}, {1}}); });
  test::check_code(ErrorCode::invalid_argument, [&] { return with({{0, -1, 2}, {1}}); });
  test::check_code(ErrorCode::invalid_argument, [&] { return with({{0, 1}, {0, 0}}); });
  const auto empty = Catalog::make({});
  const JoinGraphs graphs(empty);
  test::check_code(ErrorCode::invalid_argument, [&] {
    return SchemaWalks(empty, std::make_shared<TableNeighbors>(graphs), {});
  });
}

}  // namespace sluice
