#include "sluice/schema/hallucinated_schema.hpp"

#include <doctest/doctest.h>

#include <string>

#include "sluice/core/error.hpp"

namespace sluice {
namespace {

HallucinatedTable table(std::string name, std::vector<std::string> columns) {
  return {std::move(name), std::move(columns)};
}

}  // namespace

TEST_CASE("schemas are parsed in the forms that language models write") {
  const HallucinatedSchema expected{table("Singer", {"name", "age"})};
  for (const char *text :
       {"Singer(name, age)", "1:Singer(name, age)", "2. Singer (name,age)", "- Singer(name , age).",
        "`Singer`(\"name\", 'age')", "Singer(name, age", "\n\nSinger(name,, age,)\n"}) {
    CAPTURE(text);
    CHECK(parse_hallucinated_schema(text) == expected);
  }
}

TEST_CASE("names keep their hyphens, blanks, slashes and inner brackets") {
  CHECK(parse_hallucinated_schema("T-Shirt_Sales(price/unit, sold in (K-12))") ==
        HallucinatedSchema{table("T-Shirt_Sales", {"price/unit", "sold in (K-12)"})});
}

TEST_CASE("several tables on a line and tables without columns are accepted") {
  CHECK(parse_hallucinated_schema("A(x, y), B(z)\nstations") ==
        HallucinatedSchema{table("A", {"x", "y"}), table("B", {"z"}), table("stations", {})});
}

TEST_CASE("text without a schema gives no tables, and huge schemas are truncated") {
  CHECK(parse_hallucinated_schema("").empty());
  CHECK(parse_hallucinated_schema(" \n ... \n").empty());
  std::string flood;
  for (int i = 0; i < 1000; ++i) flood += "T(a)\n";
  CHECK(parse_hallucinated_schema(flood).size() == 64);
  std::string wide = "T(";
  for (int i = 0; i < 1000; ++i) wide += "c" + std::to_string(i) + ",";
  CHECK(parse_hallucinated_schema(wide).front().columns.size() == 256);
}

TEST_CASE("JSON may contain lines or objects") {
  const auto schema =
      JsonDocument::parse(R"json(["A(x)", {"table": "B", "columns": ["y", "z"]}])json");
  CHECK(parse_hallucinated_schema(schema.root()) ==
        HallucinatedSchema{table("A", {"x"}), table("B", {"y", "z"})});
  const auto broken = JsonDocument::parse(R"([{"table": 3}])", "f.json");
  CHECK_THROWS_WITH_AS(parse_hallucinated_schema(broken.root()),
                       "f.json:1:12: expected a string, found a number", Error);
}

TEST_CASE("a question is extended by the names that were hallucinated for it") {
  const HallucinatedSchema schema{table("Singer", {"name", "age"}), table("Band", {})};
  CHECK(with_schema_words("Who?", &schema).text() == "Who? Singer name age Band");
  CHECK(with_schema_words("Who?", nullptr).text() == "Who?");
}

}  // namespace sluice
