#include "sluice/suite/suite.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/db/sqlite.hpp"

namespace sluice::inline v0 {

Constraints SuiteSchema::constraints() const {
  SqliteConnection connection = SqliteConnection::scratch(id);
  connection.run_script(definitions);
  return Constraints::declared(schema, connection);
}

SuiteCounts count(const SuiteSchema &schema) {
  SuiteCounts counts;
  counts.databases = schema.databases.size();
  for (const SuiteDatabase &database : schema.databases) counts.rows += database.rows;
  for (const SuiteGold &gold : schema.golds) {
    const std::uint64_t lines = gold.lines;
    counts.golds += lines;
    counts.distinct_golds += 1;
    counts.golds_with_problems += gold.problem.empty() ? 0 : lines;
    counts.golds_without_rows += gold.problem.empty() && !gold.shows_rows ? lines : 0;
    counts.neighbors += lines * gold.neighbors;
    counts.proved += lines * gold.proved;
    counts.undistinguished += lines * gold.undistinguished.size();
    counts.gold_databases += lines * gold.databases.size();
  }
  return counts;
}

SuiteCounts count(const Suite &suite) {
  SuiteCounts sum;
  for (const SuiteSchema &schema : suite.schemas) {
    const SuiteCounts one = count(schema);
    sum.golds += one.golds;
    sum.distinct_golds += one.distinct_golds;
    sum.golds_with_problems += one.golds_with_problems;
    sum.golds_without_rows += one.golds_without_rows;
    sum.neighbors += one.neighbors;
    sum.proved += one.proved;
    sum.undistinguished += one.undistinguished;
    sum.databases += one.databases;
    sum.rows += one.rows;
    sum.gold_databases += one.gold_databases;
  }
  return sum;
}

const SuiteSchema &Suite::schema(std::string_view id) const {
  const auto found = std::ranges::find(schemas, id, &SuiteSchema::id);
  if (found == schemas.end())
    throw Error(ErrorCode::not_found, "the suite has no databases of this schema",
                {std::string(id)});
  return *found;
}

void write_counts(JsonWriter &writer, const SuiteCounts &counts) {
  writer.member("golds", counts.golds).member("neighbors", counts.neighbors);
  writer.member("proved_equal", counts.proved).member("undistinguished", counts.undistinguished);
  writer.member("databases", counts.databases);
  writer.member("databases_per_gold", counts.databases_per_gold());
  writer.member("distinct_golds", counts.distinct_golds);
  writer.member("golds_with_problems", counts.golds_with_problems);
  writer.member("golds_without_rows", counts.golds_without_rows);
  writer.member("undistinguished_share", counts.undistinguished_share());
  writer.member("rows", counts.rows);
}

Suite merge(Suite first, Suite second) {
  if (first.settings != second.settings) {
    throw Error(ErrorCode::mismatch,
                fmt::format("one suite was made with \"{}\", the other with \"{}\"", first.settings,
                            second.settings));
  }
  Suite merged;
  merged.settings = std::move(first.settings);
  auto &schemas = merged.schemas;
  schemas = std::move(first.schemas);
  schemas.insert(schemas.end(), std::make_move_iterator(second.schemas.begin()),
                 std::make_move_iterator(second.schemas.end()));
  std::stable_sort(schemas.begin(), schemas.end(),
                   [](const SuiteSchema &a, const SuiteSchema &b) { return a.id < b.id; });
  for (std::size_t i = 1; i < schemas.size(); ++i) {
    if (schemas[i].id == schemas[i - 1].id &&
        schemas[i].fingerprint != schemas[i - 1].fingerprint) {
      throw Error(ErrorCode::mismatch, "the two suites differ in this schema", {schemas[i].id});
    }
  }
  schemas.erase(
      std::unique(schemas.begin(), schemas.end(),
                  [](const SuiteSchema &a, const SuiteSchema &b) { return a.id == b.id; }),
      schemas.end());
  return merged;
}

}  // namespace sluice::inline v0
