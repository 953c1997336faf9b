#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "schema/tabular/csv_reader.hpp"

namespace sluice {
namespace {

using schema_detail::CsvLimits;
using schema_detail::CsvReader;

/// The fields of all rows: "a|b" per row, which is followed by "/".
std::string rows_of(std::string_view text, CsvLimits limits = {}) {
  CsvReader reader(text, limits);
  std::string rows;
  while (reader.next()) {
    for (std::size_t i = 0; i < reader.fields().size(); ++i) {
      if (i > 0) rows += '|';
      rows += reader.fields()[i];
    }
    rows += '/';
  }
  return rows;
}

}  // namespace

TEST_CASE("CSV is read by the rules of RFC 4180") {
  CHECK(rows_of("a,b\nc,d\n") == "a|b/c|d/");
  CHECK(rows_of("a,b\r\nc,d\r\n") == "a|b/c|d/");
  CHECK(rows_of("a,b\nc,d") == "a|b/c|d/");
  CHECK(rows_of("a,b\r\nc,d\r") == "a|b/c|d/");
  CHECK(rows_of("a,\n,\n") == "a|/|/");
  CHECK(rows_of("a,\r\n,\r\n") == "a|/|/");
  CHECK(rows_of("\"a,b\",\"c\"\"d\"\n\"e\nf\",\"\"\n") == "a,b|c\"d/e\nf|/");
  CHECK(rows_of("\"\"\"\",x\n") == "\"|x/");
  CHECK(rows_of("") == "");
  CHECK(rows_of("\n\r\n\na,b\n\n\nc,d\n\n") == "a|b/c|d/");
}

TEST_CASE("a quote inside a field without quotes is a character, and so is text behind a quote") {
  CHECK(rows_of("a,b\n5\" disk,x\n") == "a|b/5\" disk|x/");
  CHECK(rows_of("a,b\n\"x\"y,z\n") == "a|b/xy|z/");
}

TEST_CASE("the separator is found in the first line") {
  CHECK(CsvReader("a;b,c;d\n").separator() == ';');
  CHECK(CsvReader("a\tb\tc\n1,2,3\n").separator() == '\t');
  CHECK(CsvReader("a|b|c\n").separator() == '|');
  CHECK(CsvReader("\"a;b;c\",d\n").separator() == ',');
  CHECK(CsvReader("a\n").separator() == ',');
  CHECK(rows_of("sep=;\r\na;b,c\r\n") == "a|b,c/");
  CHECK(rows_of("sep=x\na\n") == "sep=x/a/");
}

TEST_CASE("separated by tabs, backslashes escape line ends and tabs") {
  CHECK(rows_of("a\tb\nx\\ty\\nz\\\\\t\\N\n") == "a|b/x\ty\nz\\|\\N/");
  CHECK(rows_of("a,b\nx\\ny,z\n") == "a|b/x\\ny|z/");
}

TEST_CASE("lines are counted through fields with line ends") {
  CsvReader reader("\na,b\n\"x\n\ny\",1\n\nc,d\n");
  std::vector<std::uint64_t> lines;
  while (reader.next()) lines.push_back(reader.line());
  CHECK(lines == std::vector<std::uint64_t>{2, 3, 7});
}

TEST_CASE("a quote that is never closed ends with its line") {
  CsvReader reader("a,b\nc,\"d\"\"e\r\nf,g\n");
  REQUIRE(reader.next());
  REQUIRE(reader.next());
  CHECK(reader.has_open_quote());
  CHECK(reader.fields()[1] == "d\"\"e");
  REQUIRE(reader.next());
  CHECK_FALSE(reader.has_open_quote());
  CHECK(reader.fields()[0] == "f");
  CHECK(reader.line() == 3);
  CHECK_FALSE(reader.next());
  CHECK(rows_of("a,b\nc,\"") == "a|b/c|/");
}

TEST_CASE("fields are cut at the limits, between characters, and the rest of the row is read") {
  CsvReader reader("a,b,c\nxxxx\xC3\xA4z,\"yyyyyy\"\"\",1,2\nd,e,f\n",
                   {.fields = 3, .field_bytes = 5});
  REQUIRE(reader.next());
  CHECK_FALSE(reader.is_cut());
  REQUIRE(reader.next());
  CHECK(reader.is_cut());
  REQUIRE(reader.fields().size() == 3);
  CHECK(reader.fields()[0] == "xxxx");
  CHECK(reader.fields()[1] == "yyyyy");
  CHECK(reader.fields()[2] == "1");
  REQUIRE(reader.next());
  CHECK_FALSE(reader.is_cut());
  CHECK(reader.fields()[2] == "f");
}

TEST_CASE("a row of 10,000 fields and a field of 2 MB are bounded") {
  const std::string wide(10'000, ',');
  CsvReader reader(wide);
  REQUIRE(reader.next());
  CHECK(reader.fields().size() == CsvLimits{}.fields);
  CHECK(reader.is_cut());

  const std::string text = "a,b\n\"" + std::string(2'000'000, 'x') + "\",y\n";
  CsvReader long_field(text);
  REQUIRE(long_field.next());
  REQUIRE(long_field.next());
  CHECK(long_field.fields()[0].size() == CsvLimits{}.field_bytes);
  CHECK(long_field.fields()[1] == "y");
}

TEST_CASE("megabytes of quotes are read in one pass") {
  for (const std::string_view piece :
       {"\"", "\"\"", "\"\"\n", "\"a\n", ",\"", "\"\",\n\"\"", "\r"}) {
    std::string text = "a,b\n\"";
    while (text.size() < 2'000'000) text += piece;
    CsvReader reader(text);
    std::size_t bytes = 0;
    while (reader.next()) {
      for (const std::string_view field : reader.fields()) bytes += field.size();
    }
    CHECK(bytes <= text.size());
  }
}

}  // namespace sluice
