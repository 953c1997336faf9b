/// sluice_audit: reports doubtful gold queries.

#include <chrono>
#include <string>

#include "callback_hold.hpp"
#include "internal.hpp"
#include "progress.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/report/audit_report.hpp"

using namespace sluice::capi;

sluice_status sluice_audit(const char *path, size_t path_size, const sluice_gold *golds,
                           size_t count, const sluice_progress *progress, sluice_text **out,
                           sluice_error **error) noexcept {
  const CallbackHold hold(progress);
  return guarded(error, [&] {
    if (count > 0) require(golds, "golds");
    require(out, "out");
    const auto start = std::chrono::steady_clock::now();
    sluice::AuditReport report;
    report.source = path_in(path, path_size);
    for (std::size_t i = 0; i < count; ++i) {
      report.golds.push_back({i + 1,
                              std::string(text_in(golds[i].database, "golds->database")),
                              std::string(text_in(golds[i].sql, "golds->sql")),
                              {}});
    }
    Reporter reporter(progress);
    sluice::GoldAuditor auditor(report.source);
    for (std::size_t i = 0; i < count; ++i) {
      reporter("auditing", i, count);
      report.golds[i].findings = auditor.audit(report.golds[i].sql);
    }
    reporter("auditing", count, count);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    report.seconds = spent.count();
    sluice::JsonWriter writer;
    sluice::write_json(report, writer);
    *out = new sluice_text{writer.take()};
  });
}
