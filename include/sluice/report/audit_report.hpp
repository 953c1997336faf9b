#ifndef SLUICE_REPORT_AUDIT_REPORT_HPP
#define SLUICE_REPORT_AUDIT_REPORT_HPP

/// Findings about a whole file of gold queries, as text, JSON and a page.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "sluice/core/json_writer.hpp"
#include "sluice/judge/audit.hpp"

namespace sluice {

struct AuditedGold {
  std::size_t line = 0;  ///< In the file, from 1.
  std::string database;
  std::string sql;
  std::vector<AuditFinding> findings;
};

struct AuditReport {
  std::string source;
  std::vector<AuditedGold> golds;
  double seconds = 0;

  /// Queries by kind; one with several findings of a kind counts once.
  std::array<std::size_t, audit_kinds> counts() const;
  /// Queries with any finding.
  std::size_t doubtful() const;
};

/// Counts, then each doubtful query with its findings.
std::string audit_text(const AuditReport &report);
/// `{"source","queries","doubtful","seconds","count":{kind:n},"items":[{"line","database","sql",
/// "findings":[{"kind","detail"}]}]}`, doubtful queries only.
void write_json(const AuditReport &report, JsonWriter &writer);
/// One self-contained HTML page: counts, a filter by kind and by database, every doubtful query.
std::string audit_page(const AuditReport &report);

}  // namespace sluice

#endif
