/// One file, because all cases change the same small project, whose makers are at its start.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "schema/dbt/dbt_text.hpp"
#include "sluice/core/error.hpp"
#include "support/dbt_files.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using test::DbtFiles;
using test::find_column;
using test::find_table;

bool is_dbt_file(std::string path, std::string_view text) {
  return schema_detail::is_dbt({std::move(path), text});
}

/// The database of one properties file.
DatabaseDefinition read_properties(std::string_view text) {
  DbtFiles files;
  files.add("wines.yml", std::string(text));
  auto databases = files.read();
  REQUIRE(databases.size() == 1);
  for (const SkippedItem &item : files.skipped) FAIL_CHECK(item.where << ": " << item.reason);
  return std::move(databases[0]);
}

constexpr std::string_view empty_manifest =
    R"json({"metadata": {"dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v12.json"},
    "nodes": {"model.w.wine": {"resource_type": "model", "name": "wine", "schema": "public",
    "alias": "wine", "database": "cellar", "columns": {"id": {"name": "id", "description": "Old."}}},
    "model.w.hidden": {"resource_type": "model", "name": "hidden",
    "config": {"materialized": "ephemeral"}}}})json";

}  // namespace

TEST_CASE("files of dbt projects are recognized, and others with the same keys are not") {
  CHECK(is_dbt_file("schema.yml", "version: 2\nmodels:\n  - name: wine\n"));
  CHECK(is_dbt_file("a/b.yaml", "models:\n- name: wine\n  columns:\n  - name: id\n"));
  CHECK(is_dbt_file("s.yml.gz", "# a comment\n\nsources:\n  - name: shop\n    tables:\n"));
  CHECK(is_dbt_file("s.yml", "seeds: [{name: wine, description: All.}]\n"));
  CHECK(
      is_dbt_file("s.yml", "semantic_models:\n  - name: x\nmodels:\n  - name: a\n    tests: []\n"));
  CHECK(is_dbt_file("docs.md", "# Words\n{% docs wine %}\nGrapes.\n{% enddocs %}\n"));
  CHECK(is_dbt_file("m.json", empty_manifest));
  // Settings of a project, other programs, other files of dbt, other text.
  CHECK(
      !is_dbt_file("dbt_project.yml", "name: wines\nmodels:\n  wines:\n    +materialized: view\n"));
  CHECK(!is_dbt_file("config.yml", "models:\n  - name: some-model\n    provider: someone\n"));
  CHECK(!is_dbt_file("Chart.yaml", "sources:\n  - https://host/chart\n"));
  CHECK(!is_dbt_file("metrics.yml", "metrics:\n  - name: x\n    description: models\n"));
  CHECK(!is_dbt_file("schema.yml", "version: 2\n"));
  CHECK(!is_dbt_file("schema.yml", ""));
  CHECK(!is_dbt_file("schema.sql", "version: 2\nmodels:\n  - name: wine\n"));
  CHECK(!is_dbt_file("README.md", "models: {% if x %}\n"));
  CHECK(!is_dbt_file(
      "run_results.json",
      R"json({"metadata": {"dbt_schema_version": "https://x/dbt/run-results/v6.json"}})json"));
  CHECK(!is_dbt_file("other.json", R"json({"databases": []})json"));
}

TEST_CASE("a properties file's models, seeds, snapshots and sources are tables") {
  const DatabaseDefinition database = read_properties(R"json(
version: 2
models:
  - name: wine
    description: All wines.
    columns:
      - name: id
        description: Its number.
        data_type: bigint
      - name: name
  - name: hidden
    config: {materialized: ephemeral}
  - name: off
    config: {enabled: false}
  - name: recent
    config: {materialized: view, alias: recent_wine}
seeds:
  - name: country
    config: {column_types: {code: char(2)}}
    columns: [{name: code}]
snapshots:
  - name: old
sources:
  - name: shop
    description: Of the shop.
    tables:
      - name: orders
        description: One per order.
        identifier: raw_orders
        columns: [{name: '"order"'}]
  - name: web
    schema: "{{ var('web_schema', 'website') }}"
    tables:
      - name: visits
        external: {location: "s3://x"}
  - name: unknown
    schema: "{{ target.schema }}"
    tables: [{name: t}]
semantic_models:
  - name: not_a_table
    model: ref('wine')
    entities: [{name: id, type: primary}]
metrics: [{name: no}]
)json");
  CHECK(database.name == "wines");
  CHECK(database.description == "Of the shop.");
  CHECK(database.dialect == sql::Dialect::permissive);
  REQUIRE(database.tables.size() == 7);
  const TableDefinition &wine = find_table(database, "wine");
  CHECK(wine.qualifier.empty());
  CHECK(wine.description == "All wines.");
  REQUIRE(wine.columns.size() == 2);
  CHECK(wine.columns[0].type == "bigint");
  CHECK(wine.columns[0].description == "Its number.");
  CHECK(find_table(database, "recent_wine").kind == TableKind::view);
  CHECK(find_table(database, "country").columns[0].type == "char(2)");
  CHECK(find_table(database, "raw_orders").qualifier == "shop");
  CHECK(find_table(database, "raw_orders").columns[0].name == "order");
  CHECK(find_table(database, "visits").qualifier == "website");
  CHECK(find_table(database, "visits").kind == TableKind::external);
  CHECK(find_table(database, "t").qualifier == "unknown");
}

TEST_CASE(
    "tests are words or mappings, under tests or data_tests, with arguments in three places") {
  const DatabaseDefinition database = read_properties(R"json(
models:
  - name: wine
    columns:
      - name: id
        tests: [unique, not_null]
      - name: color
        data_tests:
          - accepted_values: {values: [red, white, 3]}
      - name: kind
        data_tests:
          - accepted_values: {arguments: {values: [still, sparkling]}}
      - name: size
        tests:
          - name: a_name
            test_name: accepted_values
            values: ['0.75']
      - name: year
        tests:
          - not_null:
              config: {where: "id > 7"}
          - dbt_utils.not_null_proportion: {at_least: 0.9}
          - not_null: {where: "id > 7"}
          - accepted_values: {values: [1, 2]}
            config: {where: "id > 7"}
  - name: sold
    tests:
      - dbt_utils.unique_combination_of_columns:
          combination_of_columns: [wine_id, day]
    columns:
      - name: wine_id
        tests:
          - relationships: {to: ref('wine'), field: id}
      - name: order_id
        data_tests:
          - relationships:
              arguments: {to: "source('shop', 'orders')", field: id}
      - name: part_id
        tests:
          - dbt_utils.relationships_where: {to: ref('sold'), field: wine_id, from_condition: x}
  - name: shelf
    tests:
      - dbt_constraints.primary_key: {column_names: [row, place]}
      - dbt_constraints.foreign_key:
          fk_column_names: [a, b]
          pk_table_name: ref('sold')
          pk_column_names: [wine_id, day]
sources:
  - name: shop
    tables: [{name: orders}]
)json");
  const TableDefinition &wine = find_table(database, "wine");
  CHECK(wine.primary_key == std::vector<std::size_t>{0});
  CHECK(find_column(wine, "color").values == std::vector<std::string>{"red", "white", "3"});
  CHECK(find_column(wine, "kind").values == std::vector<std::string>{"still", "sparkling"});
  CHECK(find_column(wine, "size").values == std::vector<std::string>{"0.75"});
  CHECK(find_column(wine, "year").nullable);
  CHECK(find_column(wine, "year").values.empty());
  CHECK(find_table(database, "sold").primary_key.size() == 2);
  CHECK(find_table(database, "shelf").primary_key.size() == 2);
  REQUIRE(database.foreign_keys.size() == 4);
  std::string keys;
  for (const ForeignKeyDefinition &key : database.foreign_keys) {
    CHECK(key.evidence == KeyEvidence::tested);
    keys += fmt::format("{}/{}>{} ", database.tables[key.table].name, key.columns.size(),
                        database.tables[key.referenced_table].name);
  }
  CHECK(keys == "sold/1>wine sold/1>orders sold/1>sold shelf/2>sold ");
}

TEST_CASE("constraints of a properties file are declared keys") {
  const DatabaseDefinition database = read_properties(R"json(
models:
  - name: wine
    constraints:
      - {type: primary_key, columns: [id]}
      - {type: check, expression: "color in ('red', 'white')"}
    columns:
      - name: id
        constraints: [{type: not_null}]
      - name: color
  - name: sold
    columns:
      - name: wine_id
        constraints: [{type: foreign_key, to: ref('wine'), to_columns: [id]}]
      - name: other_id
        constraints: [{type: foreign_key, expression: wine (id)}]
      - name: third_id
        constraints: [{type: foreign_key, to: ref('wine')}]
)json");
  const TableDefinition &wine = find_table(database, "wine");
  CHECK(wine.primary_key == std::vector<std::size_t>{0});
  CHECK(!wine.columns[0].nullable);
  CHECK(wine.columns[1].values == std::vector<std::string>{"red", "white"});
  REQUIRE(database.foreign_keys.size() == 3);
  for (const ForeignKeyDefinition &key : database.foreign_keys) {
    CHECK(key.evidence == KeyEvidence::declared);
    CHECK(key.referenced_columns == std::vector<std::size_t>{0});
  }
}

TEST_CASE("each version of a model is a table, and references mean the latest") {
  const DatabaseDefinition database = read_properties(R"json(
models:
  - name: wine
    latest_version: 1
    columns: [{name: id}, {name: color}, {name: year}]
    versions:
      - v: 1
      - v: 2
        config: {alias: wine_new}
        columns:
          - include: all
            exclude: [year]
          - {name: grape, description: Its kind.}
  - name: sold
    columns:
      - name: wine_id
        tests: [{relationships: {to: ref('wine'), field: id}}]
      - name: new_id
        tests: [{relationships: {to: "ref('wine', v=2)", field: id
}
}]
)json");
  CHECK(find_table(database, "wine_v1").columns.size() == 3);
  const TableDefinition &second = find_table(database, "wine_new");
  REQUIRE(second.columns.size() == 3);
  CHECK(second.columns[2].description == "Its kind.");
  REQUIRE(database.foreign_keys.size() == 2);
  CHECK(database.tables[database.foreign_keys[0].referenced_table].name == "wine_v1");
  CHECK(database.tables[database.foreign_keys[1].referenced_table].name == "wine_new");
}

TEST_CASE("descriptions may be in docs blocks") {
  DbtFiles files;
  files.add(
      "docs.md",
      "{% docs wine %}\nAll *wines*.\n{% enddocs %} text {%- docs id -%}A number.{% enddocs %}");
  files.add("wines.yml", R"json(
models:
  - name: wine
    description: "{{ doc('wine') }}"
    columns:
      - {name: id, description: 'Key: {{ doc("id") }} {{ doc("package", "id") }}'}
      - {name: x, description: "{{ doc('nothing') }}"}
      - {name: y, description: "{{ other('x') }}"}
)json");
  const auto databases = files.read();
  const TableDefinition &wine = find_table(databases.at(0), "wine");
  CHECK(wine.description == "All *wines*.");
  CHECK(wine.columns[0].description == "Key: A number. A number.");
  CHECK(wine.columns[1].description.empty());
  CHECK(wine.columns[2].description == "{{ other('x') }}");
  REQUIRE(files.skipped.size() == 1);
  CHECK(test::contains(files.skipped[0].reason, "\"nothing\""));
}

TEST_CASE("with a manifest, properties add only to its tables") {
  DbtFiles files;
  files.add("manifest.json", std::string(empty_manifest));
  files.add("wines.yml", R"json(
models:
  - name: wine
    description: All wines.
    columns: [{name: id, description: New., tests: [unique, not_null]}]
  - name: hidden
    description: Not built.
  - name: other
    description: Of another project.
)json");
  const auto databases = files.read();
  REQUIRE(databases.at(0).tables.size() == 1);
  const TableDefinition &wine = databases[0].tables[0];
  CHECK(wine.description == "All wines.");
  CHECK(wine.columns[0].description == "Old.");
  CHECK(wine.primary_key == std::vector<std::size_t>{0});
  REQUIRE(files.skipped.size() == 1);
  CHECK(files.skipped[0].where == "wines.yml:8");
  CHECK(test::contains(files.skipped[0].reason, "\"other\""));
}

TEST_CASE("a project without a manifest is named after its file or folder") {
  const auto name_of = [](std::initializer_list<std::string_view> paths) {
    DbtFiles files;
    for (const std::string_view path : paths)
      files.add(std::string(path), "version: 2\nmodels:\n  - name: wine\n");
    return files.read().at(0).name;
  };
  CHECK(name_of({"wines.yml"}) == "wines");
  CHECK(name_of({"_wines.yml.gz"}) == "wines");
  CHECK(name_of({"cellar/schema.yml"}) == "cellar");
  CHECK(name_of({"cellar/models/_models.yml"}) == "cellar");
  CHECK(name_of({"cellar/a.yml", "cellar/b.yml"}) == "cellar");
  CHECK(name_of({"/x/cellar/models/marts/a.yml", "/x/cellar/models/staging/b.yml"}) == "cellar");
  CHECK(name_of({"cellar/dbt_packages/p/a.yml", "cellar/models/b.yml"}) == "cellar");
  CHECK(name_of({"a/x.yml", "b/y.yml"}) == "x");
  CHECK(name_of({"schema.yml"}) == "schema");
}

TEST_CASE("sources of other databases are databases of their own") {
  DbtFiles files;
  files.add("wines.yml", R"json(
models:
  - name: wine
    columns:
      - {name: id, tests: [{relationships: {to: "source('shop', 'orders')", field: id
}
}]
}
sources:
  - name: shop
    database: raw
    tables: [{name: orders}]
)json");
  const auto databases = files.read();
  REQUIRE(databases.size() == 2);
  CHECK(databases[1].name == "raw");
  REQUIRE(files.skipped.size() == 1);  // keys are within one database
  CHECK(files.skipped[0].where == "wines.yml:5");
}

TEST_CASE("a file that is no YAML costs only itself, and what has no name is skipped") {
  DbtFiles files;
  files.add("a.yml", "version: 2\nmodels:\n  - name: wine\n    description: {{ x }\n");
  files.add("b.yml", "version: 2\nmodels:\n  - name: sold\n  - description: nothing\n");
  CHECK(files.read().at(0).tables.size() == 1);
  REQUIRE(files.skipped.size() == 2);
  CHECK(test::contains(files.skipped[0].where, "a.yml:"));
  CHECK(files.skipped[1].where == "b.yml:4");
  DbtFiles alone;
  alone.add("a.yml", "version: 2\nmodels:\n  - name: wine\n    description: {{ x }\n");
  test::check_code(ErrorCode::malformed, [&] { return alone.read(); });
}

TEST_CASE("properties of any type are read without harm") {
  for (const std::string_view bad :
       {"null", "1", "true", "x", "[]", "{}", "[1]", "{a: 1}", "[[[]]]"}) {
    CAPTURE(bad);
    DbtFiles files;
    files.add("wines.yml", fmt::format(R"json(
version: 2
models:
  - name: wine
  - {0}
  - name: {0}
  - name: m
    description: {0}
    columns: {0}
    config: {0}
    versions: {0}
    constraints: [{0}, {{type: check, expression: {0}}}, {{type: foreign_key, to: {0}}}]
    tests: [{0}, {{unique: {0}}}, {{relationships: {{to: {0}, field: {0}}}}}, {{test_name: {0}}}]
  - name: n
    columns: [{0}, {{name: {0}}}, {{name: c, data_type: {0}, tests: {0}, constraints: {0}}}]
sources: [{0}, {{name: {0}, tables: {0}}}, {{name: s, schema: {0}, database: {0}, tables: [{0},
  {{name: t, identifier: {0}, external: {0}}}]}}]
)json",
                                       bad));
    CHECK_NOTHROW(files.load());
  }
}

TEST_CASE("large and hostile properties take a moment at most") {
  const auto table_count = [](const std::string &text) {
    DbtFiles files;
    files.add("wines.yml", "version: 2\nmodels:\n" + text);
    std::size_t tables = 0;
    for (const DatabaseDefinition &database : files.read()) tables += database.tables.size();
    return tables;
  };
  const std::string megabyte(1 << 20, 'x');
  CHECK(table_count("  - {name: wine, description: " + megabyte + "}\n") == 1);
  std::string tests = "  - name: wine\n    tests:\n      - {";
  for (int i = 0; i < 30'000; ++i) tests += "unique: {column_name: a}, ";
  CHECK(table_count(tests + "}\n") == 1);
  std::string columns = "  - name: wine\n    columns:\n";
  for (int i = 0; i < 20'000; ++i) columns += fmt::format("      - name: c{}\n", i);
  std::string versions = "    versions: [";
  for (int i = 0; i < 10'000; ++i) versions += fmt::format("{{v: {}}}, ", i);
  CHECK(table_count(columns + versions + "]\n") <= 32);
  std::string docs = "  - name: wine\n    description: \"";
  for (int i = 0; i < 50'000; ++i) docs += fmt::format("{{{{ doc('d{}') }}}}", i);
  CHECK(table_count(docs + "\"\n") == 1);
  std::string models;
  for (int i = 0; i < 5'000; ++i) {
    models += fmt::format(
        "  - name: m{0}\n    columns:\n      - name: c\n        tests: [unique, not_null, "
        "relationships: {{to: ref('m{1}'), field: c}}]\n",
        i, i / 2);
  }
  CHECK(table_count(models) == 5'000);
}

}  // namespace sluice
