#include "sluice/schema/export.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/core/file.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/ddl.hpp"
#include "support/changes.hpp"
#include "support/support.hpp"
#include "support/whole_schema.hpp"

namespace sluice {
namespace {

using Changes = std::vector<std::string>;
using sql::Dialect;
using test::changes_between;

Dialect dialect_number(std::size_t number) { return static_cast<Dialect>(number); }

bool is_one_of(Dialect dialect, std::initializer_list<Dialect> dialects) {
  return std::ranges::find(dialects, dialect) != dialects.end();
}

std::shared_ptr<const Database> read_again(const Database &database, Dialect dialect) {
  std::vector<SkippedItem> skipped;
  LoadOptions options;
  options.skipped = &skipped;
  auto again =
      load_ddl(export_ddl(database, dialect), std::string(database.name()), "export.sql", options);
  for (const SkippedItem &item : skipped) {
    CAPTURE(item.where);
    CAPTURE(item.reason);
    CHECK(skipped.empty());
  }
  CHECK(again->dialect() == dialect);
  return again;
}

/// What a script in the dialect cannot say, or a comment only.
Changes lost_in(Dialect dialect) {
  Changes lost{
      "archive does not refer to customer by id",  // tested, not declared
      "archive is a table",
      "events does not refer to customer by id",  // inferred from a view
      "events is a table",
      "line.total is not computed",
      "search is a table",
  };
  const auto add = [&](std::initializer_list<std::string> more) {
    lost.insert(lost.end(), more.begin(), more.end());
  };
  const bool is_mysql = is_one_of(dialect, {Dialect::mysql, Dialect::mariadb});
  if (dialect == Dialect::sqlite) {
    // Descriptions of columns only, on one line, without blanks and dashes at its ends.
    add({"line is not described", "sales.order is not described",
         "we\"ird] `name` Größe.`tick` is described as */ $$   /* # ; GO"});
  }
  // Their clients take a line of a string for a command.
  if (is_one_of(dialect, {Dialect::sqlserver, Dialect::oracle, Dialect::db2}))
    add({"line is described as Lines of an order in the order of its printed form"});
  if (is_mysql || is_one_of(dialect, {Dialect::sqlite, Dialect::clickhouse}))
    add({"recent is not described", "recent.number is not described"});
  if (is_mysql) {
    add({"recent.number is untyped", "recent.name is untyped", "sales.totals.year is untyped"});
  }
  if (dialect == Dialect::clickhouse) {
    add({"recent.number is Nullable(INTEGER)", "recent.name is Nullable(VARCHAR(40))",
         "sales.totals.year is Nullable(INTEGER)"});
  }
  if (is_one_of(dialect,
                {Dialect::snowflake, Dialect::bigquery, Dialect::redshift, Dialect::trino}))
    add({"sales.order.status may be anything", "sales.order.priority may be anything"});
  if (!is_one_of(dialect, {Dialect::postgresql, Dialect::permissive, Dialect::oracle,
                           Dialect::redshift, Dialect::trino})) {
    add({"sales.totals is a view"});
  }
  if (is_one_of(dialect, {Dialect::trino, Dialect::clickhouse})) {
    add({"category does not refer to category by parent_id",
         "department does not refer to employee by head_id",
         "employee does not refer to department by department_id",
         "line does not refer to customer by code",
         "line does not refer to sales.order by customer_id,number",
         "sales.order does not refer to customer by customer_id"});
  }
  // Keys cannot be added later, as those of tables that refer to each other have to be, nor can
  // they refer to another schema.
  if (dialect == Dialect::duckdb) {
    add({"department does not refer to employee by head_id",
         "line does not refer to sales.order by customer_id,number",
         "sales.order does not refer to customer by customer_id"});
  }
  if (dialect == Dialect::trino) {
    for (const std::string table : {"category", "customer", "department", "employee", "line",
                                    "sales.order", "we\"ird] `name` Größe"}) {
      lost.push_back(table + " has the key ()");
    }
  }
  std::ranges::sort(lost);
  return lost;
}

bool mentions(const std::string &script, std::string_view text) {
  return script.find(text) != script.npos;
}

}  // namespace

TEST_CASE("a script that is read again differs by what its dialect cannot say") {
  for (std::size_t i = 0; i < sql::dialect_count; ++i) {
    const Dialect dialect = dialect_number(i);
    const std::string name(sql::dialect_name(dialect));
    CAPTURE(name);
    const auto whole = Database::make(test::whole_schema(dialect));
    const auto again = read_again(*whole, dialect);
    CHECK(changes_between(whole, again) == lost_in(dialect));
    // Nothing more is lost the second time.
    const auto third = read_again(*again, dialect);
    CHECK(changes_between(again, third) == Changes{});
  }
}

TEST_CASE("exports are recognized as those of their dialect") {
  for (std::size_t i = 0; i < sql::dialect_count; ++i) {
    const Dialect dialect = dialect_number(i);
    const auto small = test::whole_schema(Dialect::mysql);
    CHECK(sql::detect_dialect(export_ddl(*Database::make(small), dialect)) == dialect);
  }
}

TEST_CASE("types are translated where they are known and stay where they are not") {
  DatabaseDefinition definition;
  definition.name = "types";
  definition.dialect = Dialect::postgresql;
  const auto typed = [](std::string type) { return test::column_of(type, type); };
  definition.tables.push_back(test::table_of(
      "t", {typed("serial"), typed("bigint"), typed("numeric(10,2)"), typed("numeric"),
            typed("double precision"), typed("boolean"), typed("character varying(40)"),
            typed("text"), typed("timestamp with time zone"), typed("bytea"), typed("jsonb"),
            typed("uuid"), typed("text[]"), typed("tsvector")}));
  const auto database = Database::make(definition);
  const auto types_in = [&](Dialect dialect) {
    const auto again = read_again(*database, dialect);
    Changes types;
    for (const Column &column : again->columns()) types.emplace_back(column.type);
    return types;
  };
  CHECK(types_in(Dialect::postgresql) ==
        Changes{"serial", "bigint", "numeric(10,2)", "numeric", "double precision", "boolean",
                "character varying(40)", "text", "timestamp with time zone", "bytea", "jsonb",
                "uuid", "text[]", "tsvector"});
  CHECK(types_in(Dialect::mysql) == Changes{"INT", "BIGINT", "DECIMAL(10,2)", "DECIMAL(65,10)",
                                            "DOUBLE", "BOOLEAN", "VARCHAR(40)", "LONGTEXT",
                                            "TIMESTAMP", "LONGBLOB", "JSON", "CHAR(36)", "JSON",
                                            "tsvector"});
  CHECK(types_in(Dialect::bigquery) ==
        Changes{"INT64", "INT64", "NUMERIC(10,2)", "NUMERIC", "FLOAT64", "BOOL", "STRING(40)",
                "STRING", "TIMESTAMP", "BYTES", "JSON", "STRING", "ARRAY<STRING>", "tsvector"});
  CHECK(types_in(Dialect::clickhouse) ==
        Changes{"Nullable(Int32)", "Nullable(Int64)", "Nullable(Decimal(10,2))",
                "Nullable(Decimal(76,10))", "Nullable(Float64)", "Nullable(Bool)",
                "Nullable(String)", "Nullable(String)", "Nullable(DateTime64(6))",
                "Nullable(String)", "Nullable(String)", "Nullable(UUID)", "Array(String)",
                "Nullable(tsvector)"});
}

TEST_CASE("a script for another dialect loses no more than one for its own") {
  const auto whole = Database::make(test::whole_schema(Dialect::postgresql));
  for (std::size_t i = 0; i < sql::dialect_count; ++i) {
    const Dialect dialect = dialect_number(i);
    const std::string name(sql::dialect_name(dialect));
    CAPTURE(name);
    Changes expected = lost_in(dialect);
    // Types of the same meaning do not differ.
    std::erase_if(expected, [](const std::string &change) {
      return change.find(" is Nullable(") != std::string::npos;
    });
    if (dialect == Dialect::oracle) expected.push_back("customer.born_on is DATE");  // with a time
    // Keys refer to primary keys.
    if (is_one_of(dialect, {Dialect::bigquery, Dialect::spark}))
      expected.push_back("line does not refer to customer by code");
    std::ranges::sort(expected);
    CHECK(changes_between(whole, read_again(*whole, dialect)) == expected);
  }
}

TEST_CASE("nested fields keep their names, types and descriptions") {
  DatabaseDefinition definition;
  definition.name = "nested";
  definition.dialect = Dialect::bigquery;
  const auto field = [](std::string name, std::string type, std::string about = {}) {
    ColumnDefinition column = test::column_of(std::move(name), std::move(type), std::move(about));
    column.nested = true;
    return column;
  };
  definition.tables.push_back(test::table_of(
      "hits", {test::column_of("id", "INT64"),
               test::column_of("page", "STRUCT<path STRING,title STRING>", "The page"),
               field("page.path", "STRING", "With \"slashes\""), field("page.title", "STRING"),
               test::column_of("events", "ARRAY<STRUCT<name STRING,at TIMESTAMP>>"),
               field("events.name", "STRING", "What happened"), field("events.at", "TIMESTAMP"),
               test::column_of("geo", "RECORD"), field("geo.city", "STRING")}));
  const auto database = Database::make(definition);
  CHECK(changes_between(database, read_again(*database, Dialect::bigquery)) ==
        Changes{"hits.geo is STRUCT<`city` STRING>"});
  for (const Dialect dialect :
       {Dialect::spark, Dialect::duckdb, Dialect::trino, Dialect::clickhouse}) {
    const auto again = read_again(*database, dialect);
    CHECK(again->columns().size() == database->columns().size());
    for (std::size_t i = 0; i < again->columns().size(); ++i)
      CHECK(again->columns()[i].name == database->columns()[i].name);
  }
  CHECK(mentions(export_ddl(*database, Dialect::postgresql), "\"page\" JSONB"));
}

TEST_CASE("enumerations are types where the dialect has them, and checks elsewhere") {
  DatabaseDefinition definition;
  definition.name = "values";
  definition.dialect = Dialect::postgresql;
  definition.tables.push_back(test::table_of(
      "film", {test::with_values(test::column_of("rating", "mpaa_rating"), {"G", "NC-17"}),
               test::with_values(test::column_of("medium", "text"), {"tape", "disc"}),
               test::with_values(test::column_of("tags", "text[]"), {"new", "old"})}));
  const auto database = Database::make(definition);
  const std::string postgresql = export_ddl(*database, Dialect::postgresql);
  CHECK(mentions(postgresql, "CREATE TYPE mpaa_rating AS ENUM ('G', 'NC-17');"));
  CHECK(mentions(postgresql, "CHECK (\"medium\" IN ('tape', 'disc'))"));
  const std::string mysql = export_ddl(*database, Dialect::mysql);
  CHECK(mentions(mysql, "`rating` ENUM('G', 'NC-17')"));
  CHECK(mentions(mysql, "`medium` ENUM('tape', 'disc')"));
  CHECK(mentions(export_ddl(*database, Dialect::oracle), "CHECK (\"rating\" IN ('G', 'NC-17'))"));
  CHECK(mentions(export_ddl(*database, Dialect::clickhouse), "Enum8('G' = 1, 'NC-17' = 2)"));
  CHECK(mentions(export_ddl(*database, Dialect::snowflake), "-- one of 'G', 'NC-17'"));
  CHECK(changes_between(database, read_again(*database, Dialect::postgresql)) ==
        Changes{"film.tags may be anything"});
}

TEST_CASE("the names of PostgreSQL's types keep their quotes, and no others are written in them") {
  DatabaseDefinition definition;
  definition.name = "values";
  definition.dialect = Dialect::postgresql;
  definition.tables.push_back(
      test::table_of("film", {test::with_values(test::column_of("a", "mood"), {"calm"}),
                              test::with_values(test::column_of("b", "\"Mood\"[]"), {"low"}),
                              test::with_values(test::column_of("c", "\"My (\"\" kind\""), {"x"}),
                              test::column_of("d", "\"char\""),
                              test::column_of("e", "\"open); DROP TABLE film; --")}));
  const auto database = Database::make(definition);
  const std::string postgresql = export_ddl(*database, Dialect::postgresql);
  CHECK(mentions(postgresql, "CREATE TYPE mood AS ENUM ('calm');"));
  CHECK(mentions(postgresql, "CREATE TYPE \"Mood\" AS ENUM ('low');"));
  CHECK(mentions(postgresql, "CREATE TYPE \"My (\"\" kind\" AS ENUM ('x');"));
  CHECK(mentions(postgresql, "\"d\" \"char\""));
  CHECK_FALSE(mentions(postgresql, "Types that have to exist"));
  const Changes changes = changes_between(database, read_again(*database, Dialect::postgresql));
  CHECK(changes == Changes{"film.e is TEXT"});
  const std::string mysql = export_ddl(*database, Dialect::mysql);
  CHECK(mentions(mysql, "`c` ENUM('x')"));
  CHECK(mentions(mysql, "`d` CHAR(1)"));
}

TEST_CASE("text of a schema does not become part of the script") {
  const std::string bad =
      "x'); DROP TABLE customer; -- \\'\nGO\n/\n!rm\n\\! rm\n'); DROP TABLE t; --";
  DatabaseDefinition definition;
  definition.name = bad;
  definition.description = bad;
  for (const std::string type : {"INTEGER", "int); DROP TABLE customer; --", "int -- x",
                                 "int\nGO\nDROP TABLE customer", "text 'x", "enum('a\\',b')"}) {
    TableDefinition table = test::table_of(
        bad + type, {test::with_values(test::column_of(bad, type, bad), {bad, "\\", "'"}),
                     test::column_of("other", type)});
    table.description = bad;
    table.qualifier = "a; DROP TABLE customer; --";
    table.members = {2, bad, bad};
    table.kind = type == "INTEGER" ? TableKind::family : TableKind::table;
    definition.tables.push_back(std::move(table));
  }
  for (std::size_t from = 0; from < sql::dialect_count; ++from) {
    definition.dialect = dialect_number(from);
    const auto database = Database::make(definition);
    for (std::size_t to = 0; to < sql::dialect_count; ++to) {
      const Dialect dialect = dialect_number(to);
      const std::string script = export_ddl(*database, dialect);
      std::size_t drops = 0, tables = 0;
      sql::read_ddl(script, {.dialect = dialect}, [&](sql::DdlStatement &&statement, std::size_t) {
        drops += std::holds_alternative<sql::DropObject>(statement) ? 1 : 0;
        tables += std::holds_alternative<sql::CreateTable>(statement) ? 1 : 0;
      });
      CHECK(drops == 0);
      CHECK(tables == definition.tables.size());
      // Clients of these end a statement within a string.
      if (is_one_of(dialect, {Dialect::sqlserver, Dialect::oracle, Dialect::db2})) {
        CHECK(!mentions(script, "\n!rm"));
        CHECK(!mentions(script, "\n/\n"));
      }
    }
  }
}

TEST_CASE("the schemas of the corpus survive an export in their dialect") {
  const auto folder = test::data_directory() / "ddl_corpus";
  if (!std::filesystem::exists(folder)) return test::skip("no corpus of definitions");
  std::size_t scripts = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(".sql") && !file.ends_with(".sql.gz")) continue;
    CAPTURE(file);
    ++scripts;
    const auto database = load(entry.path().string(), {.samples = 0}).front();
    const auto again = read_again(*database, database->dialect());
    for (const std::string &change : changes_between(database, again)) {
      CAPTURE(change);
      const auto ends = [&](std::string_view end) { return change.ends_with(end); };
      const std::string table = change.substr(0, change.find(' '));
      // Named in `export_ddl` and above.
      const bool is_known = ends(" is not computed") || ends(" is a table") || ends(" is a view") ||
                            ends(" is described otherwise") || ends(" is untyped") ||
                            mentions(change, " is Nullable(") ||
                            // An inferred key; those that are declared are never lost.
                            mentions(change, " does not refer to ") ||
                            // The values of a view's column are those of its table's.
                            ends(" may be anything") ||
                            // A view or table whose columns are unknown.
                            ends(" is gone") ||
                            // One line instead of several.
                            mentions(change, " is described as ") ||
                            // A computed column of SQL Server.
                            ends("TotalDue may be NULL");
      CHECK(is_known);
    }
    const auto declared = [](const Database &of) {
      return std::ranges::count(of.foreign_keys(), KeyEvidence::declared, &ForeignKey::evidence);
    };
    CHECK(declared(*again) == declared(*database));
  }
  CHECK(scripts == 50);
}

}  // namespace sluice
