/// One file, because it has one case per engine and its export, which are easier to compare
/// together.

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "support/error_of.hpp"
#include "support/read_exports.hpp"

namespace sluice {
namespace {

using sql::Dialect;
using test::contains;
using test::error_of;
using test::read_export;
using test::read_exports;
using test::ReadExports;

}  // namespace

TEST_CASE("PostgreSQL's columns have their lengths, elements, domains and user types") {
  const ReadExports read = read_export(
      "table_catalog,table_schema,table_name,column_name,ordinal_position,column_default,"
      "is_nullable,data_type,character_maximum_length,numeric_precision,numeric_scale,"
      "datetime_precision,domain_name,udt_schema,udt_name,is_generated,generation_expression\n"
      "shop,public,customer,id,1,,NO,integer,,32,0,,,pg_catalog,int4,NEVER,\n"
      "shop,public,customer,mail,3,,YES,character varying,80,,,,email,pg_catalog,varchar,NEVER,\n"
      "shop,public,customer,name,2,,YES,character varying,50,,,,,pg_catalog,varchar,NEVER,\n"
      "shop,public,customer,tags,4,,YES,ARRAY,,,,,,pg_catalog,_text,NEVER,\n"
      "shop,public,customer,marks,5,,YES,ARRAY,,,,,,pg_catalog,_int4,NEVER,\n"
      "shop,public,customer,mood,6,,YES,USER-DEFINED,,,,,,public,mood,NEVER,\n"
      "shop,public,customer,credit,7,,YES,numeric,,10,2,,,pg_catalog,numeric,NEVER,\n"
      "shop,public,customer,since,8,,YES,timestamp without time zone,,,,6,,pg_catalog,timestamp,"
      "NEVER,\n"
      "shop,public,customer,seen,9,,YES,timestamp with time zone,,,,3,,pg_catalog,timestamptz,"
      "NEVER,\n"
      "shop,public,customer,initial,10,,YES,text,,,,,,pg_catalog,text,ALWAYS,\"left(name, 1)\"\n"
      "shop,sales,order,id,1,,NO,bigint,,64,0,,,pg_catalog,int8,NEVER,\n"
      "shop,pg_catalog,pg_class,oid,1,,NO,oid,,,,,,pg_catalog,oid,NEVER,\n"
      "shop,information_schema,tables,table_name,1,,NO,name,,,,,,pg_catalog,name,NEVER,\n");
  CHECK(read.database().name == "shop");
  CHECK(read.database().dialect == Dialect::postgresql);
  CHECK(read.database().tables.size() == 2);
  CHECK(read.column_names("customer") ==
        "id, name, mail, tags, marks, mood, credit, since, seen, initial");
  CHECK(read.type("customer", "name") == "character varying(50)");
  CHECK(read.type("customer", "mail") == "email");
  CHECK(read.type("customer", "tags") == "text[]");
  CHECK(read.type("customer", "marks") == "integer[]");
  CHECK(read.type("customer", "mood") == "mood");
  CHECK(read.type("customer", "credit") == "numeric(10,2)");
  CHECK(read.type("customer", "since") == "timestamp without time zone");
  CHECK(read.type("customer", "seen") == "timestamp(3) with time zone");
  CHECK_FALSE(read.column("customer", "id").nullable);
  CHECK(read.column("customer", "name").nullable);
  CHECK(read.column("customer", "initial").generated);
  CHECK_FALSE(read.column("customer", "name").generated);
  CHECK(read.type("sales.order", "id") == "bigint");
  CHECK(read.skipped.empty());
}

TEST_CASE("MySQL's columns have their values, comments and primary keys") {
  const ReadExports read = read_export(
      "TABLE_CATALOG\tTABLE_SCHEMA\tTABLE_NAME\tCOLUMN_NAME\tORDINAL_POSITION\tCOLUMN_DEFAULT\t"
      "IS_NULLABLE\tDATA_TYPE\tCHARACTER_MAXIMUM_LENGTH\tCOLUMN_TYPE\tCOLUMN_KEY\tEXTRA\t"
      "PRIVILEGES\tCOLUMN_COMMENT\tGENERATION_EXPRESSION\tSRS_ID\n"
      "def\tshop\titem\tid\t1\tNULL\tNO\tint\tNULL\tint unsigned\tPRI\tauto_increment\tselect\t"
      "Number on\\nthe box\t\tNULL\n"
      "def\tshop\titem\tsize\t2\tNULL\tYES\tenum\t3\tenum('S','M','L')\t\t\tselect\t\t\tNULL\n"
      "def\tshop\titem\tmade\t3\tnow()\tYES\tdatetime\tNULL\tdatetime\t\tDEFAULT_GENERATED\t"
      "select\t\t\tNULL\n"
      "def\tshop\titem\tlabel\t4\tNULL\tYES\tvarchar\t40\tvarchar(40)\tMUL\tVIRTUAL GENERATED\t"
      "select\t\tconcat(`size`,`id`)\tNULL\n"
      "def\tmysql\tuser\tHost\t1\tNULL\tNO\tchar\t255\tchar(255)\tPRI\t\tselect\t\t\tNULL\n"
      "def\tperformance_schema\tthreads\tNAME\t1\tNULL\tNO\tvarchar\t128\tvarchar(128)\t\t\tselect\t"
      "\t\tNULL\n",
      "exports/columns.tsv");
  CHECK(read.database().name == "shop");  // the only schema
  CHECK(read.database().dialect == Dialect::mysql);
  CHECK(read.primary_key("item") == "id");
  CHECK(read.column("item", "id").type == "int unsigned");
  CHECK(read.column("item", "id").description == "Number on\nthe box");
  CHECK(read.column("item", "size").values == std::vector<std::string>{"S", "M", "L"});
  CHECK(read.column("item", "size").description.empty());
  CHECK_FALSE(read.column("item", "made").generated);
  CHECK(read.column("item", "label").generated);
}

TEST_CASE("of several schemas of MySQL, each qualifies its tables") {
  const ReadExports read = read_export(
      "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,COLUMN_TYPE,COLUMN_KEY,COLUMN_COMMENT,"
      "IS_GENERATED\n"
      "def,shop,item,id,int(11),PRI,,NEVER\n"
      "def,blog,post,id,int(11),PRI,,NEVER\n",
      "server/mariadb_columns.csv");
  CHECK(read.database().name == "server");
  CHECK(read.database().dialect == Dialect::mariadb);
  CHECK(read.table("shop.item").columns.size() == 1);
  CHECK(read.table("blog.post").columns.size() == 1);
}

TEST_CASE("SQL Server's types have their lengths, and dbo is left out") {
  const ReadExports read = read_export(
      "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,ORDINAL_POSITION,COLUMN_DEFAULT,"
      "IS_NULLABLE,DATA_TYPE,CHARACTER_MAXIMUM_LENGTH,CHARACTER_OCTET_LENGTH,NUMERIC_PRECISION,"
      "NUMERIC_SCALE,DATETIME_PRECISION,CHARACTER_SET_CATALOG,DOMAIN_NAME\r\n"
      "-------------,------------,----------,-----------,----------------,--------------,"
      "-----------,---------,------------------------,----------------------,-----------------,"
      "-------------,------------------,---------------------,-----------\r\n"
      "Shop,dbo,Order Details,Id,1,NULL,NO,int,NULL,NULL,10,0,NULL,NULL,NULL\r\n"
      "Shop,dbo,Order Details,Note,2,NULL,YES,nvarchar,-1,-1,NULL,NULL,NULL,NULL,NULL\r\n"
      "Shop,dbo,Order Details,Code,3,NULL,YES,nchar,5,10,NULL,NULL,NULL,NULL,NULL\r\n"
      "Shop,dbo,Order Details,Price,4,NULL,YES,decimal,NULL,NULL,18,4,NULL,NULL,NULL\r\n"
      "Shop,dbo,Order Details,Paid,5,NULL,YES,money,NULL,NULL,19,4,NULL,NULL,NULL\r\n"
      "Shop,dbo,Order Details,Made,6,NULL,YES,datetime2,NULL,NULL,NULL,NULL,7,NULL,NULL\r\n"
      "Shop,sales,Quota,Made,1,NULL,YES,datetime2,NULL,NULL,NULL,NULL,0,NULL,NULL\r\n"
      "Shop,sys,objects,name,1,NULL,YES,nvarchar,128,256,NULL,NULL,NULL,NULL,NULL\r\n");
  CHECK(read.database().name == "Shop");
  CHECK(read.database().dialect == Dialect::sqlserver);
  CHECK(read.database().tables.size() == 2);
  CHECK(read.type("Order Details", "Id") == "int");
  CHECK(read.type("Order Details", "Note") == "nvarchar(max)");
  CHECK(read.type("Order Details", "Code") == "nchar(5)");
  CHECK(read.type("Order Details", "Price") == "decimal(18,4)");
  CHECK(read.type("Order Details", "Paid") == "money");
  CHECK(read.type("Order Details", "Made") == "datetime2");
  CHECK(read.type("sales.Quota", "Made") == "datetime2(0)");
}

TEST_CASE("Snowflake's comments and types are read, and dropped columns are left out") {
  const ReadExports read = read_export(
      "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,ORDINAL_POSITION,IS_NULLABLE,DATA_TYPE,"
      "CHARACTER_MAXIMUM_LENGTH,NUMERIC_PRECISION,NUMERIC_SCALE,DATETIME_PRECISION,IS_IDENTITY,"
      "COMMENT,DELETED\n"
      "SHOP,PUBLIC,ITEM,ID,1,NO,NUMBER,,38,0,,NO,What the label says,\n"
      "SHOP,PUBLIC,ITEM,NAME,2,YES,TEXT,16777216,,,,NO,,\n"
      "SHOP,PUBLIC,ITEM,CODE,3,YES,TEXT,12,,,,NO,,\n"
      "SHOP,PUBLIC,ITEM,MADE,4,YES,TIMESTAMP_NTZ,,,,9,NO,,\n"
      "SHOP,PUBLIC,ITEM,DATA,5,YES,VARIANT,,,,,NO,,\n"
      "SHOP,PUBLIC,ITEM,OLD,6,YES,TEXT,9,,,,NO,,2024-01-01 00:00:00\n"
      "SHOP,RAW,ITEM,ID,1,NO,NUMBER,,9,0,,NO,,\n"
      "SHOP,INFORMATION_SCHEMA,TABLES,TABLE_NAME,1,NO,TEXT,16777216,,,,NO,,\n");
  CHECK(read.database().dialect == Dialect::snowflake);
  CHECK(read.database().tables.size() == 2);
  CHECK(read.column_names("ITEM") == "ID, NAME, CODE, MADE, DATA");
  CHECK(read.column("ITEM", "ID").description == "What the label says");
  CHECK(read.type("ITEM", "ID") == "NUMBER(38,0)");
  CHECK(read.type("ITEM", "NAME") == "VARCHAR");
  CHECK(read.type("ITEM", "CODE") == "VARCHAR(12)");
  CHECK(read.type("ITEM", "MADE") == "TIMESTAMP_NTZ");
  CHECK(read.type("RAW.ITEM", "ID") == "NUMBER(9,0)");
}

TEST_CASE("BigQuery's field paths become nested fields with their descriptions") {
  const ReadExports read = read_exports({
      {"bq/paths.csv",
       "table_catalog,table_schema,table_name,column_name,field_path,data_type,description\n"
       "proj,web,events,device,device.os.name,STRING,\"Name of the system\"\n"
       "proj,web,events,device,device,\"STRUCT<os STRUCT<name STRING, version STRING>, id "
       "INT64>\",What was used\n"
       "proj,web,events,hits,hits,ARRAY<STRUCT<page STRING>>,\n"
       "proj,web,events,hits,hits.page,STRING,Its path\n"
       "proj,web,events,day,day,DATE,\n"},
      {"bq/columns.csv",
       "table_catalog,table_schema,table_name,column_name,ordinal_position,is_nullable,data_type,"
       "is_generated,is_hidden,is_partitioning_column\n"
       "proj,web,events,day,1,NO,DATE,NEVER,NO,YES\n"
       "proj,web,events,device,2,YES,\"STRUCT<os STRUCT<name STRING, version STRING>, id "
       "INT64>\",NEVER,NO,NO\n"
       "proj,web,events,hits,3,YES,ARRAY<STRUCT<page STRING>>,NEVER,NO,NO\n"},
  });
  CHECK(read.database().name == "proj");
  CHECK(read.database().dialect == Dialect::bigquery);
  CHECK(read.column_names("web.events") ==
        "day, device, device.os, device.os.name, device.os.version, device.id, hits, hits.page");
  CHECK(read.column("web.events", "device").description == "What was used");
  CHECK(read.column("web.events", "device.os.name").description == "Name of the system");
  CHECK(read.column("web.events", "device.os.name").nested);
  CHECK(read.column("web.events", "device.id").type == "INT64");
  CHECK(read.column("web.events", "hits.page").description == "Its path");
  CHECK_FALSE(read.column("web.events", "day").nullable);
  CHECK_FALSE(read.column("web.events", "day").nested);
}

TEST_CASE("field paths without the types of their columns come after what they are inside of") {
  const ReadExports read =
      read_export("table_catalog,table_schema,table_name,column_name,field_path,data_type\n"
                  "p,d,t,a,a.b.c,STRING\n"
                  "p,d,t,a,a.x,STRING\n"
                  "p,d,t,a,a.b,JSON\n"
                  "p,d,t,a,z.y,STRING\n");
  CHECK(read.column_names("d.t") == "a, a.x, a.b, a.b.c");
  REQUIRE(read.skipped.size() == 1);
  CHECK(read.skipped[0].where == "shop/columns.csv:5");
}

TEST_CASE("Redshift's remarks are comments") {
  const ReadExports read = read_export(
      "table_catalog,table_schema,table_name,column_name,ordinal_position,is_nullable,data_type,"
      "character_maximum_length,numeric_precision,numeric_scale,interval_type,domain_name,remarks\n"
      "dev,public,visit,page,1,YES,character varying,256,,,,,Path of the page\n"
      "dev,spectrum,log,line,1,YES,super,,,,,,\n"
      "dev,pg_internal,x,y,1,YES,integer,,32,0,,,\n");
  CHECK(read.database().dialect == Dialect::redshift);
  CHECK(read.database().tables.size() == 2);
  CHECK(read.column("visit", "page").description == "Path of the page");
  CHECK(read.type("visit", "page") == "character varying(256)");
}

TEST_CASE("DuckDB's structures and enumerations are read from the types") {
  const ReadExports read = read_export(
      "table_catalog,table_schema,table_name,column_name,ordinal_position,is_nullable,data_type,"
      "udt_name,COLUMN_COMMENT\n"
      "my,main,t,mood,1,YES,\"ENUM('sad', 'it''s ok')\",,How it was\n"
      "my,main,t,s,2,YES,\"STRUCT(a INTEGER, b VARCHAR[])\",,\n"
      "my,other,t,n,1,YES,HUGEINT,,\n"
      "system,main,duckdb_x,n,1,YES,HUGEINT,,\n");
  CHECK(read.database().name == "my");
  CHECK(read.database().dialect == Dialect::duckdb);
  CHECK(read.column("t", "mood").values == std::vector<std::string>{"sad", "it's ok"});
  CHECK(read.column("t", "mood").description == "How it was");
  CHECK(read.column("t", "s.b").type == "VARCHAR[]");
  CHECK(read.table("other.t").columns.size() == 1);
}

TEST_CASE("Databricks' full types are used") {
  const ReadExports read = read_export(
      "table_catalog,table_schema,table_name,column_name,ordinal_position,is_nullable,"
      "full_data_type,data_type,numeric_precision,numeric_scale,comment,partition_ordinal_position\n"
      "main,default,trip,fare,0,YES,\"decimal(10,2)\",DECIMAL,10,2,What was paid,\n"
      "main,default,trip,route,1,YES,\"struct<from:string,to:string>\",STRUCT,,,,\n"
      "main,raw,trip,fare,0,YES,double,DOUBLE,,,,\n"
      "system,access,audit,event,0,YES,string,STRING,,,,\n");
  CHECK(read.database().name == "main");
  CHECK(read.database().dialect == Dialect::spark);
  CHECK(read.column_names("trip") == "fare, route, route.from, route.to");
  CHECK(read.type("trip", "fare") == "decimal(10,2)");
  CHECK(read.column("trip", "fare").description == "What was paid");
  CHECK(read.type("raw.trip", "fare") == "double");
}

TEST_CASE("Trino's rows have fields") {
  const ReadExports read = read_exports(
      {{"lake/columns.csv",
        "table_catalog,table_schema,table_name,column_name,ordinal_position,column_default,"
        "is_nullable,data_type\n"
        "hive,web,hit,at,1,,YES,timestamp(3) with time zone\n"
        "hive,web,hit,place,2,,YES,\"row(city varchar, pos row(x double, y double))\"\n"},
       {"lake/comments.csv",
        "catalog_name,schema_name,table_name,comment\nhive,web,hit,One view of a page\n"}});
  CHECK(read.database().dialect == Dialect::trino);
  CHECK(read.column_names("web.hit") ==
        "at, place, place.city, place.pos, place.pos.x, place.pos.y");
  CHECK(read.table("web.hit").description == "One view of a page");
}

TEST_CASE("Oracle's columns, comments and views are put together") {
  const ReadExports read = read_exports({
      {"hr/cols.csv",
       "OWNER,TABLE_NAME,COLUMN_NAME,DATA_TYPE,DATA_LENGTH,DATA_PRECISION,DATA_SCALE,NULLABLE,"
       "COLUMN_ID,CHAR_LENGTH,CHAR_USED,HIDDEN_COLUMN,VIRTUAL_COLUMN\n"
       "HR,EMP,NAME,VARCHAR2,200,,,Y,2,50,C,NO,NO\n"
       "HR,EMP,ID,NUMBER,22,6,0,N,1,0,,NO,NO\n"
       "HR,EMP,PAY,NUMBER,22,8,2,Y,3,0,,NO,NO\n"
       "HR,EMP,RANK,NUMBER,22,,0,Y,4,0,,NO,NO\n"
       "HR,EMP,SCORE,NUMBER,22,,,Y,5,0,,NO,YES\n"
       "HR,EMP,CODE,VARCHAR2,9,,,Y,6,9,B,NO,NO\n"
       "HR,EMP,HIRED,DATE,7,,,Y,7,0,,NO,NO\n"
       "HR,EMP,SYS_NC00008$,RAW,20,,,Y,,0,,YES,YES\n"
       "HR,EMP_V,ID,NUMBER,22,6,0,N,1,0,,NO,NO\n"
       "SYS,DUAL,DUMMY,VARCHAR2,1,,,Y,1,1,B,NO,NO\n"},
      {"hr/colc.csv", "OWNER,TABLE_NAME,COLUMN_NAME,COMMENTS\nHR,EMP,ID,Number of the employee\n"
                      "HR,EMP,NAME,\n"},
      {"hr/tabc.csv", "OWNER,TABLE_NAME,TABLE_TYPE,COMMENTS\nHR,EMP,TABLE,Who works here\n"
                      "HR,EMP_V,VIEW,\nSYS,DUAL,TABLE,\n"},
  });
  CHECK(read.database().name == "HR");
  CHECK(read.database().dialect == Dialect::oracle);
  CHECK(read.database().tables.size() == 2);
  CHECK(read.column_names("EMP") == "ID, NAME, PAY, RANK, SCORE, CODE, HIRED");
  CHECK(read.type("EMP", "NAME") == "VARCHAR2(50 CHAR)");
  CHECK(read.type("EMP", "ID") == "NUMBER(6,0)");
  CHECK(read.type("EMP", "PAY") == "NUMBER(8,2)");
  CHECK(read.type("EMP", "RANK") == "INTEGER");
  CHECK(read.type("EMP", "SCORE") == "NUMBER");
  CHECK(read.type("EMP", "CODE") == "VARCHAR2(9)");
  CHECK(read.type("EMP", "HIRED") == "DATE");
  CHECK(read.column("EMP", "SCORE").generated);
  CHECK_FALSE(read.column("EMP", "ID").nullable);
  CHECK(read.column("EMP", "ID").description == "Number of the employee");
  CHECK(read.table("EMP").description == "Who works here");
  CHECK(read.table("EMP_V").kind == TableKind::view);
  CHECK(read.skipped.empty());
}

TEST_CASE("ClickHouse's own list of columns is read") {
  const ReadExports read =
      read_export("database,table,name,type,position,default_kind,default_expression,comment,"
                  "is_in_primary_key\n"
                  "default,hit,day,Date,1,,,Day of the hit,1\n"
                  "default,hit,site,LowCardinality(String),2,,,,1\n"
                  "default,hit,week,UInt8,3,MATERIALIZED,toWeek(day),,0\n"
                  "default,hit,kind,\"Enum8('view' = 1, 'click' = 2)\",4,,,,0\n"
                  "logs,line,text,Nullable(String),1,,,,0\n"
                  "system,tables,name,String,1,,,,0\n");
  CHECK(read.database().dialect == Dialect::clickhouse);
  CHECK(read.database().tables.size() == 2);
  CHECK(read.primary_key("hit") == "day, site");
  CHECK(read.column("hit", "day").description == "Day of the hit");
  CHECK(read.column("hit", "week").generated);
  CHECK(read.column("hit", "kind").values == std::vector<std::string>{"view", "click"});
  CHECK(read.type("logs.line", "text") == "Nullable(String)");
}

TEST_CASE("Db2's list of columns has the order of the primary key") {
  const ReadExports read = read_export(
      "TABSCHEMA,TABNAME,COLNAME,COLNO,TYPESCHEMA,TYPENAME,LENGTH,SCALE,NULLS,KEYSEQ,REMARKS\n"
      "SHOP,LINE,NO,0,SYSIBM,INTEGER,4,0,N,2,\n"
      "SHOP,LINE,ORDER,1,SYSIBM,INTEGER,4,0,N,1,Which order\n"
      "SHOP,LINE,PRICE,2,SYSIBM,DECIMAL,9,2,Y,,\n"
      "SHOP,LINE,NOTE,3,SYSIBM,VARCHAR,80,0,Y,,\n"
      "SYSCAT,TABLES,TABNAME,0,SYSIBM,VARCHAR,128,0,N,,\n");
  CHECK(read.database().name == "SHOP");
  CHECK(read.database().dialect == Dialect::db2);
  CHECK(read.primary_key("LINE") == "ORDER, NO");
  CHECK(read.type("LINE", "NO") == "INTEGER");
  CHECK(read.type("LINE", "PRICE") == "DECIMAL(9,2)");
  CHECK(read.type("LINE", "NOTE") == "VARCHAR(80)");
  CHECK(read.column("LINE", "ORDER").description == "Which order");
}

TEST_CASE("what JDBC and SQLite return is read, too") {
  const ReadExports jdbc =
      read_export("TABLE_CAT,TABLE_SCHEM,TABLE_NAME,COLUMN_NAME,DATA_TYPE,TYPE_NAME,COLUMN_SIZE,"
                  "DECIMAL_DIGITS,NULLABLE,REMARKS,ORDINAL_POSITION,IS_GENERATEDCOLUMN\n"
                  "shop,app,item,name,12,varchar,30,0,1,On the label,1,NO\n"
                  "shop,app,item,id,4,int4,10,0,0,,2,NO\n");
  CHECK(jdbc.type("app.item", "name") == "varchar(30)");
  CHECK(jdbc.type("app.item", "id") == "int4");
  CHECK(jdbc.column("app.item", "name").description == "On the label");
  CHECK_FALSE(jdbc.column("app.item", "id").nullable);

  const ReadExports sqlite = read_export("table_name|cid|name|type|notnull|dflt_value|pk\n"
                                         "line|0|order_id|INTEGER|1||1\n"
                                         "line|1|no|INTEGER|1||2\n"
                                         "line|2|note|TEXT|0||0\n");
  CHECK(sqlite.database().name == "shop");
  CHECK(sqlite.database().dialect == Dialect::sqlite);
  CHECK(sqlite.primary_key("line") == "order_id, no");
  CHECK_FALSE(sqlite.column("line", "no").nullable);
}

TEST_CASE("a data dictionary of a spreadsheet is read") {
  const ReadExports read =
      read_export("Table Name;Column Name;Data Type;Nullable;Key;Description\r\n"
                  "Customer;Id;int;N;PK;\"Number; never reused\"\r\n"
                  "Customer;Name;text;Y;;\"Full \"\"name\"\"\"\r\n");
  CHECK(read.database().dialect == Dialect::permissive);
  CHECK(read.primary_key("Customer") == "Id");
  CHECK(read.column("Customer", "Id").description == "Number; never reused");
  CHECK(read.column("Customer", "Name").description == "Full \"name\"");
  CHECK_FALSE(read.column("Customer", "Id").nullable);
}

TEST_CASE("the given dialect is used instead of the guess") {
  const ReadExports read =
      read_exports({{"a.csv", "table_schema,table_name,column_name,data_type\nmain,t,a,VARCHAR\n"}},
                   Dialect::sqlite);
  CHECK(read.database().dialect == Dialect::sqlite);
  CHECK(read.table("t").qualifier.empty());
}

TEST_CASE("other CSV and JSON is not taken for an export") {
  for (const std::string_view text :
       {"", "\n", "a,b\n1,2\n", "table_name\nx\n", "name,type,position\na,b,1\n",
        "table_name,description,DDL\nt,x,CREATE TABLE t (a INT)\n",
        "original_column_name,column_name,column_description\na,b,c\n",
        "CREATE TABLE table_name (column_name INT, data_type TEXT);", "shop.customer.id\n", "[]",
        "{}", "[1, 2]", R"([{"name": "id", "type": "INT64", "description": "x"}])",
        R"({"databases": [{"name": "a", "tables": [{"name": "t", "columns": [{"name": "x"}]}]}]})",
        R"([{"db_id": "a", "table_names": ["t"], "column_names": [[0, "x"]]}])",
        R"({"table_name": "t", "column_names": ["a"], "description": ["x"], "sample_rows": []})",
        R"({"nodes": {"model.a": {"metadata": {"schema": "s", "name": "n", "type": "VIEW"}}}})",
        R"({"tables": [{"name": "t", "type": "BASE TABLE", "comment": "", "columns": []}],)"
        R"( "relations": [{"table": "t", "columns": ["a"], "parent_table": "u"}]})"}) {
    INFO(std::string(text));
    CHECK_FALSE(schema_detail::is_information_schema({"x", text}));
  }
}

TEST_CASE("an export without columns says what is missing") {
  const std::vector<schema_detail::SourceText> keys{
      {"keys.csv", "table_name,column_name,constraint_type\nt,id,PRIMARY KEY\n"}};
  const Error error = error_of([&] { return schema_detail::read_information_schema(keys, {}); });
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(contains(error.what(), "keys.csv: lists no columns"));

  const std::vector<schema_detail::SourceText> system{
      {"c.csv", "table_schema,table_name,column_name,data_type\nsys,t,id,int\n"}};
  const Error own = error_of([&] { return schema_detail::read_information_schema(system, {}); });
  CHECK(contains(own.what(), "c.csv: lists no columns but those of the engine's own tables"));
}

}  // namespace sluice
