#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/db/sqlite.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"
#include "support/unprivileged.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;
using Access = SqliteConnection::Access;
using test::contains;
using test::error_of;

std::vector<std::string> texts(SqliteConnection &connection, std::string_view sql) {
  std::vector<std::string> values;
  connection.query(sql, {}, [&](const SqliteRow &row) {
    values.emplace_back(row.text(0));
    return true;
  });
  return values;
}

std::vector<std::string> files_in(const fs::path &folder) {
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

}  // namespace

TEST_CASE("bound values come back unchanged") {
  const test::TemporaryDirectory folder;
  SqliteConnection file((folder.path() / "a.db").string(), Access::write);
  file.run("CREATE TABLE t (n INTEGER, s TEXT, x)");
  const std::string odd("nul\0inside", 10);
  file.run("INSERT INTO t VALUES (?, ?, ?)", {std::int64_t{1} << 62, odd, SqliteValue()});
  file.run("INSERT INTO t VALUES (?, ?, x'00ff')", {-1, std::string_view()});
  std::size_t rows = 0;
  file.query("SELECT n, s, x FROM t ORDER BY rowid", {}, [&](const SqliteRow &row) {
    REQUIRE(row.size() == 3);
    if (rows++ == 0) {
      CHECK(row.integer(0) == std::int64_t{1} << 62);
      CHECK(row.text(1) == odd);
      CHECK(row.is_null(2));
    } else {
      CHECK(row.real(0) == -1);
      CHECK_FALSE(row.is_null(1));
      CHECK(row.text(1).empty());
      CHECK(row.is_blob(2));
      CHECK(row.text(2) == std::string_view("\0\xff", 2));
    }
    return true;
  });
  CHECK(rows == 2);
}

TEST_CASE("a query stops when the visitor returns false, and can be run inside its own visitor") {
  SqliteConnection scratch = SqliteConnection::scratch("test");
  scratch.run_script("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3);");
  int outer = 0;
  int inner = 0;
  constexpr std::string_view sql = "SELECT x FROM t WHERE x > ?";
  scratch.query(sql, {0}, [&](const SqliteRow &) {
    ++outer;
    scratch.query(sql, {1}, [&](const SqliteRow &) { return ++inner > 0; });
    return outer < 2;
  });
  CHECK(outer == 2);
  CHECK(inner == 4);
}

TEST_CASE("an exception from the visitor leaves the connection usable") {
  SqliteConnection scratch = SqliteConnection::scratch("test");
  const auto stop = [](const SqliteRow &) -> bool { throw std::runtime_error("stop"); };
  CHECK_THROWS_AS(scratch.query("SELECT ?", {1}, stop), std::runtime_error);
  CHECK(texts(scratch, "SELECT 7") == std::vector<std::string>{"7"});
}

TEST_CASE("exactly one statement is accepted") {
  SqliteConnection scratch = SqliteConnection::scratch("test");
  CHECK_NOTHROW(scratch.run("SELECT 1;  -- nothing more\n"));
  for (const char *sql : {"SELECT 1; SELECT 2", "", "-- nothing"}) {
    CHECK(error_of([&] {
            scratch.run(sql);
            return 0;
          }).code() == ErrorCode::invalid_argument);
  }
  CHECK(error_of([&] {
          scratch.run("SELECT ?", {1, 2});
          return 0;
        }).code() == ErrorCode::internal);
}

TEST_CASE("a path may contain any character") {
  const test::TemporaryDirectory folder;
  for (const char *name : {"we?ird", "a#b", "100%41", "file:x", ":memory:", "a b&mode=memory",
                           "ünïcode", "quote'\"", "back\\slash"}) {
    const std::string path = (folder.path() / name).string();
    {
      SqliteConnection file(path, Access::write);
      file.run("CREATE TABLE t (x)");
      file.run("INSERT INTO t VALUES (?)", {name});
    }
    CHECK(fs::exists(path));
    SqliteConnection file(path, Access::read);
    CHECK(texts(file, "SELECT x FROM t") == std::vector<std::string>{name});
  }
}

TEST_CASE("a relative path is a file, whatever it looks like") {
  const test::TemporaryDirectory folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  for (const char *name : {"plain.db", ":memory:", "file:x?mode=memory"}) {
    SqliteConnection(name, Access::write).run("CREATE TABLE t (x)");
    CHECK(fs::exists(folder.path() / name));
  }
  fs::current_path(before);
}

TEST_CASE("a path that is not a readable database is refused with its name") {
  const test::TemporaryDirectory folder;
  const auto open = [&](const std::string &name) {
    return error_of(
        [&] { return SqliteConnection((folder.path() / name).string(), Access::read); });
  };
  CHECK(open("missing.db").code() == ErrorCode::not_found);
  CHECK(open(".").code() == ErrorCode::invalid_argument);
  REQUIRE(mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
  CHECK(open("pipe").code() == ErrorCode::invalid_argument);
  test::write_bytes((folder.path() / "text.db").string(), std::string(5000, 'x'));
  const Error error = open("text.db");
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(contains(error.what(), "text.db: file is not a database"));
  CHECK(error_of([] { return SqliteConnection(std::string("a\0b", 3), Access::read); }).code() ==
        ErrorCode::invalid_argument);
}

TEST_CASE("reading a file neither changes it nor creates one next to it, in either journal mode") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  for (const char *mode : {"DELETE", "WAL"}) {
    fs::remove(path);
    test::make_sqlite(path, std::string("PRAGMA journal_mode=") + mode +
                                "; CREATE TABLE t (x); INSERT INTO t VALUES (1)");
    const std::string before = test::bytes_of(path);
    SqliteConnection file(path, Access::read);
    CHECK(texts(file, "SELECT x FROM t") == std::vector<std::string>{"1"});
    CHECK(files_in(folder.path()) == std::vector<std::string>{"a.db"});
    CHECK(test::bytes_of(path) == before);
  }
}

TEST_CASE("pending transactions of a WAL database are read") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  const auto writer =
      test::open_raw(path, "PRAGMA journal_mode=WAL; CREATE TABLE t (x);"
                           "INSERT INTO t VALUES (1); PRAGMA wal_checkpoint(TRUNCATE);"
                           "INSERT INTO t VALUES (2)");
  SqliteConnection beside(path, Access::read);
  CHECK(texts(beside, "SELECT x FROM t") == std::vector<std::string>{"1", "2"});
  // Like a copy made while the writer works.
  fs::create_directory(folder.path() / "copy");
  fs::copy(path, folder.path() / "copy");
  fs::copy(path + "-wal", folder.path() / "copy");
  SqliteConnection copy((folder.path() / "copy" / "a.db").string(), Access::read);
  CHECK(texts(copy, "SELECT x FROM t") == std::vector<std::string>{"1", "2"});
}

TEST_CASE("a WAL database in a read-only folder is read") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  fs::create_directory(folder.path() / "closed");
  const std::string closed = (folder.path() / "closed" / "a.db").string();
  {
    const auto writer = test::open_raw(
        path, "PRAGMA journal_mode=WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1);"
              "PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES (2)");
    fs::copy(path, closed);
    fs::copy(path + "-wal", closed + "-wal");
  }
  fs::permissions(folder.path(), fs::perms(0755));
  fs::permissions(closed, fs::perms(0444));
  fs::permissions(closed + "-wal", fs::perms(0444));
  fs::permissions(folder.path() / "closed", fs::perms(0555));
  {
    const test::Unprivileged nobody;
    REQUIRE(nobody.holds());
    SqliteConnection file(closed, Access::read);
    CHECK_FALSE(texts(file, "SELECT x FROM t").empty());
  }
  fs::permissions(folder.path() / "closed", fs::perms(0755));
}

TEST_CASE("an unfinished transaction after a crash is not read as if it were committed") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  test::make_sqlite(path, "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  const pid_t child = fork();
  if (child == 0) {
    // More than fits in the cache, so that pages reach the file before the commit.
    const auto writer = test::open_raw(
        path, "PRAGMA cache_size=5; BEGIN; UPDATE t SET x = 2;"
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 2000)"
              "INSERT INTO t SELECT hex(randomblob(100)) FROM n");
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  REQUIRE(fs::exists(path + "-journal"));
  const Error error = error_of([&] { return SqliteConnection(path, Access::read); });
  CHECK(error.code() == ErrorCode::io);
  CHECK(contains(error.message(), "unfinished transaction"));
  SqliteConnection(path, Access::write);
  SqliteConnection file(path, Access::read);
  CHECK(texts(file, "SELECT x FROM t") == std::vector<std::string>{"1"});
}

TEST_CASE("an image is read like its file, in WAL mode or not, and does not change") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  for (const char *mode : {"DELETE", "WAL"}) {
    fs::remove(path);
    test::make_sqlite(path, std::string("PRAGMA journal_mode=") + mode +
                                "; CREATE TABLE t (x); INSERT INTO t VALUES ('a'), ('b')");
    SqliteConnection image =
        SqliteConnection::from_image(SqliteImage::from_bytes(test::bytes_of(path), "image"));
    CHECK(texts(image, "SELECT x FROM t") == std::vector<std::string>{"a", "b"});
    CHECK(error_of([&] {
            image.run("DELETE FROM t");
            return 0;
          }).code() == ErrorCode::unsupported);
  }
  SqliteConnection empty = SqliteConnection::from_image(SqliteImage::from_bytes("", "nothing"));
  CHECK(texts(empty, "SELECT name FROM sqlite_schema").empty());
}

TEST_CASE(
    "text of a UTF-16 database is converted to UTF-8, and text with invalid UTF-8 is unchanged") {
  const test::TemporaryDirectory folder;
  const std::string wide = (folder.path() / "wide.db").string();
  test::make_sqlite(wide,
                    "PRAGMA encoding='UTF-16'; CREATE TABLE t (x); INSERT INTO t VALUES ('größe')");
  SqliteConnection file(wide, Access::read);
  CHECK(texts(file, "SELECT x FROM t") == std::vector<std::string>{"größe"});
  const std::string latin = (folder.path() / "latin.db").string();
  test::make_sqlite(latin, "CREATE TABLE t (x); INSERT INTO t VALUES ('gr\xf6\xdf"
                           "e')");
  SqliteConnection other(latin, Access::read);
  CHECK(texts(other, "SELECT x FROM t") == std::vector<std::string>{"gr\xf6\xdf"
                                                                    "e"});
}

TEST_CASE("an error of a script names the line and column") {
  SqliteConnection scratch = SqliteConnection::scratch("shop.sql");
  const Error syntax = error_of([&] {
    scratch.run_script("CREATE TABLE a (x);\n-- a comment;\nCREATE TABLE b (y,\n  x INT INT)) z;");
    return 0;
  });
  CHECK(std::string(syntax.what()) == "shop.sql:4:13: near \")\": syntax error");
  const Error twice = error_of([&] {
    scratch.run_script("\n\n  CREATE TABLE a (x)");
    return 0;
  });
  CHECK(contains(twice.what(), "shop.sql:3:"));
  const Error constraint = error_of([&] {
    scratch.run_script("CREATE TABLE k (x PRIMARY KEY);\n INSERT INTO k VALUES (1),\n (1);");
    return 0;
  });
  CHECK(std::string(constraint.what()) == "shop.sql:2:2: UNIQUE constraint failed: k.x");
  const Error nul = error_of([&] {
    scratch.run_script(std::string_view("SELECT 1;\nSELECT \0;", 19));
    return 0;
  });
  CHECK(contains(nul.what(), "shop.sql:2:8: a NUL byte"));
}

}  // namespace sluice
