/// Renders the explanation of an answer as one self-contained HTML page.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/html.hpp"
#include "schema_drawing.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/report/answer_explanation.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_rows = 200;    // of a table on the page
constexpr std::size_t max_places = 6;    // places listed per word
constexpr std::size_t max_bars = 10;     // databases
constexpr std::size_t max_text = 4'000;  // bytes of the question

constexpr std::string_view explanation_style =
    R"(:root { --c0: #1f7a4d; --c1: #4f8a10; --c2: #5d6670; --c3: #a05a00; --c4: #8a3ea8; --c5: #2a6f97; --c6: #b03060; --c7: #6b6b00; --c8: #1d6b6b; }
@media (prefers-color-scheme: dark) { :root { --c0: #63c793; --c1: #a5cf5b; --c2: #a9b4c0; --c3: #e8a656; --c4: #cd94e6; --c5: #78bbe4; --c6: #f08db0; --c7: #cfcf62; --c8: #6fcaca; } }
h2 { font-size: 1.1rem; margin: 1.8rem 0 .5rem; }
.question { font-size: 1.5rem; line-height: 1.6; margin: .3rem 0; overflow-wrap: anywhere; }
.question span { border-bottom: 3px solid var(--c); padding-bottom: .05em; }
.question .not { opacity: .5; border: 0; }
.c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); } .c3 { --c: var(--c3); }
.c4 { --c: var(--c4); } .c5 { --c: var(--c5); } .c6 { --c: var(--c6); } .c7 { --c: var(--c7); }
.c8 { --c: var(--c8); }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; font-size: .85rem; }
.legend span::before, .channel::before { content: ""; display: inline-block; width: .7em; height: .7em; border-radius: .15em;
  background: var(--c); margin-right: .4em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
td, th { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; overflow-wrap: break-word; }
th { font-weight: 400; opacity: .7; font-size: .85rem; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
.n { text-align: right; white-space: nowrap; }
.drawn { width: 55%; min-width: 5rem; vertical-align: middle; }
.channel { white-space: nowrap; }
.faint, .note { opacity: .7; }
.note { font-size: .85rem; margin: .3rem 0; }
.cut tbody tr { opacity: .75; }
code { font: 13px/1.45 ui-monospace, monospace; unicode-bidi: isolate; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .3rem 0; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
.lit { color: var(--accent); font-weight: 600; }
#words tr.again { border-top: 0; }
#words td:last-child span.match { display: block; }
@media (max-width: 40rem) {
  #words tr { display: grid; grid-template-columns: 1fr auto; padding: .2rem 0; } #words thead { display: none; }
  #words td { padding: 0; } #words td:last-child { grid-column: 1 / -1; padding-left: 1rem; }
  #words td code { overflow-wrap: anywhere; } .drawn { min-width: 3rem; }
}
)";

std::string percent(double share) {
  if (share > 0 && share < 0.001) return "&lt; 0.1 %";
  return fmt::format("{:.1f} %", 100 * share);
}

std::string code(std::string_view name) { return "<code>" + html::name(name) + "</code>"; }

class Page {
 public:
  explicit Page(const AnswerExplanation &explanation)
      : of_(explanation), catalog_(*explanation.answer.subset.catalog) {}

  std::string text() {
    page_ = html::page_head("Why: " + std::string(clip_utf8(of_.question.text(), 80)),
                            explanation_style);
    write_head();
    write_words();
    write_databases();
    write_graph();
    write_columns();
    write_cut_off();
    write_options();
    return std::move(page_) + html::page_end();
  }

 private:
  /// Omits the database if all tables are in the same one.
  std::string path_of(TableId id) const {
    return fmt::format("{}{}", prefix(catalog_.database_of(id)), catalog_.table(id).name);
  }
  std::string path_of(ColumnId id) const {
    return fmt::format("{}.{}", path_of(catalog_.table_of(id)), catalog_.column(id).name);
  }
  std::string prefix(DatabaseId id) const {
    for (const TableId table : of_.chosen) {
      if (catalog_.database_of(table) != catalog_.database_of(of_.chosen.front()))
        return fmt::format("{}.", catalog_.database(id).name());
    }
    return {};
  }

  const WordMatches *find(const QuestionWord &word) const {
    for (const QuestionPart &part : of_.question.parts(word)) {
      const auto found = std::ranges::find(of_.words, part.stem, &WordMatches::stem);
      if (found != of_.words.end()) return &*found;
    }
    return nullptr;
  }

  /// Writes the question, each word underlined in the color of its first channel.
  void write_head() {
    const std::string_view question = clip_utf8(of_.question.text(), max_text);
    page_ += "<p class=\"question\">";
    std::size_t at = 0;
    for (const QuestionWord &word : of_.question.words()) {
      const auto start = static_cast<std::size_t>(word.text.data() - question.data());
      if (start + word.text.size() > question.size()) break;
      page_ += html::escaped(question.substr(at, start - at));
      at = start + word.text.size();
      const WordMatches *matches = find(word);
      std::size_t channel = 0;
      while (matches != nullptr && channel < match_channels &&
             matches_in(*matches, static_cast<MatchChannel>(channel)).empty()) {
        ++channel;
      }
      const bool any = matches != nullptr && channel < match_channels;
      page_ += any ? fmt::format("<span class=\"c{}\">", channel) : "<span class=\"not\">";
      page_ += html::escaped(word.text) + "</span>";
    }
    page_ += html::escaped(question.substr(at)) +
             (question.size() < of_.question.text().size() ? "…</p>\n" : "</p>\n");
    const std::size_t columns = of_.answer.subset.columns.size();
    if (columns == 0) {
      page_ += "<p class=\"sum\">No visible name or value is related to the question.</p>\n";
    } else {
      const DatabaseId first = catalog_.database_of(of_.answer.subset.columns.front().id);
      page_ += fmt::format("<p class=\"sum\">{} of {} columns, mainly from {}</p>\n", columns,
                           catalog_.columns(first).size(), code(catalog_.database(first).name()));
    }
    if (of_.answer.fits) {
      const bool below = *of_.answer.fits < of_.answer.fits_threshold;
      page_ += fmt::format(
          "<p class=\"{}\" id=\"fits\">{}The probability that any database fits is {}{}</p>\n",
          below ? "sum" : "note", below ? "Perhaps nothing fits. " : "", percent(*of_.answer.fits),
          below ? ", below " + percent(of_.answer.fits_threshold) : "");
    }
    add_doubts();
  }

  void add_doubts() {
    const Alternatives &alternatives = of_.answer.alternatives;
    if (of_.answer.unsure)
      page_ += "<p class=\"sum\" id=\"unsure\">This answer is more likely wrong than right.</p>\n";
    const auto list = [&](std::string_view label, const auto &some, const auto &name) {
      if (some.empty()) return;
      page_ += fmt::format("<p class=\"note\">{}: ", label);
      for (std::size_t i = 0; i < some.size(); ++i) {
        page_ += fmt::format("{}{} ({})", i == 0 ? "" : ", ", code(name(some[i].id)),
                             percent(some[i].score));
      }
      page_ += "</p>\n";
    };
    list("Perhaps another database", alternatives.databases,
         [&](DatabaseId id) { return catalog_.database(id).name(); });
    list("Perhaps more tables", alternatives.tables,
         [&](TableId id) { return catalog_.table(id).name; });
  }

  std::string places(const NameMatch &match) const {
    std::string text;
    std::size_t listed = 0, left = 0;
    const auto add = [&](const std::string &path, bool lit) {
      if (listed == max_places) {
        ++left;
        return;
      }
      text += fmt::format("{}{}{}{}", listed++ == 0 ? "" : ", ", lit ? "<span class=\"lit\">" : "",
                          code(path), lit ? "</span>" : "");
    };
    for (const bool lit : {true, false}) {  // chosen objects first
      for (const TableId id : match.tables) {
        if ((std::ranges::find(of_.chosen, id) != of_.chosen.end()) == lit) add(path_of(id), lit);
      }
      for (const ColumnId id : match.columns) {
        if (is_taken(id) == lit) add(path_of(id), lit);
      }
    }
    for (const DatabaseId id : match.databases)
      add(std::string(catalog_.database(id).name()), false);
    if (left > 0) text += fmt::format(" <span class=\"faint\">and {} more</span>", left);
    return text;
  }

  bool is_taken(ColumnId id) const {
    const auto &columns = of_.answer.subset.columns;
    return std::ranges::find(columns, id, &SubsetColumn::id) != columns.end();
  }

  static bool is_weighed(MatchChannel channel) {
    return channel != MatchChannel::exact && channel != MatchChannel::stem &&
           channel != MatchChannel::value && channel != MatchChannel::description;
  }

  /// The matches of a word in a channel, without weak ones.
  std::vector<const NameMatch *> matches_in(const WordMatches &word, MatchChannel channel) const {
    constexpr std::size_t max_matches = 3;
    constexpr float faint = 0.1F;
    std::vector<const NameMatch *> found;
    for (const NameMatch &match : word.matches) {
      if (match.channel != channel || found.size() == max_matches) continue;
      if (!is_weighed(channel) || match.strength >= faint) found.push_back(&match);
    }
    return found;
  }

  void write_words() {
    page_ += "<h2>What each word matched</h2>\n<p class=\"legend\">";
    for (std::size_t c = 0; c < match_channels; ++c) {
      page_ +=
          fmt::format("<span class=\"c{}\">{}</span>", c, name_of(static_cast<MatchChannel>(c)));
    }
    page_ += "</p>\n<table id=\"words\"><thead><tr><th>word<th>channel<th>name word, strength, "
             "where</tr></thead>\n<tbody>\n";
    for (const WordMatches &word : of_.words) {
      bool first = true;
      for (std::size_t c = 0; c < match_channels; ++c) {
        const auto channel = static_cast<MatchChannel>(c);
        const auto matches = matches_in(word, channel);
        if (matches.empty()) continue;
        page_ += fmt::format("<tr{}><td>{}<td class=\"channel c{}\">{}<td>",
                             first ? "" : " class=\"again\"", first ? html::name(word.word) : "", c,
                             name_of(channel));
        for (const NameMatch *match : matches) {
          page_ += fmt::format(
              "<span class=\"match\">{}{}: {}</span>", html::name(match->name_word),
              is_weighed(channel) ? fmt::format(" {:.2f}", match->strength) : "", places(*match));
        }
        page_ += "</tr>\n";
        first = false;
      }
      if (first) {
        page_ += fmt::format("<tr><td>{}<td><td class=\"faint\">nothing in the chosen databases"
                             "</tr>\n",
                             html::name(word.word));
      }
    }
    page_ += "</tbody></table>\n";
  }

  void write_databases() {
    const auto &ranked = of_.answer.databases;
    page_ += of_.answer.trained
                 ? "<h2>How likely each database is</h2>\n"
                 : "<h2>How well each database fits</h2>\n<p class=\"note\">Standard "
                   "deviations above the average.</p>\n";
    page_ += "<table id=\"databases\"><tbody>\n";
    const float max_matches = ranked.empty() ? 0 : ranked.front().score;
    for (std::size_t d = 0; d < std::min(ranked.size(), max_bars); ++d) {
      const float score = ranked[d].score;
      page_ += fmt::format("<tr><td>{}<td class=\"drawn\">{}<td class=\"n\">{}</tr>\n",
                           code(catalog_.database(ranked[d].id).name()),
                           html::bar(of_.answer.trained ? score
                                     : max_matches > 0  ? score / max_matches
                                                        : 0),
                           of_.answer.trained ? percent(score) : fmt::format("{:.2f}", score));
    }
    page_ += "</tbody></table>\n";
    if (ranked.size() <= max_bars) return;
    double rest = 0;
    for (std::size_t d = max_bars; d < ranked.size(); ++d) rest += ranked[d].score;
    page_ += fmt::format("<p class=\"note\">{} more databases{}</p>\n", ranked.size() - max_bars,
                         of_.answer.trained ? ", " + percent(rest) + " together" : "");
  }

  void write_graph() {
    if (of_.chosen.empty()) return;
    page_ += "<h2>Chosen tables and what joins them</h2>\n<div class=\"wide\">\n";
    page_ += report_detail::schema_drawing(of_);
    page_ += "</div>\n";
    std::string list;
    std::size_t listed = 0;
    for (const Join &join : of_.joins) {
      const bool lit = report_detail::is_lit(of_, join);
      if (!lit || listed++ >= max_rows) continue;
      std::string on;
      for (std::size_t i = 0; i < join.from_columns.size(); ++i) {
        on += fmt::format("{}{} = {}", i == 0 ? "" : " and ", code(path_of(join.from_columns[i])),
                          code(path_of(join.to_columns[i])));
      }
      constexpr std::array<std::string_view, 3> kinds{"declared", "both refer to a third table",
                                                      "inferred from names"};
      list += fmt::format("<li>{} <span class=\"faint\">{}</span></li>\n", on,
                          kinds[static_cast<std::size_t>(join.kind)]);
    }
    if (!list.empty()) page_ += "<ul id=\"joins\">\n" + list + "</ul>\n";
  }

  std::string probability(ColumnId id) const {
    const auto &columns = of_.answer.columns;
    const auto found = std::ranges::find(columns, id, &Scored<ColumnId>::id);
    return found == columns.end() ? "" : percent(found->score);
  }

  void write_rows(const std::vector<SubsetColumn> &columns, std::size_t before) {
    page_ += fmt::format("<thead><tr><th class=\"n\">#<th>column{}<th class=\"n\">gain<th>why</tr>"
                         "</thead>\n<tbody>\n",
                         of_.answer.trained ? "<th class=\"n\">probability" : "");
    for (std::size_t c = 0; c < std::min(columns.size(), max_rows); ++c) {
      const SubsetColumn &column = columns[c];
      std::string why;
      for (const Reason &reason : column.reasons)
        why += (why.empty() ? "" : ", ") + html::name(to_text(reason), 200);
      page_ += fmt::format("<tr><td class=\"n\">{}<td>{}{}<td class=\"n\">{:.3f}<td>{}</tr>\n",
                           before + c + 1, code(path_of(column.id)),
                           of_.answer.trained ? "<td class=\"n\">" + probability(column.id) : "",
                           column.score, why);
    }
    page_ += "</tbody></table></div>\n";
    if (columns.size() > max_rows) {
      page_ += fmt::format("<p class=\"note\">and {} more</p>\n", columns.size() - max_rows);
    }
  }

  void write_columns() {
    if (of_.answer.subset.columns.empty()) return;
    page_ +=
        "<h2>The columns, as they were chosen</h2>\n<div class=\"wide\"><table id=\"columns\">";
    write_rows(of_.answer.subset.columns, 0);
  }

  void write_cut_off() {
    if (of_.cut_off.empty()) return;
    page_ +=
        fmt::format("<h2>Cut off by the budget of {}</h2>\n<div class=\"wide\"><table id=\"cut\" "
                    "class=\"cut\">",
                    of_.budget);
    write_rows(of_.cut_off, of_.answer.subset.columns.size());
  }

  void write_options() {
    page_ += "<h2>Options</h2>\n<dl id=\"options\">\n";
    const auto add = [&](std::string_view term, const std::string &text) {
      page_ += fmt::format("<dt>{}<dd>{}\n", term, text);
    };
    add("budget", fmt::format("{} columns of {} database{}", of_.budget, of_.databases,
                              of_.databases == 1 ? "" : "s"));
    add("ranked by", of_.trained_on.empty()
                         ? "words and vectors, without training"
                         : "a ranker trained on " + html::name(of_.trained_on, 200));
    add("hallucinated schema", of_.is_hallucinated ? "used with the question" : "none");
    add("visible", of_.is_masked ? "what the mask allows" : "everything");
    page_ +=
        "</dl>\n<p class=\"note\">Strengths: translation is the probability that the word is used "
        "for the name; WordNet, vectors and encoder range from 0 (unlike) to 1 (alike). Gain: "
        "what the column added to the coverage of the question.</p>\n";
  }

  const AnswerExplanation &of_;
  const Catalog &catalog_;
  std::string page_;
};

}  // namespace

std::string explanation_page(const AnswerExplanation &explanation) {
  return Page(explanation).text();
}

}  // namespace sluice::inline v0
