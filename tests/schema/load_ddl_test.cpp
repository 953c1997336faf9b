#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "sluice/core/file.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::contains;
using test::error_of;

Error error_of_script(std::string_view sql, const LoadOptions &options = {}) {
  return error_of([&] { return load_ddl(sql, "shop", "shop.sql", options); });
}

}  // namespace

TEST_CASE("a script gives the same schema as the file that it creates") {
  const test::TemporaryDirectory folder;
  std::size_t scripts = 0;
  const auto examples = test::source_directory() / "examples" / "data";
  for (const auto &entry : std::filesystem::directory_iterator(examples)) {
    if (entry.path().extension() != ".sql") continue;
    ++scripts;
    const std::string name = entry.path().stem();
    const std::string sql = read_file(entry.path());
    const std::string file = (folder.path() / (name + ".sqlite")).string();
    test::make_sqlite(file, sql);
    CHECK(load_ddl(sql, name, "x")->fingerprint() == load_sqlite(file)->fingerprint());
  }
  CHECK(scripts >= 8);
}

TEST_CASE("the samples of a script's tables are the rows it inserts") {
  const auto database =
      load_ddl("PRAGMA foreign_keys = ON; BEGIN TRANSACTION; CREATE TABLE t (x);"
               "INSERT INTO t VALUES ('a'), ('b'); UPDATE t SET x = 'c' WHERE x = 'a'; COMMIT;",
               "shop", "shop.sql");
  REQUIRE(database->columns()[0].samples.size() == 2);
  CHECK(database->columns()[0].samples[0] == "c");
}

TEST_CASE("a script's transaction need not be closed, and temporary tables are ignored") {
  const auto database =
      load_ddl("BEGIN; CREATE TEMP TABLE t (a, b); CREATE TABLE t (x)", "shop", "shop.sql");
  CHECK(database->columns().size() == 1);
}

TEST_CASE("a script's error names the script and the line") {
  CHECK(std::string(error_of_script("CREATE TABLE t (x);\nCREATE TABEL u (x);").what()) ==
        "shop.sql:2:8: near \"TABEL\": syntax error");
  CHECK(std::string(error_of_script("-- nothing\n").what()) == "shop.sql: holds no tables");
  CHECK(std::string(error_of_script("\nATTACH 'x' AS y;").what()) ==
        "shop.sql:2:1: ATTACH is not allowed here");
  CHECK(contains(error_of_script("CREATE TABLE \"gr\xf6\" (x)").what(), "is not UTF-8"));
}

TEST_CASE("a script of 10,000 columns is one clear error") {
  std::string sql = "CREATE TABLE t (c0";
  for (int i = 1; i < 10'000; ++i) sql += ", c" + std::to_string(i);
  const Error error = error_of_script(sql + ")");
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(contains(error.what(), "shop.sql:1"));
  CHECK(contains(error.what(), "too many columns on t"));
}

TEST_CASE("a script is stopped at the given limits") {
  const LoadOptions options{.limits = {.steps = 100'000}};
  const Error error = error_of_script(
      "CREATE TABLE t (x);\nINSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 "
      "FROM n) SELECT i FROM n;",
      options);
  CHECK(error.code() == ErrorCode::limit_exceeded);
  CHECK(std::string(error.what()) == "shop.sql:2:1: takes more than 100000 steps");
}

}  // namespace sluice
