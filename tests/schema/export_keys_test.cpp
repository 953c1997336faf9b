#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "support/error_of.hpp"
#include "support/read_exports.hpp"

namespace sluice {
namespace {

using test::contains;
using test::read_export;
using test::read_exports;
using test::ReadExports;
using test::SourceText;

/// Orders with lines, and notes on lines.
const SourceText columns{
    "shop/columns.csv",
    "table_catalog,table_schema,table_name,column_name,ordinal_position,data_type,udt_name\n"
    "shop,public,order,id,1,integer,int4\n"
    "shop,public,line,order_id,1,integer,int4\n"
    "shop,public,line,no,2,integer,int4\n"
    "shop,public,note,id,1,integer,int4\n"
    "shop,public,note,o,2,integer,int4\n"
    "shop,public,note,n,3,integer,int4\n"};

constexpr std::string_view line_to_order = "line(order_id) -> order(id)";
constexpr std::string_view note_to_line = "note(o, n) -> line(order_id, no)";

}  // namespace

TEST_CASE("keys in one export, a product for composite ones, are paired by equal names") {
  const ReadExports read = read_exports(
      {{"k.csv",
        "constraint_type,table_schema,table_name,column_name,ordinal_position,foreign_table_schema,"
        "foreign_table_name,foreign_column_name,constraint_name\n"
        "PRIMARY KEY,public,b,y,1,,,,b_pkey\n"
        "PRIMARY KEY,public,b,x,2,,,,b_pkey\n"
        "FOREIGN KEY,public,a,x,1,public,b,y,a_fkey\n"
        "FOREIGN KEY,public,a,x,1,public,b,x,a_fkey\n"
        "FOREIGN KEY,public,a,y,2,public,b,y,a_fkey\n"
        "FOREIGN KEY,public,a,y,2,public,b,x,a_fkey\n"
        "PRIMARY KEY,pg_catalog,pg_class,oid,1,,,,pg_class_oid_index\n"},
       {"c.csv",
        "table_schema,table_name,column_name,data_type\n"
        "public,a,x,integer\npublic,a,y,integer\npublic,b,x,integer\npublic,b,y,integer\n"}});
  CHECK(read.primary_key("b") == "y, x");
  CHECK(read.foreign_keys() == "a(x, y) -> b(x, y)");
  CHECK(read.skipped.empty());
}

TEST_CASE("a product whose pairs are not known is reported, not guessed") {
  const ReadExports read = read_exports(
      {columns,
       {"shop/keys.csv", "table_name,column_name,ordinal_position,constraint_name,constraint_type,"
                         "foreign_table_name,foreign_column_name\n"
                         "note,o,1,note_fk,FOREIGN KEY,line,no\n"
                         "note,o,1,note_fk,FOREIGN KEY,line,order_id\n"
                         "note,n,2,note_fk,FOREIGN KEY,line,no\n"
                         "note,n,2,note_fk,FOREIGN KEY,line,order_id\n"}});
  CHECK(read.foreign_keys().empty());
  REQUIRE(read.skipped.size() == 1);
  CHECK(read.skipped[0].where == "shop/keys.csv:2");
  CHECK(contains(read.skipped[0].reason, "foreign key \"note_fk\" of table \"note\""));
}

TEST_CASE("the views of the standard are joined by the names of constraints") {
  const SourceText usage{
      "shop/kcu.csv",
      "constraint_schema,constraint_name,table_schema,table_name,column_name,ordinal_position,"
      "position_in_unique_constraint\n"
      "public,order_key,public,order,id,1,\n"
      "public,line_key,public,line,no,2,\n"
      "public,line_key,public,line,order_id,1,\n"
      "public,line_order,public,line,order_id,1,1\n"
      "public,note_line,public,note,n,1,2\n"
      "public,note_line,public,note,o,2,1\n"};
  const SourceText constraints{
      "shop/tc.csv", "constraint_schema,constraint_name,table_schema,table_name,constraint_type\n"
                     "public,order_key,public,order,PRIMARY KEY\n"
                     "public,line_key,public,line,PRIMARY KEY\n"
                     "public,line_order,public,line,FOREIGN KEY\n"
                     "public,note_line,public,note,FOREIGN KEY\n"
                     "public,note_id_check,public,note,CHECK\n"};
  const std::string expected = std::string(line_to_order) + "\nnote(n, o) -> line(no, order_id)";

  SUBCASE("with the keys that foreign keys refer to") {
    const ReadExports read = read_exports(
        {usage,
         constraints,
         columns,
         {"shop/rc.csv",
          "constraint_schema,constraint_name,unique_constraint_schema,unique_constraint_name\n"
          "public,line_order,public,order_key\npublic,note_line,public,line_key\n"}});
    CHECK(read.primary_key("line") == "order_id, no");
    CHECK(read.primary_key("note").empty());
    CHECK(read.foreign_keys() == expected);
    CHECK(read.skipped.empty());
  }
  SUBCASE("with the columns that they use") {
    const ReadExports read = read_exports(
        {constraints,
         columns,
         usage,
         {"shop/ccu.csv",
          "table_schema,table_name,column_name,constraint_schema,constraint_name\n"
          "public,order,id,public,order_key\n"
          "public,line,no,public,line_key\npublic,line,order_id,public,line_key\n"
          "public,order,id,public,line_order\n"
          "public,line,no,public,note_line\npublic,line,order_id,public,note_line\n"}});
    CHECK(read.foreign_keys() == expected);
    CHECK(read.skipped.empty());
  }
  SUBCASE("without either, what is missing is reported") {
    const ReadExports read = read_exports({usage, constraints, columns});
    CHECK(read.primary_key("order") == "id");
    CHECK(read.foreign_keys().empty());
    CHECK(read.skipped.size() == 2);
  }
}

TEST_CASE("two constraints of one name do not invent keys") {
  const ReadExports read = read_exports(
      {columns,
       {"shop/kcu.csv",
        "constraint_schema,constraint_name,table_schema,table_name,column_name,ordinal_position,"
        "position_in_unique_constraint\n"
        "public,ref,public,line,order_id,1,1\npublic,ref,public,note,o,1,1\n"},
       {"shop/ccu.csv", "table_schema,table_name,column_name,constraint_schema,constraint_name\n"
                        "public,order,id,public,ref\npublic,line,no,public,ref\n"}});
  CHECK(read.foreign_keys().empty());
  CHECK(read.skipped.size() == 2);
}

TEST_CASE("MySQL's usage of key columns names what they refer to") {
  const ReadExports read = read_exports(
      {{"db/columns.csv",
        "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,ORDINAL_POSITION,COLUMN_TYPE,"
        "COLUMN_KEY\n"
        "def,shop,order,id,1,int,PRI\n"
        "def,shop,line,no,1,int,PRI\ndef,shop,line,order_id,2,int,PRI\n"
        "def,shop,note,o,1,int,MUL\ndef,shop,note,n,2,int,\n"},
       {"db/keys.csv",
        "CONSTRAINT_CATALOG,CONSTRAINT_SCHEMA,CONSTRAINT_NAME,TABLE_CATALOG,TABLE_SCHEMA,"
        "TABLE_NAME,COLUMN_NAME,ORDINAL_POSITION,POSITION_IN_UNIQUE_CONSTRAINT,"
        "REFERENCED_TABLE_SCHEMA,REFERENCED_TABLE_NAME,REFERENCED_COLUMN_NAME\n"
        "def,shop,PRIMARY,def,shop,order,id,1,NULL,NULL,NULL,NULL\n"
        "def,shop,PRIMARY,def,shop,line,order_id,1,NULL,NULL,NULL,NULL\n"
        "def,shop,PRIMARY,def,shop,line,no,2,NULL,NULL,NULL,NULL\n"
        "def,shop,line_order,def,shop,line,order_id,1,1,shop,order,id\n"
        "def,shop,note_line,def,shop,note,o,1,1,shop,line,order_id\n"
        "def,shop,note_line,def,shop,note,n,2,2,shop,line,no\n"
        "def,shop,note_n,def,shop,note,n,1,NULL,NULL,NULL,NULL\n"
        "def,mysql,PRIMARY,def,mysql,user,Host,1,NULL,NULL,NULL,NULL\n"},
       {"db/tables.csv", "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,TABLE_TYPE,ENGINE,TABLE_COMMENT\n"
                         "def,shop,order,BASE TABLE,InnoDB,What was bought\n"
                         "def,shop,note,VIEW,NULL,VIEW\n"
                         "def,mysql,user,BASE TABLE,InnoDB,\n"}});
  CHECK(read.database().name == "shop");
  CHECK(read.primary_key("line") == "order_id, no");  // COLUMN_KEY does not tell the order
  CHECK(read.foreign_keys() == std::string(line_to_order) + '\n' + std::string(note_to_line));
  CHECK(read.table("order").description == "What was bought");
  CHECK(read.table("note").kind == TableKind::view);
  CHECK(read.table("note").description.empty());
  CHECK(read.skipped.empty());
}

TEST_CASE("Oracle's constraints are joined with their columns") {
  const ReadExports read = read_exports(
      {{"cols.csv", "OWNER,TABLE_NAME,COLUMN_NAME,DATA_TYPE,COLUMN_ID\n"
                    "S,O,ID,NUMBER,1\nS,L,O_ID,NUMBER,1\nS,L,NO,NUMBER,2\n"
                    "S,N,O,NUMBER,1\nS,N,N,NUMBER,2\n"},
       {"cons.csv", "OWNER,CONSTRAINT_NAME,CONSTRAINT_TYPE,TABLE_NAME,SEARCH_CONDITION,R_OWNER,"
                    "R_CONSTRAINT_NAME\n"
                    "S,O_PK,P,O,,,\nS,L_KEY,P,L,,,\nS,L_O,R,L,,S,O_PK\nS,N_L,R,N,,S,L_KEY\n"
                    "S,SYS_C1,C,L,\"\"\"NO\"\" IS NOT NULL\",,\n"},
       {"ccols.csv", "OWNER,CONSTRAINT_NAME,TABLE_NAME,COLUMN_NAME,POSITION\n"
                     "S,L_KEY,L,NO,2\nS,L_KEY,L,O_ID,1\nS,O_PK,O,ID,1\nS,L_O,L,O_ID,1\n"
                     "S,N_L,N,O,1\nS,N_L,N,N,2\nS,SYS_C1,L,NO,\n"}});
  CHECK(read.primary_key("L") == "O_ID, NO");
  CHECK(read.foreign_keys() == "L(O_ID) -> O(ID)\nN(O, N) -> L(O_ID, NO)");
  CHECK(read.skipped.empty());
}

TEST_CASE("Snowflake's and JDBC's lists of keys are read") {
  const SourceText snowflake{"c.csv",
                             "table_catalog,table_schema,table_name,column_name,data_type\n"
                             "D,S,ORDER,ID,NUMBER\nD,S,LINE,ORDER_ID,NUMBER\nD,S,LINE,NO,NUMBER\n"};
  const ReadExports shown = read_exports(
      {snowflake,
       {"pk.csv", "created_on,database_name,schema_name,table_name,column_name,key_sequence,"
                  "constraint_name,rely,comment\n"
                  "2024-01-01,D,S,LINE,NO,2,SYS_CONSTRAINT_2,false,\n"
                  "2024-01-01,D,S,LINE,ORDER_ID,1,SYS_CONSTRAINT_2,false,\n"},
       {"fk.csv", "created_on,pk_database_name,pk_schema_name,pk_table_name,pk_column_name,"
                  "fk_database_name,fk_schema_name,fk_table_name,fk_column_name,key_sequence,"
                  "update_rule,fk_name,pk_name\n"
                  "2024-01-01,D,S,ORDER,ID,D,S,LINE,ORDER_ID,1,NO ACTION,SYS_CONSTRAINT_3,"
                  "SYS_CONSTRAINT_1\n"}});
  CHECK(shown.primary_key("S.LINE") == "ORDER_ID, NO");
  CHECK(shown.foreign_keys() == "LINE(ORDER_ID) -> ORDER(ID)");

  const ReadExports jdbc =
      read_exports({snowflake,
                    {"pk.csv", "TABLE_CAT,TABLE_SCHEM,TABLE_NAME,COLUMN_NAME,KEY_SEQ,PK_NAME\n"
                               "D,S,LINE,NO,2,\nD,S,LINE,ORDER_ID,1,\n"},
                    {"fk.csv", "PKTABLE_CAT,PKTABLE_SCHEM,PKTABLE_NAME,PKCOLUMN_NAME,FKTABLE_CAT,"
                               "FKTABLE_SCHEM,FKTABLE_NAME,FKCOLUMN_NAME,KEY_SEQ,FK_NAME,PK_NAME\n"
                               "D,S,ORDER,ID,D,S,LINE,ORDER_ID,1,,\n"}});
  CHECK(jdbc.primary_key("S.LINE") == "ORDER_ID, NO");
  CHECK(jdbc.foreign_keys() == "LINE(ORDER_ID) -> ORDER(ID)");
}

TEST_CASE("DuckDB's and Db2's lists of columns in one text are split") {
  const ReadExports read = read_exports(
      {columns,
       {"shop/duckdb.csv",
        "database_name,schema_name,table_name,constraint_type,constraint_column_names,"
        "constraint_name,referenced_table,referenced_column_names\n"
        "shop,public,line,PRIMARY KEY,\"[order_id, no]\",line_pkey,,[]\n"
        "shop,public,line,NOT NULL,[no],line_no_not_null,,[]\n"
        "shop,public,note,FOREIGN KEY,\"[o, n]\",note_fkey,line,\"[order_id, no]\"\n"},
       {"shop/db2.csv",
        "CONSTNAME,TABSCHEMA,TABNAME,REFKEYNAME,REFTABSCHEMA,REFTABNAME,FK_COLNAMES,PK_COLNAMES\n"
        "LINE_ORDER,public,line,ORDER_KEY,public,order, order_id            , id                \n"}});
  CHECK(read.primary_key("line") == "order_id, no");
  CHECK(read.foreign_keys() == std::string(note_to_line) + '\n' + std::string(line_to_order));
}

TEST_CASE("columns and keys in one export are distinguished by row") {
  const ReadExports read =
      read_export("table_schema,table_name,column_name,ordinal_position,data_type,constraint_type,"
                  "referenced_table_name,referenced_column_name\n"
                  "public,order,id,1,int,PRIMARY KEY,,\n"
                  "public,order,bill_to,2,int,FOREIGN KEY,party,id\n"
                  "public,order,ship_to,3,int,FOREIGN KEY,party,id\n"
                  "public,order,text,4,varchar,,,\n"
                  "public,party,id,1,int,PRIMARY KEY,,\n");
  CHECK(read.column_names("order") == "id, bill_to, ship_to, text");
  CHECK(read.primary_key("order") == "id");
  CHECK(read.foreign_keys() == "order(bill_to) -> party(id)\norder(ship_to) -> party(id)");
}

TEST_CASE("keys find their tables without schemas, in other case, and in the right database") {
  const ReadExports read = read_exports(
      {columns,
       {"shop/keys.csv", "from_table,from_column,to_table,to_column\n"
                         "LINE,ORDER_ID,Order,ID\nline,missing,order,id\nline,no,gone,id\n"}});
  CHECK(read.foreign_keys() == line_to_order);
  REQUIRE(read.skipped.size() == 2);
  CHECK(contains(read.skipped[0].reason, "has column \"missing\", which is not listed"));
  CHECK(contains(read.skipped[1].reason, "refers to table \"gone\""));

  const ReadExports several =
      read_exports({{"x/all.csv", "table_catalog,table_schema,table_name,column_name,data_type\n"
                                  "a,s,t,id,int\na,s,u,t_id,int\nb,s,t,id,int\nb,s,v,t_id,int\n"},
                    {"x/keys.csv", "table_schema,table_name,column_name,referenced_table_schema,"
                                   "referenced_table_name,referenced_column_name\n"
                                   "s,u,t_id,s,t,id\n"}});
  REQUIRE(several.databases.size() == 2);
  CHECK(several.databases[1].foreign_keys.empty());
}

TEST_CASE("a primary key of columns that are not listed is left out") {
  const ReadExports read =
      read_exports({columns,
                    {"shop/keys.csv", "table_name,column_name,constraint_name,constraint_type\n"
                                      "line,order_id,p,PRIMARY KEY\nline,hidden,p,PRIMARY KEY\n"}});
  CHECK(read.primary_key("line").empty());
  REQUIRE(read.skipped.size() == 1);
  CHECK(contains(read.skipped[0].reason, "has column \"hidden\", which is not listed"));
}

}  // namespace sluice
