#include "sluice/sql/quote.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/sql/ddl.hpp"
#include "support/memory_database.hpp"

using namespace sluice;
using sql::Dialect;
using sql::quoted_identifier;
using sql::quoted_string;

namespace {

std::vector<Dialect> all_dialects() {
  std::vector<Dialect> dialects;
  for (std::size_t i = 0; i < sql::dialect_count; ++i) dialects.push_back(static_cast<Dialect>(i));
  return dialects;
}

std::string path_of(const std::vector<std::string_view> &parts, Dialect dialect) {
  return sql::quoted_path(parts, dialect);
}

/// The tables that a script defines.
std::vector<sql::CreateTable> tables_in(const std::string &script, Dialect dialect) {
  std::vector<sql::CreateTable> tables;
  sql::read_ddl(script, {.dialect = dialect}, [&](sql::DdlStatement &&statement, std::size_t) {
    REQUIRE(std::holds_alternative<sql::CreateTable>(statement));
    tables.push_back(std::get<sql::CreateTable>(std::move(statement)));
  });
  return tables;
}

std::string random_name(Random &random) {
  constexpr std::string_view characters = "aB1_ \"'`[]\\.;-/*$\n\r#@,()é";
  std::string name;
  for (std::uint64_t size = 1 + random.below(8); size > 0; --size)
    name += characters[random.below(characters.size() - 2)];
  if (random.below(4) == 0) name += "é";
  return name;
}

}  // namespace

TEST_CASE("SQLite's names are quoted only if some dialect does not accept them unquoted") {
  const auto quoted = [](std::string_view name) {
    return quoted_identifier(name, Dialect::sqlite);
  };
  CHECK(quoted("name") == "name");
  CHECK(quoted("_Id2") == "_Id2");
  CHECK(quoted("running time") == "\"running time\"");
  CHECK(quoted("2nd") == "\"2nd\"");
  CHECK(quoted("say \"hi\"") == "\"say \"\"hi\"\"\"");
  CHECK(quoted("größe") == "\"größe\"");
  CHECK(quoted("order") == "\"order\"");
  CHECK(quoted("OrDeR") == "\"OrDeR\"");
  CHECK(quoted("offset") == "offset");
  CHECK(quoted("") == "\"\"");
  CHECK(quoted("a.b") == "\"a.b\"");
}

TEST_CASE("each dialect has its own quotes, and a name cannot end them") {
  const auto quoted = [](Dialect dialect) { return quoted_identifier("a\"`]\\ b", dialect); };
  CHECK(quoted(Dialect::postgresql) == "\"a\"\"`]\\ b\"");
  CHECK(quoted(Dialect::mysql) == "`a\"``]\\ b`");
  CHECK(quoted(Dialect::mariadb) == "`a\"``]\\ b`");
  CHECK(quoted(Dialect::spark) == "`a\"``]\\ b`");
  CHECK(quoted(Dialect::clickhouse) == "`a\"``]\\\\ b`");
  CHECK(quoted(Dialect::bigquery) == "`a\"\\`]\\\\ b`");
  CHECK(quoted(Dialect::sqlserver) == "[a\"`]]\\ b]");
  for (const Dialect dialect :
       {Dialect::sqlite, Dialect::oracle, Dialect::snowflake, Dialect::db2, Dialect::redshift,
        Dialect::duckdb, Dialect::trino, Dialect::permissive}) {
    CHECK(quoted(dialect) == "\"a\"\"`]\\ b\"");
  }
}

TEST_CASE("names are quoted whose letters the dialect would fold") {
  for (const Dialect dialect : all_dialects()) {
    CAPTURE(sql::dialect_name(dialect));
    const bool to_lower = dialect == Dialect::postgresql || dialect == Dialect::redshift;
    const bool to_upper =
        dialect == Dialect::oracle || dialect == Dialect::snowflake || dialect == Dialect::db2;
    CHECK((quoted_identifier("CUSTOMER_ID", dialect) != "CUSTOMER_ID") == to_lower);
    CHECK((quoted_identifier("customer_id", dialect) != "customer_id") == to_upper);
    CHECK((quoted_identifier("customerId", dialect) != "customerId") == (to_lower || to_upper));
  }
  CHECK(quoted_identifier("_ID", Dialect::oracle) == "\"_ID\"");
  CHECK(quoted_identifier("_ID", Dialect::snowflake) == "_ID");
}

TEST_CASE("words are quoted that the dialect reserves, in any case, and no others") {
  const auto is_bare = [](std::string_view word, Dialect dialect) {
    return quoted_identifier(word, dialect) == word;
  };
  CHECK(!is_bare("user", Dialect::postgresql));
  CHECK(is_bare("user", Dialect::mysql));
  CHECK(!is_bare("offset", Dialect::mariadb));
  CHECK(!is_bare("rank", Dialect::mysql));
  CHECK(!is_bare("qualify", Dialect::duckdb));
  CHECK(!is_bare("Percent", Dialect::sqlserver));
  CHECK(!is_bare("LEVEL", Dialect::oracle));
  CHECK(!is_bare("INCREMENT", Dialect::snowflake));
  CHECK(!is_bare("hash", Dialect::bigquery));
  CHECK(!is_bare("snapshot", Dialect::redshift));
  CHECK(!is_bare("prewhere", Dialect::clickhouse));
  CHECK(!is_bare("anti", Dialect::spark));
  CHECK(!is_bare("uescape", Dialect::trino));
  CHECK(!is_bare("DAYS", Dialect::db2));
  for (const std::string_view word : {"percent", "prewhere", "snapshot", "uescape", "minus"})
    CHECK(!is_bare(word, Dialect::permissive));
  for (const Dialect dialect : all_dialects()) {
    CHECK(!is_bare("select", dialect));
    CHECK(!is_bare("ORDER", dialect));
    CHECK(quoted_identifier("customers", Dialect::permissive) == "customers");
  }
}

TEST_CASE("the parts of a path are quoted one by one, in BigQuery all together") {
  CHECK(path_of({"sales", "orders"}, Dialect::postgresql) == "sales.orders");
  CHECK(path_of({"sales", "Order"}, Dialect::postgresql) == "sales.\"Order\"");
  CHECK(path_of({"db", "dbo", "Order Details"}, Dialect::sqlserver) == "db.dbo.[Order Details]");
  CHECK(path_of({"data", "events"}, Dialect::bigquery) == "data.events");
  CHECK(path_of({"my-project", "data", "events_*"}, Dialect::bigquery) ==
        "`my-project.data.events_*`");
}

TEST_CASE("strings cannot be ended by their text in any dialect") {
  CHECK(quoted_string("it's \\", Dialect::sqlite) == "'it''s \\'");
  CHECK(quoted_string("it's \\", Dialect::postgresql) == "'it''s \\'");
  CHECK(quoted_string("it's \\", Dialect::mysql) == "'it''s \\\\'");
  CHECK(quoted_string("it's \\\n", Dialect::bigquery) == "'it\\'s \\\\\\n'");
  CHECK(quoted_string("it's \\", Dialect::snowflake) == "'it''s \\\\'");
}

TEST_CASE("a reader of definitions finds each quoted name unchanged, in every dialect") {
  Random random(7);
  for (const Dialect dialect : all_dialects()) {
    CAPTURE(sql::dialect_name(dialect));
    for (int round = 0; round < 200; ++round) {
      std::string table = random_name(random);
      const std::string column = random_name(random);
      if (dialect == Dialect::bigquery || dialect == Dialect::spark)
        std::ranges::replace(table, '.', ':');  // dots separate
      CAPTURE(table);
      CAPTURE(column);
      const auto tables = tables_in("CREATE TABLE " + quoted_identifier(table, dialect) + " (" +
                                        quoted_identifier(column, dialect) + " INT);\n",
                                    dialect);
      REQUIRE(tables.size() == 1);
      REQUIRE(tables[0].columns.size() == 1);
      CHECK(tables[0].name.back().text == table);
      CHECK(tables[0].columns[0].name.text == column);
      CHECK(tables[0].columns[0].type.text == "INT");
    }
  }
}

TEST_CASE(
    "a reader of definitions finds each quoted string unchanged, where columns have comments") {
  Random random(8);
  for (const Dialect dialect :
       {Dialect::sqlite, Dialect::mysql, Dialect::mariadb, Dialect::snowflake, Dialect::clickhouse,
        Dialect::spark, Dialect::trino}) {
    CAPTURE(sql::dialect_name(dialect));
    for (int round = 0; round < 200; ++round) {
      const std::string text = random_name(random);
      CAPTURE(text);
      const auto tables = tables_in(
          "CREATE TABLE t (c INT COMMENT " + quoted_string(text, dialect) + ");\n", dialect);
      REQUIRE(tables.size() == 1);
      REQUIRE(tables[0].columns.size() == 1);
      CHECK(tables[0].columns[0].comment == text);
    }
  }
}

TEST_CASE("SQLite reads every quoted name, its keywords included, as that name") {
  std::vector<std::string> names{"plain", "running time", "say \"hi\"", "2nd",  "größe", "a.b",
                                 "it's",  "[x]",          "`y`",        "true", "rowid2"};
  for (int k = 0; k < sqlite3_keyword_count(); ++k) {
    const char *keyword = nullptr;
    int size = 0;
    REQUIRE(sqlite3_keyword_name(k, &keyword, &size) == SQLITE_OK);
    names.emplace_back(keyword, static_cast<std::size_t>(size));
  }
  for (const std::string &name : names) {
    CAPTURE(name);
    const std::string quoted = quoted_identifier(name, Dialect::sqlite);
    test::MemoryDatabase database;
    CHECK(database.ask("CREATE TABLE " + quoted + " (x, " + quoted + " TEXT)") == "(none)");
    CHECK(database.ask("INSERT INTO " + quoted + " VALUES (1, 'found')") == "(none)");
    CHECK(database.ask("SELECT " + quoted + " FROM " + quoted + " WHERE " + quoted +
                       " IS NOT NULL") == "found");
    CHECK(database.ask("SELECT name FROM sqlite_master WHERE type = 'table'") == name);
    CHECK(database.ask("SELECT t." + quoted + " FROM " + quoted + " AS t JOIN " + quoted +
                       " AS u ON t." + quoted + " = u." + quoted + " GROUP BY t." + quoted) ==
          "found");
  }
}
