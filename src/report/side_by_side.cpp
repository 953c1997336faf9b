#include "side_by_side.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/html.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/parse.hpp"
#include "sql/diff/token_diff.hpp"

namespace sluice::inline v0::report_detail {
namespace {

using html::escaped;

/// The names of the result's columns in the query; empty if they are not obvious.
std::vector<std::string> headings_of(std::string_view query, std::size_t columns) {
  sql::SyntaxTree tree;
  try {
    sql::parse(query, tree, {.dialect = sql::Dialect::permissive});
  } catch (const sql::SyntaxError &) {
    return {};
  }
  sql::NodeId at = tree.root();
  while (tree.kind(at) == sql::NodeKind::compound) {
    sql::NodeId first = tree.first_child(at);
    if (tree.kind(first) == sql::NodeKind::with) first = tree.next_sibling(first);
    at = first;
  }
  std::vector<std::string> headings;
  if (tree.kind(at) != sql::NodeKind::select) return {};
  for (const sql::NodeId result : tree.children(tree.child(at, sql::NodeKind::select_list))) {
    if (tree.kind(result) == sql::NodeKind::star) return {};
    const bool named = tree.kind(result) == sql::NodeKind::aliased;
    headings.push_back(
        clipped(named ? tree.text(tree.last_child(result)) : tree.source_of(result), 60));
  }
  if (headings.size() != columns) headings.clear();
  return headings;
}

/// Appends pairs to the text of a page.
class PairWriter {
 public:
  explicit PairWriter(std::string &text) : text_(text) {}

  void write_queries(const std::string &gold, const std::string &predicted) {
    sql::TokenDiff diff;
    try {
      diff = sql::token_diff(gold, predicted);
    } catch (const sql::SyntaxError &) {
      diff = {{{gold}}, {{predicted}}};
    }
    const auto column = [this](std::string_view title, const std::vector<sql::DiffPiece> &pieces,
                               std::string_view mark) {
      write("<div><h3>{}</h3><pre>", title);
      for (const sql::DiffPiece &piece : pieces) {
        if (piece.changed) {
          write("<{0}>{1}</{0}>", mark, escaped(piece.text));
        } else {
          text_ += escaped(piece.text);
        }
      }
      text_ += "</pre></div>\n";
    };
    text_ += "<div class=\"pair\">\n";
    column("gold", diff.a, "del");
    column("predicted", diff.b, "ins");
    text_ += "</div>\n";
  }

  void write_results(const QueryResult &gold, const QueryResult &predicted) {
    text_ += "<div class=\"pair\">\n";
    write_result("gold's result", gold.sample, predicted.sample, gold.query);
    write_result("predicted result", predicted.sample, gold.sample, predicted.query);
    text_ += "</div>\n";
  }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  void write_result(std::string_view title, const ResultSample &sample, const ResultSample &other,
                    const std::string &query) {
    if (!sample.failure.empty()) {
      write("<div><h3>{}</h3><p class=\"message\">{}</p></div>\n", title,
            escaped(clipped(sample.failure, max_message)));
      return;
    }
    write("<div><h3>{}, {}{} row{}</h3><div class=\"rows\"><table>", title,
          sample.whole ? "" : "more than ", sample.row_count, sample.row_count == 1 ? "" : "s");
    const std::size_t columns = sample.rows.empty() ? 0 : sample.rows.front().size();
    const std::vector<std::string> headings = headings_of(query, sample.columns);
    if (!headings.empty()) {
      text_ += "<tr>";
      for (std::size_t i = 0;
           i < std::min(headings.size(), sample.rows.empty() ? std::size_t{10} : columns); ++i)
        write("<th>{}</th>", escaped(headings[i]));
      text_ += "</tr>\n";
    }
    const bool all_seen = other.whole && other.failure.empty() &&
                          other.row_count == other.rows.size() && !other.rows.empty() &&
                          other.rows.front().size() == other.columns &&
                          other.columns == sample.columns && columns == sample.columns;
    for (const auto &row : sample.rows) {
      text_ += all_seen && !has_row(other, row) ? "<tr class=\"only\">" : "<tr>";
      for (const SampledCell &cell : row) write_cell(cell);
      text_ += "</tr>\n";
    }
    text_ += "</table></div>";
    if (sample.rows.size() < sample.row_count || !sample.whole)
      write("<p class=\"note\">the first {} rows</p>", sample.rows.size());
    if (columns > 0 && columns < sample.columns)
      write("<p class=\"note\">the first {} of {} columns</p>", columns, sample.columns);
    text_ += "</div>\n";
  }

  static bool has_row(const ResultSample &sample, const std::vector<SampledCell> &row) {
    return std::any_of(sample.rows.begin(), sample.rows.end(), [&row](const auto &other) {
      return std::equal(row.begin(), row.end(), other.begin(), other.end(),
                        [](const SampledCell &a, const SampledCell &b) {
                          return a.kind == b.kind && a.text == b.text;
                        });
    });
  }

  void write_cell(const SampledCell &cell) {
    switch (cell.kind) {
      case CellKind::null: text_ += "<td><i>NULL</i></td>"; break;
      case CellKind::integer:
      case CellKind::real: write("<td class=\"n\">{}</td>", escaped(cell.text)); break;
      case CellKind::text: write("<td class=\"t\">{}</td>", escaped(cell.text)); break;
      case CellKind::blob: write("<td><i>{}</i></td>", escaped(cell.text)); break;
    }
  }

  std::string &text_;
};

}  // namespace

std::string clipped(std::string_view text, std::size_t most) {
  const std::string_view kept = clip_utf8(text, most);
  std::string shown(kept);
  if (kept.size() < text.size()) shown += "…";
  return shown;
}

void append_queries(const std::string &gold, const std::string &predicted, std::string &page) {
  PairWriter(page).write_queries(gold, predicted);
}

void append_results(const QueryResult &gold, const QueryResult &predicted, std::string &page) {
  PairWriter(page).write_results(gold, predicted);
}

}  // namespace sluice::inline v0::report_detail
