#include "sluice/suite/constraints.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "made_schema.hpp"
#include "sluice/core/error.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/suite/test_database.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace {

using namespace sluice;
using namespace sluice::test;

const std::string library = R"(
  CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born INT CHECK (born > 1000));
  CREATE TABLE book (isbn TEXT COLLATE NOCASE PRIMARY KEY, author INT REFERENCES author(id), pages REAL,
                     CHECK (pages > 0 AND pages < 5000));
  CREATE TABLE loan (book TEXT, day TEXT, PRIMARY KEY (book, day), FOREIGN KEY (book) REFERENCES book);
)";

TestDatabase database_of(const Constraints &constraints,
                         const std::vector<std::pair<std::uint32_t, std::vector<Value>>> &rows) {
  TestDatabase database(constraints.share_schema());
  for (const auto &[table, values] : rows) {
    std::vector<Cell> cells;
    for (const Value &value : values) cells.push_back(value.cell());
    database.add(table, cells);
  }
  return database;
}

Value whole(std::int64_t number) { return Value::of(number); }
Value text(std::string_view bytes) { return Value::of_text(bytes); }

}  // namespace

TEST_CASE("each violated constraint is reported, and none is left after settling") {
  const Constraints constraints = constraints_of(library);
  using Kind = Breach::Kind;
  struct Case {
    std::vector<std::pair<std::uint32_t, std::vector<Value>>> rows;
    std::vector<Kind> broken;
  };
  const std::pair<std::uint32_t, std::vector<Value>> ann{0, {whole(1), text("Ann"), whole(1950)}};
  const std::vector<Case> cases = {
      {{ann, {1, {text("x"), whole(1), Value::of(10.5)}}, {2, {text("X"), text("mon")}}}, {}},
      {{ann, {0, {whole(1), text("Bob"), Value()}}}, {Kind::key}},
      {{ann, {0, {whole(2), text("Ann"), Value()}}}, {Kind::key}},
      {{{0, {whole(3), Value(), Value()}}}, {Kind::not_null}},
      {{{0, {whole(3), text("Cy"), whole(1000)}}}, {Kind::check}},
      {{{1, {text("y"), whole(9), Value()}}}, {Kind::reference}},
      {{{1, {text("y"), Value(), Value()}}, {1, {text("Y"), Value(), Value()}}}, {Kind::key}},
      {{{1, {text("y"), Value(), Value::of(0.0)}}, {2, {text("y"), text("tue")}}}, {Kind::check}},
      {{{2, {text("y"), text("mon")}}, {2, {text("z"), text("mon")}}},
       {Kind::reference, Kind::reference}},
      {{{0, {whole(4), text("Di"), text("1960")}}}, {Kind::type}},
  };
  for (const Case &made : cases) {
    TestDatabase database = database_of(constraints, made.rows);
    const auto breaches = constraints.check(database);
    std::vector<Kind> kinds;
    for (const Breach &breach : breaches) {
      kinds.push_back(breach.kind);
      CHECK_FALSE(breach.message.empty());
      CHECK(breach.origin == Origin::declared);
    }
    CHECK(kinds == made.broken);
    if (kinds == std::vector<Kind>{Kind::type}) continue;  // SQLite converts such values itself
    const bool settled = database.settle(constraints) > 0;
    CHECK(settled == !made.broken.empty());
    CHECK(constraints.check(database).empty());
  }
}

TEST_CASE("generated definitions preserve the declared constraints") {
  const Constraints constraints = constraints_of(library);
  CHECK(constraints.keys().size() == 4);
  CHECK(constraints.references().size() == 2);
  CHECK(constraints.checks().size() == 2);
  CHECK_FALSE(constraints.allows_null(0, 1));
  CHECK(constraints.allows_null(1, 1));
  CHECK(constraints.order() == std::vector<std::uint32_t>{0, 1, 2});
  const Constraints again = constraints_of(constraints.definitions());
  CHECK(again.definitions() == constraints.definitions());
}

TEST_CASE("mined constraints are marked as mined, and data that violates them is rejected") {
  std::string script = "CREATE TABLE t (a INT, b TEXT, c TEXT);";
  for (int i = 0; i < 30; ++i) {
    script += "INSERT INTO t VALUES (" + std::to_string(100 + i % 7) + ", 'x-" + std::to_string(i) +
              "', " + (i == 3 ? "NULL" : "'same'") + ");";
  }
  const Constraints constraints = constraints_of(script, true);
  CHECK_FALSE(constraints.allows_null(0, 0));
  CHECK(constraints.allows_null(0, 2));
  REQUIRE(constraints.keys().size() == 1);
  CHECK(constraints.keys()[0].columns == std::vector<std::uint32_t>{1});
  CHECK(constraints.keys()[0].origin == Origin::mined);
  CHECK(constraints.column(0, 1).shape == "a-9");
  REQUIRE(constraints.column(0, 0).range.has_value());
  TestDatabase database = database_of(constraints, {{0, {whole(99), text("x_1"), Value()}}});
  const auto breaches = constraints.check(database);
  REQUIRE(breaches.size() == 2);
  for (const Breach &breach : breaches) CHECK(breach.origin == Origin::mined);
  CHECK(constraints.definitions().find("UNIQUE") == std::string::npos);
}

TEST_CASE("joins of golds are used as foreign keys that a schema lacks") {
  DatabaseDefinition made;
  made.name = "made";
  made.tables = {
      {"city", "", "", {{"id", "", "number", "", {}}, {"name", "", "text", "", {}}}, {0}},
      {"road", "", "", {{"city_id", "", "number", "", {}}, {"n", "", "text", "", {}}}, {}}};
  Constraints constraints = Constraints::declared(Database::make(made));
  const std::vector<std::string> golds = {
      "SELECT name FROM city JOIN road ON road.city_id = city.id", "SELECT broken FROM",
      "SELECT name FROM city, road WHERE city.id = road.city_id AND city.name = road.n"};
  constraints.infer(golds);
  REQUIRE(constraints.references().size() == 1);
  CHECK(constraints.references()[0].table == 1);
  CHECK(constraints.references()[0].referenced_table == 0);
  CHECK(constraints.references()[0].origin == Origin::inferred);
}

TEST_CASE("a database survives serialization, and invalid bytes are rejected") {
  const Constraints constraints = constraints_of(library);
  const TestDatabase database =
      database_of(constraints, {{0, {whole(INT64_MIN), text(std::string("a\0'b", 4)), Value()}},
                                {1, {text(""), Value(), Value::of(0.1)}},
                                {1, {text("ü"), whole(INT64_MIN), Value::of(-1e300)}}});
  const std::string bytes = database.bytes();
  CHECK(TestDatabase::from_bytes(constraints.share_schema(), bytes).bytes() == bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    check_code(ErrorCode::malformed, [&] {
      return TestDatabase::from_bytes(constraints.share_schema(), bytes.substr(0, size));
    });
  }
  check_code(ErrorCode::malformed,
             [&] { return TestDatabase::from_bytes(constraints.share_schema(), bytes + "x"); });
}

TEST_CASE("SQLite builds the same database from the script as from the rows") {
  const Constraints constraints = constraints_of(library);
  const TestDatabase database =
      database_of(constraints, {{0, {whole(INT64_MIN), text("O'Neil\n; --"), Value()}},
                                {0, {whole(2), text("ü"), whole(1001)}},
                                {1, {text("i"), whole(2), Value::of(0.1)}},
                                {1, {text("j"), Value(), Value::of(3.0)}},
                                {2, {text("J"), text("")}}});
  const TemporaryDirectory folder;
  const std::string path = (folder.path() / "made.sqlite").string();
  make_sqlite(path, to_sql(database, constraints));
  SqliteSession session(SqliteImage::load(path));
  LiveDatabase live(constraints);
  live.load(database);
  for (const char *table : {"author", "book", "loan"}) {
    const std::string sql = std::string("SELECT *, typeof(1) FROM ") + table;
    std::vector<std::string> rows;
    session.run(sql, [&rows](Row row) {
      std::string line;
      for (const Cell &cell : row) line += Value(cell).literal() + "|";
      rows.push_back(line);
      return true;
    });
    std::sort(rows.begin(), rows.end());
    CHECK(rows == rows_of(live, sql));
    CHECK_FALSE(rows.empty());
  }
}

TEST_CASE("values are stored and ordered as SQLite does it") {
  const TemporaryDirectory folder;
  SqliteConnection connection = SqliteConnection::scratch("values");
  connection.run_script("CREATE TABLE v (i INTEGER, r REAL, n NUMERIC, t TEXT, b BLOB)");
  const std::vector<Value> values = {whole(3),      Value::of(3.0),  Value::of(3.25), text("3"),
                                     text(" 4.0 "), text("5e2"),     text("x"),       text(""),
                                     text("-7"),    Value::of(1e20), text("0x10"),    text("1e")};
  const auto tables = std::vector<Affinity>{Affinity::integer, Affinity::real, Affinity::numeric,
                                            Affinity::text, Affinity::blob};
  for (const Value &value : values) {
    const std::string literal = value.literal();
    CAPTURE(literal);
    connection.run("DELETE FROM v");
    connection.run("INSERT INTO v VALUES (" + literal + "," + literal + "," + literal + "," +
                   literal + "," + literal + ")");
    std::size_t column = 0;
    for (const char *name : {"i", "r", "n", "t", "b"}) {
      const Value stored = stored_as(value, tables[column++]);
      bool same = false;
      connection.query(std::string("SELECT typeof(") + name + "), quote(" + name + "), quote(" +
                           stored.literal() + ") FROM v",
                       {}, [&](const SqliteRow &row) {
                         const std::string_view type = row.text(0);
                         const bool kind = type == (stored.kind == CellKind::integer ? "integer"
                                                    : stored.kind == CellKind::real  ? "real"
                                                                                     : "text");
                         same = kind && row.text(1) == row.text(2);
                         return false;
                       });
      const std::string shown = name;
      CAPTURE(shown);
      CHECK(same);
    }
  }
  CHECK(Value() < whole(-5));
  CHECK(whole(5) < text(""));
  CHECK(whole(3) == Value::of(3.0));
}
