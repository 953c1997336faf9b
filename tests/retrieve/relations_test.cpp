#include "sluice/retrieve/relations.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "sluice/core/random.hpp"
#include "support/random_pool.hpp"

namespace sluice {

TEST_CASE("exactly the columns of one table and the two ends of a foreign key are related") {
  Random random(5);
  const test::RandomPool pool(random, {.probes = 1, .candidates = 80});
  const Catalog &catalog = pool.graphs.catalog();
  const auto local = [&](ColumnId column) {
    return column.index() - catalog.columns(catalog.table_of(column))[0].index();
  };
  for (std::size_t a = 0; a < pool.candidates; ++a) {
    const auto related = pool.relations.related(CandidateId(a));
    for (std::size_t b = 0; b < pool.candidates; ++b) {
      const ColumnId x = pool.columns[a];
      const ColumnId y = pool.columns[b];
      const TableId tx = catalog.table_of(x);
      const TableId ty = catalog.table_of(y);
      const bool same_database = catalog.database_of(tx) == catalog.database_of(ty);
      // The chain: the last column of each table refers to the first one of the table before.
      const bool forward = tx.index() == ty.index() + 1 && local(x) == 4 && local(y) == 0;
      const bool backward = ty.index() == tx.index() + 1 && local(y) == 4 && local(x) == 0;
      const bool expected = a != b && (tx == ty || (same_database && (forward || backward)));
      CHECK((std::ranges::find(related, CandidateId(b)) != related.end()) == expected);
    }
  }
}

}  // namespace sluice
