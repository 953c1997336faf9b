/// Renders an audit as one self-contained HTML page.

#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/html.hpp"
#include "sluice/report/audit_report.hpp"

namespace sluice::inline v0 {
namespace {

using html::escaped;

constexpr std::string_view audit_style =
    R"(.kinds { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .5rem; }
.kinds button { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem .8rem; font: inherit;
  text-align: left; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
.kinds button[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.kinds button:disabled { opacity: .45; cursor: default; }
.kinds b { font-variant-numeric: tabular-nums; }
ul { margin: .3rem 0 0; padding-left: 1.2rem; }
li b { color: var(--accent); font-weight: 600; }
)";

constexpr std::string_view audit_script =
    R"(const kinds = [...document.querySelectorAll('.kinds button')];
const items = [...document.querySelectorAll('article')];
const database = document.querySelector('select'), words = document.querySelector('input');
const shown = document.querySelector('#shown');
function filter() {
  const wanted = kinds.filter(k => k.ariaPressed === 'true').map(k => k.dataset.kind);
  const text = words.value.toLowerCase();
  let count = 0;
  for (const item of items) {
    const has = item.dataset.kinds.split(' ');
    item.hidden = !((wanted.length === 0 || wanted.some(k => has.includes(k))) &&
      (database.value === '' || item.dataset.database === database.value) &&
      (text === '' || item.textContent.toLowerCase().includes(text)));
    if (!item.hidden) ++count;
  }
  shown.textContent = count + ' shown';
}
for (const kind of kinds) kind.onclick = () => { kind.ariaPressed = kind.ariaPressed !== 'true'; filter(); };
database.onchange = words.oninput = filter;
document.querySelector('.filter').hidden = false;
filter();
)";

void write_kinds(const AuditReport &report, std::string &page) {
  const auto counts = report.counts();
  page += "<div class=\"kinds\">\n";
  for (std::size_t i = 0; i < audit_kinds; ++i) {
    const auto kind = static_cast<AuditKind>(i);
    page += fmt::format(
        "<button data-kind=\"{}\" aria-pressed=\"false\"{}><span>{}</span><b>{}</b></button>\n",
        name_of(kind), counts[i] == 0 ? " disabled" : "", title_of(kind), counts[i]);
  }
  page += "</div>\n";
}

void write_filter(const AuditReport &report, std::string &page) {
  std::set<std::string> databases;
  for (const AuditedGold &gold : report.golds) {
    if (!gold.findings.empty()) databases.insert(gold.database);
  }
  page +=
      "<div class=\"filter\" hidden><select aria-label=\"database\"><option value=\"\">all databases</option>";
  for (const std::string &database : databases)
    page += fmt::format("<option>{}</option>", escaped(database));
  page += "</select><input type=\"search\" placeholder=\"words in query or finding\" "
          "aria-label=\"search\"><span id=\"shown\"></span></div>\n";
}

void write_gold(const AuditedGold &gold, std::string &page) {
  std::string kinds;
  for (const AuditFinding &finding : gold.findings) {
    kinds += kinds.empty() ? "" : " ";
    kinds += name_of(finding.kind);
  }
  const std::string database = escaped(gold.database);
  page += fmt::format(
      "<article data-kinds=\"{}\" data-database=\"{}\"><header>line {} · {}</header><pre>{}</pre><ul>",
      kinds, database, gold.line, database, escaped(gold.sql));
  for (const AuditFinding &finding : gold.findings) {
    page += fmt::format("<li><b>{}</b> {}</li>", title_of(finding.kind), escaped(finding.detail));
  }
  page += "</ul></article>\n";
}

}  // namespace

std::string audit_page(const AuditReport &report) {
  std::string page = html::page_head("Gold audit", audit_style);
  page +=
      fmt::format("<h1>Gold audit of {}</h1>\n<p class=\"sum\">{} queries, {} with findings</p>\n",
                  escaped(report.source), report.golds.size(), report.doubtful());
  write_kinds(report, page);
  write_filter(report, page);
  for (const AuditedGold &gold : report.golds) {
    if (!gold.findings.empty()) write_gold(gold, page);
  }
  page += html::page_end(audit_script);
  return page;
}

}  // namespace sluice::inline v0
