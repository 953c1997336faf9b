/// Renders retrieval reports as one self-contained HTML page.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/html.hpp"
#include "sluice/benchmark/retrieval_report.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_listed = 100;  // misses per kind
constexpr std::size_t colours = 7;

constexpr std::string_view style =
    R"(:root { --c0: #2a6f97; --c1: #a05a00; --c2: #1f7a4d; --c3: #8a3ea8; --c4: #b03060; --c5: #6b6b00; --c6: #555; }
@media (prefers-color-scheme: dark) { :root { --c0: #78bbe4; --c1: #e8a656; --c2: #63c793; --c3: #cd94e6; --c4: #f08db0; --c5: #cfcf62; --c6: #aaa; } }
h2 { font-size: 1.1rem; margin: 1.8rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
td, th { padding: .2rem .9rem .2rem 0; text-align: right; vertical-align: top; white-space: nowrap; }
th { font-weight: 400; opacity: .7; font-size: .85rem; }
:is(td, th):first-child { text-align: left; }
tbody tr { border-top: 1px solid var(--line); }
small { display: block; opacity: .65; font-size: .75rem; }
.mark::before { content: ""; display: inline-block; width: .8em; height: .8em; border-radius: .15em; background: var(--c); margin-right: .4em; }
.c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); } .c3 { --c: var(--c3); }
.c4 { --c: var(--c4); } .c5 { --c: var(--c5); } .c6 { --c: var(--c6); }
.curves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem 2rem; }
.curve { width: 100%; height: auto; font: 11px system-ui, sans-serif; }
.curve text { fill: currentColor; opacity: .7; }
.curve .grid { stroke: var(--line); }
.curve polyline { fill: none; stroke: var(--c); stroke-width: 2.2; }
.curve circle { fill: var(--c); }
summary { cursor: pointer; margin: .3rem 0; }
details table { width: 100%; }
details :is(td, th) { white-space: normal; overflow-wrap: anywhere; text-align: left; }
)";

/// A number of the table: its list and its cut-off.
struct Figure {
  std::string_view name;
  std::vector<RecallAt> RetrievalReport::*recall;
  std::size_t cut;
};
constexpr std::array<Figure, 5> head_figures{{
    {"databases @1", &RetrievalReport::database_recall, 1},
    {"databases @5", &RetrievalReport::database_recall, 5},
    {"tables @5", &RetrievalReport::table_recall, 5},
    {"tables @15", &RetrievalReport::table_recall, 15},
    {"all tables @15", &RetrievalReport::complete_table_recall, 15},
}};

/// Bins of ranks that misses are counted by; 0 means "not ranked".
struct Ranks {
  std::string_view name;
  std::size_t last;
};
constexpr std::array<Ranks, 6> rank_ranges{{{"2–5", 5},
                                            {"6–15", 15},
                                            {"16–20", 20},
                                            {"21–50", 50},
                                            {"further", SIZE_MAX},
                                            {"not ranked", 0}}};

std::size_t range_of(std::size_t rank) {
  if (rank == 0) return rank_ranges.size() - 1;
  std::size_t range = 0;
  while (rank > rank_ranges[range].last) ++range;
  return range;
}

std::string cell(const RecallAt &at) {
  return fmt::format("<td>{:.1f}<small>{:.0f}–{:.0f}</small>", 100 * at.share,
                     100 * at.interval.low, 100 * at.interval.high);
}

std::string title_of(const RetrievalReport &report) {
  std::string title = html::name(report.system);
  if (!report.without.empty()) title += " without";
  for (const std::string &part : report.without) title += ' ' + html::name(part);
  return title;
}

class Page {
 public:
  Page(std::span<const RetrievalReport> reports, std::span<const BenchmarkQuestion> questions,
       const Catalog &catalog)
      : reports_(reports), questions_(questions), catalog_(catalog) {}

  std::string text() {
    page_ = html::page_head("Retrieval", style);
    page_ += "<h1>What was found, and what was missed</h1>\n";
    if (!reports_.empty()) {
      const RetrievalReport &first = reports_.front();
      page_ += fmt::format("<p class=\"sum\">{} questions of {} · {} databases, {} tables, {} "
                           "columns · probes: {}</p>\n",
                           first.questions, html::name(first.question_set, 200),
                           catalog_.database_count(), catalog_.table_count(),
                           catalog_.column_count(), html::name(first.probes));
    }
    write_figures();
    page_ += "<h2>Recall over the budget</h2>\n<div class=\"curves\">\n";
    write_curve("Columns", &RetrievalReport::column_recall);
    write_curve("Questions with all their columns", &RetrievalReport::complete_column_recall);
    page_ +=
        "</div>\n<h2>Misses</h2>\n<p class=\"sum\">Each question counts once: another database "
        "came first; or a table is not in the top 15; or a column is not in the top 20.</p>\n";
    for (std::size_t r = 0; r < reports_.size(); ++r) write_misses(r);
    return std::move(page_) + html::page_end();
  }

 private:
  void write_figures() {
    page_ += "<h2>Recall in percent</h2>\n<div class=\"wide\"><table id=\"figures\"><thead><tr><th>"
             "system";
    for (const Figure &figure : head_figures) page_ += fmt::format("<th>{}", figure.name);
    if (!reports_.empty()) {
      for (const RecallAt &at : reports_.front().column_recall)
        page_ += fmt::format("<th>columns @{}", at.cut);
    }
    page_ += "<th>mAP<th>questions/s</tr></thead>\n<tbody>\n";
    for (std::size_t r = 0; r < reports_.size(); ++r) {
      const RetrievalReport &report = reports_[r];
      page_ += fmt::format("<tr><td class=\"mark c{}\">{}<small>{}</small>", r % colours,
                           title_of(report), html::name(report.setting));
      for (const Figure &figure : head_figures) {
        const auto &recall = report.*figure.recall;
        const auto at = std::ranges::find(recall, figure.cut, &RecallAt::cut);
        page_ += at == recall.end() ? "<td>" : cell(*at);
      }
      for (const RecallAt &at : report.column_recall) page_ += cell(at);
      page_ += fmt::format("<td>{:.1f}<small>{:.0f}–{:.0f}</small><td>{:.0f}</tr>\n",
                           100 * report.mean_average_precision, 100 * report.precision_interval.low,
                           100 * report.precision_interval.high, report.questions_per_second());
    }
    page_ += "</tbody></table></div>\n<p class=\"sum\">Small: where 95 % of resamples of databases "
             "lie.</p>\n";
    for (const RetrievalReport &report : reports_) {
      if (const std::string sentence = seen_sentence(report); !sentence.empty())
        page_ += fmt::format("<p class=\"sum\">{}</p>\n", html::escaped(sentence));
    }
  }

  void write_curve(std::string_view title, std::vector<RecallAt> RetrievalReport::*recall) {
    constexpr double left = 34, right = 400, top = 8, bottom = 220, first = 3, last = 100;
    const auto x_of = [&](std::size_t cut) {
      return left +
             (right - left) * std::log(static_cast<double>(cut) / first) / std::log(last / first);
    };
    double least = 1;
    for (const RetrievalReport &report : reports_) {
      for (const RecallAt &at : report.*recall) least = std::min(least, at.share);
    }
    const double base = std::floor(10 * std::clamp(least, 0.0, 0.9)) / 10;
    const auto y_of = [&](double share) {
      return bottom - (bottom - top) * (share - base) / (1 - base);
    };
    page_ +=
        fmt::format("<figure style=\"margin:0\"><figcaption>{}</figcaption><svg class=\"curve\" "
                    "role=\"img\" aria-label=\"{}\" viewBox=\"0 0 410 242\">\n",
                    title, title);
    for (int tenth = static_cast<int>(std::lround(10 * base)); tenth <= 10; ++tenth) {
      const double y = y_of(tenth / 10.0);
      page_ +=
          fmt::format("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
                      "<text x=\"4\" y=\"{3:.1f}\">{4}</text>\n",
                      left, right, y, y + 4, 10 * tenth);
    }
    if (!reports_.empty()) {
      for (const RecallAt &at : reports_.front().*recall) {
        page_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                             x_of(at.cut), bottom + 16, at.cut);
      }
    }
    for (std::size_t r = 0; r < reports_.size(); ++r) {
      std::string points, dots;
      for (const RecallAt &at : reports_[r].*recall) {
        const double x = x_of(at.cut), y = y_of(at.share);
        points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x, y);
        dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"><title>{} @{}: {:.1f} %"
                            "</title></circle>",
                            x, y, title_of(reports_[r]), at.cut, 100 * at.share);
      }
      page_ += fmt::format("<g class=\"c{}\"><polyline points=\"{}\"/>{}</g>\n", r % colours,
                           points, dots);
    }
    page_ += "</svg></figure>\n";
  }

  std::string missing(const RetrievalMiss &miss) const {
    switch (miss.kind) {
      case MissedLevel::database:
        return std::string(catalog_.database(DatabaseId(miss.object)).name());
      case MissedLevel::table: {
        const TableId table(miss.object);
        return fmt::format("{}.{}", catalog_.database(catalog_.database_of(table)).name(),
                           catalog_.table(table).name);
      }
      case MissedLevel::column: return catalog_.path(ColumnId(miss.object));
    }
    return {};
  }

  void write_misses(std::size_t r) {
    const RetrievalReport &report = reports_[r];
    constexpr std::array<std::string_view, missed_levels> titles{"another database first",
                                                                 "right database, a table missing",
                                                                 "tables right, a column missing"};
    std::array<std::array<std::size_t, rank_ranges.size()>, missed_levels> counts{};
    for (const RetrievalMiss &miss : report.misses)
      ++counts[static_cast<std::size_t>(miss.kind)][range_of(miss.rank)];
    const auto of_kind = report.miss_counts();
    page_ += fmt::format(
        "<h3 class=\"mark c{}\">{}: {} of {} questions</h3>\n<div class=\"wide\"><table "
        "class=\"misses\"><thead><tr><th>what<th>questions",
        r % colours, title_of(report), report.misses.size(), report.questions);
    for (const Ranks &ranks : rank_ranges) page_ += fmt::format("<th>{}", ranks.name);
    page_ += "</tr></thead>\n<tbody>\n";
    for (std::size_t k = 0; k < missed_levels; ++k) {
      page_ += fmt::format("<tr><td>{}<td>{}", titles[k], of_kind[k]);
      for (const std::size_t count : counts[k])
        page_ += count == 0 ? "<td>" : fmt::format("<td>{}", count);
      page_ += "</tr>\n";
    }
    page_ += "</tbody></table></div>\n";
    for (std::size_t k = 0; k < missed_levels; ++k)
      write_list(report, static_cast<MissedLevel>(k), titles[k]);
  }

  void write_list(const RetrievalReport &report, MissedLevel kind, std::string_view title) {
    const std::size_t all = report.miss_counts()[static_cast<std::size_t>(kind)];
    if (all == 0) return;
    page_ +=
        fmt::format("<details><summary>{}{}</summary><table><thead><tr><th>question<th>missing<th>"
                    "rank{}</tr></thead>\n<tbody>\n",
                    title, all > max_listed ? fmt::format(", the first {}", max_listed) : "",
                    kind == MissedLevel::database ? "<th>first" : "");
    std::size_t listed = 0;
    for (const RetrievalMiss &miss : report.misses) {
      if (miss.kind != kind || miss.question >= questions_.size()) continue;
      if (listed++ == max_listed) break;
      page_ += fmt::format(
          "<tr><td>{}<td>{}<td>{}", html::name(questions_[miss.question].question, 300),
          html::name(missing(miss), 120), miss.rank == 0 ? "–" : fmt::format("{}", miss.rank));
      if (kind == MissedLevel::database) {
        const bool any = miss.first.index() < catalog_.database_count();
        page_ += fmt::format("<td>{}", any ? html::name(catalog_.database(miss.first).name()) : "");
      }
      page_ += "</tr>\n";
    }
    page_ += "</tbody></table></details>\n";
  }

  std::span<const RetrievalReport> reports_;
  std::span<const BenchmarkQuestion> questions_;
  const Catalog &catalog_;
  std::string page_;
};

}  // namespace

std::string retrieval_page(std::span<const RetrievalReport> reports,
                           std::span<const BenchmarkQuestion> questions, const Catalog &catalog) {
  return Page(reports, questions, catalog).text();
}

}  // namespace sluice::inline v0
