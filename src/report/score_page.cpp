/// Renders scores as one self-contained HTML page.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/html.hpp"
#include "report/query_features.hpp"
#include "score_page_look.hpp"
#include "side_by_side.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice::inline v0 {
namespace {

using html::escaped;
using report_detail::clipped;
using report_detail::max_message;

constexpr std::size_t max_name = 200, max_listed = 2000;

struct Share {
  std::string name;
  std::size_t count = 0;
  double execution = 0;
  double exact = 0;

  void add(const ScoreItem &item) {
    ++count;
    if (item.execution) execution += item.execution->score;
    if (item.exact && item.exact->match) ++exact;
  }
};

double share(double of, std::size_t count) {
  return count == 0 ? 0 : of / static_cast<double>(count);
}

class Page {
 public:
  Page(const ScoreReport &report, const ScorePageOptions &options)
      : report_(report),
        options_(options),
        text_(html::page_head(options.title, report_detail::score_style)) {
    for (const ScoreItem &item : report.items) {
      executed_ |= item.execution.has_value();
      matched_ |= item.exact.has_value();
      features_.push_back(features_of(item.gold));
    }
    for (std::size_t i = 0; i < report.items.size(); ++i) {
      const std::optional<bool> right = is_right(report.items[i]);
      judged_ += right ? 1 : 0;
      if (right && !*right) misses_.push_back(i);
      const auto &refutation = report.items[i].refutation;
      refuting_ |= refutation != nullptr;
      if (right && *right && refutation && refutation->verdict == RefutationVerdict::refuted)
        refuted_.push_back(i);
    }
    if (report.baseline) {
      broke_.insert(report.baseline->broke.begin(), report.baseline->broke.end());
    }
  }

  std::string take() {
    write_head();
    if (report_.baseline) write_baseline(*report_.baseline);
    text_ += "<div class=\"grid\">\n";
    write_levels();
    write_kinds();
    write_features();
    write_databases();
    text_ += "</div>\n";
    write_misses();
    if (refuting_) write_refuted_passes();
    text_ += html::page_end(report_detail::score_script);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  void write_head() {
    write("<h1>{}</h1>\n<p class=\"sum\">{} questions", escaped(options_.title),
          report_.items.size());
    if (executed_) write(" · compared by {}", escaped(report_.mode));
    if (!report_.settings.empty()) write(" · {}", escaped(report_.settings));
    if (!report_.complete) write(" · interrupted, {} judged", judged_);
    text_ += "</p>\n<div class=\"figures\">";
    if (executed_) write("<div><b>{:.1f} %</b>execution</div>", 100 * report_.execution());
    if (matched_) write("<div><b>{:.1f} %</b>exact match</div>", 100 * report_.exact());
    write("<div><b>{}</b>right</div><div><b>{}</b>wrong</div>", judged_ - misses_.size(),
          misses_.size());
    if (refuting_) {
      write("<div><b>{}</b>passes refuted</div><div><b>{:.1f} %</b>execution without them</div>",
            refuted_.size(), 100 * report_.execution_unless_refuted());
    }
    text_ += "</div>\n";
    write_skipped();
  }

  void write_skipped() {
    const std::size_t shown = std::min(report_.skipped.size(), max_listed);
    for (std::size_t i = 0; i < shown; ++i) {
      const SkippedItem &item = report_.skipped[i];
      write("<p class=\"message\">skipped {}</p>\n",
            escaped(clipped(item.where + ": " + item.reason, max_message)));
    }
  }

  void write_baseline(const ScoreComparison &comparison) {
    write("<h2>Since the baseline</h2>\n<p>{}: {:.1f} % before, {:.1f} % now; difference {:+.2f} "
          "points, 95 % interval {:+.2f} to {:+.2f}. {} broke, {} fixed; McNemar's exact test: p = "
          "{:.3g}.</p>\n",
          escaped(comparison.measure), 100 * comparison.before, 100 * comparison.after,
          100 * (comparison.after - comparison.before), 100 * comparison.interval.low,
          100 * comparison.interval.high, comparison.broke.size(), comparison.fixed.size(),
          comparison.p_value);
    const auto list = [&](std::string_view name, const std::vector<std::size_t> &items) {
      if (items.empty()) return;
      write(
          "<details{1}><summary><b class=\"{0}\">{0}</b>, {2} items</summary><p class=\"message\">",
          name, items.size() < 40 ? " open" : "", items.size());
      for (std::size_t i = 0; i < std::min(items.size(), max_listed); ++i) {
        // A fixed item is not a miss, so the page has no entry to link to.
        if (name == "broke") {
          write("<a href=\"#i{0}\">{0}</a> ", items[i]);
        } else {
          write("{} ", items[i]);
        }
      }
      text_ += items.size() > max_listed ? "…</p></details>\n" : "</p></details>\n";
    };
    list("broke", comparison.broke);
    list("fixed", comparison.fixed);
  }

  void write_shares(std::string_view title, std::string_view first,
                    const std::vector<Share> &shares) {
    if (shares.empty()) return;
    write("<section><h2>{}</h2><table class=\"shares\"><tr><th>{}</th><th>n</th>", title, first);
    if (executed_) text_ += "<th>execution</th>";
    if (matched_) text_ += "<th>exact</th>";
    text_ += "<th class=\"drawn\"></th></tr>\n";
    for (const Share &row : shares) {
      const double execution = share(row.execution, row.count), exact = share(row.exact, row.count);
      write("<tr><td>{}</td><td>{}</td>", escaped(row.name), row.count);
      if (executed_) write("<td>{:.3f}</td>", execution);
      if (matched_) write("<td>{:.3f}</td>", exact);
      write("<td class=\"drawn\">{}</td></tr>\n", html::bar(executed_ ? execution : exact));
    }
    text_ += "</table></section>\n";
  }

  void write_levels() {
    std::vector<Share> shares;
    for (std::size_t level = 0; level < hardness_names.size(); ++level) {
      Share row{std::string(hardness_names[level])};
      for (const ScoreItem &item : report_.items) {
        if (item.hardness == static_cast<Hardness>(level)) row.add(item);
      }
      if (row.count > 0) shares.push_back(std::move(row));
    }
    write_shares("By hardness", "level", shares);
  }

  void write_databases() {
    std::map<std::string_view, Share> by_name;
    for (const ScoreItem &item : report_.items) {
      Share &row = by_name[item.database];
      if (row.count == 0) row.name = clipped(item.database, max_name);
      row.add(item);
    }
    std::vector<Share> shares;
    for (auto &entry : by_name) shares.push_back(std::move(entry.second));
    // The lowest score first, then by name.
    std::stable_sort(shares.begin(), shares.end(), [this](const Share &a, const Share &b) {
      const auto score = [this](const Share &row) {
        return share(executed_ ? row.execution : row.exact, row.count);
      };
      return score(a) < score(b);
    });
    if (shares.size() > max_listed) shares.resize(max_listed);
    write_shares("By database", "database", shares);
  }

  void write_features() {
    std::vector<Share> shares;
    for (std::size_t feature = 0; feature < query_features; ++feature) {
      Share row{std::string(title_of(static_cast<QueryFeature>(feature)))};
      for (std::size_t i = 0; i < report_.items.size(); ++i) {
        if (features_[i] && features_[i]->has(static_cast<QueryFeature>(feature)))
          row.add(report_.items[i]);
      }
      if (row.count > 0) shares.push_back(std::move(row));
    }
    Share plain{"none of these"};
    for (std::size_t i = 0; i < report_.items.size(); ++i) {
      if (features_[i] && features_[i]->empty()) plain.add(report_.items[i]);
    }
    if (plain.count > 0) shares.push_back(std::move(plain));
    write_shares("By SQL features of gold", "SQL", shares);
  }

  void write_kinds() {
    std::array<std::size_t, miss_kinds> counts{};
    std::size_t all = 0;
    for (const ScoreItem &item : report_.items) {
      if (!item.miss) continue;
      ++counts[static_cast<std::size_t>(item.miss->kind)];
      ++all;
    }
    if (all == 0) return;
    std::vector<std::size_t> kinds;
    for (std::size_t kind = 0; kind < miss_kinds; ++kind) {
      if (counts[kind] > 0) kinds.push_back(kind);
    }
    std::stable_sort(kinds.begin(), kinds.end(),
                     [&counts](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    text_ += "<section><h2>What differs where execution missed</h2><table "
             "class=\"shares\"><tr><th>kind</th><th>n</th><th class=\"drawn\"></th></tr>\n";
    for (const std::size_t kind : kinds) {
      write("<tr><td>{}</td><td>{}</td><td class=\"drawn\">{}</td></tr>\n",
            title_of(static_cast<MissKind>(kind)), counts[kind],
            html::bar(share(static_cast<double>(counts[kind]), all)));
    }
    text_ += "</table></section>\n";
  }

  void write_misses() {
    write("<h2>Misses</h2>\n");
    const std::size_t shown = std::min(misses_.size(), options_.misses);
    if (shown > 0) write_filter(shown);
    write_articles(misses_, "further misses");
  }

  void write_refuted_passes() {
    const RefutationCounts counts = report_.refutations(true);
    write("<h2>Passes with a counterexample</h2>\n<p>Right on the databases used for judging, "
          "but wrong on another that the schema allows: {} of {} passes. {} are proved equivalent "
          "to gold, {} were not refuted.</p>\n",
          counts.refuted, counts.items, counts.proved, counts.not_refuted);
    write_articles(refuted_, "further passes");
  }

  void write_articles(const std::vector<std::size_t> &items, std::string_view rest) {
    if (items.empty()) {
      text_ += "<p>None.</p>\n";
      return;
    }
    const std::size_t shown = std::min(items.size(), options_.misses);
    for (std::size_t i = 0; i < shown; ++i) write_item(items[i]);
    if (shown == items.size()) return;
    write("<details><summary>{} {}, without queries</summary><ul>\n", items.size() - shown, rest);
    for (std::size_t i = shown; i < items.size(); ++i) {
      write("<li id=\"i{0}\">{0}", items[i]);
      write_labels(items[i]);
      text_ += "</li>\n";
    }
    text_ += "</ul></details>\n";
  }

  void write_filter(std::size_t shown) {
    using Values = std::map<std::string, std::string>;
    const auto choice = [this](std::string_view name, std::string_view all, const Values &values) {
      if (values.size() < 2) return;
      write("<select name=\"{}\" aria-label=\"{}\"><option value=\"\">{}</option>", name, name,
            all);
      for (const auto &[value, title] : values)
        write("<option value=\"{}\">{}</option>", escaped(value), escaped(title));
      text_ += "</select>";
    };
    Values databases, kinds, levels, features;
    for (std::size_t i = 0; i < shown; ++i) {
      const ScoreItem &item = report_.items[misses_[i]];
      databases.emplace(key_of(item.database), clipped(item.database, max_name));
      if (item.miss) kinds.emplace(name_of(item.miss->kind), title_of(item.miss->kind));
      if (item.hardness) levels.emplace(name_of(*item.hardness), name_of(*item.hardness));
    }
    for (std::size_t feature = 0; feature < query_features; ++feature) {
      const auto used = static_cast<QueryFeature>(feature);
      features.emplace(name_of(used), title_of(used));
    }
    text_ += "<div class=\"filter\" hidden>";
    choice("kind", "all kinds", kinds);
    choice("level", "all levels", levels);
    choice("database", "all databases", databases);
    choice("features", "all of SQL", features);
    text_ += "<input type=\"search\" placeholder=\"words\" aria-label=\"words\"><span "
             "id=\"shown\"></span></div>\n";
  }

  /// One word, so that the page's script can find it in a list of words.
  static std::string key_of(std::string_view database) {
    std::string key = clipped(database, max_name);
    std::replace_if(
        key.begin(), key.end(), [](char c) { return c == ' ' || c == '\t'; }, '_');
    return key;
  }

  void write_labels(std::size_t index) {
    const ScoreItem &item = report_.items[index];
    write(" · {}", escaped(clipped(item.database, max_name)));
    if (item.hardness) write(" · {}", name_of(*item.hardness));
    if (item.miss) write(" · <span class=\"kind\">{}</span>", title_of(item.miss->kind));
    if (item.execution && item.exact)
      write(" · exact match says {}", item.exact->match ? "right" : "wrong");
    if (broke_.contains(index)) text_ += " · <b class=\"broke\">broke</b>";
  }

  void write_item(std::size_t index) {
    const ScoreItem &item = report_.items[index];
    std::string features;
    for (std::size_t feature = 0; feature < query_features && features_[index]; ++feature) {
      const auto used = static_cast<QueryFeature>(feature);
      if (!features_[index]->has(used)) continue;
      features += features.empty() ? "" : " ";
      features += name_of(used);
    }
    write("<article id=\"i{}\" data-database=\"{}\" data-kind=\"{}\" data-level=\"{}\" "
          "data-features=\"{}\"><header>{}",
          index, escaped(key_of(item.database)),
          item.miss ? name_of(item.miss->kind) : std::string_view(),
          item.hardness ? name_of(*item.hardness) : std::string_view(), features, index);
    write_labels(index);
    text_ += "</header>\n";
    report_detail::append_queries(clipped(item.gold, options_.query_bytes),
                                  clipped(item.predicted, options_.query_bytes), text_);
    if (item.execution && !item.execution->message.empty())
      write("<p class=\"message\">{}</p>\n",
            escaped(clipped(item.execution->message, max_message)));
    if (item.execution && !item.execution->unstable.empty()) {
      text_ += "<p class=\"message\">The result depends on functions that are not deterministic:";
      for (const std::string &name : item.execution->unstable) write(" {}", escaped(name));
      text_ += "</p>\n";
    }
    if (item.miss && item.miss->gold && item.miss->predicted) {
      report_detail::append_results({item.gold, *item.miss->gold},
                                    {item.predicted, *item.miss->predicted}, text_);
    }
    if (item.refutation) write_refutation(item, *item.refutation);
    text_ += "</article>\n";
  }

  /// Writes the database, and what the two queries return on it.
  void write_refutation(const ScoreItem &item, const ItemRefutation &found) {
    write("<p class=\"{}\">{}</p>\n",
          found.verdict == RefutationVerdict::refuted ? "message refuted" : "message",
          escaped(clipped(words_of(found), max_message)));
    const std::string &predicted = found.plugged.empty() ? item.predicted : found.plugged;
    if (!found.plugged.empty()) {
      write("<h3>predicted, with gold's values</h3><pre>{}</pre>\n",
            escaped(clipped(predicted, options_.query_bytes)));
    }
    if (found.verdict != RefutationVerdict::refuted) return;
    text_ += "<div class=\"counter\">\n";
    // Readers know the tables of the schema, but not their rows.
    const std::size_t tables_end = std::min(found.script.find("INSERT INTO"), found.script.size());
    const std::string_view made = found.script;
    write("<div><h3>counterexample{}</h3><pre>{}</pre>", found.minimal ? ", minimal" : "",
          found.rows == 0        ? "no rows at all"
          : found.script.empty() ? "too long to show"
                                 : escaped(clipped(made.substr(tables_end), options_.query_bytes)));
    write("<details><summary>its tables</summary><pre>{}</pre></details></div>\n",
          escaped(clipped(made.substr(0, tables_end), options_.query_bytes)));
    text_ += "<div>\n";
    report_detail::append_results({item.gold, found.gold}, {predicted, found.predicted}, text_);
    text_ += "</div></div>\n";
  }

  const ScoreReport &report_;
  const ScorePageOptions &options_;
  std::string text_;
  bool executed_ = false;
  bool matched_ = false;
  std::size_t judged_ = 0;
  bool refuting_ = false;
  std::vector<std::size_t> misses_;
  std::vector<std::size_t> refuted_;  // passes
  std::vector<std::optional<QueryFeatures>> features_;
  std::set<std::size_t> broke_;
};

}  // namespace

std::string score_page(const ScoreReport &report, const ScorePageOptions &options) {
  return Page(report, options).take();
}

}  // namespace sluice::inline v0
