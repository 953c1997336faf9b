#include "sluice/report/audit_report.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

bool has(const AuditedGold &gold, AuditKind kind) {
  return std::any_of(gold.findings.begin(), gold.findings.end(),
                     [kind](const AuditFinding &finding) { return finding.kind == kind; });
}

}  // namespace

std::array<std::size_t, audit_kinds> AuditReport::counts() const {
  std::array<std::size_t, audit_kinds> counts{};
  for (std::size_t kind = 0; kind < audit_kinds; ++kind) {
    counts[kind] = static_cast<std::size_t>(
        std::count_if(golds.begin(), golds.end(), [kind](const AuditedGold &gold) {
          return has(gold, static_cast<AuditKind>(kind));
        }));
  }
  return counts;
}

std::size_t AuditReport::doubtful() const {
  return static_cast<std::size_t>(std::count_if(
      golds.begin(), golds.end(), [](const AuditedGold &gold) { return !gold.findings.empty(); }));
}

std::string audit_text(const AuditReport &report) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{} queries, {} with findings\n", report.golds.size(), report.doubtful());
  const auto counts = report.counts();
  for (std::size_t kind = 0; kind < audit_kinds; ++kind) {
    fmt::format_to(out, "  {:<18} {:>5}  {}\n", name_of(static_cast<AuditKind>(kind)), counts[kind],
                   title_of(static_cast<AuditKind>(kind)));
  }
  for (const AuditedGold &gold : report.golds) {
    if (gold.findings.empty()) continue;
    fmt::format_to(out, "\n{}:{}: {}\n  {}\n", report.source, gold.line, one_line(gold.database),
                   one_line(gold.sql));
    for (const AuditFinding &finding : gold.findings)
      fmt::format_to(out, "  {}: {}\n", name_of(finding.kind), finding.detail);
  }
  return text;
}

void write_json(const AuditReport &report, JsonWriter &writer) {
  writer.begin_object()
      .member("source", report.source)
      .member("queries", report.golds.size())
      .member("doubtful", report.doubtful())
      .member("seconds", report.seconds);
  writer.key("count").begin_object();
  const auto counts = report.counts();
  for (std::size_t kind = 0; kind < audit_kinds; ++kind)
    writer.member(name_of(static_cast<AuditKind>(kind)), counts[kind]);
  writer.end_object().key("items").begin_array();
  for (const AuditedGold &gold : report.golds) {
    if (gold.findings.empty()) continue;
    writer.begin_object()
        .member("line", gold.line)
        .member("database", gold.database)
        .member("sql", gold.sql)
        .key("findings")
        .begin_array();
    for (const AuditFinding &finding : gold.findings) {
      writer.begin_object()
          .member("kind", name_of(finding.kind))
          .member("detail", finding.detail)
          .end_object();
    }
    writer.end_array().end_object();
  }
  writer.end_array().end_object();
}

}  // namespace sluice::inline v0
