#include "sluice/retrieve/join_closure.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/random_pool.hpp"

namespace sluice {
namespace {

/// db0: t0 ← t1 ← t2 ← …; the last column of each table refers to the first of the table before.
struct Chain {
  std::shared_ptr<const Catalog> catalog = test::chain_catalog(2, 6, 3);
  JoinGraphs graphs{catalog};

  ColumnId column(std::size_t database, std::size_t table, std::size_t local) const {
    return catalog->columns(catalog->tables(DatabaseId(database))[table])[local];
  }

  std::vector<std::string> close(const std::vector<ColumnId> &chosen, std::size_t budget,
                                 const Mask *mask = nullptr) const {
    std::vector<SubsetColumn> columns;
    for (const ColumnId id : chosen) columns.push_back({id, 1, {}});
    std::vector<std::string> paths;
    for (const SubsetColumn &column : close_joins(graphs, columns, budget, mask)) {
      paths.push_back(catalog->path(column.id));
    }
    return paths;
  }
};

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("the keys that join a further table follow its first column") {
  const Chain chain;
  CHECK(chain.close({chain.column(0, 0, 1), chain.column(0, 1, 1), chain.column(0, 1, 0)}, 9) ==
        Paths{"db0.t0.c01", "db0.t1.c11", "db0.t0.c00", "db0.t1.c12", "db0.t1.c10"});
}

TEST_CASE("a table between two others is added with its keys") {
  const Chain chain;
  CHECK(chain.close({chain.column(0, 0, 1), chain.column(0, 2, 1)}, 9) ==
        Paths{"db0.t0.c01", "db0.t2.c21", "db0.t0.c00", "db0.t1.c12", "db0.t1.c10", "db0.t2.c22"});
}

TEST_CASE("tables too far apart and other databases are not joined") {
  const Chain chain;
  CHECK(chain.close({chain.column(0, 0, 1), chain.column(0, 5, 1)}, 9).size() == 2);
  CHECK(chain.close({chain.column(0, 0, 1), chain.column(1, 0, 1)}, 9).size() == 2);
}

TEST_CASE("the budget includes keys") {
  const Chain chain;
  for (std::size_t budget = 0; budget < 8; ++budget) {
    const auto all = chain.close({chain.column(0, 0, 1), chain.column(0, 2, 1)}, 9);
    auto first = all;
    first.resize(std::min(budget, all.size()));
    CHECK(chain.close({chain.column(0, 0, 1), chain.column(0, 2, 1)}, budget) == first);
  }
}

TEST_CASE("joins over hidden columns are not used") {
  const Chain chain;
  Mask mask(chain.catalog);
  mask.hide(chain.column(0, 1, 2));
  CHECK(chain.close({chain.column(0, 0, 1), chain.column(0, 1, 1)}, 9, &mask).size() == 2);
}

TEST_CASE("a column that is selected and joins is listed once, with both reasons") {
  const Chain chain;
  const std::vector<SubsetColumn> chosen{{chain.column(0, 0, 0), 2, {{ReasonKind::word, "id"}}},
                                         {chain.column(0, 1, 1), 1, {}}};
  const auto closed = close_joins(chain.graphs, chosen, 9, nullptr);
  REQUIRE(closed.size() == 3);
  CHECK(closed[0].reasons ==
        std::vector<Reason>{{ReasonKind::word, "id"}, {ReasonKind::join, "t1"}});
  CHECK(closed[0].score == 2);
  CHECK(closed[2].reasons == std::vector<Reason>{{ReasonKind::join, "t0"}});
}

}  // namespace sluice
