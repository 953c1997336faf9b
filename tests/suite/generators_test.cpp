// Tests random and exhaustive databases, and the requirements of every Generator.

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "made_schema.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/judge/executor.hpp"
#include "sluice/suite/directed_generator.hpp"
#include "sluice/suite/exhaustive_generator.hpp"
#include "sluice/suite/generator.hpp"
#include "sluice/suite/random_generator.hpp"
#include "support/error_of.hpp"

namespace {

using namespace sluice;
using namespace sluice::test;

static_assert(Generator<RandomGenerator> && Generator<DirectedGenerator> &&
              Generator<ExhaustiveGenerator>);
static_assert(Executor<LiveDatabase>);

/// The smallest model: a single empty database.
struct EmptyGenerator {
  std::shared_ptr<const Database> schema;
  std::optional<TestDatabase> generate(std::size_t number) const {
    if (number > 0) return std::nullopt;
    return TestDatabase(schema);
  }
};
static_assert(Generator<EmptyGenerator>);

const std::string campus = R"(
  CREATE TABLE school (code TEXT PRIMARY KEY, founded YEAR, open DATE, rating REAL);
  CREATE TABLE pupil (id INTEGER PRIMARY KEY, school TEXT NOT NULL REFERENCES school(code),
                      friend INT REFERENCES pupil(id), born DATETIME, male BOOLEAN, UNIQUE (school, born));
  CREATE TABLE mark (pupil INT REFERENCES pupil(id), subject VARCHAR(9), mark INT CHECK (mark BETWEEN 1 AND 6),
                     PRIMARY KEY (pupil, subject));
  INSERT INTO school VALUES ('abc', 1999, '2001-01-01', 3.5), ('def', 2000, '2002-02-02', 4.5);
  INSERT INTO pupil VALUES (1, 'abc', NULL, '1990-01-01 10:00:00', 1), (2, 'def', 1, '1991-01-01 11:00:00', 0);
  INSERT INTO mark VALUES (1, 'art', 3), (2, 'art', 5), (2, 'music', 6);
)";

const std::vector<std::string> golds = {
    "SELECT id FROM pupil JOIN mark ON id = pupil WHERE subject = 'sport' AND mark > 4",
    "SELECT code FROM school WHERE rating > 77.5 OR code LIKE 'q%'"};

}  // namespace

TEST_CASE("random databases are legal by our checks and by SQLite's, with all options") {
  const std::vector<std::string> schemas = {
      campus,
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b INT NOT NULL REFERENCES b(id));"
      "CREATE TABLE b (id INTEGER PRIMARY KEY, a INT NOT NULL REFERENCES a(id));",
      "CREATE TABLE n (id INT PRIMARY KEY, up INT NOT NULL REFERENCES n(id), x);",
      "CREATE TABLE c (a, b BLOB, c INT AS (a + 1), PRIMARY KEY (a, b)) WITHOUT ROWID;"
      "CREATE TABLE d (a, b, FOREIGN KEY (a, b) REFERENCES c(a, b));",
      "CREATE TABLE \"o \"\"p\" (\"x y\" TEXT UNIQUE COLLATE NOCASE, z INT UNIQUE CHECK (z <> 3));",
  };
  for (const std::string &schema : schemas) {
    CAPTURE(schema);
    const auto pools = pools_of(schema, golds);
    LiveDatabase live(pools->constraints());
    RandomOptions options;
    for (const double share : {0.0, 0.3}) {
      options.nulls = options.empty_tables = options.tiny = share;
      const RandomGenerator generator(pools, options);
      for (std::size_t number = 0; number < 20; ++number) {
        const auto database = generator.generate(number);
        REQUIRE(database.has_value());
        CHECK(faults_of(*database, pools->constraints(), live) == std::vector<std::string>());
      }
    }
  }
}

TEST_CASE(
    "random databases contain constants of golds, contain NULL only on request, and vary in size") {
  const auto pools = pools_of(campus, golds);
  const auto nulls_in = [&](double share) {
    RandomOptions options;
    options.nulls = share;
    const RandomGenerator generator(pools, options);
    std::size_t nulls = 0;
    for (std::size_t number = 0; number < 10; ++number) {
      const auto database = generator.generate(number);
      for (std::uint32_t table = 0; table < 3; ++table) {
        for (const Cell &cell : database->cells(table)) nulls += cell.kind == CellKind::null;
      }
    }
    return nulls;
  };
  CHECK(nulls_in(0) == 0);
  CHECK(nulls_in(0.3) > 20);

  const RandomGenerator generator(pools);
  std::set<std::size_t> sizes;
  bool constant = false;
  for (std::size_t number = 0; number < 20; ++number) {
    const auto database = generator.generate(number);
    sizes.insert(database->rows());
    for (std::size_t i = 0; i < database->rows(2); ++i) {
      constant = constant || database->row(2, i)[1].bytes == "sport";
    }
  }
  CHECK(constant);
  CHECK(sizes.size() > 10);
  check_code(ErrorCode::invalid_argument, [&] {
    RandomOptions options;
    options.nulls = 1.5;
    return RandomGenerator(pools, options);
  });
}

TEST_CASE("mined constraints hold in generated databases") {
  std::string script = campus;
  for (int i = 3; i < 40; ++i) {
    script += "INSERT INTO school VALUES ('s-" + std::to_string(i) + "', 1950, '2003-03-0" +
              std::to_string(i % 9 + 1) + "', " + std::to_string(i % 5) + ".25);";
  }
  script += "DELETE FROM mark; DELETE FROM pupil; DELETE FROM school WHERE code NOT LIKE 's-%';";
  const std::vector<std::string> queries = {
      "SELECT code FROM school WHERE rating > 3 AND code <> 'x'"};
  const auto pools = pools_of(script, queries, true);
  LiveDatabase live(pools->constraints());
  const RandomGenerator random(pools);
  const DirectedGenerator directed(pools, queries);
  CHECK(pools->constraints().column(0, 0).shape == "a-9");
  for (std::size_t number = 0; number < 10; ++number) {
    CHECK(faults_of(*random.generate(number), pools->constraints(), live) ==
          std::vector<std::string>());
  }
  for (std::size_t number = 0; number < directed.size(); ++number) {
    CHECK(faults_of(*directed.generate(number), pools->constraints(), live) ==
          std::vector<std::string>());
  }
  live.load(*directed.generate(directed.databases_for(0)[0]));
  CHECK_FALSE(rows_of(live, queries[0]).empty());
}

TEST_CASE("a generator returns the same databases in any order and on any thread") {
  const auto pools = pools_of(campus, golds);
  RandomOptions options;
  options.nulls = 0.1;
  const auto check_order = [](const Generator auto &generator) {
    std::vector<std::string> once(8), again(8);
    for (std::size_t i = 0; i < once.size(); ++i) once[i] = generator.generate(i)->bytes();
    run_jobs(again.size(), 4,
             [&](std::size_t i, const Progress &) { again[i] = generator.generate(i)->bytes(); });
    CHECK(once == again);
  };
  const RandomGenerator random(pools, options);
  check_order(random);
  check_order(DirectedGenerator(pools, golds));
  options.seed = 1;
  CHECK(RandomGenerator(pools, options).generate(0)->bytes() != random.generate(0)->bytes());
}

TEST_CASE("all legal small databases are listed once each") {
  const auto constraints = std::make_shared<const Constraints>(constraints_of(
      "CREATE TABLE p (k INTEGER PRIMARY KEY, x INT); CREATE TABLE q (p INT REFERENCES p(k), y);"));
  const std::vector<Value> two = {Value::of(std::int64_t{1}), Value::of(std::int64_t{2})};
  const std::vector<Value> with_null = {Value(), two[0]};
  const ExhaustiveGenerator generator(constraints,
                                      {{0, 0, two}, {0, 1, with_null}, {1, 0, {Value(), two[0]}}});
  // p: no row, four choices of one row, four of two (k differs). q: multisets of {NULL, 1} with at
  // most two rows; a 1 must exist in p: in 2 of the 4, and in all pairs.
  const std::size_t without = 1 + 2, with = 2 + 4;
  CHECK(generator.size() == without * 3 + with * 6);
  CHECK(generator.complete());
  LiveDatabase live(*constraints);
  std::set<std::string> seen;
  std::size_t rows = 0;
  for (std::size_t number = 0; number < generator.size(); ++number) {
    const auto database = generator.generate(number);
    CHECK(faults_of(*database, *constraints, live).empty());
    CHECK(database->rows() >= rows);
    rows = database->rows();
    seen.insert(database->bytes());
  }
  CHECK(seen.size() == generator.size());
  CHECK_FALSE(generator.generate(generator.size()).has_value());

  ExhaustiveOptions few;
  few.max_databases = 10;
  CHECK_FALSE(ExhaustiveGenerator(constraints, {{0, 0, two}, {1, 0, two}}, few).complete());
  check_code(ErrorCode::invalid_argument, [&] {
    return ExhaustiveGenerator(constraints, {{0, 9, two}});
  });
  check_code(ErrorCode::invalid_argument, [&] {
    return ExhaustiveGenerator(constraints, {{0, 0, {}}});
  });
}
