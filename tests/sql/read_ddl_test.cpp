/// What is common to definitions of all dialects, and the bounds of reading them.

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "ddl_script.hpp"
#include "sluice/sql/ddl.hpp"
#include "support/support.hpp"

namespace sluice::sql {

using namespace sluice::sql::test;

TEST_CASE("words that are keywords elsewhere are names of columns") {
  for (const Dialect dialect : {Dialect::permissive, Dialect::postgresql, Dialect::mysql,
                                Dialect::sqlite, Dialect::oracle, Dialect::spark}) {
    const Script script =
        read("CREATE TABLE t (comment text, key varchar(10), index int, date date, offset int, "
             "timestamp timestamp, value int, name text, type text, \"order\" int, family text, "
             "like_count int, constraint_name text, projection text, period int, options text)",
             dialect);
    CAPTURE(dialect_name(dialect));
    REQUIRE(script.tables.size() == 1);
    CHECK(script.tables[0].columns.size() == 16);
  }
}

TEST_CASE("a statement that cannot be read costs that statement only, and its line is reported") {
  const Script script = read("CREATE TABLE good (a int);\n"
                             "CREATE TABLE ;\n"
                             "CREATE VIEW v;\n"
                             "CREATE TABLE half (a int, b STRUCT<<, c text);\n"
                             "ALTER TABLE half ADD FOREIGN KEY (a) SOMETHING else;\n"
                             "CREATE TABLE unbalanced (a int, b int;\n"
                             "CREATE TABLE last (a int);",
                             Dialect::spark);
  REQUIRE(script.tables.size() >= 3);
  CHECK(text_of(script.tables.front().name) == "good");
  CHECK(text_of(script.tables.back().name) == "last");
  CHECK(script.skipped.size() >= 3);
  CHECK(script.lines.back() == 7);
}

TEST_CASE("the dialect of a script is found by its marks") {
  CHECK(detect_dialect("CREATE TABLE t (a int)") == Dialect::permissive);
  CHECK(detect_dialect("CREATE TABLE `t` (`a` int) ENGINE=InnoDB") == Dialect::mysql);
  CHECK(detect_dialect("-- PostgreSQL database dump\nCREATE TABLE public.t (a integer);") ==
        Dialect::postgresql);
  CHECK(detect_dialect("CREATE TABLE [dbo].[T] ([a] [nvarchar](20) NULL)\nGO") ==
        Dialect::sqlserver);
  CHECK(detect_dialect("CREATE TABLE t (a VARCHAR2(10), b NUMBER(3))") == Dialect::oracle);
  CHECK(detect_dialect("create or replace TABLE T (A VARCHAR(16777216), B VARIANT)") ==
        Dialect::snowflake);
  CHECK(detect_dialect("CREATE TABLE d.t (a INT64, b STRUCT<c STRING> OPTIONS(description='x'))") ==
        Dialect::bigquery);
  CHECK(detect_dialect("CREATE TABLE t (a STRING) USING DELTA TBLPROPERTIES ('a'='b')") ==
        Dialect::spark);
  CHECK(detect_dialect("CREATE TABLE t (a UInt64, b LowCardinality(String)) ENGINE = MergeTree") ==
        Dialect::clickhouse);
}

TEST_CASE("the work on any text is bounded") {
  constexpr std::size_t bytes = (std::size_t{1} << 20) / ::sluice::test::slowness;
  const auto repeated = [](std::string_view piece, std::size_t size) {
    std::string text;
    while (text.size() < size) text += piece;
    return text;
  };
  std::vector<std::string> texts = {
      "CREATE TABLE t (a " + repeated("STRUCT<a ", bytes),
      "CREATE TABLE t (a " + repeated("ARRAY(", bytes),
      "CREATE TABLE t (a int CHECK " + repeated("(", bytes),
      "CREATE TABLE t (a int DEFAULT " + repeated("((1", bytes),
      repeated("'", bytes),
      repeated("/*", bytes),
      repeated("$a$ $b$ ", bytes),
      repeated("\"`[", bytes),
      repeated("CREATE ", bytes),
      repeated("BEGIN ", bytes),
      repeated("CREATE TABLE t (", bytes),
      repeated("CREATE TABLE t (a int);\n", bytes),
      repeated("ALTER TABLE t ADD a int,", bytes),
      "CREATE TABLE t (" + repeated("a int, ", bytes) + "b int)",
      "COMMENT ON TABLE t IS '" + repeated("x", bytes) + "'",
      "CREATE TABLE " + repeated("a.", bytes) + "b (c int)",
      "INSERT INTO t VALUES " + repeated("(1, 'x'),", bytes),
      repeated("GO\n", bytes),
      repeated("\\x\n", bytes),
  };
  for (const std::string &text : texts) {
    for (std::size_t dialect = 0; dialect < dialect_count; dialect += 3)
      read(text, static_cast<Dialect>(dialect), 8);
  }
}

}  // namespace sluice::sql
