#include "sluice/route/zero_shot_router.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sluice/retrieve/catalog_index.hpp"

namespace sluice {
namespace {

TableDefinition table(std::string name, const std::vector<std::string> &columns) {
  TableDefinition made;
  made.name = std::move(name);
  for (const std::string &column : columns) made.columns.push_back({column, {}, {}, {}, {}});
  made.primary_key = {0};
  return made;
}

/// Two databases with singers; in only one of them they are joined to concerts.
std::shared_ptr<const Catalog> two_databases() {
  DatabaseDefinition apart;
  apart.name = "apart";
  apart.tables = {table("singer", {"singer_key", "age"}),
                  table("concert", {"concert_key", "city", "performer"}),
                  table("tax", {"tax_key", "rate"})};
  DatabaseDefinition joined = apart;
  joined.name = "joined";
  joined.foreign_keys = {{1, {2}, 0, {0}}};
  return Catalog::make({Database::make(apart), Database::make(joined)});
}

struct Routed {
  std::shared_ptr<const Catalog> catalog = two_databases();
  ZeroShotRouter router{index_catalog(*catalog), std::make_shared<JoinGraphs>(catalog)};
};

}  // namespace

TEST_CASE("of two databases with the same words, the one whose tables join is first") {
  const Routed routed;
  const Routes routes = routed.router.route("age of the singers by city of their concerts");
  REQUIRE(routes.databases.size() == 2);
  CHECK(routed.catalog->database(routes.databases[0].id).name() == "joined");
}

TEST_CASE("tables are scored by their words and their database") {
  const Routed routed;
  const Routes routes = routed.router.route("which concerts");
  const auto score = [&](std::size_t database, std::size_t table) {
    return routes.table_scores[routed.catalog->tables(DatabaseId(database))[table].index()];
  };
  CHECK(score(0, 1) > score(0, 0));
  CHECK(score(1, 1) > score(1, 2));
}

TEST_CASE("a question without a known word gives every database the same score, in order of ids") {
  const Routed routed;
  const Routes routes = routed.router.route("zzz qqq");
  REQUIRE(routes.databases.size() == 2);
  CHECK(routes.databases[0].id == DatabaseId(0));
  CHECK(routes.databases[0].score == routes.databases[1].score);
}

TEST_CASE("hidden databases are not ranked") {
  const Routed routed;
  Mask mask(routed.catalog);
  mask.hide(DatabaseId(1));
  const Routes routes = routed.router.route("singers", &mask);
  REQUIRE(routes.databases.size() == 1);
  CHECK(routes.databases[0].id == DatabaseId(0));
}

}  // namespace sluice
