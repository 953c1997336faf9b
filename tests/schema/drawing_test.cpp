/// Tests the drawings of schemas.

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "schema/drawing/graph_layout.hpp"
#include "sluice/core/random.hpp"
#include "sluice/schema/export.hpp"
#include "support/error_of.hpp"
#include "support/whole_schema.hpp"

namespace sluice {
namespace {

std::size_t count_of(const std::string &text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// Whether elements are closed in the order in which they were opened, and attributes are quoted.
bool is_well_formed(std::string_view xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size();) {
    if (xml[at] == '&') {
      const std::size_t end = xml.find(';', at);
      if (end == xml.npos || end - at > 6) return false;
    }
    if (xml[at] == '>') return false;
    if (xml[at] != '<') {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    for (bool quoted = false; end < xml.size() && (quoted || xml[end] != '>'); ++end) {
      if (xml[end] == '"') quoted = !quoted;
      if (xml[end] == '<') return false;
    }
    if (end == xml.size()) return false;
    const std::string_view tag = xml.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag.ends_with('/')) continue;
    const std::string name(tag.substr(0, tag.find(' ')));
    if (!name.starts_with('/')) {
      open.push_back(name);
    } else if (open.empty() || '/' + open.back() != name) {
      return false;
    } else {
      open.pop_back();
    }
    if (name == "style") at = std::min(xml.size(), xml.find("</style>", at));
  }
  return open.empty();
}

DatabaseDefinition hostile_schema() {
  const std::string bad = "</text><script>alert(1)</script>\" onload=\"x' & ]]> %%{init: {}}%%\n}";
  DatabaseDefinition definition;
  definition.name = bad;
  for (const std::string name : {"a", "b"}) {
    TableDefinition table =
        test::table_of(bad + name, {test::column_of(bad, bad, bad), test::column_of("", "")}, {0});
    table.description = bad;
    definition.tables.push_back(std::move(table));
  }
  definition.foreign_keys.push_back({0, {0}, 1, {0}});
  return definition;
}

}  // namespace

TEST_CASE("an SVG has all tables and joins, is well-formed and fetches nothing") {
  const auto whole = Database::make(test::whole_schema(sql::Dialect::postgresql));
  const std::string svg = export_svg(*whole);
  CHECK(is_well_formed(svg));
  CHECK(count_of(svg, "<rect class=\"box\"") == whole->tables().size());
  CHECK(count_of(svg, "<path class=\"join") == whole->foreign_keys().size());
  CHECK(count_of(svg, " inferred\"") == 2);
  CHECK(count_of(svg, "<g class=\"view\">") == 2);
  for (const std::string_view part : {"<script", "href", "onload=\"", "url(http", "@import"})
    CHECK(count_of(svg, part) == 0);
  CHECK(svg == export_svg(*whole));
}

TEST_CASE("texts of a schema do not become markup of a drawing") {
  const auto database = Database::make(hostile_schema());
  const std::string svg = export_svg(*database);
  CHECK(is_well_formed(svg));
  CHECK(count_of(svg, "<script") == 0);
  const std::string mermaid = export_mermaid(*database);
  CHECK(count_of(mermaid, "%%") == 0);
  CHECK(count_of(mermaid, "<") == 0);
  // One line per table, column and join, and two around each table.
  CHECK(std::ranges::count(mermaid, '\n') == 1 + 2 * (2 + 2) + 1);
}

TEST_CASE("a Mermaid diagram has words for names, and the names next to them") {
  const std::string text =
      export_mermaid(*Database::make(test::whole_schema(sql::Dialect::postgresql)));
  CHECK(text.starts_with("erDiagram\n  line {\n    INTEGER customer_id PK, FK\n"));
  CHECK(count_of(text, "  sales_order[\"sales.order\"] {\n") == 1);
  CHECK(count_of(text, "  line }o--|| sales_order : \"customer_id, number\"\n") == 1);
  CHECK(count_of(text, "  category }o--o| category : \"parent_id\"\n") == 1);
  CHECK(count_of(text, "  events }o..o| customer : \"id\"\n") == 1);
  CHECK(count_of(text, "    DECIMAL(12_2) total \"With tax\"\n") == 1);
}

TEST_CASE("a drawing of too many tables is refused") {
  DatabaseDefinition definition;
  definition.name = "many";
  for (int i = 0; i < 5001; ++i)
    definition.tables.push_back(test::table_of("t" + std::to_string(i), {}));
  const auto database = Database::make(definition);
  CHECK(test::error_of([&] { export_svg(*database); }).code() == ErrorCode::limit_exceeded);
}

TEST_CASE("boxes of a layout do not overlap, and those of a part are near each other") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    const std::size_t count = 1 + random.below(60);
    std::vector<double> heights;
    for (std::size_t i = 0; i < count; ++i)
      heights.push_back(20 + static_cast<double>(random.below(300)));
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    for (std::size_t i = random.below(2 * count); i > 0; --i)
      edges.emplace_back(random.below(count), random.below(count));
    for (const double row_width : {0.0, 2000.0}) {
      schema_detail::GraphLayoutOptions options;
      options.row_width = row_width;
      const auto layout = schema_detail::lay_out(heights, edges, options);
      REQUIRE(layout.boxes.size() == count);
      for (std::size_t a = 0; a < count; ++a) {
        const auto &one = layout.boxes[a];
        CHECK(one.x >= 0);
        CHECK(one.y >= 0);
        CHECK(one.x + options.width <= layout.right);
        CHECK(one.y + one.height <= layout.bottom + 1e-6);
        for (std::size_t b = 0; b < a; ++b) {
          const auto &other = layout.boxes[b];
          const bool apart = one.x + options.width <= other.x || other.x + options.width <= one.x ||
                             one.y + one.height <= other.y || other.y + other.height <= one.y;
          CHECK(apart);
        }
      }
    }
  }
}

}  // namespace sluice
