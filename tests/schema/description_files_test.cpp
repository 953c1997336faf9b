#include <string>

#include <doctest/doctest.h>

#include "schema/apps/description_files.hpp"
#include "schema/load/merge_definitions.hpp"
#include "support/definition_text.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using schema_detail::is_description_file;
using schema_detail::merge_definition;
using schema_detail::read_description_files;
using test::column_in;
using test::read_text;
using test::read_texts;
using test::table_in;
using test::text_of;

constexpr std::string_view head =
    "original_column_name,column_name,column_description,data_format,value_description\n";

DatabaseDefinition database(std::vector<TableDefinition> tables) {
  DatabaseDefinition made;
  made.name = "shop";
  made.tables = std::move(tables);
  return made;
}

TableDefinition table(std::string name, const std::vector<std::string> &columns) {
  TableDefinition made;
  made.name = std::move(name);
  for (const std::string &column : columns) made.columns.emplace_back().name = column;
  return made;
}

}  // namespace

TEST_CASE("descriptions of a table's columns are recognized by their header") {
  CHECK(is_description_file({"x", head}));
  CHECK(is_description_file({"x", "column_description , original_column_name\r\n"}));
  CHECK_FALSE(is_description_file({"x", "column_name,column_description\n"}));
  CHECK_FALSE(is_description_file({"x", ""}));
}

TEST_CASE("descriptions are read with titles, types and what values mean") {
  const std::string text = std::string(head) + "Id ,,the key,integer,\n" +
                           "Kind,kind of shop,what it is,text,\"a: big\nb: small\"\n" +
                           "Id,,again,,\n,,nothing,,\nOpen,Open,,,yes or no\n";
  const auto read =
      read_texts(read_description_files, {{"shop/database_description/shops.csv", text},
                                          {"shop/database_description/x.csv", head}});
  CHECK(read.database().name == "shop");
  CHECK(text_of(read.database()) == "shops(Id integer, Kind text, Open)\n");
  CHECK(read.column("shops", "Kind").title == "kind of shop");
  CHECK(read.column("shops", "Kind").description == "what it is; a: big b: small");
  CHECK(read.column("shops", "Open").title.empty());
  CHECK(read.column("shops", "Open").description == "yes or no");
  CHECK(read.skipped.size() == 2);
  CHECK(test::error_of([] { return read_text(read_description_files, "x.csv", head); }).code() ==
        ErrorCode::malformed);
}

TEST_CASE("merging adds what a definition lacks, and changes nothing that it has") {
  DatabaseDefinition made = database({table("Shops", {"id", "Kind", "kind"}), table("u", {"a"})});
  made.tables[0].columns[0].description = "known";
  DatabaseDefinition other = database(
      {table("shops", {"KIND", "kind", "ID", "more"}), table("fresh", {"b"}), table("empty", {})});
  for (ColumnDefinition &column : other.tables[0].columns) {
    column.description = "of " + column.name;
    column.type = "t";
    column.nullable = false;
  }
  other.tables[0].primary_key = {2};
  other.tables[0].description = "All shops";
  other.foreign_keys = {{0, {2}, 1, {0}}, {0, {3}, 1, {0}}};
  DatabaseDefinition with_tables = made;
  merge_definition(made, DatabaseDefinition(other), false);
  CHECK(text_of(made) == "Shops(id t!, Kind t!, kind t!) key(id)\nu(a)\n");
  CHECK(made.tables[0].description == "All shops");
  CHECK(column_in(made.tables[0], "id").description == "known");
  CHECK(column_in(made.tables[0], "Kind").description == "of KIND");
  CHECK(column_in(made.tables[0], "kind").description == "of kind");
  merge_definition(with_tables, std::move(other), true);
  CHECK(text_of(with_tables) ==
        "Shops(id t!, Kind t!, kind t!) key(id)\nu(a)\nfresh(b)\nShops(id) -> fresh(b)\n");
}

TEST_CASE("a table without a qualifier is merged only if one table can be meant") {
  DatabaseDefinition made = database({table("t", {"a"}), table("t", {"a"}), table("u", {"a"})});
  made.tables[0].qualifier = "x";
  made.tables[1].qualifier = "y";
  made.tables[2].qualifier = "x";
  DatabaseDefinition other = database({table("t", {"a"}), table("u", {"a"}), table("u", {"a"})});
  other.tables[0].description = other.tables[1].description = "words";
  other.tables[2].qualifier = "y";
  other.tables[2].description = "of another";
  merge_definition(made, std::move(other), false);
  CHECK(made.tables[0].description.empty());
  CHECK(made.tables[1].description.empty());
  CHECK(made.tables[2].description == "words");
}

}  // namespace sluice
