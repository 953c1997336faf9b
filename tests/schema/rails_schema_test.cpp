#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "schema/apps/plural_names.hpp"
#include "schema/apps/rails_schema.hpp"
#include "schema/apps/ruby_call.hpp"
#include "sluice/core/file.hpp"
#include "support/definition_text.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using schema_detail::is_rails_schema;
using schema_detail::possible_singulars;
using schema_detail::read_rails_schemas;
using schema_detail::read_ruby_call;
using test::contains;
using test::read_text;
using test::text_of;

constexpr std::string_view head = "ActiveRecord::Schema[7.1].define(version: 2024_01_01) do\n";

test::ReadTexts read(std::string_view calls, LoadOptions options = {}) {
  return read_text(read_rails_schemas, "shop/db/schema.rb", std::string(head) + std::string(calls),
                   options);
}

}  // namespace

TEST_CASE("a call is read with its arguments, options and block") {
  const auto call = read_ruby_call(
      R"(  t.string "na\"me", 'it''s', :sym, null: false, limit: 20, "if": 'x' # comment)");
  REQUIRE(call.has_value());
  CHECK(call->receiver == "t");
  CHECK(call->method == "string");
  CHECK(call->argument(0) == "na\"me");
  CHECK(call->text("null") == "false");
  CHECK(call->text("limit") == "20");
  CHECK(call->text("if") == "x");
  CHECK_FALSE(call->opens_block);
  const auto table = read_ruby_call(
      R"(create_table(:users, :id => false, primary_key: ["a", "b"], options: "x, y", )"
      R"(default: -> { f(1, "do") }, as: %w[x y], in: { type: :uuid, if: [1] }) do |t|)");
  REQUIRE(table.has_value());
  CHECK(table->argument(0) == "users");
  CHECK(table->text("id") == "false");
  CHECK(table->find("primary_key")->items == std::vector<std::string>{"a", "b"});
  CHECK(table->text("options") == "x, y");
  CHECK(table->text("default").empty());
  CHECK(table->find("as")->items == std::vector<std::string>{"x", "y"});
  REQUIRE(table->find("in") != nullptr);
  CHECK(table->find("in")->options.front().second.text == "uuid");
  CHECK(table->opens_block);
  CHECK(read_ruby_call(R"(create_view "v", sql_definition: <<-SQL)")->heredoc == "SQL");
  CHECK(read_ruby_call(R"(t.string "\u00e9\u{1F600}\n")")->argument(0) == "\u00e9\U0001F600\n");
  CHECK_FALSE(read_ruby_call("x = 1").has_value());
  CHECK_FALSE(read_ruby_call("\"x\"").has_value());
  CHECK_FALSE(read_ruby_call("").has_value());
}

TEST_CASE("the singular of a table's name is among the possible ones") {
  const auto has = [](std::string_view plural, std::string_view singular) {
    const auto found = possible_singulars(plural);
    return std::find(found.begin(), found.end(), singular) != found.end();
  };
  CHECK(has("users", "user"));
  CHECK(has("ip_addresses", "ip_address"));
  CHECK(has("categories", "category"));
  CHECK(has("boxes", "box"));
  CHECK(has("statuses", "status"));
  CHECK(has("people", "person"));
  CHECK(has("geoip_infos", "geoip_info"));
  CHECK(has("movies", "movie"));
  CHECK(has("shelves", "shelf"));
  CHECK(has("news", "news"));
  CHECK(possible_singulars("").size() == 1);
}

TEST_CASE("schema.rb is recognized by its call, not by a word in a comment") {
  CHECK(is_rails_schema({"x", head}));
  CHECK(is_rails_schema({"x", "# auto-generated\n\nActiveRecord::Schema.define(version: 0) do\n"}));
  CHECK_FALSE(is_rails_schema({"x", "# see ActiveRecord::Schema\n"}));
  CHECK_FALSE(is_rails_schema({"x", "class A < ActiveRecord::Migration[7.0]\n"}));
  CHECK_FALSE(is_rails_schema({"x", ""}));
}

TEST_CASE("tables of schema.rb have the key that Rails adds") {
  const auto made = read(R"ruby(
    create_table "users", comment: "People", force: :cascade do |t|
      t.string "name", limit: 50, null: false, comment: "Full name"
      t.decimal "rate", precision: 8, scale: 2
      t.string "tags", default: [], array: true
      t.integer "age", :null => false
      t.index ["name"], name: "index_users_on_name"
      t.virtual "upper", type: :string, as: "upper(name)", stored: true
    end
    create_table "keys", id: :uuid, default: -> { "gen_random_uuid()" } do |t|
    end
    create_table "named", primary_key: "code", id: { type: :string, limit: 4, comment: "c" }
    create_table "pairs", primary_key: ["b", "a"] do |t|
      t.bigint "a"
      t.bigint "b"
    end
    create_table :none, id: false do |t|
      t.references :user, foreign_key: true
      t.references "owner", polymorphic: true
      t.timestamps null: false
      t.column "shape", "geometry"
    end
  end)ruby");
  CHECK(made.database().name == "shop");
  CHECK(made.database().dialect == sql::Dialect::postgresql);
  CHECK(text_of(made.database()) ==
        "users(id bigint!, name string(50)!, rate decimal(8,2), tags string[], age integer!, "
        "upper string*) key(id)\n"
        "keys(id uuid!) key(id)\n"
        "named(code string(4)!) key(code)\n"
        "pairs(a bigint, b bigint) key(b, a)\n"
        "none(user_id bigint, owner_id bigint, owner_type string, created_at datetime!, "
        "updated_at datetime!, shape geometry)\n"
        "none(user_id) -> users(id)\n");
  CHECK(made.table("users").description == "People");
  CHECK(made.column("users", "name").description == "Full name");
  CHECK(made.column("named", "code").description == "c");
  CHECK(made.skipped.empty());
}

TEST_CASE("foreign keys of schema.rb have the columns that Rails expects") {
  const auto made = read(R"(
    create_table "ip_addresses"
    create_table "people"
    create_table "logs" do |t|
      t.bigint "ip_address_id"
      t.bigint "person_id"
      t.bigint "author_id"
    end
    add_foreign_key "logs", "ip_addresses"
    add_foreign_key "logs", "people", on_delete: :cascade
    add_foreign_key "logs", "people", column: "author_id", primary_key: "id"
    add_foreign_key "logs", "nothing"
    add_foreign_key "people", "logs"
  end)");
  REQUIRE(made.database().foreign_keys.size() == 3);
  CHECK(contains(text_of(made.database()), "logs(ip_address_id) -> ip_addresses(id)\n"
                                           "logs(person_id) -> people(id)\n"
                                           "logs(author_id) -> people(id)\n"));
  REQUIRE(made.skipped.size() == 2);
  CHECK(made.skipped[0].where == "shop/db/schema.rb:13");
  CHECK(contains(made.skipped[0].reason, "\"nothing\""));
}

TEST_CASE("enumerations and checks of schema.rb give the allowed values") {
  const auto made = read(R"ruby(
    create_enum "mood", ["sad", "glad"]
    create_table "users" do |t|
      t.enum "mood", enum_type: "mood", null: false
      t.string "state"
      t.column "kind", "enum('a','b')"
      t.check_constraint "state::text = ANY (ARRAY['on'::text, 'off'::text])", name: "c"
    end
    add_check_constraint "users", "age > 1"
  end)ruby");
  CHECK(made.column("users", "mood").values == std::vector<std::string>{"sad", "glad"});
  CHECK(made.column("users", "mood").type == "mood");
  CHECK(made.column("users", "state").values == std::vector<std::string>{"on", "off"});
  CHECK(made.column("users", "kind").values == std::vector<std::string>{"a", "b"});
}

TEST_CASE("views of schema.rb show where their columns come from") {
  const auto made = read(R"(
    create_table "app.users" do |t|
      t.string "name"
    end
    create_view "names", sql_definition: <<-SQL
        SELECT users.name, count(*) AS n FROM users
      end
    SQL
    create_view "names", materialized: true, sql_definition: <<-SQL
      SELECT 1
    SQL
    create_table "later"
  end)");
  CHECK(text_of(made.database()) == "app.users(id bigint!, name string) key(id)\n"
                                    "later(id bigint!) key(id)\n"
                                    "names(name, n)\n");
  CHECK(made.table("names").kind == TableKind::view);
  CHECK(made.skipped.size() == 1);
}

TEST_CASE("one bad line of schema.rb costs that line") {
  const auto made = read(R"(
    create_table "a" do |t|
      t.string "x", "y"
      t.string
      t.string "x"
      t.string ("z"
      garbage ][ "
      t.integer "w", default: [
        1,
        2], null: false
    end
    create_table "a"
    create_table
    end
  end)");
  CHECK(text_of(made.database()) ==
        "a(id bigint!, x string, y string, z string, w integer!) key(id)\n");
  CHECK(made.skipped.size() == 3);
  CHECK(test::error_of([] { return read("end"); }).code() == ErrorCode::malformed);
}

TEST_CASE("hostile Ruby is read in time") {
  for (const std::string_view part :
       {"[", "{", "(", "\"", "'\\\\", "a: ", "-> {", "%w[", "<<", "x => ", "\\\"", "do", ","}) {
    std::string line = "t.string \"";
    while (line.size() < 1'000'000) line += part;
    read_ruby_call(line);
    read_ruby_call(line.substr(9));
  }
  std::string lines = "create_table \"t\" do |t|\n";
  for (int i = 0; i < 200'000; ++i) lines += "t.s [\n";
  CHECK(read(lines).database().tables.size() == 1);
}

TEST_CASE("the schema.rb of a large application has the expected tables and keys") {
  const auto file = test::data_directory() / "ddl_corpus/rubygems_schema.rb";
  if (!std::filesystem::exists(file)) return test::skip("no scripts under SLUICE_DATA");
  const auto made = read_text(read_rails_schemas, file.string(), read_file(file.string()));
  std::size_t columns = 0;
  for (const TableDefinition &table : made.database().tables) {
    columns += table.columns.size();
    CHECK(table.primary_key.size() == 1);
  }
  CHECK(made.database().tables.size() == 56);
  CHECK(columns == 514);
  CHECK(made.database().foreign_keys.size() == 40);
  CHECK(made.skipped.empty());
}

}  // namespace sluice
