#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/sqlite_session.hpp"
#include "sluice/judge/executor.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

constexpr QueryLimits small{.steps = 300'000,
                            .seconds = 20,
                            .memory = std::int64_t{64} << 20,
                            .temporary_bytes = std::int64_t{64} << 20,
                            .rows = 10'000,
                            .bytes = std::uint64_t{16} << 20};

std::shared_ptr<const SqliteImage> sample() {
  static const std::shared_ptr<const SqliteImage> image = [] {
    const test::TemporaryDirectory folder;
    const std::string path = (folder.path() / "sample.sqlite").string();
    test::make_sqlite(
        path, "CREATE TABLE t (x INTEGER, name TEXT);"
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
              "INSERT INTO t SELECT i, 'name ' || i FROM n;"
              "CREATE VIEW v AS SELECT x FROM t; CREATE TABLE empty (x)");
    return SqliteImage::load(path);
  }();
  return image;
}

std::string nested(int depth, std::string_view open, std::string_view inner,
                   std::string_view close) {
  std::string sql = "SELECT ";
  for (int i = 0; i < depth; ++i) sql += open;
  sql += inner;
  for (int i = 0; i < depth; ++i) sql += close;
  return sql;
}

std::string repeated(std::string_view part, std::size_t times, std::string_view between) {
  std::string text(part);
  for (std::size_t i = 1; i < times; ++i) text.append(between).append(part);
  return text;
}

/// Each name is defined as the previous one twice: 2 kB of text, a query of 2^60 parts.
std::string table_bomb() {
  std::string sql = "WITH c0 AS NOT MATERIALIZED (SELECT 1 AS x)";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "c" + std::to_string(i - 1);
    sql += ", c" + std::to_string(i) + " AS NOT MATERIALIZED (SELECT a.x FROM " + before +
           " AS a, " + before + " AS b)";
  }
  return sql + " SELECT * FROM c59";
}

// Sanitizers use memory of their own, so it is not measured there.
[[maybe_unused]] std::int64_t peak_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoll(line.substr(6));
  }
  return 0;
}

struct Hostile {
  std::string sql;
  QueryEnd end;
};

/// Queries that each read the previous one.
std::string chained(int count) {
  std::string sql = "WITH a0 AS (SELECT 1 AS x LIMIT 1)";
  for (int i = 1; i < count; ++i) {
    sql += ", a" + std::to_string(i) + " AS (SELECT x FROM a" + std::to_string(i - 1) + " LIMIT 1)";
  }
  return sql + " SELECT x FROM a" + std::to_string(count - 1);
}

std::vector<Hostile> hostile_queries() {
  using enum QueryEnd;
  // Since 3.46, SQLite's parser takes brackets without number; since 3.45, JSON half as deep.
  const QueryEnd end_of_brackets = sqlite3_libversion_number() < 3'046'000 ? error : finished;
  const std::size_t json_depth = sqlite3_libversion_number() < 3'045'000 ? 1990 : 990;
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) ";
  return {
      {endless + "SELECT count(*) FROM n", too_many_steps},
      {endless + "SELECT i FROM n", too_many_rows},
      {endless + "SELECT i FROM n ORDER BY i DESC", too_many_steps},
      {"WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT max(i) FROM n",
       too_many_steps},
      {endless + "SELECT group_concat(i) FROM n", too_many_steps},
      {endless + "SELECT group_concat(printf('%1000d', i)) FROM n", too_many_steps},
      {"WITH RECURSIVE s(v) AS (SELECT 'aaaaaaaa' UNION ALL SELECT v || v FROM s) SELECT length(v) FROM s",
       value_too_large},
      {"SELECT count(*) FROM t a, t b, t c, t d, t e, t f, t g, t h", too_many_steps},
      {"SELECT * FROM t a, t b, t c, t d, t e, t f, t g, t h", too_many_rows},
      {"SELECT a.name FROM t a, t b, t c ORDER BY b.name || c.name", too_many_steps},
      {"SELECT DISTINCT a.x * 1000003 + b.x * 1009 + c.x FROM t a, t b, t c", too_many_rows},
      {"SELECT randomblob(1000000000)", value_too_large},
      {"SELECT zeroblob(2000000000)", value_too_large},
      {"SELECT hex(zeroblob(1000000))", value_too_large},
      {"SELECT printf('%1000000000d', 1)", finished},  // and returns NULL
      {"SELECT printf('%.*c', 1000000000, 'x')", finished},
      {"SELECT quote(randomblob(1000000))", value_too_large},
      {"SELECT replace(hex(zeroblob(400000)), '0', 'abcdefgh')", value_too_large},
      {"SELECT " + repeated("randomblob(1000000)", 200, ", "), too_much_memory},
      {"SELECT randomblob(1000000) FROM t a, t b", too_many_bytes},
      {"SELECT count(*) FROM (SELECT randomblob(1000000) AS r FROM t a, t b ORDER BY r)",
       too_much_memory},
      {"SELECT count(*) FROM t WHERE hex(zeroblob(200000)) LIKE '%0%0%0%0%0%0%0%1'", finished},
      {"SELECT 'a' LIKE '" + std::string(300, '%') + "a'", error},
      {"SELECT hex(zeroblob(100000)) GLOB '" + repeated("*0", 90, "") + "*1'", finished},
      {"SELECT instr(hex(zeroblob(400000)), hex(zeroblob(200000)) || '1')", finished},
      {"SELECT length(trim(hex(zeroblob(400000)), hex(zeroblob(100000)) || '1'))", finished},
      {"SELECT json_patch('{}', '{}')", refused},
      {nested(2000, "(", "1", ")"), end_of_brackets},
      {nested(2000, "-", "1", ""), error},
      {nested(2000, "abs(", "1", ")"), error},
      {nested(300, "(SELECT ", "1", ")"), error},
      {"SELECT " + repeated("1", 3000, " + "), error},
      {"SELECT " + repeated("1", 3000, ", "), error},
      {"SELECT " + repeated("x", 1900, ", ") + " FROM t LIMIT 3", finished},
      {repeated("SELECT 1", 1000, " UNION ALL "), error},
      {chained(5000), finished},
      {chained(16'000), error},
      {"SELECT length(json('" + std::string(json_depth, '[') + std::string(json_depth, ']') + "'))",
       finished},
      {"SELECT count(*) FROM " + repeated("t", 70, ", "), error},
      {"SELECT 1 WHERE 1 IN (" + repeated("1", 100'000, ", ") + ")", finished},
      {std::string(10'000'000, 'x'), text_too_long},
      {"SELECT '" + std::string(5'000'000, 'x') + "'", text_too_long},
      {"SELECT 1; SELECT 2", several_statements},
      {"SELECT 1;;", several_statements},
      {"SELECT 1; DROP TABLE t", several_statements},
      {";DROP TABLE t", refused},
      {std::string("SELECT 1\0; DROP TABLE t", 23), error},
      {"SELECT ?", unbound_parameter},
      {"SELECT :name, $x", unbound_parameter},
      {"ATTACH '/etc/passwd' AS p", refused},
      {"DETACH main", refused},
      {"PRAGMA writable_schema = ON", refused},
      {"PRAGMA table_info(t)", refused},
      {"SELECT * FROM pragma_table_info('t')", refused},
      {"PRAGMA temp_store_directory = '/'", refused},
      {"SELECT load_extension('/tmp/evil.so')", refused},
      {"SELECT writefile('/tmp/x', 'y')", error},
      {"SELECT readfile('/etc/passwd')", error},
      {"SELECT fts3_tokenizer('simple')", refused},
      {"INSERT INTO t VALUES (1, 'x')", refused},
      {"UPDATE t SET x = 0", refused},
      {"DELETE FROM t", refused},
      {"DELETE FROM t RETURNING *", refused},
      {"REPLACE INTO t VALUES (1, 'x')", refused},
      {"DROP TABLE t", refused},
      {"CREATE TABLE u AS SELECT * FROM t", refused},
      {"CREATE TEMP TABLE u (x)", refused},
      {"CREATE TEMP VIEW u AS SELECT 1", refused},
      {"CREATE VIRTUAL TABLE f USING fts5(x)", refused},
      {"ALTER TABLE t RENAME TO u", refused},
      {"VACUUM", refused},
      {"VACUUM INTO '/tmp/copy.sqlite'", refused},
      {"REINDEX", finished},  // no index exists
      {"ANALYZE", refused},
      {"BEGIN", refused},
      {"SAVEPOINT s", refused},
      {"UPDATE sqlite_schema SET sql = ''", error},
      {"SELECT * FROM nowhere", error},
      {"SELEC 1", error},
      {"\xff\xfe\x00", error},
      {"SELECT 'unterminated", error},
      {"/* only a comment", finished},
      {"", finished},
  };
}

}  // namespace

static_assert(Executor<SqliteSession>);
static_assert(Executor<AnyExecutor>);

TEST_CASE(
    "every hostile query ends within its budget, with the expected verdict, and changes nothing") {
  const std::string before(sample()->bytes());
  SqliteSession session(sample(), small);
  const std::vector<Hostile> queries = hostile_queries();
  CHECK(queries.size() >= 40);
  for (const Hostile &query : queries) {
    CAPTURE(query.sql.substr(0, 120));
    std::uint64_t rows = 0;
    const QueryOutcome outcome = session.run(query.sql, [&](Row) {
      ++rows;
      return true;
    });
    CAPTURE(outcome.message);
    CHECK(std::string(name_of(outcome.end)) == std::string(name_of(query.end)));
    CHECK(outcome.message.empty() == outcome.finished());
    CHECK(rows <= small.rows);
    CHECK(outcome.steps <= small.steps + 200);
  }
  CHECK(sample()->bytes() == before);
  // The connection still works.
  std::int64_t count = 0;
  const QueryOutcome outcome = session.run("SELECT count(*) FROM t", [&](Row row) {
    count = row[0].integer;
    return true;
  });
  CHECK(outcome.finished());
  CHECK(count == 200);
#if !defined(SLUICE_TEST_SANITIZED)
  CHECK(peak_kilobytes() < 300'000);
#endif
}

TEST_CASE("a host's memory limit applies while a statement is prepared") {
  limit_sqlite_heap(std::int64_t{100} << 20);
  SqliteSession session(sample(), small);
  const QueryOutcome outcome = session.run(table_bomb(), [](Row) { return true; });
  limit_sqlite_heap(0);
  CAPTURE(outcome.message);
  CHECK(std::string(name_of(outcome.end)) == std::string(name_of(QueryEnd::too_much_memory)));
  CHECK(session.run("SELECT 1", [](Row) { return true; }).finished());
#if !defined(SLUICE_TEST_SANITIZED)
  CHECK(peak_kilobytes() < 300'000);
#endif
}

TEST_CASE("functions that are not deterministic are named") {
  SqliteSession session(sample(), small);
  const auto unstable = [&](const std::string &sql) {
    std::string names;
    for (const std::string &name : session.run(sql, [](Row) { return true; }).unstable) {
      names += (names.empty() ? "" : " ") + name;
    }
    return names;
  };
  CHECK(unstable("SELECT x FROM t").empty());
  CHECK(unstable("SELECT random() FROM t LIMIT 1") == "random");
  CHECK(unstable("SELECT x FROM t ORDER BY RANDOM() LIMIT 1") == "random");
  CHECK(unstable("SELECT length(randomblob(4))") == "randomblob");
  CHECK(unstable("SELECT date('now')") == "date");
  CHECK(unstable("SELECT date()") == "date");
  CHECK(unstable("SELECT strftime('%Y')") == "strftime");
  CHECK(unstable("SELECT strftime('%Y', 'NOW'), datetime('2020-01-01')") == "datetime strftime");
  CHECK(unstable("SELECT date('2020-01-01', '+1 day'), 'now'").empty());
  CHECK(unstable("SELECT CURRENT_TIMESTAMP") == "current_timestamp");
}

TEST_CASE("an error reports its position") {
  SqliteSession session(sample(), small);
  const QueryOutcome outcome =
      session.run("SELECT x FROM t WHERE nope = 1", [](Row) { return true; });
  CHECK(outcome.end == QueryEnd::error);
  CHECK(outcome.message == "no such column: nope");
  REQUIRE(outcome.offset.has_value());
  CHECK(*outcome.offset == 22);
}

TEST_CASE("linear-time replacements of functions agree with SQLite's own") {
  const std::string plain_path = ":memory:";
  const test::RawSqlite plain = test::open_raw(plain_path, "");
  SqliteSession session(sample(), small);
  const std::vector<std::string> texts = {
      "NULL",    "''",    "'a'",     "'aa'", "'abaab'", "' a '", "'  '", "'é'",
      "'ééa'",   "x'61'", "x'6161'", "x''",  "x'c3a9'", "7",     "1.5",  "'a' || char(0) || 'b'",
      "char(0)", "'aba'", "'xyaxy'"};
  std::vector<std::string> calls;
  for (const std::string &a : texts) {
    for (const char *name : {"trim", "ltrim", "rtrim"})
      calls.push_back(std::string(name) + "(" + a + ")");
    for (const std::string &c : texts) {
      for (const char *name : {"instr", "trim", "ltrim", "rtrim"}) {
        calls.push_back(std::string(name) + "(" + a + ", " + c + ")");
      }
      for (const char *d : {"''", "'a'", "'zz'", "NULL", "5"}) {
        calls.push_back("replace(" + a + ", " + c + ", " + d + ")");
      }
    }
  }
  for (const std::string &call : calls) {
    CAPTURE(call);
    const std::string sql =
        "SELECT quote(CAST(r AS BLOB)), typeof(r) FROM (SELECT " + call + " AS r)";
    std::string ours;
    REQUIRE(session
                .run(sql,
                     [&](Row row) {
                       ours = std::string(row[0].bytes) + " " + std::string(row[1].bytes);
                       return true;
                     })
                .finished());
    std::string theirs;
    const auto collect = [](void *text, int, char **values, char **) {
      *static_cast<std::string *>(text) = std::string(values[0]) + " " + values[1];
      return 0;
    };
    REQUIRE(sqlite3_exec(plain.get(), sql.c_str(), collect, &theirs, nullptr) == SQLITE_OK);
    CHECK(ours == theirs);
  }
}

}  // namespace sluice
