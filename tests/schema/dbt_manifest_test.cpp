/// One file, because all cases change the same small project, whose makers are at its start.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "schema/dbt/dbt_text.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"
#include "support/dbt_files.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::DbtFiles;
using test::find_column;
using test::find_table;

std::string manifest(std::string_view nodes, std::string_view sources = "",
                     std::string_view more = "") {
  return fmt::format(
      R"json({{"metadata": {{"dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v11.json",
      "adapter_type": "postgres", "project_name": "wines"}},
      "nodes": {{{}}}, "sources": {{{}}}{}}})json",
      nodes, sources, more);
}

std::string catalog(std::string_view nodes, std::string_view sources = "") {
  return fmt::format(
      R"json({{"metadata": {{"dbt_schema_version": "https://schemas.getdbt.com/dbt/catalog/v1.json"}},
      "nodes": {{{}}}, "sources": {{{}}}}})json",
      nodes, sources);
}

/// A model with some more members.
std::string model(std::string_view name, std::string_view more = "") {
  return fmt::format(
      R"json("model.wines.{0}": {{"resource_type": "model", "name": "{0}", "package_name": "wines",
      "database": "cellar", "schema": "public", "alias": "{0}",
      "relation_name": "\"cellar\".\"public\".\"{0}\""{1}{2}}})json",
      name, more.empty() ? "" : ", ", more);
}

std::string generic_test(std::string_view id, std::string_view child, std::string_view name,
                         std::string_view kwargs, std::string_view more = "") {
  return fmt::format(
      R"json("test.wines.{}": {{"resource_type": "test", "attached_node": "model.wines.{}",
      "test_metadata": {{"name": "{}", "kwargs": {{{}}}}}{}{}}})json",
      id, child, name, kwargs, more.empty() ? "" : ", ", more);
}

std::string catalog_entry(std::string_view name, std::string_view columns,
                          std::string_view type = "BASE TABLE") {
  return fmt::format(
      R"json("model.wines.{0}": {{"metadata": {{"type": "{2}", "database": "cellar",
      "schema": "public", "name": "{0}", "comment": "From the engine."}},
      "columns": {{{1}}}}})json",
      name, columns, type);
}

std::string column_names(const TableDefinition &table) {
  std::string names;
  for (const ColumnDefinition &column : table.columns)
    names += (names.empty() ? "" : " ") + column.name;
  return names;
}

}  // namespace

TEST_CASE("a manifest's models, seeds, snapshots and sources are tables") {
  DbtFiles files;
  files.add(
      "manifest.json",
      manifest(
          model("wine", R"json("config": {"materialized": "table"}, "description": " All wines.\n",
            "columns": {"id": {"name": "id", "description": "Its number.", "data_type": "bigint"},
                        "name": {"name": "name", "description": ""}})json") +
              "," + model("sold", R"json("config": {"materialized": "view"})json") + "," +
              model("totals", R"json("config": {"materialized": "materialized_view"})json") + "," +
              R"json("model.wines.hidden": {"resource_type": "model", "name": "hidden",
               "config": {"materialized": "ephemeral"}, "relation_name": null},
               "seed.wines.country": {"resource_type": "seed", "name": "country",
               "database": "cellar", "schema": "lists", "alias": "countries",
               "columns": {"code": {"name": "code"}},
               "config": {"column_types": {"code": "char(2)", "other": "text"
}
}
},
               "snapshot.wines.old": {"resource_type": "snapshot", "name": "old",
               "database": "cellar", "schema": "lists", "alias": "old"},
               "analysis.wines.x": {"resource_type": "analysis", "name": "x"},
               "operation.wines.y": {"resource_type": "operation", "name": "y"})json",
          R"json("source.wines.shop.orders": {"resource_type": "source", "name": "orders",
           "source_name": "shop", "source_description": "Of the shop.", "database": "raw",
           "schema": "shop", "identifier": "ORDERS", "relation_name": "raw.shop.ORDERS"})json",
          R"json(, "semantic_models": {"s": {"name": "s"}}, "metrics": {"m": {"name": "m"}})json"));
  const auto databases = files.read();
  REQUIRE(databases.size() == 2);
  CHECK(files.skipped.empty());
  const DatabaseDefinition &cellar = databases[0];
  CHECK(cellar.name == "cellar");
  CHECK(cellar.dialect == sql::Dialect::postgresql);
  REQUIRE(cellar.tables.size() == 5);
  const TableDefinition &wine = find_table(cellar, "wine");
  CHECK(wine.qualifier.empty());  // the default schema
  CHECK(wine.description == "All wines.");
  CHECK(column_names(wine) == "id name");
  CHECK(wine.columns[0].type == "bigint");
  CHECK(wine.columns[0].description == "Its number.");
  CHECK(find_table(cellar, "sold").kind == TableKind::view);
  CHECK(find_table(cellar, "totals").kind == TableKind::materialized_view);
  CHECK(find_table(cellar, "countries").qualifier == "lists");
  CHECK(find_table(cellar, "countries").columns[0].type == "char(2)");
  CHECK(find_table(cellar, "countries").columns.size() == 1);
  CHECK(find_table(cellar, "old").qualifier == "lists");
  CHECK(databases[1].name == "raw");
  CHECK(databases[1].description == "Of the shop.");
  CHECK(databases[1].tables[0].name == "ORDERS");
  CHECK(databases[1].tables[0].qualifier == "shop");
}

TEST_CASE("a seed and a source that are the same table are one table") {
  DbtFiles files;
  files.add(
      "manifest.json",
      manifest(R"json("seed.wines.country": {"resource_type": "seed", "name": "country",
      "relation_name": "\"cellar\".\"raw\".\"country\"", "description": "",
      "columns": {"code": {"name": "code", "description": ""}}})json",
               R"json("source.wines.lists.country": {"resource_type": "source", "name": "country",
      "source_name": "lists", "relation_name": "cellar.raw.COUNTRY", "description": "Of origin.",
      "columns": {"Code": {"name": "Code", "description": "ISO 3166."}}})json"));
  const auto databases = files.read();
  REQUIRE(databases.size() == 1);
  REQUIRE(databases[0].tables.size() == 1);
  CHECK(databases[0].tables[0].description == "Of origin.");
  REQUIRE(databases[0].tables[0].columns.size() == 1);
  CHECK(databases[0].tables[0].columns[0].name == "code");
  CHECK(databases[0].tables[0].columns[0].description == "ISO 3166.");
}

TEST_CASE("tests of a manifest become keys, values and columns without nulls") {
  DbtFiles files;
  files.add(
      "manifest.json",
      manifest(
          // Tests come before what they are about.
          generic_test("a", "wine", "unique", R"json("column_name": "id")json") + "," +
          generic_test("b", "wine", "not_null", R"json("column_name": "\"id\"")json") + "," +
          generic_test("c", "wine", "not_null", R"json("column_name": "color")json") + "," +
          generic_test("d", "wine", "accepted_values",
                       R"json("column_name": "color", "values": ["red", "white", 3, true])json") +
          "," +
          generic_test("e", "wine", "accepted_values",
                       R"json("column_name": "year", "arguments": {"values": ["1990"]})json") +
          "," +
          // Tests of some rows, of expressions, and of other kinds say nothing.
          generic_test("f", "wine", "not_null", R"json("column_name": "name")json",
                       R"json("config": {"where": "id > 7"})json") +
          "," + generic_test("g", "wine", "unique", R"json("column_name": "id || name")json") +
          "," +
          generic_test("h", "wine", "expression_is_true", R"json("expression": "id > 0")json") +
          "," +
          generic_test(
              "i", "sold", "relationships",
              R"json("column_name": "wine_id", "to": "ref('wine')", "field": "id")json",
              R"json("depends_on": {"nodes": ["model.wines.wine", "model.wines.sold"]})json") +
          "," +
          generic_test("j", "sold", "unique_combination_of_columns",
                       R"json("combination_of_columns": ["day", "wine_id"])json") +
          "," + model("wine", R"json("columns": {"id": {"name": "id"}, "color": {"name": "color"},
            "year": {"name": "year"}, "name": {"name": "name"}})json") +
          "," + model("sold", R"json("columns": {"wine_id": {"name": "wine_id"}})json")));
  const auto databases = files.read();
  REQUIRE(databases.size() == 1);
  CHECK(files.skipped.empty());
  const DatabaseDefinition &cellar = databases[0];
  const TableDefinition &wine = find_table(cellar, "wine");
  CHECK(wine.primary_key == std::vector<std::size_t>{0});
  CHECK(!find_column(wine, "id").nullable);
  CHECK(!find_column(wine, "color").nullable);
  CHECK(find_column(wine, "name").nullable);
  CHECK(find_column(wine, "color").values == std::vector<std::string>{"red", "white", "3", "true"});
  CHECK(find_column(wine, "year").values == std::vector<std::string>{"1990"});
  CHECK(column_names(wine) == "id color year name");
  // A column that only a test names is a column, too.
  const TableDefinition &sold = find_table(cellar, "sold");
  CHECK(column_names(sold) == "wine_id day");
  CHECK(sold.primary_key == std::vector<std::size_t>{1, 0});
  REQUIRE(cellar.foreign_keys.size() == 1);
  const ForeignKeyDefinition &key = cellar.foreign_keys[0];
  CHECK(key.evidence == KeyEvidence::tested);
  CHECK(cellar.tables[key.table].name == "sold");
  CHECK(cellar.tables[key.referenced_table].name == "wine");
  CHECK(key.columns == std::vector<std::size_t>{0});
  CHECK(key.referenced_columns == std::vector<std::size_t>{0});
}

TEST_CASE("the tables of a test are found without attached_node") {
  const auto keys_of = [](std::string_view test) {
    DbtFiles files;
    files.add("manifest.json",
              manifest(model("wine") + "," + model("sold") + ", \"t\": " + std::string(test)));
    const auto databases = files.read();
    std::string keys;
    for (const ForeignKeyDefinition &key : databases.at(0).foreign_keys) {
      keys += databases[0].tables[key.table].name + ">" +
              databases[0].tables[key.referenced_table].name + " ";
    }
    return keys;
  };
  const auto relationship = [&](std::string_view kwargs, std::string_view nodes) {
    return keys_of(fmt::format(
        R"json({{"resource_type": "test", "depends_on": {{"nodes": [{}]}}, "package_name": "wines",
        "test_metadata": {{"name": "relationships", "kwargs":
        {{"column_name": "wine_id", "field": "id"{}}}}}}})json",
        nodes, kwargs));
  };
  constexpr std::string_view both = R"json("model.wines.wine", "model.wines.sold")json";
  CHECK(relationship(R"json(, "to": "ref('wine')")json", both) == "sold>wine ");
  CHECK(relationship(R"json(, "to": "ref('wines', 'wine')")json", both) == "sold>wine ");
  CHECK(relationship(R"json(, "to": "{{ some_macro('x') }}")json", both) == "sold>wine ");
  CHECK(relationship(
            R"json(, "to": "ref('wine')", "model": "{{ get_where_subquery(ref('sold')) }}")json",
            R"json("model.wines.sold", "model.wines.wine")json") == "sold>wine ");
  CHECK(relationship(R"json(, "to": "ref('wine')", "model": "{{ ref('sold') }}")json", "") ==
        "sold>wine ");
  CHECK(relationship(R"json(, "to": "ref('beer')", "model": "{{ ref('sold') }}")json", "") == "");
  CHECK(relationship(R"json(, "to": "ref('wine')")json", R"json("model.wines.wine")json") ==
        "wine>wine ");
}

TEST_CASE("a test of what is disabled is ignored, and others that fit nothing are reported") {
  DbtFiles files;
  files.add("manifest.json",
            manifest(model("wine") + "," +
                         generic_test("a", "gone", "unique", R"json("column_name": "id")json") +
                         "," + generic_test("b", "off", "unique", R"json("column_name": "id")json"),
                     "", R"json(, "disabled": {"model.wines.off": [{"name": "off"}]})json"));
  CHECK(files.read().at(0).tables.size() == 1);
  REQUIRE(files.skipped.size() == 1);
  CHECK(files.skipped[0].where == "manifest.json: test.wines.a");
}

TEST_CASE("a manifest's constraints are declared keys") {
  DbtFiles files;
  files.add("manifest.json",
            manifest(
                model("wine",
                      R"json("columns": {"id": {"name": "id", "constraints": [{"type": "not_null"},
            {"type": "primary_key"}]}, "color": {"name": "color", "constraints":
            [{"type": "check", "expression": "color in ('red', 'white')"
}]
}
})json") + "," + model("sold", R"json("columns": {"wine_id": {"name": "wine_id", "constraints":
            [{"type": "foreign_key", "to": "\"cellar\".\"public\".\"wine\"", "to_columns": ["id"]}]},
            "day": {"name": "day"}, "shop": {"name": "shop"}}, "constraints":
            [{"type": "primary_key", "columns": ["wine_id", "day"]},
             {"type": "foreign_key", "columns": ["day", "shop"], "expression": "REFERENCES opening (day, shop)"
},
             {"type": "foreign_key", "columns": ["shop"], "to": "ref('nothing')"},
             {"type": "custom", "expression": "x"}])json") +
                "," + model("opening")));
  const auto databases = files.read();
  REQUIRE(databases.size() == 1);
  const DatabaseDefinition &cellar = databases[0];
  const TableDefinition &wine = find_table(cellar, "wine");
  CHECK(wine.primary_key == std::vector<std::size_t>{0});
  CHECK(!wine.columns[0].nullable);
  CHECK(wine.columns[1].values == std::vector<std::string>{"red", "white"});
  CHECK(find_table(cellar, "sold").primary_key == std::vector<std::size_t>{0, 1});
  REQUIRE(cellar.foreign_keys.size() == 2);
  for (const ForeignKeyDefinition &key : cellar.foreign_keys)
    CHECK(key.evidence == KeyEvidence::declared);
  CHECK(cellar.foreign_keys[1].columns.size() == 2);
  CHECK(column_names(find_table(cellar, "opening")) == "day shop");
  REQUIRE(files.skipped.size() == 1);
  CHECK(test::contains(files.skipped[0].reason, "ref('nothing')"));
}

TEST_CASE("of several columns that are unique, one is the primary key") {
  DbtFiles files;
  files.add(
      "manifest.json",
      manifest(
          model("wine",
                R"json("primary_key": ["name", "id"], "columns": {"id": {}, "name": {}})json") +
          "," + generic_test("a", "wine", "unique", R"json("column_name": "id")json") + "," +
          generic_test("b", "wine", "unique", R"json("column_name": "name")json") + "," +
          model("sold", R"json("primary_key": ["day", "id"])json")));
  const auto databases = files.read();
  CHECK(find_table(databases.at(0), "wine").primary_key == std::vector<std::size_t>{1});
  CHECK(find_table(databases.at(0), "sold").primary_key.size() == 2);
}

TEST_CASE("a catalog lists the columns of the warehouse, in its order and spelling") {
  DbtFiles files;
  files.add(
      "catalog.json",
      catalog(catalog_entry("WINE", R"json("NAME": {"type": "TEXT", "index": 2, "name": "NAME",
        "comment": "Said twice."}, "ID": {"type": "NUMBER", "index": 1, "name": "ID"},
        "LABELCOLOR": {"type": "TEXT", "index": 3, "name": "LABELCOLOR"})json") +
              "," +
              catalog_entry("SOLD", R"json("D": {"type": "DATE", "index": 1, "name": "D"})json",
                            "VIEW")));
  std::string wine = model("wine", R"json("description": "All wines.",
      "columns": {"id": {"name": "id", "data_type": "int", "description": "Its number."},
      "name": {"name": "name"}, "labelColor": {"name": "labelColor"}, "gone": {"name": "gone"}})json");
  files.add("manifest.json",
            manifest(wine + "," +
                     generic_test("a", "wine", "unique", R"json("column_name": "id")json") + "," +
                     generic_test("b", "wine", "not_null", R"json("column_name": "id")json") + "," +
                     generic_test("c", "wine", "not_null", R"json("column_name": "lost")json")));
  const auto databases = files.read();
  REQUIRE(databases.size() == 1);
  REQUIRE(databases[0].tables.size() == 2);
  const TableDefinition &table = databases[0].tables[0];
  CHECK(table.name == "WINE");
  CHECK(table.description == "All wines.");
  CHECK(column_names(table) == "ID NAME LABELCOLOR");
  CHECK(table.columns[0].type == "NUMBER");
  CHECK(table.columns[0].description == "Its number.");
  CHECK(table.columns[1].description == "Said twice.");
  CHECK(table.columns[2].title == "labelColor");
  CHECK(table.columns[1].title.empty());
  CHECK(table.primary_key == std::vector<std::size_t>{0});
  CHECK(databases[0].tables[1].kind == TableKind::view);
  CHECK(databases[0].tables[1].description == "From the engine.");
  // What the warehouse does not have is reported.
  REQUIRE(files.skipped.size() == 2);
  CHECK(test::contains(files.skipped[0].reason, "\"gone\""));
  CHECK(test::contains(files.skipped[1].reason, "\"lost\""));
}

TEST_CASE("columns that differ by case only are matched exactly") {
  DbtFiles files;
  files.add("catalog.json",
            catalog(catalog_entry("wine", R"json("id": {"type": "A", "index": 1, "name": "id"},
        "ID": {"type": "B", "index": 2, "name": "ID"})json")));
  files.add("manifest.json", manifest(model("wine", R"json("columns": {"ID": {"name": "ID",
      "description": "Second."}, "Id": {"name": "Id", "description": "Neither."}})json")));
  const auto databases = files.read();
  const TableDefinition &table = databases.at(0).tables.at(0);
  REQUIRE(table.columns.size() == 2);
  CHECK(table.columns[0].description.empty());
  CHECK(table.columns[1].description == "Second.");
  REQUIRE(files.skipped.size() == 1);
  CHECK(test::contains(files.skipped[0].reason, "\"Id\""));
}

TEST_CASE("tables that differ by case only are two, if the warehouse has both or they are quoted") {
  const auto table_count = [](std::string_view catalog_nodes, std::string_view manifest_nodes) {
    DbtFiles files;
    if (!catalog_nodes.empty()) files.add("catalog.json", catalog(catalog_nodes));
    files.add("manifest.json", manifest(manifest_nodes));
    return files.read().at(0).tables.size();
  };
  const std::string both = model("wine") + "," + model("WINE");
  CHECK(table_count("", both) == 2);
  CHECK(table_count(catalog_entry("wine", "") + "," + catalog_entry("WINE", ""), both) == 2);
  CHECK(table_count("",
                    R"json("model.wines.a": {"resource_type": "model", "relation_name": "c.s.wine"},
      "model.wines.b": {"resource_type": "model", "relation_name": "c.s.WINE"})json") == 1);
}

TEST_CASE("the fields of nested columns follow them") {
  DbtFiles files;
  files.add(
      "catalog.json",
      catalog(catalog_entry("wine",
                            R"json("tags": {"type": "STRUCT<a STRING, b ARRAY<STRUCT<c INT64>>>",
        "index": 1, "name": "tags"}, "id": {"type": "INT64", "index": 2, "name": "id"})json") +
              "," +
              catalog_entry("events", R"json("p": {"type": "ARRAY<STRUCT<k STRING>>", "index": 1,
        "name": "p"}, "p.k": {"type": "STRING", "index": 2, "name": "p.k"})json")));
  files.add("manifest.json", manifest(model("wine", R"json("columns": {"tags.a": {"name": "tags.a",
      "description": "First."}})json") +
                                      "," + model("sold", R"json("columns": {"x.y": {"name": "x.y"},
      "x": {"name": "x"}, "a.b": {"name": "a.b"}})json")));
  const auto databases = files.read();
  const TableDefinition &wine = find_table(databases.at(0), "wine");
  CHECK(column_names(wine) == "tags tags.a tags.b tags.b.c id");
  CHECK(find_column(wine, "tags.a").nested);
  CHECK(find_column(wine, "tags.a").description == "First.");
  CHECK(!find_column(wine, "id").nested);
  CHECK(column_names(find_table(databases[0], "events")) == "p p.k");
  CHECK(find_column(find_table(databases[0], "events"), "p.k").nested);
  const TableDefinition &sold = find_table(databases[0], "sold");
  CHECK(column_names(sold) == "x x.y a.b");
  CHECK(find_column(sold, "x.y").nested);
  CHECK(!find_column(sold, "a.b").nested);  // a column with a dot in its name
  CHECK(files.skipped.empty());
}

TEST_CASE("BigQuery's tables by day are one family") {
  DbtFiles files;
  files.add("catalog.json", catalog(R"json("source.wines.web.events": {"metadata": {"type": "table",
      "database": "cellar", "schema": "web", "name": "events_*"}, "columns": {}, "stats":
      {"date_shards": {"value": 3}, "date_shard_min": {"value": "20200101"},
       "date_shard_max": {"value": 20200103}}},
      "source.wines.web.files": {"metadata": {"type": "external", "database": "cellar",
      "schema": "web", "name": "files"}, "columns": {"<unknown>": {"name": "<unknown>", "index": 1}}})json"));
  const auto databases = files.read();
  const TableDefinition &events = find_table(databases.at(0), "events_*");
  CHECK(events.kind == TableKind::family);
  CHECK(events.members.count == 3);
  CHECK(events.members.first == "events_20200101");
  CHECK(events.members.last == "events_20200103");
  CHECK(find_table(databases[0], "files").kind == TableKind::external);
  CHECK(find_table(databases[0], "files").columns.empty());
}

TEST_CASE("the dialect is that of the adapter, unless another is given") {
  const auto dialect_of = [](std::string_view adapter, const LoadOptions &options = {}) {
    DbtFiles files;
    files.options = options;
    std::string text = manifest(model("wine"));
    text.replace(text.find("postgres"), 8, adapter);
    files.add("manifest.json", text);
    return files.read().at(0).dialect;
  };
  CHECK(dialect_of("snowflake") == sql::Dialect::snowflake);
  CHECK(dialect_of("bigquery") == sql::Dialect::bigquery);
  CHECK(dialect_of("redshift") == sql::Dialect::redshift);
  CHECK(dialect_of("databricks") == sql::Dialect::spark);
  CHECK(dialect_of("duckdb") == sql::Dialect::duckdb);
  CHECK(dialect_of("fabric") == sql::Dialect::sqlserver);
  CHECK(dialect_of("athena") == sql::Dialect::trino);
  CHECK(dialect_of("unheard") == sql::Dialect::permissive);
  CHECK(dialect_of("snowflake", {.dialect = sql::Dialect::oracle}) == sql::Dialect::oracle);
}

TEST_CASE("tables without a database are in one that is named after the project") {
  DbtFiles files;
  files.add("manifest.json", manifest(R"json("model.wines.wine": {"resource_type": "model",
      "relation_name": "`lake`.`wine`", "database": null, "schema": "lake"},
      "model.wines.sold": {"resource_type": "model", "name": "sold", "relation_name": "a query()"
})json"));
  const auto databases = files.read();
  REQUIRE(databases.size() == 1);
  CHECK(databases[0].name == "wines");
  CHECK(databases[0].tables[0].qualifier == "lake");
  CHECK(databases[0].tables[1].name == "sold");
}

TEST_CASE("what cannot be read costs only itself") {
  DbtFiles files;
  files.add("manifest.json", "{\"metadata\": {\"dbt_schema_version\": \"/dbt/manifest/\"}, ");
  files.add("catalog.json",
            catalog(catalog_entry("wine", "") + R"json(, "x": 7, "y": {"metadata": {}})json"));
  CHECK(files.read().at(0).tables.size() == 1);
  REQUIRE(files.skipped.size() == 3);
  CHECK(test::contains(files.skipped[2].where, "manifest.json:1:"));
  DbtFiles broken;
  broken.add("manifest.json", "{\"metadata\": {\"dbt_schema_version\": \"/dbt/manifest/\"}, ");
  test::check_code(ErrorCode::malformed, [&] { return broken.read(); });
  DbtFiles empty;
  empty.add("manifest.json", manifest(""));
  CHECK(test::what_of([&] { return empty.read(); }) ==
        "manifest.json: describes no table or view of a dbt project");
}

TEST_CASE("members of any type are read without harm") {
  for (const std::string_view bad : {"null", "1", "-1e300", "true", R"json("x")json", "[]", "{}",
                                     "[1]", R"json({"a": 1})json", "[[[]]]"}) {
    CAPTURE(bad);
    DbtFiles files;
    const std::string any(bad);
    files.add(
        "manifest.json",
        manifest(
            model("wine") + R"json(, "a": {"resource_type": "model", "name": )json" + any +
                R"json(, "columns": )json" + any + R"json(, "config": )json" + any +
                R"json(, "relation_name": )json" + any + R"json(, "constraints": [)json" + any +
                R"json(], "primary_key": )json" + any + R"json(, "description": )json" + any +
                R"json(}, "b": {"resource_type": "test", "test_metadata": {"name": "unique",
                           "kwargs": )json" +
                any + R"json(}, "depends_on": {"nodes": )json" + any + R"json(}}, "c": )json" + any,
            R"json("s": )json" + any,
            R"json(, "docs": )json" + any + R"json(, "disabled": {"x": )json" + any + "}"));
    files.add("catalog.json",
              catalog(R"json("a": {"metadata": {"name": "t*", "type": )json" + any +
                      R"json(, "schema": )json" + any + R"json(}, "columns": {"k": )json" + any +
                      R"json(}, "stats": {"date_shards": )json" + any + R"json(}}, "b": )json" +
                      any));
    CHECK_NOTHROW(files.load());
  }
}

TEST_CASE("the real project's files give what an independent reader found, also together") {
  const auto folder = test::data_directory() / "ddl_corpus";
  if (!std::filesystem::exists(folder / "expected.jsonl")) return test::skip("no schema files");
  const auto read = [&](std::initializer_list<std::string_view> names) {
    DbtFiles files;
    for (const std::string_view name : names)
      files.add(std::string(name), read_file((folder / name).string()));
    return std::pair(files.read(), files.skipped.size());
  };
  const auto [alone, skipped] = read({"jaffle_shop_v12_manifest.json.gz"});
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].foreign_keys.size() == 3);
  for (const auto &[databases, problems] :
       {read({"jaffle_shop_v12_manifest.json.gz", "jaffle_shop_v12_catalog.json"}),
        read({"jaffle_shop_properties.yml", "jaffle_shop_v12_catalog.json",
              "jaffle_shop_v12_manifest.json.gz"})}) {
    REQUIRE(databases.size() == 1);
    CHECK(problems == 0);
    CHECK(databases[0].name == "jaffle_shop");
    CHECK(databases[0].dialect == sql::Dialect::duckdb);
    CHECK(databases[0].tables.size() == 19);
    std::size_t columns = 0, keys = 0, described = 0, typed = 0;
    for (const TableDefinition &table : databases[0].tables) {
      columns += table.columns.size();
      keys += table.primary_key.empty() ? 0 : 1;
      for (const ColumnDefinition &column : table.columns) {
        described += column.description.empty() ? 0 : 1;
        typed += column.type.empty() ? 0 : 1;
      }
    }
    CHECK(columns == 112);
    CHECK(typed == 112);
    CHECK(keys == 9);
    CHECK(described == 23);
    const auto database = Database::make(databases[0]);
    REQUIRE(database->foreign_keys().size() == 3);
    for (const ForeignKey &key : database->foreign_keys())
      CHECK(key.evidence == KeyEvidence::tested);
  }
}

}  // namespace sluice
