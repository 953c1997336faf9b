#ifndef SLUICE_TESTS_SUITE_MADE_SCHEMA_HPP
#define SLUICE_TESTS_SUITE_MADE_SCHEMA_HPP

/// Schemas of a few lines, and the results of queries on databases generated for them.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/load.hpp"
#include "sluice/suite/constraints.hpp"
#include "sluice/suite/live_database.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::test {

/// The constraints of a script that creates tables and may fill them.
inline Constraints constraints_of(const std::string &script, bool mined = false) {
  SqliteConnection connection = SqliteConnection::scratch("script");
  connection.run_script(script);
  Constraints constraints = Constraints::declared(load_ddl(script, "made", "script"), connection);
  if (mined) constraints.mine(connection);
  return constraints;
}

/// Pools of the script's rows and of the golds' constants.
inline std::shared_ptr<const ValuePools> pools_of(const std::string &script,
                                                  const std::vector<std::string> &golds,
                                                  bool mined = false) {
  SqliteConnection connection = SqliteConnection::scratch("script");
  connection.run_script(script);
  auto pools = std::make_shared<ValuePools>(
      std::make_shared<const Constraints>(constraints_of(script, mined)));
  pools->add_originals(connection);
  pools->add_constants(golds);
  return pools;
}

/// A query's rows as text; sorted unless their order counts. An error is a single row.
inline std::vector<std::string> rows_of(LiveDatabase &live, const std::string &sql,
                                        bool ordered = false) {
  std::vector<std::string> rows;
  const QueryOutcome outcome = live.run(sql, [&rows](Row row) {
    std::string line;
    for (const Cell &cell : row) line += Value(cell).literal() + "|";
    rows.push_back(line);
    return true;
  });
  if (!outcome.finished()) rows = {"error: " + outcome.message};
  if (!ordered) std::sort(rows.begin(), rows.end());
  return rows;
}

/// Problems with a database, by our own checks and by SQLite's; empty if there are none.
inline std::vector<std::string> faults_of(const TestDatabase &database,
                                          const Constraints &constraints, LiveDatabase &live) {
  std::vector<std::string> faults;
  for (const Breach &breach : constraints.check(database)) faults.push_back(breach.message);
  live.load(database);
  for (const std::string &line : live.integrity_problems()) faults.push_back(line);
  return faults;
}

}  // namespace sluice::test

#endif
