#include "sluice/schema/schema_difference.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/core/json.hpp"
#include "sluice/schema/load.hpp"
#include "support/changes.hpp"
#include "support/whole_schema.hpp"

namespace sluice {
namespace {

using Changes = std::vector<std::string>;
using sql::Dialect;
using test::changes_between;

std::shared_ptr<const Database> made(std::string_view script, Dialect dialect) {
  LoadOptions options;
  options.dialect = dialect;
  return load_ddl(script, "shop", "shop.sql", options);
}

}  // namespace

TEST_CASE("a schema does not differ from itself, whatever the order of its parts") {
  for (std::size_t i = 0; i < sql::dialect_count; ++i) {
    DatabaseDefinition definition = test::whole_schema(static_cast<Dialect>(i));
    const auto whole = Database::make(definition);
    std::ranges::reverse(definition.foreign_keys);
    definition.tables[test::whole_customer].title = "other";
    definition.tables[test::whole_order].columns[3].samples = {"new"};
    std::ranges::reverse(definition.tables[test::whole_order].columns[3].values);
    CHECK(changes_between(whole, Database::make(definition)) == Changes{});
  }
}

TEST_CASE("each part of a schema that changes is a difference") {
  const auto before = made(
      "CREATE TABLE a (id INT PRIMARY KEY, old TEXT, n INT, s VARCHAR(3) CHECK (s IN ('x','y')));"
      "CREATE TABLE b (id INT PRIMARY KEY, a_id INT REFERENCES a (id));"
      "CREATE TABLE gone (id INT);",
      Dialect::postgresql);
  const auto after =
      made("CREATE TABLE a (id INT, fresh DATE, n BIGINT NOT NULL, s VARCHAR(3) CHECK (s IN ('x')),"
           " PRIMARY KEY (id, n));"
           "COMMENT ON TABLE a IS 'All a'; COMMENT ON COLUMN a.n IS 'How many';"
           "CREATE TABLE b (id INT PRIMARY KEY, a_id INT);"
           "CREATE TABLE added (id INT);",
           Dialect::postgresql);
  CHECK(changes_between(before, after) ==
        Changes{"a has the key (id,n)", "a is described as All a", "a.fresh is new",
                "a.n is BIGINT", "a.n is described as How many", "a.n is not NULL", "a.old is gone",
                "a.s is one of x", "added is new", "b does not refer to a by a_id",
                "gone is gone"});
  const std::string text =
      difference_text(compare_schemas(*Catalog::make({before}), *Catalog::make({after})));
  CHECK(text.starts_with("shop: tables added 1, removed 1, changed 2\n"));
  CHECK(text.find("    ~ n: type INT → BIGINT; not NULL; description \"\" → \"How many\"\n") !=
        text.npos);
  CHECK(text.find("  + added (id)\n") != text.npos);
}

TEST_CASE("names are compared as their engine compares them") {
  const auto changes = [](Dialect dialect) {
    return changes_between(made("CREATE TABLE \"Item\" (\"Id\" INT)", dialect),
                           made("CREATE TABLE \"item\" (\"id\" INT)", dialect));
  };
  for (const Dialect dialect :
       {Dialect::sqlite, Dialect::sqlserver, Dialect::duckdb, Dialect::trino}) {
    CHECK(changes(dialect) == Changes{});
  }
  for (const Dialect dialect : {Dialect::postgresql, Dialect::oracle, Dialect::snowflake,
                                Dialect::db2, Dialect::clickhouse, Dialect::redshift}) {
    CHECK(changes(dialect) == Changes{"Item is gone", "item is new"});
  }
  // Engines that fold names differently mean the same.
  CHECK(changes_between(made("CREATE TABLE Item (Id INT)", Dialect::oracle),
                        made("CREATE TABLE Item (Id INT)", Dialect::postgresql)) == Changes{});
  // Of two names that differ by case only, each is paired with its own.
  CHECK(changes_between(made("CREATE TABLE t (\"Id\" INT, id TEXT)", Dialect::sqlite),
                        made("CREATE TABLE t (id TEXT, \"Id\" INT)", Dialect::sqlite)) ==
        Changes{});
}

TEST_CASE("a type is the same under another name") {
  const auto is_same = [](const std::string &a, const std::string &b, Dialect dialect,
                          Dialect other) {
    return changes_between(made("CREATE TABLE t (c " + a + ")", dialect),
                           made("CREATE TABLE t (c " + b + ")", other))
        .empty();
  };
  const auto in_one = [&](const std::string &a, const std::string &b, Dialect dialect) {
    return is_same(a, b, dialect, dialect);
  };
  CHECK(in_one("varchar(20)", "CHARACTER VARYING (20)", Dialect::postgresql));
  CHECK(in_one("serial", "integer", Dialect::postgresql));
  CHECK(in_one("timestamp(3) without time zone", "timestamp(3)", Dialect::postgresql));
  CHECK(in_one("int(10) unsigned", "int unsigned", Dialect::mysql));
  CHECK(!in_one("varchar(20)", "varchar(21)", Dialect::postgresql));
  CHECK(!in_one("integer", "bigint", Dialect::postgresql));
  CHECK(!in_one("json", "jsonb", Dialect::postgresql));
  CHECK(!in_one("int(10)", "int unsigned", Dialect::mysql));
  CHECK(!in_one("tinyint(1)", "tinyint", Dialect::mysql));
  CHECK(is_same("NUMBER(10)", "integer", Dialect::oracle, Dialect::postgresql));
  CHECK(is_same("VARCHAR2(20)", "text", Dialect::oracle, Dialect::postgresql));
  CHECK(is_same("bytea", "LONGBLOB", Dialect::postgresql, Dialect::mysql));
  CHECK(!is_same("DATE", "date", Dialect::oracle, Dialect::mysql));  // Oracle's has a time
  CHECK(!is_same("text", "int", Dialect::postgresql, Dialect::mysql));
  CHECK(!is_same("hstore", "geometry", Dialect::postgresql, Dialect::mysql));
}

TEST_CASE("databases are paired by name, or because there is one of each") {
  const auto named = [](std::string name, std::string_view script) {
    return load_ddl(script, std::move(name), "x.sql");
  };
  const auto a = named("a", "CREATE TABLE t (x INT)"), b = named("b", "CREATE TABLE t (x INT)");
  const auto c = named("c", "CREATE TABLE u (x INT)");
  CHECK(changes_between(a, b) == Changes{});
  const auto changes = test::changes_of(compare_schemas(
      *Catalog::make({a, b}), *Catalog::make({c, named("A", "CREATE TABLE t (y INT)")})));
  CHECK(changes == Changes{"database b is gone", "database c is new", "t is gone", "t.x is gone",
                           "t.y is new", "u is new"});
}

TEST_CASE("the JSON of a difference says the same") {
  const auto before = made("CREATE TABLE t (a INT, b TEXT)", Dialect::postgresql);
  const auto after = made("CREATE TABLE t (a BIGINT, c TEXT)", Dialect::postgresql);
  const std::vector<SkippedItem> skipped{{"x.sql:3", "cannot be \"read\""}};
  const std::string json =
      difference_json(compare_schemas(*Catalog::make({before}), *Catalog::make({after})), skipped);
  const JsonDocument document = JsonDocument::parse(json);
  const JsonValue root = document.root();
  CHECK(!root.at("equal").as_bool());
  const JsonValue database = *root.at("databases").begin();
  CHECK(database.at("name").as_string() == "shop");
  CHECK(database.at("change").as_string() == "changed");
  const JsonValue table = *database.at("tables").begin();
  Changes columns;
  for (const JsonValue column : table.at("columns")) {
    columns.push_back(std::string(column.at("name").as_string()) + ' ' +
                      std::string(column.at("change").as_string()));
  }
  CHECK(columns == Changes{"a changed", "c added", "b removed"});
  const JsonValue type = (*table.at("columns").begin()).at("type");
  CHECK(type.at("before").as_string() == "INT");
  CHECK(type.at("after").as_string() == "BIGINT");
  CHECK((*root.at("skipped").begin()).at("where").as_string() == "x.sql:3");
  CHECK(JsonDocument::parse(difference_json({})).root().at("equal").as_bool());
}

}  // namespace sluice
