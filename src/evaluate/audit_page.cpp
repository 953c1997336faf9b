/// The audit as one HTML page that needs nothing else.

#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"
#include "sluice/evaluate/audit_report.hpp"

namespace sluice {
namespace {

constexpr std::string_view head = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gold audit</title>
<style>
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent);
  --soft: color-mix(in srgb, currentColor 6%, transparent); --accent: #2a6f97; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; }
.sum { margin: .2rem 0 1.2rem; opacity: .75; }
.kinds { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .5rem; }
.kinds button { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem .8rem; font: inherit;
  text-align: left; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
.kinds button[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.kinds button:disabled { opacity: .45; cursor: default; }
.kinds b { font-variant-numeric: tabular-nums; }
.bar { display: flex; gap: .6rem; align-items: center; margin: 1rem 0; flex-wrap: wrap; }
select, input { font: inherit; padding: .3rem .5rem; }
input { flex: 1; min-width: 12rem; }
article { border-top: 1px solid var(--line); padding: .8rem 0; }
article header { opacity: .7; font-size: .9rem; }
pre { margin: .3rem 0; padding: .5rem .7rem; background: var(--soft); border-radius: .3rem; white-space: pre-wrap;
  overflow-wrap: anywhere; font: 13px/1.45 ui-monospace, monospace; }
ul { margin: .3rem 0 0; padding-left: 1.2rem; }
li b { color: var(--accent); font-weight: 600; }
[hidden] { display: none; }
</style>
)";

constexpr std::string_view script = R"(<script>
const kinds = [...document.querySelectorAll('.kinds button')];
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
filter();
</script>
</html>
)";

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c; break;
    }
  }
  return repair_utf8(safe);
}

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
      "<div class=\"bar\"><select aria-label=\"database\"><option value=\"\">all databases</option>";
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
  std::string page(head);
  page +=
      fmt::format("<h1>Gold audit of {}</h1>\n<p class=\"sum\">{} queries, {} with findings</p>\n",
                  escaped(report.source), report.golds.size(), report.doubtful());
  write_kinds(report, page);
  write_filter(report, page);
  for (const AuditedGold &gold : report.golds) {
    if (!gold.findings.empty()) write_gold(gold, page);
  }
  page += script;
  return page;
}

}  // namespace sluice
