#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/html.hpp"
#include "graph_layout.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/export.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0 {
namespace schema_detail {
namespace {

constexpr double drawn_head = 28, drawn_row = 18, drawn_foot = 8, drawn_margin = 16;
constexpr std::size_t max_drawn_rows = 14;
constexpr std::size_t max_drawn_tables = 5000;
// A name and a type, with a gap between them, are as wide as a box.
constexpr std::size_t max_name_bytes = 24, max_row_bytes = 31;

constexpr std::string_view svg_style = R"(<style>
svg { color: #1d2733; background: #fff; font: 12px ui-monospace, Menlo, Consolas, monospace; }
text { fill: currentColor; }
.box { fill: #f6f8fa; stroke: #8a97a6; }
.view .box { stroke-dasharray: 5 3; }
.head { fill: #dfe7ef; }
.title { font-weight: 600; }
.key { font-weight: 600; }
.type, .more { opacity: .6; }
.join { fill: none; stroke: #5b7f9f; stroke-width: 1.3; }
.inferred { stroke-dasharray: 4 3; }
marker path { fill: none; stroke: #5b7f9f; stroke-width: 1.3; }
@media (prefers-color-scheme: dark) {
  svg { color: #dfe7ef; background: #10161d; }
  .box { fill: #18212b; stroke: #5a6877; }
  .head { fill: #263443; }
  .join, marker path { stroke: #7fa8cc; }
}
</style>
<defs>
<marker id="many" viewBox="-12 -6 12 12" markerWidth="12" markerHeight="12" orient="auto-start-reverse"><path d="M0,-5 L-10,0 L0,5"/></marker>
<marker id="one" viewBox="-12 -6 12 12" markerWidth="12" markerHeight="12" orient="auto-start-reverse"><path d="M-7,-5 L-7,5"/></marker>
</defs>
)";

/// A table with the columns that are shown: those in keys, then the first others, in the order of
/// the schema.
struct DrawnTable {
  std::vector<std::uint32_t> rows;
  std::size_t others = 0;

  double height() const {
    return drawn_head + drawn_row * static_cast<double>(rows.size() + (others > 0 ? 1 : 0)) +
           drawn_foot;
  }
  double anchor(std::uint32_t column) const {
    const auto at = std::ranges::lower_bound(rows, column);
    if (at == rows.end() || *at != column) return drawn_head / 2;
    return drawn_head + drawn_row * (static_cast<double>(at - rows.begin()) + 0.5);
  }
};

class SchemaDrawing {
 public:
  explicit SchemaDrawing(const Database &database) : database_(database) {
    options_.width = 260;
    options_.column_gap = 90;
    choose_rows();
    std::vector<double> heights;
    double area = 0;
    for (const DrawnTable &table : drawn_) {
      heights.push_back(table.height());
      area += (table.height() + options_.row_gap) * (options_.width + options_.column_gap);
    }
    const double side = std::sqrt(area);
    options_.tallest = std::max(options_.tallest, 0.8 * side);
    options_.row_width = std::max(4 * options_.width, 1.4 * side);
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    for (const ForeignKey &key : database.foreign_keys())
      edges.emplace_back(key.table, key.referenced_table);
    layout_ = lay_out(heights, edges, options_);
  }

  std::string text() {
    const double width = layout_.right + options_.column_gap / 2 + 2 * drawn_margin;
    const double height = layout_.bottom + 2 * drawn_margin;
    svg_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" viewBox=\"{2:.0f} {2:.0f} {0:.0f} {1:.0f}\">\n<title>{3}</title>\n",
        width, height, -drawn_margin, html::name(database_.name(), 200));
    svg_ += svg_style;
    for (const ForeignKey &key : database_.foreign_keys()) add_join(key);
    for (std::size_t i = 0; i < drawn_.size(); ++i) add_box(i);
    svg_ += "</svg>\n";
    return std::move(svg_);
  }

 private:
  void choose_rows() {
    std::vector<std::vector<std::uint32_t>> in_keys(database_.tables().size());
    const auto add = [&](std::uint32_t table, std::span<const std::uint32_t> columns) {
      in_keys[table].insert(in_keys[table].end(), columns.begin(), columns.end());
    };
    for (std::uint32_t i = 0; i < database_.tables().size(); ++i)
      add(i, database_.tables()[i].primary_key);
    for (const ForeignKey &key : database_.foreign_keys()) {
      add(key.table, key.columns);
      add(key.referenced_table, key.referenced_columns);
    }
    for (std::uint32_t i = 0; i < database_.tables().size(); ++i) {
      const Table &table = database_.tables()[i];
      std::vector<bool> is_shown(table.columns.size());
      std::size_t count = 0;
      const auto show = [&](std::uint32_t column) {
        if (is_shown[column] || count == max_drawn_rows) return;
        is_shown[column] = true;
        ++count;
      };
      for (const std::uint32_t column : in_keys[i]) show(column);
      for (std::uint32_t c = 0; c < table.columns.size() && count < max_drawn_rows; ++c) show(c);
      DrawnTable drawn;
      for (std::uint32_t c = 0; c < table.columns.size(); ++c) {
        if (is_shown[c]) drawn.rows.push_back(c);
      }
      drawn.others = table.columns.size() - drawn.rows.size();
      drawn_.push_back(std::move(drawn));
    }
  }

  void add_join(const ForeignKey &key) {
    const GraphBox *left = &layout_.boxes[key.table];
    const GraphBox *right = &layout_.boxes[key.referenced_table];
    double from = left->y + drawn_[key.table].anchor(key.columns.front());
    double to = right->y + drawn_[key.referenced_table].anchor(key.referenced_columns.front());
    const bool swapped = right->x < left->x;
    if (swapped) {
      std::swap(left, right);
      std::swap(from, to);
    }
    const bool beside = right->x < left->x + options_.width;  // one above the other
    const double begin = left->x + options_.width;
    const double end = beside ? right->x + options_.width : right->x;
    const double bend = beside ? options_.column_gap * 0.6 : std::max(40.0, (end - begin) / 2);
    const Table &table = database_.tables()[key.table];
    const Table &referenced = database_.tables()[key.referenced_table];
    svg_ += fmt::format(
        "<path class=\"join{}\" marker-start=\"url(#{})\" marker-end=\"url(#{})\" "
        "d=\"M{:.1f} {:.1f} C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}\"><title>{}.{} → "
        "{}.{}</title></path>\n",
        key.evidence == KeyEvidence::declared ? "" : " inferred", swapped ? "one" : "many",
        swapped ? "many" : "one", begin, from, begin + bend, from, beside ? end + bend : end - bend,
        to, end, to, html::name(table.name), html::name(columns_text(table, key.columns)),
        html::name(referenced.name), html::name(columns_text(referenced, key.referenced_columns)));
  }

  static std::string columns_text(const Table &table, std::span<const std::uint32_t> columns) {
    if (columns.size() == 1) return std::string(table.columns[columns[0]].name);
    std::string text = "(";
    for (const std::uint32_t column : columns) {
      if (text.size() > 1) text += ", ";
      text += table.columns[column].name;
    }
    return text + ')';
  }

  void add_label(std::string_view kind, double x, double y, std::string_view text,
                 std::size_t max_bytes) {
    svg_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kind, x, y,
                        html::name(text, max_bytes));
  }

  void add_box(std::size_t number) {
    const Table &table = database_.tables()[number];
    const DrawnTable &drawn = drawn_[number];
    const GraphBox &at = layout_.boxes[number];
    const bool is_view =
        table.kind == TableKind::view || table.kind == TableKind::materialized_view;
    svg_ += fmt::format("<g{}><title>{}{}{}</title>\n", is_view ? " class=\"view\"" : "",
                        html::name(table.name, 200), table.description.empty() ? "" : ": ",
                        html::name(table.description, 400));
    svg_ += fmt::format(
        "<rect class=\"box\" x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.0f}\" height=\"{3:.1f}\" "
        "rx=\"5\"/>\n<rect class=\"head\" x=\"{4:.1f}\" y=\"{5:.1f}\" width=\"{6:.0f}\" "
        "height=\"{7:.0f}\" rx=\"4\"/>\n",
        at.x, at.y, options_.width, at.height, at.x + 1, at.y + 1, options_.width - 2,
        drawn_head - 5);
    add_label("title", at.x + 9, at.y + 17, table.name, max_name_bytes + 8);
    const std::vector<std::string> paths = paths_of(table);
    std::vector<bool> in_key(table.columns.size());
    for (const std::uint32_t column : table.primary_key) in_key[column] = true;
    double y = at.y + drawn_head;
    for (const std::uint32_t row : drawn.rows) {
      add_label(in_key[row] ? "key" : "name", at.x + 9, y + 13, paths[row], max_name_bytes);
      svg_ += fmt::format(
          "<text class=\"type\" text-anchor=\"end\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
          at.x + options_.width - 8, y + 13,
          html::name(table.columns[row].type,
                     max_row_bytes - std::min(paths[row].size(), max_name_bytes)));
      y += drawn_row;
    }
    if (drawn.others > 0) {
      add_label("more", at.x + 9, y + 13, fmt::format("{} more", drawn.others), max_name_bytes);
    }
    svg_ += "</g>\n";
  }

  const Database &database_;
  GraphLayoutOptions options_;
  std::vector<DrawnTable> drawn_;  // by table
  GraphLayout layout_;
  std::string svg_;
};

}  // namespace
}  // namespace schema_detail

std::string export_svg(const Database &database) {
  if (database.tables().size() > schema_detail::max_drawn_tables) {
    throw Error(ErrorCode::limit_exceeded,
                fmt::format("{} tables are too many for a drawing; at most {} are drawn",
                            database.tables().size(), schema_detail::max_drawn_tables));
  }
  return schema_detail::SchemaDrawing(database).text();
}

}  // namespace sluice::inline v0
