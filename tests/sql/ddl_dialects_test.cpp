/// Definitions of each engine, with what is particular to it.

#include <string>
#include <variant>

#include <doctest/doctest.h>

#include "ddl_script.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::sql {

using namespace sluice::sql::test;

TEST_CASE("a dump of PostgreSQL gives its tables, keys and comments, and nothing of its data") {
  const Script script = read(R"(--
-- PostgreSQL database dump
--
\restrict aZ0'unbalanced
SET search_path = public, pg_catalog;
CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $_$
BEGIN CREATE TABLE not_a_table (a int); RETURN NEW; END; $_$;
CREATE TYPE public.mood AS ENUM (
    'sad',
    'it''s ok'
);
CREATE DOMAIN public.year AS integer
	CONSTRAINT year_check CHECK (((VALUE >= 1901) AND (VALUE <= 2155)));
CREATE TABLE public."Order" (
    id integer DEFAULT nextval('public.order_id_seq'::regclass) NOT NULL,
    note character varying(20) DEFAULT 'a;b)'::character varying,
    at timestamp(3) without time zone,
    tags text[],
    state public.mood,
    kind text,
    total numeric(10,2) GENERATED ALWAYS AS ((1 + 2)) STORED,
    CONSTRAINT k CHECK ((kind = ANY (ARRAY['x'::text, 'y'::text]))),
    CONSTRAINT u CHECK (((upper((note)::text) = ANY ((ARRAY['A'::character varying, 'B'::character varying])::text[])) OR (note IS NULL)))
);
COPY public."Order" (id, note) FROM stdin;
1	a; CREATE TABLE x (y int);
2	\N
\.
ALTER TABLE ONLY public."Order"
    ADD CONSTRAINT order_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."Order"
    ADD CONSTRAINT fk FOREIGN KEY (id, note) REFERENCES public.other(a, b) ON DELETE SET NULL (note) NOT VALID;
COMMENT ON COLUMN public."Order".note IS 'What the customer''s
told';
COMMENT ON CONSTRAINT k ON public."Order" IS 'not of interest';
ALTER TABLE public."Order" OWNER TO postgres;
)",
                             Dialect::postgresql, 5);
  REQUIRE(script.tables.size() == 1);
  const CreateTable &table = script.tables[0];
  CHECK(text_of(table.name) == "public.Order");
  CHECK(table.name[1].quoted);
  CHECK(columns_of(table.columns) ==
        "id:integer! note:character varying(20) at:timestamp(3) without time zone tags:text[] "
        "state:public.mood kind:text total:numeric(10,2)");
  CHECK(table.columns[6].generated);
  REQUIRE(table.allowed_values.size() == 2);
  CHECK(table.allowed_values[0].values == Values{"x", "y"});
  CHECK(table.allowed_values[1].column.text == "note");
  CHECK(table.allowed_values[1].values == Values{"A", "B"});
  REQUIRE(script.types.size() == 2);
  CHECK(script.types[0].values == Values{"sad", "it's ok"});
  CHECK(script.types[1].base.text == "integer");
  REQUIRE(script.alterations.size() == 2);
  CHECK(names_of(std::get<AddPrimaryKey>(script.alterations[0].changes[0]).columns) == "id");
  const auto &key = std::get<DdlForeignKey>(script.alterations[1].changes[0]);
  CHECK(names_of(key.columns) == "id,note");
  CHECK(text_of(key.reference.table) == "public.other");
  CHECK(names_of(key.reference.columns) == "a,b");
  REQUIRE(script.comments.size() == 1);
  CHECK(script.comments[0].comment == "What the customer's\ntold");
  REQUIRE(script.rows.size() == 1);
  CHECK(script.rows[0].rows.size() == 2);
  CHECK(script.rows[0].rows[0][1] == "a; CREATE TABLE x (y int);");
  CHECK_FALSE(script.rows[0].rows[1][1]);
  CHECK(script.skipped.empty());
}

TEST_CASE("PostgreSQL's partitions, inheritance, foreign tables and schemas with tables in them") {
  const Script script =
      read("CREATE TABLE m (a int) PARTITION BY RANGE (a);\n"
           "CREATE TABLE m1 PARTITION OF m FOR VALUES FROM (1) TO (2);\n"
           "ALTER TABLE ONLY m ATTACH PARTITION m2 FOR VALUES FROM (2) TO (3);\n"
           "CREATE TABLE child (CONSTRAINT c CHECK (a > 1)) INHERITS (public.m);\n"
           "CREATE FOREIGN TABLE f (a int OPTIONS (column_name 'x')) SERVER s OPTIONS (t 'y');\n"
           "CREATE TEMP TABLE t (a int);\n"
           "CREATE TABLE copied (LIKE m INCLUDING ALL, b int);\n"
           "CREATE SCHEMA s CREATE TABLE t1 (a int) CREATE TABLE t2 (b int);\n"
           "CREATE TABLE typed OF public.kind;",
           Dialect::postgresql);
  REQUIRE(script.tables.size() == 9);
  CHECK(text_of(*script.tables[1].partition_of) == "m");
  CHECK(text_of(script.tables[2].copies.at(0)) == "public.m");
  CHECK(script.tables[3].kind == DdlTableKind::external);
  CHECK(script.tables[4].kind == DdlTableKind::temporary);
  CHECK(text_of(script.tables[5].copies.at(0)) == "m");
  CHECK(columns_of(script.tables[5].columns) == "b:int");
  CHECK(text_of(script.tables[6].name) == "t1");
  CHECK(text_of(script.tables[7].name) == "t2");
  CHECK(text_of(*script.tables[8].of_type) == "public.kind");
  CHECK(script.used.size() == 2);  // into the schema, and out of it
  CHECK(text_of(std::get<AttachPartition>(script.alterations.at(0).changes[0]).child) == "m2");
}

TEST_CASE("a dump of MySQL gives tables, comments, enumerations, and views of executed comments") {
  const Script script = read(R"(-- MySQL dump 10.13
/*!40101 SET @saved_cs_client = @@character_set_client */;
DROP TABLE IF EXISTS `film`;
CREATE TABLE `film` (
  `id` int(10) unsigned NOT NULL AUTO_INCREMENT COMMENT 'it\'s "the" key;\nline',
  `rating` enum('G','PG-13','it''s') CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'G',
  `special` set('a','b') DEFAULT NULL,
  `key` varchar(10) DEFAULT _utf8mb4'x',
  `at` timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp(),
  `double` double GENERATED ALWAYS AS (`id` * 2) VIRTUAL,
  PRIMARY KEY  (`id`),
  UNIQUE KEY `u` (`key`(10)),
  KEY `k` (`rating`,`id`),
  FULLTEXT KEY `ft` (`key`),
  CONSTRAINT `fk` FOREIGN KEY (`id`) REFERENCES `other` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB AUTO_INCREMENT=5 DEFAULT CHARSET=utf8mb4 COMMENT='Films; and more'
/*!50100 PARTITION BY RANGE (`id`) (PARTITION p0 VALUES LESS THAN (10) ENGINE = InnoDB) */;
LOCK TABLES `film` WRITE;
INSERT INTO `film` VALUES (1,'G',NULL,'a\'b;'),(-2,'PG-13','a','c');
DELIMITER ;;
CREATE DEFINER=`root`@`localhost` PROCEDURE `p`() BEGIN
  CREATE TABLE inner_table (a int); END ;;
DELIMITER ;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=`root`@`localhost` SQL SECURITY DEFINER */
/*!50001 VIEW `v` AS select `film`.`id` AS `id` from `film` */;
# the end
)",
                             Dialect::mysql, 3);
  REQUIRE(script.tables.size() == 1);
  const CreateTable &film = script.tables[0];
  CHECK(columns_of(film.columns) ==
        "id:int(10) unsigned! rating:enum('G','PG-13','it''s') special:set('a','b') "
        "key:varchar(10) at:timestamp! double:double");
  CHECK(film.columns[0].comment == "it's \"the\" key;\nline");
  CHECK(film.columns[0].serial);
  CHECK(film.columns[1].type.values == Values{"G", "PG-13", "it's"});
  CHECK(film.columns[5].generated);
  CHECK(film.comment == "Films; and more");
  CHECK(names_of(film.primary_key) == "id");
  REQUIRE(film.foreign_keys.size() == 1);
  REQUIRE(script.views.size() == 1);
  CHECK(text_of(script.views[0].name) == "v");
  REQUIRE(script.rows.size() == 1);
  CHECK(script.rows[0].rows[0][3] == "a'b;");
  CHECK(script.rows[0].rows[1][0] == "-2");
  CHECK(script.skipped.empty());
}

TEST_CASE("scripts of SQL Server end statements at GO, or where the next one begins") {
  const Script script = read(
      "SET QUOTED_IDENTIFIER ON\nGO\n"
      ":setvar x \"y\n"
      "if not exists (select * from sys.tables) CREATE TABLE [dbo].[First Table] (\n"
      "  [a]]b] [int] IDENTITY(1,1) NOT NULL,\n"
      "  \"c\" \"nvarchar\" (20) NULL,\n"
      "  [total] AS ([a]]b] * 2) PERSISTED NOT NULL,\n"
      "  [kind] [Name] NOT NULL CONSTRAINT [df] DEFAULT (N'GO'),\n"
      "  CONSTRAINT [pk] PRIMARY KEY CLUSTERED ([a]]b] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]\n"
      ") ON [PRIMARY]\n"
      "CREATE TABLE second (x int REFERENCES [First Table], y char(2)\n"
      "  CHECK (y IN ('a', 'b')) CONSTRAINT pk2 PRIMARY KEY)\n"
      "go\n"
      "CREATE PROCEDURE p AS BEGIN\n CREATE TABLE #inner (a int);\n SELECT 1;\nEND\n"
      "CREATE TABLE also_inner (a int)\nGO 5\n"
      "ALTER TABLE second WITH NOCHECK ADD CONSTRAINT fk FOREIGN KEY (x) REFERENCES dbo.t (id),\n"
      "  z datetime2(7) NULL\nGO\n"
      "EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'It''s ' + N'long',\n"
      " @level0type=N'SCHEMA', @level0name=N'dbo', @level1type=N'TABLE', @level1name=N'second',\n"
      " @level2type=N'COLUMN', @level2name=N'x';\n"
      "EXECUTE sp_addextendedproperty N'MS_Description', N'A table', N'SCHEMA', [dbo], N'TABLE', "
      "[second], NULL, NULL\n"
      "EXEC sp_addtype empid, 'char(9)', 'NOT NULL'\n"
      "/* /* CREATE VIEW no AS SELECT 1 */ */\nGO\n",
      Dialect::sqlserver);
  REQUIRE(script.tables.size() == 2);
  CHECK(text_of(script.tables[0].name) == "dbo.First Table");
  CHECK(columns_of(script.tables[0].columns) == "a]b:int! c:nvarchar(20) total! kind:Name!");
  CHECK(script.tables[0].columns[2].generated);
  CHECK(names_of(script.tables[0].primary_key) == "a]b");
  CHECK(columns_of(script.tables[1].columns) == "x:int y:char(2)*");
  CHECK(script.tables[1].columns[1].values == Values{"a", "b"});
  CHECK(text_of(script.tables[1].columns[0].reference->table) == "First Table");
  REQUIRE(script.alterations.size() == 1);
  CHECK(script.alterations[0].changes.size() == 2);
  REQUIRE(script.comments.size() == 2);
  CHECK(script.comments[0].comment == "It's long");
  CHECK(text_of(script.comments[0].name) == "dbo.second.x");
  CHECK(script.comments[1].object == SetComment::Object::table);
  REQUIRE(script.types.size() == 1);
  CHECK(script.types[0].base.text == "char(9)");
  CHECK(script.views.empty());
}

TEST_CASE("scripts of Oracle have lines for the client, and blocks that end at a slash") {
  const Script script = read(R"(rem Don't read this
Prompt ****** Creating the "table
SET DEFINE OFF
CREATE TABLE t
    ( id NUMBER(6) CONSTRAINT id_nn NOT NULL ENABLE
    , name VARCHAR2(25 CHAR) DEFAULT q'[it's; a )]'
    , data CLOB CHECK (data IS JSON)
    , n INTEGER GENERATED BY DEFAULT ON NULL AS IDENTITY
    , emp# NUMBER
    , iv INTERVAL DAY (2) TO SECOND (6)
    ) TABLESPACE users;
/
ALTER TABLE t ADD ( CONSTRAINT pk PRIMARY KEY (id), CONSTRAINT fk FOREIGN KEY (n) REFERENCES u ) ;
CREATE OR REPLACE TRIGGER trg BEFORE INSERT ON t
DECLARE x NUMBER; BEGIN IF x = 1 THEN x := 2; END IF; END;
/
CREATE OR REPLACE FORCE EDITIONABLE VIEW v (a, b) AS SELECT id, name FROM t;
COMMENT ON TABLE v IS 'what
it / shows';
)",
                             Dialect::oracle);
  REQUIRE(script.tables.size() == 1);
  CHECK(columns_of(script.tables[0].columns) ==
        "id:NUMBER(6)! name:VARCHAR2(25 CHAR) data:CLOB n:INTEGER emp#:NUMBER "
        "iv:INTERVAL DAY(2) TO SECOND(6)");
  REQUIRE(script.alterations.size() == 1);
  CHECK(script.alterations[0].changes.size() == 2);
  REQUIRE(script.views.size() == 1);
  CHECK(columns_of(script.views[0].columns) == "a b");
  CHECK(script.comments.at(0).comment == "what\nit / shows");
  CHECK(script.skipped.empty());
}

TEST_CASE("warehouses: nested types, options, inline comments, keys behind the list") {
  const Script bigquery = read(
      "CREATE OR REPLACE TABLE `my-project.data.t` (\n"
      "  id INT64 NOT NULL OPTIONS(description=\"the 'id'\"),\n"
      "  at STRUCT<a INT64 OPTIONS(description='''x''y'''), b ARRAY<STRUCT<c STRING, d "
      "ARRAY<INT64>>>>,\n"
      "  PRIMARY KEY (id) NOT ENFORCED\n"
      ") PARTITION BY DATE(x) CLUSTER BY id OPTIONS (description=r'a\\b', labels=[('k','v')]);\n"
      "CREATE EXTERNAL TABLE my-project.data.ext OPTIONS (format='CSV');",
      Dialect::bigquery);
  REQUIRE(bigquery.tables.size() == 2);
  const CreateTable &table = bigquery.tables[0];
  CHECK(text_of(table.name) == "my-project.data.t");
  CHECK(table.name.size() == 3);
  CHECK(table.columns[0].comment == "the 'id'");
  REQUIRE(table.columns[1].type.fields.size() == 4);
  CHECK(table.columns[1].type.fields[0].path == "a");
  CHECK(table.columns[1].type.fields[0].comment == "x''y");
  CHECK(table.columns[1].type.fields[2].path == "b[].c");
  CHECK(table.columns[1].type.fields[3].type == "ARRAY<INT64>");
  CHECK(table.comment == "a\\b");
  CHECK(bigquery.tables[1].kind == DdlTableKind::external);
  CHECK(text_of(bigquery.tables[1].name) == "my-project.data.ext");

  const Script snowflake = read(
      "create or replace schema S;\n"
      "create or replace TRANSIENT TABLE \"lower\" (\n"
      "  A NUMBER(38,0) NOT NULL autoincrement start 1 increment 1 COMMENT $$it's; a$$,\n"
      "  B VARIANT WITH MASKING POLICY p, // C VARCHAR\n"
      "  primary key (A)\n) COMMENT='whole' CLUSTER BY (A);\n"
      "create or replace procedure P() returns varchar as $$ create table no (a int); $$;\n"
      "create or replace secure view V (X COMMENT 'the x') COMMENT='v' as select A from \"lower\";",
      Dialect::snowflake);
  REQUIRE(snowflake.tables.size() == 1);
  CHECK(snowflake.tables[0].columns[0].comment == "it's; a");
  CHECK(snowflake.tables[0].comment == "whole");
  CHECK(names_of(snowflake.tables[0].primary_key) == "A");
  CHECK(text_of(snowflake.used.at(0).name) == "S");
  REQUIRE(snowflake.views.size() == 1);
  CHECK(snowflake.views[0].columns.at(0).comment == "the x");

  const Script spanner =
      read("CREATE TABLE c (a INT64 NOT NULL, b STRING(MAX),) PRIMARY KEY (a, b DESC),\n"
           "INTERLEAVE IN PARENT p ON DELETE CASCADE;",
           Dialect::bigquery);
  CHECK(names_of(spanner.tables.at(0).primary_key) == "a,b");
  CHECK(text_of(*spanner.tables[0].interleaved_in) == "p");

  const Script spark =
      read("CREATE TABLE IF NOT EXISTS db.t (a STRUCT<b: STRING COMMENT 'x;', c: MAP<STRING, "
           "STRUCT<d: INT>>> COMMENT \"all\")\nUSING delta PARTITIONED BY (a) COMMENT 'table'\n"
           "TBLPROPERTIES ('k' = 'v');\n"
           "CREATE EXTERNAL TABLE h (a int COMMENT 'x') PARTITIONED BY (day string) STORED AS ORC "
           "LOCATION 's3://b';\n"
           "CREATE TABLE made USING DELTA AS SELECT CAST(NULL AS integer) AS x, 1 y;",
           Dialect::spark);
  REQUIRE(spark.tables.size() == 3);
  CHECK(spark.tables[0].columns[0].type.fields.size() == 2);
  CHECK(spark.tables[0].columns[0].comment == "all");
  CHECK(spark.tables[0].comment == "table");
  CHECK(columns_of(spark.tables[1].columns) == "a:int day:string");
  CHECK(columns_of(select_list_columns(spark.tables[2].query, Dialect::spark)) == "x:integer y");

  const Script clickhouse = read(
      "CREATE TABLE d.t (a UInt64 COMMENT 'x' CODEC(ZSTD), `n.b` Array(String), n Nested(c UInt8, "
      "d Nullable(String)), e Enum8('p' = 1, 'q' = 2), f String MATERIALIZED upper(e),\n"
      "INDEX i a TYPE minmax GRANULARITY 1, PROJECTION p (SELECT a ORDER BY a))\n"
      "ENGINE = MergeTree ORDER BY (a, e) PRIMARY KEY a COMMENT 'table';",
      Dialect::clickhouse);
  REQUIRE(clickhouse.tables.size() == 1);
  CHECK(columns_of(clickhouse.tables[0].columns) ==
        "a:UInt64 n.b:Array(String) n:Nested(c UInt8,d Nullable(String)) "
        "e:Enum8('p'=1,'q'=2) f:String");
  CHECK(clickhouse.tables[0].columns[2].type.fields.at(0).path == "[].c");
  CHECK(clickhouse.tables[0].columns[3].type.values == Values{"p", "q"});
  CHECK(clickhouse.tables[0].columns[4].generated);
  CHECK(names_of(clickhouse.tables[0].primary_key) == "a");
  CHECK(clickhouse.tables[0].comment == "table");

  const Script duckdb = read(
      "CREATE TABLE s.t(a ENUM('x', 'y'), b STRUCT(c INTEGER, d VARCHAR[])[], e DECIMAL(18,3), "
      "PRIMARY KEY(a));;\nCREATE VIEW s.v AS SELECT a FROM s.t;;",
      Dialect::duckdb);
  CHECK(duckdb.tables.at(0).columns[0].type.values == Values{"x", "y"});
  CHECK(duckdb.tables[0].columns[1].type.fields.at(1).path == "[].d");
  CHECK(duckdb.views.size() == 1);

  const Script trino = read(
      "CREATE TABLE c.s.t (a row(x integer, y array(varchar)) COMMENT 'r', b array(row(z bigint)))\n"
      "COMMENT 'table' WITH (format = 'ORC', partitioned_by = ARRAY['b']);",
      Dialect::trino);
  CHECK(trino.tables.at(0).columns[0].type.fields.size() == 2);
  CHECK(trino.tables[0].columns[1].type.fields.at(0).path == "[].z");
  CHECK(trino.tables[0].comment == "table");
}

TEST_CASE("SQLite: virtual tables, comments behind columns, names in any quotes") {
  const Script script = read(
      "CREATE TABLE 'a b' (\"\" INTEGER PRIMARY KEY, -- the key\n"
      "  [x] , -- anything\n"
      "  `y z` TEXT CHECK (`y z` IN ('p', 'q')) -- last\n"
      ") WITHOUT ROWID;\n"
      "CREATE VIRTUAL TABLE notes USING fts5(title, body, tokenize = 'porter');\n"
      "CREATE TRIGGER t AFTER INSERT ON x BEGIN INSERT INTO y VALUES (1); CREATE TABLE no (a); END;\n"
      "CREATE TABLE after_trigger (a);",
      Dialect::sqlite);
  REQUIRE(script.tables.size() == 3);
  CHECK(text_of(script.tables[0].name) == "a b");
  CHECK(columns_of(script.tables[0].columns) == ":INTEGER* x y z:TEXT");
  CHECK(script.tables[0].columns[0].comment == "the key");
  CHECK(script.tables[0].columns[1].comment == "anything");
  CHECK(script.tables[0].columns[2].comment == "last");
  CHECK(script.tables[0].columns[2].values == Values{"p", "q"});
  CHECK(script.tables[1].kind == DdlTableKind::virtual_table);
  CHECK(columns_of(script.tables[1].columns) == "title body");
  CHECK(text_of(script.tables[2].name) == "after_trigger");
}

}  // namespace sluice::sql
