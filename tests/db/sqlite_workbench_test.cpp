#include "sluice/db/sqlite_workbench.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/judge/executor.hpp"
#include "support/error_of.hpp"

namespace {

using namespace sluice;
using namespace sluice::test;

static_assert(Executor<SqliteWorkbench>);

SqliteWorkbench bench_of(const QueryLimits &limits = {}) {
  return SqliteWorkbench(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT NOT NULL); CREATE TABLE \"b \"\"x\" (n INT)",
      {{"a", {"id", "name"}}, {"b \"x", {"n"}}}, limits);
}

void fill(SqliteWorkbench &bench, const std::vector<Cell> &a, const std::vector<Cell> &b) {
  const std::vector<std::span<const Cell>> tables = {a, b};
  bench.refill(tables);
}

std::int64_t number(SqliteWorkbench &bench, const SqliteWorkbench::Query &query) {
  std::int64_t found = -1;
  const QueryOutcome outcome = bench.run(query, [&found](Row row) {
    found = row[0].integer;
    return true;
  });
  CHECK(outcome.finished());
  CHECK(outcome.steps > 0);
  return found;
}

}  // namespace

TEST_CASE("prepared queries see the rows of each refill") {
  SqliteWorkbench bench = bench_of();
  QueryOutcome outcome;
  const auto a = bench.prepare("SELECT count(*) FROM a", outcome);
  const auto b = bench.prepare("SELECT sum(n) FROM \"b \"\"x\"", outcome);
  REQUIRE(a.ready());
  CHECK(number(bench, a) == 0);
  for (std::int64_t round = 1; round < 40; ++round) {
    std::vector<Cell> rows, others;
    for (std::int64_t i = 0; i < round; ++i) {
      rows.push_back(Cell::of(i));
      rows.push_back(Cell::of_text("name"));
      others.push_back(Cell::of(round));
    }
    fill(bench, rows, others);
    CHECK(number(bench, a) == round);
    CHECK(number(bench, b) == round * round);
  }
  CHECK(bench.integrity_problems().empty());
}

TEST_CASE("rows that violate a constraint leave an empty database and usable queries") {
  SqliteWorkbench bench = bench_of();
  QueryOutcome outcome;
  const auto count = bench.prepare("SELECT count(*) FROM a", outcome);
  const std::vector<Cell> one = {Cell::of(std::int64_t{1}), Cell::of_text("x")};
  fill(bench, one, {});
  CHECK(number(bench, count) == 1);
  check_code(ErrorCode::mismatch, [&] {
    fill(bench, {one[0], one[1], one[0], one[1]}, {});
    return 0;
  });
  CHECK(number(bench, count) == 0);
  check_code(ErrorCode::mismatch, [&] {
    fill(bench, {Cell::of(std::int64_t{1}), Cell::of_null()}, {});
    return 0;
  });
  check_code(ErrorCode::invalid_argument, [&] {
    fill(bench, {one[0]}, {});
    return 0;
  });
  fill(bench, one, {});
  CHECK(number(bench, count) == 1);
  check_code(ErrorCode::malformed, [] { return SqliteWorkbench("CREATE TABLE", {}); });
  check_code(ErrorCode::malformed, [] { return SqliteWorkbench("", {{"gone", {"x"}}}); });
}

TEST_CASE("queries on a workbench can only read, and end within their steps") {
  QueryLimits limits;
  limits.steps = 400'000;
  limits.rows = 50;
  SqliteWorkbench bench = bench_of(limits);
  std::vector<Cell> rows;
  for (std::int64_t i = 0; i < 200; ++i) {
    rows.push_back(Cell::of(i));
    rows.push_back(Cell::of_text("x"));
  }
  fill(bench, rows, {});
  struct Case {
    const char *sql;
    QueryEnd end;
  };
  const std::vector<Case> cases = {
      {"DELETE FROM a", QueryEnd::refused},
      {"INSERT INTO a VALUES (999, 'x')", QueryEnd::refused},
      {"DROP TABLE a", QueryEnd::refused},
      {"CREATE TABLE c (x)", QueryEnd::refused},
      {"BEGIN", QueryEnd::refused},
      {"ROLLBACK", QueryEnd::refused},
      {"PRAGMA foreign_keys = ON", QueryEnd::refused},
      {"PRAGMA writable_schema = ON", QueryEnd::refused},
      {"ATTACH ':memory:' AS other", QueryEnd::refused},
      {"SELECT load_extension('x')", QueryEnd::refused},
      {"SELECT 1; DELETE FROM a", QueryEnd::several_statements},
      {"SELECT ?", QueryEnd::unbound_parameter},
      {"SELECT FROM", QueryEnd::error},
      {"SELECT count(*) FROM a, a AS b, a AS c, a AS d", QueryEnd::too_many_steps},
      {"SELECT id FROM a", QueryEnd::too_many_rows},
      {"SELECT count(*) FROM a", QueryEnd::finished},
      {"", QueryEnd::finished},
  };
  for (const Case &made : cases) {
    CAPTURE(made.sql);
    QueryOutcome kept;
    const auto query = bench.prepare(made.sql, kept);
    if (query.ready()) kept = bench.run(query, [](Row) { return true; });
    CHECK(name_of(kept.end) == name_of(made.end));
    CHECK(name_of(bench.run(made.sql, [](Row) { return true; }).end) == name_of(made.end));
  }
  QueryOutcome outcome;
  const auto all = bench.prepare("SELECT id FROM a", outcome);
  const auto pairs = bench.prepare("SELECT count(*) FROM a, a AS b WHERE a.id < b.id", outcome);
  CHECK(name_of(bench.run(pairs, 300, [](Row) { return true; }).end) ==
        name_of(QueryEnd::too_many_steps));
  CHECK(number(bench, pairs) == 200 * 199 / 2);
  CHECK(name_of(bench.run(all, [](Row) { return false; }).end) == name_of(QueryEnd::abandoned));
  fill(bench, rows, {});
  const auto count = bench.prepare("SELECT count(*) FROM a", outcome);
  CHECK(number(bench, count) == 200);
}
