#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/error_of.hpp"
#include "support/read_exports.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::contains;
using test::error_if_any;
using test::read_export;
using test::read_exports;
using test::ReadExports;

constexpr std::string_view header = "table_schema,table_name,column_name,data_type,comment\n";

}  // namespace

TEST_CASE("an unterminated quote costs its row and is reported") {
  const ReadExports read = read_export(std::string(header) + "s,t,a,int,x\n"
                                                             "s,t,\"b,int,y\n"
                                                             "s,t,c,int,z\n");
  CHECK(read.column_names("s.t") == "a, b,int,y, c");
  REQUIRE(read.skipped.size() == 2);
  CHECK(read.skipped[0].where == "shop/columns.csv:3");
  CHECK(contains(read.skipped[0].reason, "quote that is not closed"));
}

TEST_CASE("rows with too few or too many fields are read as far as they go, and reported once") {
  const ReadExports read = read_export(std::string(header) + "s,t,a\n"
                                                             "s,t,b,int,x,y,z\n"
                                                             "s\n"
                                                             "s,t\n"
                                                             ",,,,\n"
                                                             "s,t,c,int,ok\n");
  CHECK(read.column_names("s.t") == "a, b, c");
  CHECK(read.type("s.t", "a").empty());
  CHECK(read.column("s.t", "b").description == "x");
  REQUIRE(read.skipped.size() == 2);
  CHECK(read.skipped[0].where == "shop/columns.csv:2");
  CHECK(contains(read.skipped[0].reason, "so do 3 other rows"));
  CHECK(read.skipped[1].where == "shop/columns.csv:4");
  CHECK(contains(read.skipped[1].reason, "names no table; so does 1 other row"));
}

TEST_CASE("a comment of 1 MB is kept, and a longer one is cut") {
  const std::string comment(1'000'000, 'x');
  const ReadExports kept = read_export(std::string(header) + "s,t,a,int,\"" + comment + "\"\n");
  CHECK(kept.column("s.t", "a").description.size() == comment.size());
  CHECK(kept.skipped.empty());

  const ReadExports cut =
      read_export(std::string(header) + "s,t,a,int," + comment + comment + "\ns,t,b,int,\n");
  CHECK(cut.column("s.t", "a").description.size() == std::size_t{1} << 20);
  CHECK(cut.column_names("s.t") == "a, b");
  CHECK(cut.skipped.size() == 1);
}

TEST_CASE("a table of 10,000 columns is read, and a header of 10,000 columns is cut") {
  std::string text(header);
  for (int i = 0; i < 10'000; ++i) text += fmt::format("s,t,c{},int,\n", i);
  CHECK(read_export(text).table("s.t").columns.size() == 10'000);

  std::string wide = "table_name,column_name,data_type";
  std::string row = "t,a,int";
  for (int i = 0; i < 10'000; ++i) {
    wide += fmt::format(",x{}", i);
    row += ",1";
  }
  const ReadExports read = read_export(wide + '\n' + row + '\n');
  CHECK(read.column_names("t") == "a");
  CHECK(read.skipped.size() == 2);
}

TEST_CASE("tables and columns that are listed twice are one") {
  const ReadExports read =
      read_export("table_schema,table_name,column_name,data_type,comment\n"
                  "public,t,a,int,\npublic,t,a,text,late\npublic,T,a,int,\n,t,b,int,\n");
  CHECK(read.database().tables.size() == 2);
  CHECK(read.column_names("t") == "a, b");
  CHECK(read.type("t", "a") == "int");
  CHECK(read.column("t", "a").description == "late");
}

TEST_CASE("of tables whose full names are the same because they contain dots, one is kept") {
  const ReadExports read = read_export("table_schema,table_name,column_name,data_type\n"
                                       "a.b,c,x,int\na,b.c,x,int\n"
                                       "public,a.b.c,x,int\n");
  CHECK(read.database().tables.size() == 1);
  CHECK(read.skipped.size() == 2);
}

TEST_CASE("hostile exports are read in time that grows with their size") {
  const std::size_t scale = 300'000 / test::slowness;
  const auto repeated = [&](std::string text, std::string_view piece) {
    while (text.size() < scale) text += piece;
    return text;
  };
  const auto numbered = [&](std::string text, std::string_view before, std::string_view after) {
    for (std::size_t i = 0; text.size() < scale; ++i)
      text += fmt::format("{}{}{}", before, i, after);
    return text;
  };
  const std::string columns = "table_name,column_name,data_type\nt,a,int\nu,b,int\n";
  const std::string keys =
      "table_name,column_name,constraint_name,constraint_type,referenced_table_name,"
      "referenced_column_name\n";
  const std::string deep = repeated("", "STRUCT<a ");
  const std::string long_name(scale / 2, 'n');
  std::string fields = "STRUCT<";
  while (fields.size() < scale / 2) fields += "a INT,";
  const std::vector<std::string> texts{
      repeated(columns, "\""),
      repeated(columns, ","),
      repeated(columns, "\n,\"\""),
      numbered(columns, "t,c", ",int\n"),
      numbered(columns, "t", ",c,int\n"),
      numbered("table_name,column_name,data_type\n", "t,a,enum('", "')\n"),
      columns + "t,deep,\"" + deep + "\"\n",
      columns + "t," + long_name + ",\"" + fields + "\"\n",
      columns + "t,c,\"STRUCT<" + long_name + ' ' + fields + "\"\n",
      numbered("table_name,column_name,field_path,data_type\nt,a,a,JSON\n", "t,a,a.b", ",INT\n"),
      repeated("table_name,column_name,field_path,data_type\nt,a,a,JSON\n",
               "t,a,a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z,INT\n"),
      repeated("[{\"table_name\": \"t\", \"column_name\": \"a\", \"data_type\": \"int\"}",
               ",{\"table_name\": \"t\"}") +
          "]",
      repeated("{\"table_name\": \"t\", \"column_name\": \"a\", \"data_type\": \"int\"}\n", "{\n"),
      numbered("[{\"table_name\": \"t\", \"column_name\": \"a\", \"data_type\": \"int\"", ",\"",
               "\": 1") +
          "}]",
      repeated("", "[") + repeated("", "]"),
      repeated("", "{\"a\":["),
  };
  const std::vector<std::string> key_texts{
      repeated(keys, "t,a,k,FOREIGN KEY,u,b\n"),
      numbered(keys, "t,a,k", ",FOREIGN KEY,u,b\n"),
      numbered(keys, "t,c", ",k,FOREIGN KEY,u,b\n"),
      numbered(keys, "t,a,k,FOREIGN KEY,u,b", "\n"),
      numbered(keys, "t,c", ",k,PRIMARY KEY,,\n"),
      numbered(keys, "t,a,k", ",PRIMARY KEY,,\n"),
      numbered("table_name,column_name,constraint_name\n", "t,a,k", "\n"),
      repeated("table_name,column_name,constraint_name\n", "t,a,k\n"),
      numbered("constraint_name,unique_constraint_name\n", "k,u", "\n"),
      repeated("table_name,constraint_column_names,constraint_type\n", "t,\"[a,a,a,a]\",UNIQUE\n"),
  };
  const auto read = [](const std::vector<test::SourceText> &files) {
    std::vector<SkippedItem> skipped;
    LoadOptions options;
    options.skipped = &skipped;
    for (DatabaseDefinition &database : schema_detail::read_information_schema(files, options))
      Database::make(std::move(database));
    return 0;
  };
  for (const std::string &text : texts) {
    schema_detail::is_information_schema({"x", text});
    error_if_any([&] { return read({{"x", text}}); });
  }
  for (const std::string &text : key_texts)
    CHECK(read({{"columns.csv", columns}, {"keys.csv", text}}) == 0);
}

}  // namespace sluice
