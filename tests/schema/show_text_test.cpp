#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"
#include "support/whole_schema.hpp"

namespace sluice {
namespace {

bool has_line(const std::string &text, std::string_view line) {
  return text.find('\n' + std::string(line) + '\n') != text.npos;
}

}  // namespace

TEST_CASE("the text of a schema shows keys, kinds, values and descriptions") {
  const auto whole = Database::make(test::whole_schema(sql::Dialect::postgresql));
  const std::string text = show_text(*Catalog::make({whole}));
  CHECK(text.starts_with("whole · PostgreSQL · 12 tables, 34 columns\n"));
  CHECK(has_line(text, "  events · family of 366 tables, events_20200101 to events_20201231"));
  CHECK(has_line(text, "  sales.totals · materialized view"));
  CHECK(has_line(text, "  archive · external table"));
  CHECK(has_line(text, "    Lines of an order in the order of its printed form"));
  CHECK(has_line(text, "    (customer_id, number) → sales.order (customer_id, number)"));
  CHECK(has_line(text, "    customer_id  INTEGER      key, not NULL, → customer.id  Who ordered"));
  CHECK(has_line(text, "    status       VARCHAR(10)  one of 'new', 'paid', 'it's sent'"));
  CHECK(has_line(text, "    total        DECIMAL(12, 2)  computed  With tax"));
  CHECK(text.find("→ customer.id (inferred)") != text.npos);
}

TEST_CASE("fields of nested types have their path, and their types are not repeated") {
  const auto database = load_ddl(
      "CREATE TABLE t (hits ARRAY<STRUCT<page STRUCT<url STRING, title STRING>, at TIMESTAMP>>)",
      "web", "web.sql", {.dialect = sql::Dialect::bigquery});
  const std::string text = show_text(*Catalog::make({database}));
  CHECK(has_line(text, "    hits[].page.url    STRING"));
  CHECK(text.find("ARRAY<STRUCT<page STRUCT<ur…") != text.npos);
}

TEST_CASE("control characters of a schema do not reach a terminal") {
  DatabaseDefinition definition;
  definition.name = "a\x1b[2Jb";
  definition.description = "c\rd";
  definition.tables.push_back(test::table_of("e\nf", {test::column_of("g\x07", "h\ti", "j\x1b")}));
  const std::string text =
      show_text(*Catalog::make({Database::make(definition)}), {{{"k\nl", "m\x1b"}}});
  for (const char c : text) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  CHECK(text.find("skipped: k l: m") != text.npos);
}

TEST_CASE("of many skipped items, the first 20 and their number are shown") {
  std::vector<SkippedItem> skipped;
  CHECK(skipped_text(skipped).empty());
  for (int i = 1; i <= 25; ++i) skipped.push_back({"a.sql:" + std::to_string(i), "is unknown"});
  const std::string text = skipped_text(skipped);
  CHECK(text.starts_with("skipped: a.sql:1: is unknown\n"));
  CHECK(text.ends_with("skipped: a.sql:20: is unknown\nskipped: 5 more\n"));
}

}  // namespace sluice
