#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/core/random.hpp"
#include "sluice/db/sqlite.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;
using Access = SqliteConnection::Access;
using test::contains;
using test::error_of;

// Small, so that endless work is stopped soon under every sanitizer.
constexpr SqliteLimits small{300'000, 20, std::int64_t{64} << 20};

Error error_of_script(const std::string &sql) {
  SqliteConnection scratch = SqliteConnection::scratch("hostile.sql", small);
  return error_of([&] {
    scratch.run_script(sql);
    return 0;
  });
}

}  // namespace

TEST_CASE("a script may define, change and fill tables") {
  for (
      const char *sql : {
          "CREATE TABLE t (x)",
          "CREATE TABLE IF NOT EXISTS t (x CHECK (trim(x) <> ''), y AS (instr(x, 'a')))",
          "CREATE TABLE t (x); ALTER TABLE t ADD COLUMN y; ALTER TABLE t RENAME TO u;"
          "ALTER TABLE u RENAME COLUMN y TO z; ALTER TABLE u DROP COLUMN z; DROP TABLE u",
          "CREATE TABLE t (x); CREATE UNIQUE INDEX i ON t (x); DROP INDEX i; REINDEX; ANALYZE",
          "CREATE TABLE t (x); CREATE VIEW v AS SELECT * FROM t; DROP VIEW v",
          "CREATE TABLE t (x); CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END;"
          "INSERT INTO t VALUES (1); DROP TRIGGER g",
          "CREATE TEMP TABLE t (x); INSERT INTO t VALUES (1)",
          "CREATE TABLE t AS SELECT 1 AS x; UPDATE t SET x = 2; DELETE FROM t",
          "BEGIN; CREATE TABLE t (x INTEGER PRIMARY KEY AUTOINCREMENT); COMMIT;"
          "DELETE FROM sqlite_sequence",
          "PRAGMA foreign_keys=OFF; PRAGMA synchronous=0; PRAGMA journal_mode=WAL; SAVEPOINT a; RELEASE a",
          "CREATE TABLE t (x); INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
          "i+1 FROM n WHERE i < 100) SELECT i FROM n",
          "SELECT 1; -- and a comment",
          "",
      }) {
    CAPTURE(sql);
    SqliteConnection scratch = SqliteConnection::scratch("fine.sql", small);
    CHECK_NOTHROW(scratch.run_script(sql));
  }
}

TEST_CASE("a script may not access anything outside its database") {
  const test::TemporaryDirectory folder;
  const std::string file = (folder.path() / "made").string();
  const std::vector<std::pair<std::string, std::string>> refused{
      {"ATTACH '" + file + "' AS a", "ATTACH"},
      {"VACUUM INTO '" + file + "'", "ATTACH"},
      {"PRAGMA writable_schema = ON", "PRAGMA writable_schema"},
      {"PRAGMA temp_store_directory = '/'", "PRAGMA temp_store_directory"},
      {"PRAGMA trusted_schema = ON", "PRAGMA trusted_schema"},
      {"PRAGMA max_page_count = 2147483646", "PRAGMA max_page_count"},
      {"PRAGMA hard_heap_limit = 1", "PRAGMA hard_heap_limit"},
      {"PRAGMA cell_size_check = OFF", "PRAGMA cell_size_check"},
      {"CREATE VIRTUAL TABLE t USING fts5(x)", "CREATE VIRTUAL TABLE"},
      {"CREATE VIRTUAL TABLE t USING dbstat(main)", "CREATE VIRTUAL TABLE"},
      {"SELECT load_extension('x')", "the function load_extension"},
      {"SELECT fts3_tokenizer('simple')", "the function fts3_tokenizer"},
      {"CREATE TABLE t (x); DETACH main", "ATTACH"},
  };
  for (const auto &[sql, what] : refused) {
    const Error error = error_of_script("\n" + sql);
    CHECK(error.code() == ErrorCode::unsupported);
    CHECK(contains(error.what(), "hostile.sql:2:"));
    CHECK(contains(error.message(), what + " is not allowed here"));
  }
  CHECK_FALSE(fs::exists(file));
  CHECK(error_of_script("CREATE TABLE t (x); DELETE FROM sqlite_schema").code() ==
        ErrorCode::malformed);
  CHECK(error_of_script("CREATE TABLE t (x); UPDATE sqlite_schema SET sql = 'x'").code() ==
        ErrorCode::malformed);
}

TEST_CASE("a script that would run forever or exhaust memory is stopped") {
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) ";
  const std::vector<std::string> bombs{
      "CREATE TABLE t (x); INSERT INTO t " + endless + "SELECT i FROM n",
      endless + "SELECT count(*) FROM n",
      endless + "SELECT i FROM n ORDER BY hex(zeroblob(100000)) || i",
      "CREATE TABLE t (x); INSERT INTO t " + endless + "SELECT randomblob(900000) FROM n",
      "CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(1000000000))",
      "SELECT hex(randomblob(1000000))",
      "CREATE TABLE t (x, y AS (hex(zeroblob(900000)))); INSERT INTO t VALUES (1); SELECT y FROM t",
      "SELECT " + std::string(2000, '(') + "1" + std::string(2000, ')'),
      "SELECT 1" +
          [] {
            std::string sum;
            for (int i = 0; i < 2000; ++i) sum += "+1";
            return sum;
          }(),
      "SELECT 'a' LIKE '" + std::string(1000, '%') + "'",
  };
  for (const std::string &sql : bombs) {
    CAPTURE(sql.substr(0, 100));
    const Error error = error_of_script(sql);
    CHECK((error.code() == ErrorCode::limit_exceeded || error.code() == ErrorCode::malformed));
  }
  CHECK(contains(error_of_script(bombs[0]).message(), "takes more than 300000 steps"));
}

TEST_CASE("the limits apply to many small statements together") {
  std::string script = "CREATE TABLE t (x);";
  for (int i = 0; i < 3000; ++i) script += "INSERT INTO t SELECT count(*) FROM t, t AS u;";
  CHECK(error_of_script(script).code() == ErrorCode::limit_exceeded);
}

TEST_CASE("functions that take more than linear time give NULL in a script") {
  SqliteConnection scratch = SqliteConnection::scratch("test", small);
  for (const char *call : {"trim('aa', 'a')", "ltrim(' a')", "rtrim('a')", "instr('ab', 'b')",
                           "replace('a', 'a', 'b')", "json_patch('{}', '{}')"}) {
    scratch.query(std::string("SELECT ") + call, {}, [&](const SqliteRow &row) {
      CHECK(row.is_null(0));
      return true;
    });
  }
}

TEST_CASE("a view in a file that would run forever is stopped") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  test::make_sqlite(path,
                    "CREATE TABLE t (x); CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION "
                    "ALL SELECT i+1 FROM n) SELECT i FROM n");
  SqliteConnection file(path, Access::read, small);
  std::size_t rows = 0;
  const Error error = error_of([&] {
    file.query("SELECT count(*) FROM v", {}, [&](const SqliteRow &) { return ++rows > 0; });
    return 0;
  });
  CHECK(error.code() == ErrorCode::limit_exceeded);
  CHECK(rows == 0);
  CHECK_NOTHROW(file.run("SELECT x FROM t"));
}

TEST_CASE("a reading connection cannot write to its file or to another") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  test::make_sqlite(path, "CREATE TABLE t (x)");
  SqliteConnection file(path, Access::read);
  const std::string other = (folder.path() / "other").string();
  for (const std::string &sql :
       {std::string("INSERT INTO t VALUES (1)"), std::string("CREATE TABLE u (x)"),
        std::string("CREATE TEMP TABLE u (x)"), std::string("DROP TABLE t"),
        "ATTACH '" + other + "' AS a", std::string("PRAGMA user_version = 7"),
        std::string("PRAGMA journal_mode = WAL"), std::string("PRAGMA wal_checkpoint"),
        std::string("BEGIN"), std::string("ANALYZE"), "VACUUM INTO '" + other + "'"}) {
    CAPTURE(sql);
    const Error error = error_of([&] {
      file.run(sql);
      return 0;
    });
    CHECK((error.code() == ErrorCode::unsupported || error.code() == ErrorCode::io));
  }
  CHECK_FALSE(fs::exists(other));
}

TEST_CASE("a damaged file is read as far as possible or refused, whichever bytes are flipped") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  test::make_sqlite(
      path, "PRAGMA page_size=512; CREATE TABLE t (x PRIMARY KEY, y); CREATE INDEX i ON t (y);"
            "CREATE TABLE u (z REFERENCES t (x)) ; CREATE VIEW v AS SELECT * FROM t;"
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 200)"
            "INSERT INTO t SELECT i, hex(zeroblob(i)) FROM n; INSERT INTO u SELECT x FROM t");
  const std::string good = test::bytes_of(path);
  Random random(1);
  std::size_t refused = 0;
  for (int round = 0; round < 1500; ++round) {
    std::string bytes = good;
    for (std::size_t flips = 1 + random.below(8); flips > 0; --flips) {
      // Half of the changes hit the most sensitive bytes: the header and the schema's page.
      const std::size_t range = random.below(2) == 0 ? 1024 : bytes.size();
      bytes[random.below(range)] = static_cast<char>(random.below(256));
    }
    if (random.below(4) == 0) bytes.resize(random.below(bytes.size()));
    try {
      SqliteConnection image =
          SqliteConnection::from_image(SqliteImage::from_bytes(bytes, "image"), small);
      for (const char *sql : {"SELECT name FROM sqlite_schema", "PRAGMA table_xinfo(t)",
                              "SELECT * FROM t ORDER BY y", "SELECT * FROM u", "SELECT * FROM v"}) {
        image.query(sql, {}, [](const SqliteRow &row) { return row.text(0).size() < 1U << 20; });
      }
    } catch (const Error &error) {
      ++refused;
      CHECK(error.code() != ErrorCode::internal);
    }
  }
  CHECK(refused > 100);
}

}  // namespace sluice
