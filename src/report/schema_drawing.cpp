#include "schema_drawing.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/html.hpp"
#include "schema/drawing/graph_layout.hpp"

namespace sluice::inline v0::report_detail {
namespace {

using schema_detail::GraphBox;
using schema_detail::GraphLayout;

constexpr schema_detail::GraphLayoutOptions layout_options;
constexpr double head = 26, row = 19, foot = 6;
constexpr std::size_t max_rows = 14;  // columns shown per table
constexpr std::size_t max_letters = 24;

constexpr std::string_view drawing_style = R"(<style>
.schema { font: 12px ui-monospace, monospace; }
.schema text { fill: currentColor; }
.schema .box { fill: var(--soft); stroke: var(--line); }
.schema .chosen .box { stroke: var(--accent); stroke-width: 2; fill: color-mix(in srgb, var(--accent) 10%, transparent); }
.schema .title { font-weight: 600; }
.schema .other .title, .schema .more { opacity: .65; }
.schema .cell { fill: color-mix(in srgb, var(--accent) 22%, transparent); }
.schema path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.schema path.on { stroke: var(--accent); stroke-width: 2.5; }
</style>
)";

bool is_chosen(const AnswerExplanation &explanation, TableId table) {
  return std::ranges::find(explanation.chosen, table) != explanation.chosen.end();
}

bool is_taken(const AnswerExplanation &explanation, ColumnId column) {
  const auto &columns = explanation.answer.subset.columns;
  return std::ranges::find(columns, column, &SubsetColumn::id) != columns.end();
}

/// A table drawn as a box with its chosen columns in the schema's order.
struct Drawn {
  TableId table;
  std::vector<ColumnId> rows;
  std::size_t others = 0;  // columns not shown

  double height() const {
    const auto lines = static_cast<double>(rows.size() + (others > 0 ? 1 : 0));
    return head + row * lines + foot;
  }
  /// The vertical position at which an edge reaches the column.
  double anchor(ColumnId column) const {
    const auto at = std::ranges::find(rows, column);
    if (at == rows.end()) return head / 2;
    return head + row * (static_cast<double>(at - rows.begin()) + 0.5);
  }
};

class Drawing {
 public:
  explicit Drawing(const AnswerExplanation &explanation)
      : of_(explanation), catalog_(*explanation.answer.subset.catalog) {
    for (const auto *tables : {&of_.chosen, &of_.neighbors}) {
      for (const TableId table : *tables) add(table);
    }
    std::vector<double> heights;
    for (const Drawn &drawn : drawn_) heights.push_back(drawn.height());
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    for (const Join &join : of_.joins) edges.emplace_back(place(join.from), place(join.to));
    layout_ = schema_detail::lay_out(heights, edges, layout_options);
  }

  std::string text() {
    constexpr double margin = 12;
    const double width = layout_.right + 2 * margin + layout_options.column_gap / 2;
    const double height = layout_.bottom + 2 * margin;
    svg_ = drawing_style;
    svg_ += fmt::format("<svg class=\"schema\" role=\"img\" aria-label=\"schema graph\" "
                        "width=\"{:.0f}\" height=\"{:.0f}\" viewBox=\"{:.0f} {:.0f} {:.0f} "
                        "{:.0f}\">\n",
                        width, height, -margin, -margin, width, height);
    for (const bool lit : {false, true}) {  // highlighted joins are drawn on top
      for (const Join &join : of_.joins) {
        if (is_lit(of_, join) == lit) edge(join, lit);
      }
    }
    for (std::size_t i = 0; i < drawn_.size(); ++i) box(drawn_[i], layout_.boxes[i]);
    svg_ += "</svg>\n";
    return std::move(svg_);
  }

 private:
  /// Adds a table with its chosen columns. Hidden columns are not counted, since that would reveal
  /// them.
  void add(TableId table) {
    Drawn drawn{table, {}, 0};
    for (const ColumnId column : catalog_.columns(table)) {
      if (!is_taken(of_, column)) continue;
      if (drawn.rows.size() < max_rows) {
        drawn.rows.push_back(column);
      } else {
        ++drawn.others;
      }
    }
    drawn_.push_back(std::move(drawn));
  }

  std::size_t place(TableId table) const {
    return static_cast<std::size_t>(std::ranges::find(drawn_, table, &Drawn::table) -
                                    drawn_.begin());
  }

  void edge(const Join &join, bool lit) {
    const std::size_t from = place(join.from), to = place(join.to);
    const GraphBox *a = &layout_.boxes[from], *b = &layout_.boxes[to];
    double ya = a->y + drawn_[from].anchor(join.from_columns.front());
    double yb = b->y + drawn_[to].anchor(join.to_columns.front());
    if (b->x < a->x) {
      std::swap(a, b);
      std::swap(ya, yb);
    }
    const double xa = a->x + layout_options.width;
    const bool same = a->column == b->column;
    const double xb = same ? xa : b->x;
    const double bend = same ? layout_options.column_gap * 0.45 : (xb - xa) / 2;
    svg_ +=
        fmt::format("<path{} d=\"M{:.1f} {:.1f} C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}\">"
                    "<title>{} = {}</title></path>\n",
                    lit ? " class=\"on\"" : "", xa, ya, xa + bend, ya, same ? xb + bend : xb - bend,
                    yb, xb, yb, html::name(catalog_.path(join.from_columns.front())),
                    html::name(catalog_.path(join.to_columns.front())));
  }

  void label(std::string_view kind, double x, double y, std::string_view text) {
    svg_ += fmt::format("<text{} x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kind, x, y,
                        html::name(text, max_letters));
  }

  void box(const Drawn &drawn, const GraphBox &at) {
    const Table &table = catalog_.table(drawn.table);
    svg_ += fmt::format("<g class=\"{}\"><title>{}.{}</title>\n",
                        is_chosen(of_, drawn.table) ? "chosen" : "other",
                        html::name(catalog_.database(catalog_.database_of(drawn.table)).name()),
                        html::name(table.name));
    svg_ += fmt::format("<rect class=\"box\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" "
                        "height=\"{:.1f}\" rx=\"5\"/>\n",
                        at.x, at.y, layout_options.width, at.height);
    label(" class=\"title\"", at.x + 9, at.y + 18, table.name);
    double y = at.y + head;
    for (const ColumnId column : drawn.rows) {
      svg_ += fmt::format("<rect class=\"cell\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" "
                          "height=\"{:.0f}\" rx=\"3\"/>\n",
                          at.x + 4, y + 1, layout_options.width - 8, row - 2);
      label("", at.x + 9, y + 14, catalog_.column(column).name);
      y += row;
    }
    if (drawn.others > 0)
      label(" class=\"more\"", at.x + 9, y + 14, fmt::format("{} more", drawn.others));
    svg_ += "</g>\n";
  }

  const AnswerExplanation &of_;
  const Catalog &catalog_;
  std::vector<Drawn> drawn_;
  GraphLayout layout_;
  std::string svg_;
};

}  // namespace

bool is_lit(const AnswerExplanation &explanation, const Join &join) {
  const auto taken = [&](ColumnId column) { return is_taken(explanation, column); };
  return std::ranges::all_of(join.from_columns, taken) &&
         std::ranges::all_of(join.to_columns, taken);
}

std::string schema_drawing(const AnswerExplanation &explanation) {
  return Drawing(explanation).text();
}

}  // namespace sluice::inline v0::report_detail
