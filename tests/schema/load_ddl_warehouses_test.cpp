/// Exports of analytic engines as schemas: names, comments, and what views show.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/schema/database.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"
#include "support/schema_words.hpp"

namespace sluice {
namespace {

using sql::Dialect;
using test::columns_of;

std::shared_ptr<const Database> read(std::string_view sql, Dialect dialect,
                                     std::vector<SkippedItem> *skipped = nullptr) {
  return load_ddl(sql, "dw", "dw.sql", {.dialect = dialect, .skipped = skipped});
}

const Table &table_of(const Database &database, std::string_view name) {
  for (const Table &table : database.tables()) {
    if (table.bare_name() == name) return table;
  }
  REQUIRE_MESSAGE(false, "there is no table " << std::string(name));
  return database.tables()[0];
}

}  // namespace

TEST_CASE("an export of Snowflake has the comments of views and of their columns") {
  std::vector<SkippedItem> skipped;
  const auto database = read(R"(create or replace database DW COMMENT='the; main';
create or replace schema DW.RAW WITH MANAGED ACCESS COMMENT='raw (data)';
create or replace TABLE DW.RAW.CUSTOMERS cluster by (LINEAR(TO_DATE(AT), ID)) CHANGE_TRACKING = TRUE (
	ID NUMBER(38,0) NOT NULL autoincrement start 1 increment 1 noorder COMMENT 'it''s; the id',
	MAIL VARCHAR(50) WITH MASKING POLICY GOV.P.M USING (MAIL, ID) WITH TAG (GOV.T.PII='x') COMMENT 'mail',
	AT TIMESTAMP_NTZ(9) DEFAULT CURRENT_TIMESTAMP(),
	primary key (ID) not enforced rely
)WITH ROW ACCESS POLICY GOV.P.R ON (ID) COMMENT='all customers';
create or replace secure view DW.RAW.V(
	"id" WITH TAG (GOV.T.X='a') COMMENT 'the id',
	MAIL WITH MASKING POLICY GOV.P.M COMMENT 'the mail'
) COMMENT='old' copy grants
 as ( select id, mail from DW.RAW.CUSTOMERS );
alter view DW.RAW.V set comment = 'new';
alter view DW.RAW.V modify column MAIL comment 'where to write';
create or replace dynamic table DW.RAW.D(ID, N) target_lag = '1 minute' warehouse = W
 as select id, count(*) from customers group by all;
alter dynamic table DW.RAW.D set comment = 'counts';
create or replace task T warehouse = W when SYSTEM$STREAM_HAS_DATA('S') as insert into x select 1;
CREATE OR REPLACE PROCEDURE P() RETURNS STRING LANGUAGE SQL AS
BEGIN
  CREATE TABLE not_a_table (a int);
END;
)",
                             Dialect::snowflake, &skipped);
  CHECK(skipped.empty());
  REQUIRE(database->tables().size() == 3);
  const Table &customers = table_of(*database, "CUSTOMERS");
  CHECK(customers.description == "all customers");
  CHECK(columns_of(customers) ==
        "ID NUMBER(38,0) (it's; the id); MAIL VARCHAR(50) (mail); AT TIMESTAMP_NTZ(9); ");
  const Table &view = table_of(*database, "V");
  CHECK(view.description == "new");
  CHECK(columns_of(view) == "id NUMBER(38,0) (the id); MAIL VARCHAR(50) (where to write); ");
  const Table &dynamic = table_of(*database, "D");
  CHECK(dynamic.description == "counts");
  CHECK(columns_of(dynamic) == "ID NUMBER(38,0); N ; ");
}

TEST_CASE("a query finds tables by database, schema and name") {
  const auto database =
      read("CREATE TABLE main.a.t (x INT); CREATE TABLE main.b.t (x STRING);"
           "CREATE VIEW main.b.v AS SELECT q.x, main.a.t.x AS y FROM main.b.t q, main.a.t;",
           Dialect::spark);
  CHECK(columns_of(table_of(*database, "v")) == "x STRING; y INT; ");
}

TEST_CASE("a path in one pair of quotes is the name of a table, by its last part") {
  const auto database = read("CREATE TABLE `p-1.d.t` (x INT64);"
                             "CREATE VIEW `p-1.d.v` AS SELECT t.x, 'it`s a.b' AS s FROM `p-1.d.t`;"
                             "CREATE VIEW d.w AS SELECT q.x FROM `d.t` AS q;",
                             Dialect::bigquery);
  CHECK(columns_of(table_of(*database, "v")) == "x INT64; s ; ");
  CHECK(columns_of(table_of(*database, "w")) == "x INT64; ");
}

TEST_CASE("views whose queries only their engine reads show the columns of tables") {
  const std::string tables =
      "CREATE TABLE d.t (id INT, name TEXT, at DATE); CREATE TABLE d.u (id INT, x BIGINT);";
  const std::vector<std::pair<Dialect, std::vector<std::pair<std::string, std::string>>>> queries = {
      {Dialect::snowflake,
       {{"SELECT id, name FROM d.t QUALIFY row_number() OVER (PARTITION BY id ORDER BY at) = 1",
         "ID INT; NAME TEXT; "},
        {"SELECT id, v:a.b::number(3,0) AS n, {'a': 1} o, $1 p FROM d.t AT(OFFSET => -60) GROUP BY ALL",
         "ID INT; N number(3,0); O ; P ; "},
        {"SELECT t.id, listagg(name, ',') WITHIN GROUP (ORDER BY at) l, f.value:x z "
         "FROM d.t t, LATERAL FLATTEN(input => t.v) f GROUP BY ALL",
         "ID INT; L ; Z ; "},
        {"SELECT * EXCLUDE (at, name), name AS n FROM d.t SAMPLE (10)", "ID INT; N TEXT; "},
        {"SELECT id, name FROM d.t MINUS SELECT id, x FROM d.u", "ID INT; NAME TEXT; "}}},
      {Dialect::bigquery,
       {{"SELECT * EXCEPT (name) FROM `p.d.t`, UNNEST([1, 2]) AS n WITH OFFSET",
         "id INT; at DATE; "},
        {"WITH q AS (SELECT id, name FROM d.t QUALIFY TRUE) SELECT q.id, u.x, FROM q JOIN d.u AS u "
         "ON q.id = u.id",
         "id INT; x BIGINT; "},
        {"SELECT id, SAFE_CAST(name AS INT64) AS n, r'x' AS raw FROM d.t",
         "id INT; n INT64; raw ; "}}},
      {Dialect::clickhouse,
       {{"SELECT id, m['k'] AS k FROM d.t FINAL PREWHERE id > 1 LIMIT 1 BY id SETTINGS a = 1",
         "id INT; k ; "},
        {"WITH 1 AS c SELECT t.id, u.x, CAST(id, 'String') AS s FROM d.t AS t GLOBAL ANY LEFT JOIN "
         "d.u AS u USING id",
         "id INT; x BIGINT; s ; "},
        {"FROM d.t SELECT name", "name TEXT; "}}},
      {Dialect::spark,
       {{"SELECT t.id, e.a AS a FROM d.t t LATERAL VIEW OUTER explode(arr) tmp AS e, f WHERE id <=> 1",
         "id INT; a ; "},
        {"SELECT a.id, transform(arr, y -> y.z) tr FROM (d.t a JOIN d.u b ON (a.id = b.id))",
         "id INT; tr ; "}}},
      {Dialect::duckdb,
       {{"FROM d.t", "id INT; name TEXT; at DATE; "},
        {"SELECT t.id, u.x, y: 1 FROM d.t ASOF JOIN d.u ON t.id >= u.id",
         "id INT; x BIGINT; y ; "}}},
  };
  for (const auto &[dialect, cases] : queries) {
    for (const auto &one : cases) {
      const std::string &query = one.first, &columns = one.second;
      CAPTURE(query);
      const auto database = read(tables + "CREATE VIEW d.v AS " + query, dialect);
      const Table &view =
          dialect == Dialect::snowflake ? table_of(*database, "V") : table_of(*database, "v");
      CHECK(columns_of(view) == columns);
    }
  }
}

TEST_CASE("a view of a nested column has its fields, and a column for a field that it names") {
  const auto database =
      read("CREATE TABLE d.t (id INT64, who STRUCT<name STRING, home STRUCT<zip STRING>>,"
           " items ARRAY<STRUCT<sku STRING>>);"
           "CREATE VIEW d.v AS SELECT * EXCEPT (id), who.name AS n, q.who.home AS h FROM d.t AS q;"
           "CREATE VIEW d.w (a, b) AS SELECT items, id FROM d.t;",
           Dialect::bigquery);
  const Table &view = table_of(*database, "v");
  CHECK(
      columns_of(view) ==
      "who STRUCT<name STRING,home STRUCT<zip STRING>>; who.name STRING; who.home STRUCT<zip "
      "STRING>; who.home.zip STRING; items ARRAY<STRUCT<sku STRING>>; items.sku STRING; n STRING; "
      "h STRUCT<zip STRING>; h.zip STRING; ");
  CHECK(view.columns[1].nested);
  CHECK_FALSE(view.columns[6].nested);
  CHECK(path_of(view, view.columns[5]) == "items[].sku");
  const Table &listed = table_of(*database, "w");
  CHECK(columns_of(listed) == "a ARRAY<STRUCT<sku STRING>>; a.sku STRING; b INT64; ");
}

TEST_CASE("columns that a view lists are its columns, whatever its query returns") {
  const auto database = read(
      "CREATE TABLE t (a Int8, b Int8);"
      "CREATE MATERIALIZED VIEW v TO u (`x` Date COMMENT 'day', `n` UInt64) AS SELECT a, b, 1 FROM t;",
      Dialect::clickhouse);
  CHECK(columns_of(table_of(*database, "v")) == "x Date (day); n UInt64; ");
}

TEST_CASE("changes of columns keep the order that they ask for, and leave fields alone") {
  const auto database =
      read("CREATE TABLE t (a INT, s STRUCT<x: INT>);"
           "ALTER TABLE t ADD COLUMNS (b INT COMMENT 'second' AFTER a, c INT FIRST);"
           "ALTER TABLE t ADD COLUMN s.y INT; ALTER TABLE t DROP COLUMN s.x;"
           "ALTER TABLE t ALTER COLUMN s.x COMMENT 'not of s';",
           Dialect::spark);
  CHECK(columns_of(table_of(*database, "t")) ==
        "c INT; a INT; b INT (second); s STRUCT<x:INT>; s.x INT; ");
}

TEST_CASE("a script of db2look gives its columns, keys and comments") {
  std::vector<SkippedItem> skipped;
  const auto database = read(R"(CONNECT TO SAMPLE;
SET CURRENT SCHEMA = "HR";
CREATE TABLE "HR"."EMP"  (
  "NO" CHAR(6 OCTETS) NOT NULL ,
  "SAL" DECIMAL(9,2) WITH DEFAULT 0 COMPRESS SYSTEM DEFAULT ,
  "ID" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY ( START WITH +1 NO CACHE NO ORDER ) ,
  "S" TIMESTAMP(12) NOT NULL GENERATED ALWAYS AS ROW BEGIN ,
  PERIOD SYSTEM_TIME ("S", "E") )
 DISTRIBUTE BY HASH("NO") IN "USERSPACE1" ORGANIZE BY ROW;
COMMENT ON "HR"."EMP" ( "SAL" IS 'salary', "ID" IS 'number' );
LABEL ON TABLE EMP IS 'Employees';
LABEL ON COLUMN EMP ( NO TEXT IS 'Number' );
ALTER TABLE "HR"."EMP" ADD CONSTRAINT "PK" PRIMARY KEY ("NO") ENFORCED;
CREATE VIEW V AS SELECT NO, SAL FROM HR.EMP WITH CASCADED CHECK OPTION;
)",
                             Dialect::db2, &skipped);
  CHECK(skipped.empty());
  const Table &table = table_of(*database, "EMP");
  CHECK(table.description == "Employees");
  CHECK(columns_of(table) ==
        "NO CHAR(6 OCTETS) (Number); SAL DECIMAL(9,2) (salary); ID BIGINT (number); S "
        "TIMESTAMP(12); ");
  CHECK(table.columns[1].nullable);
  CHECK(table.primary_key.size() == 1);
  CHECK(columns_of(table_of(*database, "V")) == "NO CHAR(6 OCTETS); SAL DECIMAL(9,2); ");
}

}  // namespace sluice
