/// Scripts as the tools of PostgreSQL, MySQL, SQL Server, Oracle and SQLite write them.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"

namespace sluice {
namespace {

/// A database that a script defines, and what was not read.
class Loaded {
 public:
  Loaded(std::string_view sql, sql::Dialect dialect)
      : database_(load_ddl(sql, "shop", "shop.sql", {.dialect = dialect, .skipped = &skipped_})) {}

  const Database &database() const { return *database_; }
  const std::vector<SkippedItem> &skipped() const { return skipped_; }

  /// The only table of that name.
  const Table &table(std::string_view name) const {
    const Table *found = nullptr;
    for (const Table &table : database_->tables()) {
      if (table.bare_name() != name) continue;
      REQUIRE_MESSAGE(found == nullptr, name << " is defined twice");
      found = &table;
    }
    REQUIRE_MESSAGE(found != nullptr, name << " is not defined");
    return *found;
  }

  bool has(std::string_view name) const {
    for (const Table &table : database_->tables()) {
      if (table.bare_name() == name) return true;
    }
    return false;
  }

  /// "name type, name type"
  std::string columns(std::string_view name) const {
    std::string text;
    for (const Column &column : table(name).columns) {
      if (!text.empty()) text += ", ";
      text += column.name;
      if (!column.type.empty()) text += " " + std::string(column.type);
      if (!column.nullable) text += " NOT NULL";
    }
    return text;
  }

  std::string primary_key(std::string_view name) const {
    std::string text;
    const Table &found = table(name);
    for (const auto position : found.primary_key) {
      if (!text.empty()) text += ", ";
      text += found.columns[position].name;
    }
    return text;
  }

  const Column &column(std::string_view name, std::size_t position) const {
    const Table &found = table(name);
    REQUIRE(position < found.columns.size());
    return found.columns[position];
  }

  std::vector<std::string> values(std::string_view name, std::size_t position) const {
    const auto found = column(name, position).values();
    return {found.begin(), found.end()};
  }

 private:
  std::vector<SkippedItem> skipped_;
  std::shared_ptr<const Database> database_;
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("actions of ALTER COLUMN that are not about the type leave it as it was") {
  const Loaded postgresql(
      "CREATE TABLE t (id integer NOT NULL, a jsonb, b text, c int);\n"
      "ALTER TABLE t ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME s START 1);\n"
      "ALTER TABLE ONLY t ALTER COLUMN a SET COMPRESSION lz4, ALTER COLUMN a SET STORAGE MAIN;\n"
      "ALTER TABLE t ALTER b RESET (n_distinct), ALTER COLUMN b SET DATA TYPE varchar(3);\n"
      "ALTER FOREIGN TABLE t ALTER COLUMN c OPTIONS (column_name 'C');\n"
      "ALTER TABLE t ALTER c SET NOT NULL, ALTER COLUMN id RESTART WITH 5;",
      sql::Dialect::postgresql);
  CHECK(postgresql.columns("t") == "id integer NOT NULL, a jsonb, b varchar(3), c int NOT NULL");
  const Loaded server("CREATE TABLE t (a varchar(3) NOT NULL, b int NOT NULL)\nGO\n"
                      "ALTER TABLE t ALTER COLUMN a ADD MASKED WITH (FUNCTION = 'default()')\nGO\n"
                      "ALTER TABLE t ALTER COLUMN b bigint\nGO\n",
                      sql::Dialect::sqlserver);
  CHECK(server.columns("t") == "a varchar(3) NOT NULL, b bigint");
}

TEST_CASE("Oracle's MODIFY keeps what it does not mention") {
  const Loaded loaded(
      "CREATE TABLE \"T\" (\"A\" NUMBER(3,0), \"B\" VARCHAR2(5 CHAR) NOT NULL ENABLE);\n"
      "ALTER TABLE \"T\" MODIFY (\"A\" NOT NULL ENABLE);\n"
      "ALTER TABLE T MODIFY b VARCHAR2(9)\n/\n",
      sql::Dialect::oracle);
  CHECK(loaded.columns("T") == "A NUMBER(3,0) NOT NULL, B VARCHAR2(9) NOT NULL");
}

TEST_CASE("what ends the query of a view, or comes before it, is not a column") {
  const Loaded postgresql(
      "CREATE TABLE t (a integer, b text);\n"
      "CREATE VIEW v WITH (security_barrier='true') AS\n SELECT a, b FROM t\n"
      "  WITH CASCADED CHECK OPTION;\n"
      "CREATE MATERIALIZED VIEW m AS\n SELECT a, 'x'::public.color AS c FROM t\n  WITH NO DATA;\n"
      "CREATE TABLE made (i, j) AS SELECT a, b FROM t WITH DATA;",
      sql::Dialect::postgresql);
  CHECK(postgresql.columns("v") == "a integer, b text");
  CHECK(postgresql.columns("m") == "a integer, c public.color");
  CHECK(postgresql.columns("made") == "i integer, j text");
  const Loaded oracle(
      "CREATE TABLE T (A NUMBER, B VARCHAR2(3 BYTE));\n"
      "CREATE OR REPLACE FORCE EDITIONABLE VIEW \"V\" (\"X\") AS\n"
      "SELECT t.a FROM t, t u WHERE t.a = u.a (+) WITH READ ONLY;\n"
      "CREATE MATERIALIZED VIEW \"M\" SEGMENT CREATION IMMEDIATE STORAGE(INITIAL 65536)\n"
      "REFRESH FORCE ON DEMAND AS SELECT b FROM t MINUS SELECT 'x' FROM dual;\n"
      "CREATE MATERIALIZED VIEW LOG ON T WITH PRIMARY KEY, ROWID (\"B\");",
      sql::Dialect::oracle);
  CHECK(oracle.columns("V") == "X NUMBER");
  CHECK(oracle.columns("M") == "B VARCHAR2(3 BYTE)");
  CHECK(oracle.skipped().empty());
}

TEST_CASE("views of SQL Server have names before `=`, hints, TOP and APPLY") {
  const Loaded loaded(
      "CREATE TABLE dbo.t (Id int, Name nvarchar(9))\nGO\n"
      "CREATE VIEW dbo.v WITH SCHEMABINDING AS\n"
      "SELECT TOP (100) PERCENT [Key] = t.Id, t.Name AS 'Shown', N'x' AS n, ISNULL(q.y, '') AS z\n"
      "FROM dbo.t AS t WITH (NOLOCK, INDEX(ix)) OUTER APPLY (SELECT TOP 1 1 AS y) q\n"
      "OPTION (RECOMPILE)\nGO\n",
      sql::Dialect::sqlserver);
  CHECK(loaded.columns("v") == "Key int, Shown nvarchar(9), n, z");
  CHECK(loaded.database().origins().size() == 2);
}

TEST_CASE("views of MySQL are understood with index hints, introducers and escapes") {
  const Loaded loaded(
      "CREATE TABLE `t` (`a` int, `b` enum('x','y'));\n"
      "/*!50001 CREATE ALGORITHM=MERGE */\n/*!50013 DEFINER=`root`@`%` SQL SECURITY DEFINER */\n"
      "/*!50001 VIEW `v` AS select `t`.`a` DIV 2 AS `h`,concat(_utf8mb4'a\\'b',`t`.`b`) AS `c`,"
      "`t`.`b` AS `b` from `t` USE INDEX (`i`) where `t`.`b` regexp '^x' "
      "WITH CASCADED CHECK OPTION */;\n"
      "CREATE VIEW w AS (SELECT b FROM t) UNION (SELECT b FROM t);",
      sql::Dialect::mysql);
  CHECK(loaded.columns("v") == "h, c, b enum('x','y')");
  CHECK(loaded.columns("w") == "b enum('x','y')");
}

TEST_CASE(
    "definitions in anonymous blocks and executed texts are read, those of routines are not") {
  const Loaded postgresql(
      "DO $$ BEGIN\n CREATE TYPE mood AS ENUM ('a', 'b');\n"
      "EXCEPTION WHEN duplicate_object THEN null;\nEND $$;\n"
      "DO $EF$\nBEGIN\n  IF NOT EXISTS (SELECT 1 FROM h) THEN\n    CREATE TABLE t (m mood);\n"
      "  END IF;\nEND $EF$;\n"
      "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $_$ BEGIN\n"
      "  EXECUTE $q$ CREATE TABLE hidden (a int); $q$;\n  CREATE TABLE hidden (a int);\nEND $_$;\n"
      "CREATE TABLE u (a int);",
      sql::Dialect::postgresql);
  CHECK(postgresql.values("t", 0) == Texts{"a", "b"});
  CHECK(postgresql.has("u"));
  CHECK_FALSE(postgresql.has("hidden"));
  const Loaded server(
      "CREATE TABLE dbo.t (Id int)\nGO\n"
      "IF NOT EXISTS (SELECT * FROM sys.views WHERE object_id = OBJECT_ID(N'[dbo].[v]'))\n"
      "EXEC dbo.sp_executesql @statement = N'CREATE VIEW [dbo].[v] AS\n"
      "SELECT Id, ''it''''s'' AS Lit FROM dbo.t' \nGO\n"
      "EXEC dbo.sp_executesql @statement = N'CREATE PROCEDURE p AS SELECT 1; "
      "CREATE TABLE hidden (a int)'\nGO\n",
      sql::Dialect::sqlserver);
  CHECK(server.columns("v") == "Id int, Lit");
  CHECK_FALSE(server.has("hidden"));
  const Loaded oracle(
      "DECLARE n NUMBER;\nBEGIN\n  SELECT COUNT(*) INTO n FROM user_tables;\n"
      "  IF n = 0 THEN EXECUTE IMMEDIATE 'CREATE TABLE t (a VARCHAR2(3) DEFAULT ''x'')'; END IF;\n"
      "END;\n/\nCREATE TABLE u (b NUMBER);\n",
      sql::Dialect::oracle);
  CHECK(oracle.columns("T") == "A VARCHAR2(3)");
  CHECK(oracle.columns("U") == "B NUMBER");
}

TEST_CASE("descriptions of SQL Server may come from variables, and name the user who runs them") {
  const Loaded loaded(
      "CREATE TABLE [dbo].[t]([a] [int] NULL, [b] [int] NULL)\nGO\n"
      "DECLARE @v sql_variant \nSET @v = N'the ''first'''\n"
      "EXECUTE sp_addextendedproperty N'MS_Description', @v, N'SCHEMA', N'dbo', N'TABLE', N't', "
      "N'COLUMN', N'a'\nGO\n"
      "declare @CurrentUser sysname\nselect @CurrentUser = user_name()\n"
      "execute sp_addextendedproperty 'MS_Description', \n  'whole',\n"
      "  'user', @CurrentUser, 'table', 't'\ngo\n"
      "EXEC sp_addextendedproperty 'MS_Description', @nothing, 'SCHEMA', 'dbo', 'TABLE', 't', "
      "'COLUMN', 'b'\nGO\n",
      sql::Dialect::sqlserver);
  CHECK(loaded.column("t", 0).description == "the 'first'");
  CHECK(loaded.column("t", 1).description.empty());
  CHECK(loaded.table("t").description == "whole");
  CHECK(loaded.skipped().empty());
}

TEST_CASE("one DROP of SQL Server drops several columns, and only columns") {
  const Loaded server(
      "CREATE TABLE t (a int, b int, c int, d int, [e] int)\nGO\n"
      "ALTER TABLE t DROP COLUMN a, b\nALTER TABLE t DROP CONSTRAINT c, COLUMN [e]\nGO\n",
      sql::Dialect::sqlserver);
  CHECK(server.columns("t") == "c int, d int");
  const Loaded mysql(
      "CREATE TABLE t (id int, a int, `order` int, `convert` int);\n"
      "ALTER TABLE t DROP COLUMN a, ORDER BY id;\n"
      "ALTER TABLE t ADD b int, CONVERT TO CHARACTER SET utf8mb4, ADD PARTITION (PARTITION p "
      "VALUES LESS THAN (5));",
      sql::Dialect::mysql);
  CHECK(mysql.columns("t") == "id int, order int, convert int, b int");
}

TEST_CASE("keys follow tables and columns that are renamed, moved or dropped") {
  const Loaded loaded(
      "CREATE TABLE parent (id int PRIMARY KEY);\n"
      "CREATE TABLE child (a int REFERENCES parent (id), b int REFERENCES parent, c int,\n"
      "  CONSTRAINT gone FOREIGN KEY (c) REFERENCES parent (id));\n"
      "ALTER TABLE parent RENAME COLUMN id TO number;\n"
      "ALTER TABLE parent RENAME TO elder;\n"
      "ALTER TABLE elder SET SCHEMA archive;\n"
      "ALTER TABLE child DROP COLUMN b, DROP CONSTRAINT IF EXISTS gone CASCADE;\n"
      "CREATE TABLE more (x int REFERENCES archive.elder (number), y int REFERENCES child);\n"
      "ALTER TABLE more DROP CONSTRAINT more_y_fkey;",
      sql::Dialect::postgresql);
  CHECK(loaded.skipped().empty());
  CHECK(loaded.table("elder").qualifier() == "archive");
  REQUIRE(loaded.database().foreign_keys().size() == 2);
  for (const ForeignKey &key : loaded.database().foreign_keys())
    CHECK(loaded.database().tables()[key.referenced_table].name == "archive.elder");
  const Loaded others(
      "CREATE TABLE a (x NUMBER PRIMARY KEY);\nCREATE TABLE b (y NUMBER REFERENCES a);\n"
      "RENAME a TO c;\nALTER TABLE b SET UNUSED (z);\n",
      sql::Dialect::oracle);
  CHECK(others.database().foreign_keys().size() == 1);
  CHECK(others.has("C"));
  const Loaded server(
      "USE [Shop]\nGO\nCREATE TABLE B (Id int PRIMARY KEY)\nCREATE TABLE C (Id int)\nGO\n"
      "ALTER SCHEMA app TRANSFER dbo.B\nEXEC sp_rename N'[dbo].[C]', N'D'\nGO\n"
      "CREATE TABLE E (Id int REFERENCES app.B)\nGO\n",
      sql::Dialect::sqlserver);
  CHECK(server.skipped().empty());
  CHECK(server.table("B").qualifier() == "app");
  CHECK(server.table("D").qualifier().empty());
  CHECK(server.database().foreign_keys().size() == 1);
}

TEST_CASE("views are renamed and moved, and ALTER VIEW defines them again") {
  const Loaded loaded(
      "CREATE TABLE t (a int, b int);\nCREATE VIEW v AS SELECT a FROM t;\n"
      "ALTER VIEW IF EXISTS v RENAME TO w;\nALTER VIEW w SET SCHEMA s;\n"
      "CREATE MATERIALIZED VIEW m AS SELECT a FROM t;\nALTER MATERIALIZED VIEW m RENAME TO n;",
      sql::Dialect::postgresql);
  CHECK(loaded.table("w").qualifier() == "s");
  CHECK(loaded.columns("n") == "a int");
  CHECK(loaded.database().tables().size() == 3);
  const Loaded server("CREATE TABLE t (a int, b date)\nGO\nCREATE VIEW v AS SELECT a FROM t\nGO\n"
                      "ALTER VIEW [dbo].[v] WITH SCHEMABINDING AS SELECT b FROM dbo.t\nGO\n",
                      sql::Dialect::sqlserver);
  CHECK(server.columns("v") == "b date");
}

TEST_CASE("inherited columns are merged, and partitions may have partitions") {
  const Loaded loaded("CREATE TABLE a (x integer NOT NULL, y text);\n"
                      "CREATE TABLE b (z date)\nINHERITS (a);\n"
                      "CREATE TABLE c (y text DEFAULT 'q'::text NOT NULL)\nINHERITS (a, b);\n"
                      "CREATE TABLE p (i int, d date) PARTITION BY LIST (i);\n"
                      "CREATE TABLE p1 PARTITION OF p FOR VALUES IN (1) PARTITION BY RANGE (d);\n"
                      "CREATE TABLE p1a PARTITION OF p1 DEFAULT;\n",
                      sql::Dialect::postgresql);
  CHECK(loaded.columns("c") == "x integer NOT NULL, y text NOT NULL, z date");
  CHECK(loaded.skipped().empty());
  CHECK(loaded.table("p").kind == TableKind::family);
  REQUIRE(loaded.database().members().size() == 1);
  CHECK(loaded.database().members()[0].count == 2);
}

TEST_CASE("a table that is like another has its primary key where the engine copies it") {
  const Loaded postgresql(
      "CREATE TABLE a (x int PRIMARY KEY);\nCREATE TABLE b (LIKE a INCLUDING ALL, y int);\n"
      "CREATE TABLE c (LIKE a);",
      sql::Dialect::postgresql);
  CHECK(postgresql.primary_key("b") == "x");
  CHECK(postgresql.primary_key("c").empty());
  const Loaded mysql("CREATE TABLE a (x int PRIMARY KEY); CREATE TABLE b LIKE a;",
                     sql::Dialect::mysql);
  CHECK(mysql.primary_key("b") == "x");
}

TEST_CASE("types get more values and other names, and their descriptions are no problem") {
  const Loaded loaded(
      "CREATE TYPE s AS ENUM ('x', 'z');\nALTER TYPE s ADD VALUE IF NOT EXISTS 'y' BEFORE 'z';\n"
      "ALTER TYPE s ADD VALUE 'last';\nALTER TYPE s RENAME VALUE 'x' TO 'ex';\n"
      "CREATE TABLE t (a s);\nALTER TYPE s RENAME TO s2;\nCREATE TABLE u (a s2);\n"
      "CREATE TYPE addr AS (zip text, city text);\nCOMMENT ON COLUMN addr.zip IS 'code';\n"
      "CREATE DOMAIN d AS text NOT NULL;\n"
      "CREATE TABLE o OF addr (zip WITH OPTIONS NOT NULL, PRIMARY KEY (zip));\n"
      "CREATE TABLE n (a d, b d[]);",
      sql::Dialect::postgresql);
  CHECK(loaded.values("t", 0) == Texts{"ex", "y", "z", "last"});
  CHECK(loaded.values("u", 0) == Texts{"ex", "y", "z", "last"});
  CHECK(loaded.columns("o") == "zip text NOT NULL, city text");
  CHECK(loaded.primary_key("o") == "zip");
  CHECK(loaded.columns("n") == "a d NOT NULL, b d[]");
  CHECK(loaded.skipped().empty());
}

TEST_CASE("a dump of SQLite gives its virtual tables, but not their shadow tables") {
  const Loaded loaded(
      "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"
      "CREATE TABLE t (a UNSIGNED BIG INT NOT NULL, b VARYING CHARACTER(9));\n"
      "PRAGMA writable_schema=ON;\n"
      "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','f','f',0,'CREATE "
      "VIRTUAL TABLE f USING fts5(title, body UNINDEXED, tokenize = ''porter ascii'')');\n"
      "CREATE TABLE IF NOT EXISTS 'f_data'(id INTEGER PRIMARY KEY, block BLOB);\n"
      "CREATE TABLE IF NOT EXISTS 'f_config'(k PRIMARY KEY, v) WITHOUT ROWID;\n"
      "CREATE TABLE my_data (x);\nCOMMIT;\n",
      sql::Dialect::sqlite);
  CHECK(loaded.database().tables().size() == 3);
  CHECK(loaded.table("f").kind == TableKind::virtual_table);
  CHECK(loaded.columns("f") == "title, body");
  CHECK(loaded.columns("t") == "a UNSIGNED BIG INT NOT NULL, b VARYING CHARACTER(9)");
  CHECK(loaded.has("my_data"));
}

TEST_CASE("a delimiter of MySQL may follow a word directly") {
  const Loaded loaded("DELIMITER $$\nCREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW BEGIN\n"
                      "  SET NEW.a = 1;\n  CREATE TABLE hidden (a int);\nEND$$\nDELIMITER ;\n"
                      "CREATE TABLE t (a int);\n",
                      sql::Dialect::mysql);
  CHECK(loaded.database().tables().size() == 1);
  CHECK(loaded.columns("t") == "a int");
}

TEST_CASE("copied data and strings define nothing, whatever they contain") {
  const Loaded loaded(
      "\\restrict k3y\n\\connect shop\nCREATE TABLE t (a text, b text);\n"
      "COPY public.t (a, b) FROM stdin;\n"
      "CREATE TABLE hidden (x int);\t\\N\n\\.x\t/* open\n$$\t'\n\\.\n\n"
      "INSERT INTO t VALUES (E'it\\'s; CREATE TABLE hidden (x int);', $a$ ; $b$ ' $a$);\n"
      "COMMENT ON TABLE t IS 'two '\n  'parts; CREATE TABLE hidden (x int);';\n"
      "\\unrestrict k3y\nCREATE TABLE u (a int);",
      sql::Dialect::postgresql);
  CHECK_FALSE(loaded.has("hidden"));
  CHECK(loaded.has("u"));
  CHECK(loaded.table("t").description == "two parts; CREATE TABLE hidden (x int);");
  CHECK(loaded.skipped().empty());
}

}  // namespace sluice
