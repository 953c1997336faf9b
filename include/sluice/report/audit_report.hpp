#ifndef SLUICE_REPORT_AUDIT_REPORT_HPP
#define SLUICE_REPORT_AUDIT_REPORT_HPP

/// Findings about a whole file of gold queries, as text, JSON and HTML.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "sluice/core/json_writer.hpp"
#include "sluice/judge/audit.hpp"

namespace sluice::inline v0 {

struct AuditedGold {
  std::size_t line = 0;  ///< Line in the file, from 1.
  std::string database;
  std::string sql;
  std::vector<AuditFinding> findings;
};

struct AuditReport {
  std::string source;
  std::vector<AuditedGold> golds;
  double seconds = 0;

  /// Number of queries by kind of finding; several findings of one kind count once per query.
  std::array<std::size_t, audit_kinds> counts() const;
  /// Number of queries with at least one finding.
  std::size_t doubtful() const;
};

/// Counts, then each query that has findings.
std::string audit_text(const AuditReport &report);
/// `{"source","queries","doubtful","seconds","count":{kind:n},"items":[{"line","database","sql",
/// "findings":[{"kind","detail"}]}]}`; the items are the queries that have findings.
void write_json(const AuditReport &report, JsonWriter &writer);
/// One self-contained HTML page: counts, filters by kind and by database, every query with
/// findings.
std::string audit_page(const AuditReport &report);

}  // namespace sluice::inline v0

#endif
