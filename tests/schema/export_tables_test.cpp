#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "schema/tabular/export_name.hpp"
#include "support/error_of.hpp"
#include "support/read_exports.hpp"

namespace sluice {
namespace {

using test::contains;
using test::read_export;
using test::read_exports;
using test::ReadExports;
using test::SourceText;

const SourceText columns{"shop/columns.csv",
                         "table_catalog,table_schema,table_name,column_name,data_type,udt_name\n"
                         "shop,public,item,id,integer,int4\n"
                         "shop,public,item_v,id,integer,int4\n"
                         "shop,public,item_mv,id,integer,int4\n"
                         "shop,public,item_seq,last_value,bigint,int8\n"
                         "shop,public,far,id,integer,int4\n"};

std::string database_name(const std::vector<std::string_view> &paths) {
  return schema_detail::export_database_name(paths);
}

}  // namespace

TEST_CASE("the kinds of tables and their comments come from other exports") {
  const ReadExports read = read_exports(
      {columns,
       {"shop/tables.csv", "table_catalog,table_schema,table_name,table_type,remarks\n"
                           "shop,public,item,BASE TABLE,What is sold\nshop,public,item_v,VIEW,\n"
                           "shop,public,item_seq,SEQUENCE,\nshop,public,far,FOREIGN,\n"
                           "shop,public,gone,BASE TABLE,\nshop,pg_catalog,pg_class,BASE TABLE,\n"},
       {"shop/matviews.csv", "schemaname,matviewname,matviewowner\npublic,item_mv,me\n"}});
  CHECK(read.database().tables.size() == 4);
  CHECK(read.table("item").kind == TableKind::table);
  CHECK(read.table("item").description == "What is sold");
  CHECK(read.table("item_v").kind == TableKind::view);
  CHECK(read.table("item_mv").kind == TableKind::materialized_view);
  CHECK(read.table("far").kind == TableKind::external);
  REQUIRE(read.skipped.size() == 1);
  CHECK(read.skipped[0].where == "shop/tables.csv:6");
  CHECK(contains(read.skipped[0].reason, "a table of which no columns are listed"));
}

TEST_CASE("BigQuery's options of tables hold their descriptions as literals") {
  const ReadExports read =
      read_exports({{"columns.csv", "table_catalog,table_schema,table_name,column_name,data_type\n"
                                    "p,d,t,a,INT64\n"},
                    {"options.csv",
                     "table_catalog,table_schema,table_name,option_name,option_type,option_value\n"
                     "p,d,t,labels,ARRAY,\"[STRUCT(\"\"a\"\", \"\"b\"\")]\"\n"
                     "p,d,t,description,STRING,\"\"\"One \\\"\"row\\\"\"\\nper hit\"\"\"\n"}});
  CHECK(read.table("d.t").description == "One \"row\"\nper hit");
}

TEST_CASE("comments on tables and columns come in one export, or with types") {
  const ReadExports read = read_exports(
      {{"shop/comments.csv", "table_schema,table_name,column_name,description\n"
                             "public,item,,What is sold\npublic,item,ID,Number on the label\n"
                             "public,item,gone,x\n"},
       {"shop/more.csv", "table_schema,table_name,column_name,data_type,description\n"
                         "public,item,id,text,late\npublic,far,id,integer,Over there\n"
                         "public,new,id,integer,\n"},
       columns});
  CHECK(read.database().name == "shop");
  CHECK(read.table("item").description == "What is sold");
  CHECK(read.type("item", "id") == "integer");
  CHECK(read.column("item", "id").description == "late");
  CHECK(read.column("far", "id").description == "Over there");
  CHECK(read.table("new").columns.size() == 1);  // the catalog is the one that has its schema
  REQUIRE(read.skipped.size() == 1);
  CHECK(read.skipped[0].where == "shop/comments.csv:4");
}

TEST_CASE("without types, comments define the columns") {
  const ReadExports read = read_export("Schema,Table,Column,Description\n"
                                       "dbo,Item,Id,Number on the label\n"
                                       "dbo,Item,,What is sold\n"
                                       "dbo,Item,Name,\n");
  CHECK(read.column_names("Item") == "Id, Name");
  CHECK(read.column("Item", "Id").description == "Number on the label");
  CHECK(read.table("Item").description == "What is sold");
}

TEST_CASE("each catalog is a database of its own") {
  const ReadExports read =
      read_export("table_catalog,table_schema,table_name,column_name,data_type\n"
                  "b,public,t,x,int\na,public,t,y,int\nb,public,u,z,int\n");
  REQUIRE(read.databases.size() == 2);
  CHECK(read.databases[0].name == "b");
  CHECK(read.databases[0].tables.size() == 2);
  CHECK(read.databases[1].name == "a");
  CHECK(read.databases[1].place.source == "shop/columns.csv");
}

TEST_CASE("a database without a name is named after its files or their folder") {
  CHECK(database_name({"a/shop_information_schema_columns.csv"}) == "shop");
  CHECK(database_name({"a/shop.columns.csv.gz"}) == "shop");
  CHECK(database_name({"a/information_schema_columns_web-shop_mysql.tsv"}) == "web-shop");
  CHECK(database_name({"a/shop_columns.csv", "a/shop_keys.json"}) == "shop");
  CHECK(database_name({"a/shop.csv", "a/other.csv"}) == "a");
  CHECK(database_name({"/data/a/columns.csv", "/data/a/keys.csv"}) == "a");
  CHECK(database_name({"columns.csv"}) == "columns");
  CHECK(database_name({"./columns.csv"}) == "columns");
  CHECK(database_name({""}) == "database");
  CHECK(database_name({}) == "database");
}

TEST_CASE("PostgreSQL's types have their schemas, quotes and fields of intervals") {
  const ReadExports read =
      read_export("table_catalog,table_schema,table_name,column_name,ordinal_position,data_type,"
                  "datetime_precision,interval_type,domain_schema,domain_name,udt_schema,udt_name\n"
                  "shop,public,t,a,1,USER-DEFINED,,,,,public,Mood\n"
                  "shop,public,t,b,2,USER-DEFINED,,,,,Staff data,mood\n"
                  "shop,public,t,c,3,ARRAY,,,,,Staff data,_Mood\n"
                  "shop,public,t,d,4,ARRAY,,,,,pg_catalog,_char\n"
                  "shop,public,t,e,5,integer,,,public,Year,pg_catalog,int4\n"
                  "shop,public,t,f,6,text,,,staff,mail,pg_catalog,text\n"
                  "shop,public,t,g,7,interval,6,,,,pg_catalog,interval\n"
                  "shop,public,t,h,8,interval,3,,,,pg_catalog,interval\n"
                  "shop,public,t,i,9,interval,3,DAY TO SECOND(3),,,pg_catalog,interval\n"
                  "shop,public,t,j,10,\"\"\"char\"\"\",,,,,pg_catalog,char\n");
  std::string types;
  for (const ColumnDefinition &column : read.table("t").columns) types += column.type + " | ";
  CHECK(types == "\"Mood\" | \"Staff data\".mood | \"Staff data\".\"Mood\"[] | \"char\"[] | "
                 "\"Year\" | staff.mail | interval | interval(3) | interval day to second(3) | "
                 "\"char\" | ");
}

}  // namespace sluice
