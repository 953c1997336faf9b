#include "sluice/suite/refuter.hpp"

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "made_schema.hpp"
#include "query_pairs.hpp"
#include "sluice/core/cancellation.hpp"
#include "support/error_of.hpp"

namespace {

using namespace sluice;
using namespace sluice::test;

Refuter refuter_of(const std::string &script, const RefuterOptions &options = {}) {
  return Refuter(std::make_shared<const Constraints>(constraints_of(script)), options);
}

/// What the script makes gives both queries the results that the answer shows.
void check_database(const Refutation &found, const std::string &gold,
                    const std::string &predicted) {
  REQUIRE(found.database);
  CHECK(found.constraints->check(*found.database).empty());
  SqliteConnection connection = SqliteConnection::scratch("counterexample");
  connection.run_script(found.script());
  const auto rows_in = [&](const std::string &sql) {
    std::size_t rows = 0;
    connection.query(sql, {}, [&rows](const SqliteRow &) {
      ++rows;
      return true;
    });
    return rows;
  };
  CHECK(rows_in(gold) == found.gold.rows.rows());
  CHECK(rows_in(predicted) == found.predicted.rows.rows());
}

}  // namespace

TEST_CASE("pairs that differ are refuted by few rows, pairs that are the same are not") {
  const QueryPairs known = read_query_pairs();
  const Refuter refuter = refuter_of(known.schema, {.databases = 600});
  std::size_t differ = 0, same = 0, proved = 0;
  for (const QueryPair &pair : known.pairs) {
    CAPTURE(pair.about);
    const Refutation found = refuter.refute(pair.gold, pair.predicted);
    CAPTURE(found.message);
    CAPTURE(found.script());
    if (pair.differ) {
      ++differ;
      CHECK(found.verdict == RefutationVerdict::refuted);
      if (found.verdict != RefutationVerdict::refuted) continue;
      CHECK(found.minimal);
      CHECK(found.kind != MissKind::undecided);
      check_database(found, pair.gold, pair.predicted);
    } else {
      ++same;
      CHECK((found.verdict == RefutationVerdict::proved ||
             found.verdict == RefutationVerdict::not_refuted));
      proved += found.verdict == RefutationVerdict::proved;
    }
  }
  CHECK(differ >= 50);
  CHECK(same >= 50);
  CHECK(proved >= 20);
}
