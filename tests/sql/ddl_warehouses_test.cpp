/// Definitions of analytic engines, with what is particular to them.

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "ddl_script.hpp"
#include "sluice/sql/ddl.hpp"
#include "support/support.hpp"

namespace sluice::sql {

using namespace sluice::sql::test;

TEST_CASE("the query of a view ends before clauses and comments that are not its own") {
  const std::vector<std::pair<Dialect, std::vector<std::pair<std::string, std::string>>>> views = {
      {Dialect::redshift, {{"SELECT a FROM t WITH NO SCHEMA BINDING", "SELECT a FROM t "}}},
      {Dialect::db2, {{"SELECT a FROM t WITH CASCADED CHECK OPTION", "SELECT a FROM t "}}},
      {Dialect::snowflake,
       {{"(SELECT a FROM t)", "SELECT a FROM t"},
        {"(SELECT a) UNION (SELECT b)", "(SELECT a) UNION (SELECT b)"},
        {"WITH data AS (SELECT 1 AS a) SELECT a FROM data",
         "WITH data AS (SELECT 1 AS a) SELECT a FROM data"}}},
      {Dialect::clickhouse, {{"SELECT a FROM t COMMENT 'x'", "SELECT a FROM t "}}},
      {Dialect::permissive,
       {{"SELECT a FROM t COMMENT IS 'x'", "SELECT a FROM t "},
        {"LOCKING ROW FOR ACCESS SEL a FROM t", "SEL a FROM t"}}},
      {Dialect::mysql,
       {{"SELECT a FROM t WHERE comment = 'x'", "SELECT a FROM t WHERE comment = 'x'"},
        {"SELECT a FROM t WHERE b AND comment IS 'x'",
         "SELECT a FROM t WHERE b AND comment IS 'x'"}}},
  };
  for (const auto &[dialect, cases] : views) {
    for (const auto &one : cases) {
      const std::string &written = one.first, &query = one.second;
      CAPTURE(written);
      const std::string script = "CREATE VIEW v AS " + written;
      read_ddl(script, {.dialect = dialect}, [&](DdlStatement &&statement, std::size_t) {
        const auto *view = std::get_if<CreateView>(&statement);
        REQUIRE(view != nullptr);
        CHECK(view->query == query);
        CHECK(view->comment ==
              (query.size() < written.size() && written.ends_with("'x'") ? "x" : ""));
      });
    }
  }
}

TEST_CASE("a list behind other words is that of the columns only if it has types") {
  const Script script =
      read("CREATE MULTISET TABLE d.t ,FALLBACK ,CHECKSUM = DEFAULT (a INTEGER, b DATE FORMAT 'Y') "
           "UNIQUE PRIMARY INDEX (a);"
           "CREATE TABLE u ENGINE = S3('x', 'CSV') AS SELECT 1;"
           "CREATE TABLE w, NO FALLBACK AS (SELECT a FROM d.t) WITH NO DATA PRIMARY INDEX (a);"
           "CREATE VOLATILE TABLE tmp (a INTEGER)",
           Dialect::permissive);
  REQUIRE(script.tables.size() == 4);
  CHECK(columns_of(script.tables[0].columns) == "a:INTEGER b:DATE");
  CHECK(script.tables[1].columns.empty());
  CHECK(script.tables[1].query == "SELECT 1");
  CHECK(script.tables[2].query == "SELECT a FROM d.t");
  CHECK(script.tables[3].kind == DdlTableKind::temporary);
}

TEST_CASE("comments may be listed by column, and may leave out the word TABLE") {
  const Script script =
      read("COMMENT ON d.t IS 'table'; COMMENT ON TABLE t IS 'x' (a IS 'one', b IS 'two');"
           "COMMENT ON t (c IS 'three'); COMMENT COLUMN t.d AS 'four'; COMMENT ON INDEX i IS 'no';",
           Dialect::permissive);
  std::string found;
  for (const SetComment &comment : script.comments)
    found += text_of(comment.name) + '=' + comment.comment + ' ';
  CHECK(found == "d.t=table t=x t.a=one t.b=two t.c=three t.d=four ");
  CHECK(script.skipped.empty());
}

TEST_CASE("keys of ClickHouse may have expressions, and not every MODIFY changes a column") {
  const Script script =
      read(R"(CREATE TABLE t (`a` UInt64, `b` DateTime TTL b + toIntervalDay(1) COMMENT 'at')
ENGINE = MergeTree PRIMARY KEY (a, toDate(b)) ORDER BY (a, toDate(b), c) COMMENT 'rows';
ALTER TABLE t MODIFY COMMENT 'new', COMMENT COLUMN IF EXISTS a 'id', MODIFY TTL b + 1;
ALTER TABLE t ADD PROJECTION p (SELECT a), CLEAR COLUMN b IN PARTITION 'x', MATERIALIZE INDEX i;
)",
           Dialect::clickhouse);
  REQUIRE(script.tables.size() == 1);
  CHECK(names_of(script.tables[0].primary_key) == "a,b");
  CHECK(script.tables[0].comment == "rows");
  CHECK(script.tables[0].columns[1].comment == "at");
  REQUIRE(script.alterations.size() == 1);
  REQUIRE(script.alterations[0].changes.size() == 2);
  CHECK(std::get<SetTableComment>(script.alterations[0].changes[0]).comment == "new");
  CHECK(std::get<ChangeColumn>(script.alterations[0].changes[1]).column.comment == "id");
}

TEST_CASE("names of Redshift's temporary tables begin with a sign") {
  const Script script = read("CREATE TABLE #t (a int); CREATE TABLE b (c int)", Dialect::redshift);
  REQUIRE(script.tables.size() == 2);
  CHECK(text_of(script.tables[0].name) == "#t");
  CHECK(script.tables[0].kind == DdlTableKind::temporary);
  CHECK(script.skipped.empty());
}

TEST_CASE("lines that COPY counts are data") {
  const Script script = read(
      "COPY 2 RECORDS INTO t FROM stdin;\n1;CREATE TABLE x (a int);\n'\nCREATE TABLE y (b int);",
      Dialect::duckdb);
  REQUIRE(script.tables.size() == 1);
  CHECK(text_of(script.tables[0].name) == "y");
}

TEST_CASE("DECLARE outside a block is one statement, and definitions in a block are read") {
  CHECK(read("DECLARE x INT64 DEFAULT 0; CREATE TABLE t (a INT64);", Dialect::bigquery)
            .tables.size() == 1);
  CHECK(read("DECLARE x INT; BEGIN CREATE TABLE u (a INT); END; CREATE TABLE t (a INT);",
             Dialect::snowflake)
            .tables.size() == 2);
}

TEST_CASE("the outline of a query has the results of the query, by name and in order") {
  const auto plain = [](std::string_view query, Dialect dialect) {
    return query_outline(query, dialect).text;
  };
  CHECK(
      plain("SELECT a, t.b AS c, a.b.c.d, f(x) y, v:z::int, 'text' s FROM t QUALIFY n = 1",
            Dialect::snowflake) ==
      "SELECT a, t.b AS c, b.c.d, NULL AS y, CAST(NULL AS int) AS \"v:z::int\", NULL AS s FROM t");
  CHECK(plain("FROM a JOIN b USING (i) SELECT x", Dialect::duckdb) ==
        "SELECT x FROM a JOIN b USING (i)");
  CHECK(plain("SELECT 1 FROM t PIVOT (sum(a) FOR b IN (1))", Dialect::snowflake).empty());
  CHECK(plain("DELETE FROM t", Dialect::snowflake).empty());
  const QueryOutline query = query_outline("SELECT * EXCEPT (a, `b`) FROM t", Dialect::bigquery);
  CHECK(query.text == "SELECT * FROM t");
  CHECK(names_of(query.left_out) == "a,b");
}

TEST_CASE("the work on any query is bounded") {
  constexpr std::size_t bytes = (std::size_t{1} << 20) / ::sluice::test::slowness;
  const auto repeated = [](std::string_view piece, std::size_t size) {
    std::string text;
    while (text.size() < size) text += piece;
    return text;
  };
  const std::string queries[] = {
      repeated("(", bytes) + "SELECT a" + repeated(")", bytes),
      repeated("SELECT a FROM (", bytes),
      "SELECT a FROM " + repeated("((t JOIN ", bytes),
      "SELECT " + repeated("f(a)::int, ", bytes) + "b FROM t",
      "SELECT * EXCEPT (" + repeated("a, ", bytes) + "b) FROM t",
      "SELECT a FROM t" + repeated(", t", bytes),
      "SELECT a FROM t" + repeated(" JOIN t ON a = ", bytes),
      "WITH " + repeated("a AS (WITH ", bytes),
      "FROM " + repeated("FROM t SELECT ", bytes),
      "SELECT a FROM t " + repeated("LATERAL VIEW f(a) t AS b, ", bytes),
  };
  for (const std::string &query : queries) {
    for (const Dialect dialect : {Dialect::snowflake, Dialect::duckdb, Dialect::permissive}) {
      query_outline(query, dialect);
      select_list_columns(query, dialect);
      read("CREATE VIEW v AS " + query, dialect);
      read("CREATE TABLE t AS " + query, dialect);
    }
  }
}

}  // namespace sluice::sql
