#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "schema/json/tbls_schema.hpp"
#include "support/definition_text.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using schema_detail::is_tbls_schema;
using schema_detail::read_tbls_schemas;
using test::contains;
using test::read_text;
using test::text_of;

constexpr std::string_view shop = R"json({
  "name": "shop", "desc": "A shop",
  "tables": [
    {"name": "public.users", "type": "BASE TABLE", "comment": "People", "columns": [
       {"name": "id", "type": "integer", "nullable": false, "comment": "The key"},
       {"name": "mood", "type": "mood", "nullable": true},
       {"name": "state", "type": "text", "nullable": true},
       {"name": "address", "type": "STRUCT", "nullable": true},
       {"name": "address.city", "type": "text", "nullable": true},
       {"name": "a.b", "type": "text", "nullable": true, "extra_def": "GENERATED ALWAYS AS (1)"}],
     "constraints": [
       {"type": "PRIMARY KEY", "table": "public.users", "columns": ["id"], "def": ""},
       {"type": "CHECK", "def": "CHECK ((state = ANY (ARRAY['on'::text, 'off'::text])))"}]},
    {"name": "sales.orders", "type": "BASE TABLE", "columns": [
       {"name": "user_id", "type": "integer", "nullable": false}],
     "constraints": [
       {"type": "FOREIGN KEY", "columns": ["user_id"], "referenced_table": "users",
        "referenced_columns": ["id"], "def": ""}]},
    {"name": "totals", "type": "MATERIALIZED VIEW", "columns": [
       {"name": "user_id", "type": "integer", "nullable": true}]}],
  "relations": [
    {"table": "sales.orders", "columns": ["user_id"], "parent_table": "public.users",
     "parent_columns": ["id"]},
    {"table": "totals", "columns": ["user_id"], "parent_table": "public.users",
     "parent_columns": ["id"], "virtual": true},
    {"table": "totals", "columns": ["user_id"], "parent_table": "nothing",
     "parent_columns": ["id"]}],
  "enums": [{"name": "public.mood", "values": ["sad", "glad"]}],
  "driver": {"name": "postgres", "meta": {"current_schema": "public"}}})json";

}  // namespace

TEST_CASE("schema.json of tbls is recognized, and other catalogs are not") {
  CHECK(is_tbls_schema({"schema.json", shop}));
  CHECK_FALSE(is_tbls_schema({"x", R"({"databases": [{"tables": []}]})"}));
  CHECK_FALSE(is_tbls_schema({"x", R"({"tables": [{"name": "a", "columns": [{"name": "b"}]}]})"}));
  CHECK_FALSE(is_tbls_schema({"x", "[]"}));
}

TEST_CASE("schema.json of tbls gives tables, comments, keys and allowed values") {
  const auto made = read_text(read_tbls_schemas, "doc/schema.json", shop);
  CHECK(made.database().name == "shop");
  CHECK(made.database().description == "A shop");
  CHECK(made.database().dialect == sql::Dialect::postgresql);
  CHECK(text_of(made.database()) ==
        "users(id integer!, mood mood, state text, address STRUCT, >address.city text, a.b text*) "
        "key(id)\n"
        "sales.orders(user_id integer!)\n"
        "totals(user_id integer)\n"
        "sales.orders(user_id) -> users(id)\n"
        "totals(user_id) -> users(id)\n");
  CHECK(made.database().foreign_keys[0].evidence == KeyEvidence::declared);
  CHECK(made.database().foreign_keys[1].evidence == KeyEvidence::tested);
  CHECK(made.table("users").description == "People");
  CHECK(made.table("totals").kind == TableKind::materialized_view);
  CHECK(made.column("users", "mood").values == std::vector<std::string>{"sad", "glad"});
  CHECK(made.column("users", "state").values == std::vector<std::string>{"on", "off"});
  REQUIRE(made.skipped.size() == 1);
  CHECK(contains(made.skipped[0].reason, "\"nothing\""));
}

TEST_CASE("one bad part of tbls' schema.json costs that part") {
  const auto made = read_text(read_tbls_schemas, "schema.json", R"({"tables": [
    7, {"name": ""}, {"name": "a", "columns": [1, {"name": "x"}, {"name": "x"}], "constraints": [
      {"type": "PRIMARY KEY", "columns": ["y"]}, {"type": "PRIMARY KEY", "columns": ["x", "x"]},
      {"type": "CHECK", "def": "CHECK ("}, {"type": 7}]},
    {"name": "a"}, {"name": "b."}], "relations": [{}], "driver": 7})");
  CHECK(text_of(made.database()) == "a(x) key(x)\nb.()\n");
  CHECK(made.database().name == "schema");
  CHECK(made.skipped.size() == 7);
  CHECK(test::error_of([] {
          return read_text(read_tbls_schemas, "schema.json", R"({"tables": []})");
        }).message() == "defines no table");
}

}  // namespace sluice
