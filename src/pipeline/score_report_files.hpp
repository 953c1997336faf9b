#ifndef SLUICE_SRC_PIPELINE_SCORE_REPORT_FILES_HPP
#define SLUICE_SRC_PIPELINE_SCORE_REPORT_FILES_HPP

/// The files that a score run writes.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/report/score_report.hpp"

namespace sluice::inline v0::detail {

/// Whether its extension names a format of reports.
bool is_report_name(std::string_view path) noexcept;

class ScoreReportFiles {
 public:
  /// `title` is that of pages.
  ScoreReportFiles(std::vector<std::string> paths, std::string title)
      : paths_(std::move(paths)), title_(std::move(title)) {}

  bool empty() const noexcept { return paths_.empty(); }
  /// Writes those from which a run can be resumed. Throws Error(io).
  void write_resumable(const ScoreReport &report) const;
  /// Writes all. Throws Error(io).
  void write(const ScoreReport &report) const;

 private:
  std::string rendered(const ScoreReport &report, std::string_view path) const;

  std::vector<std::string> paths_;
  std::string title_;
};

}  // namespace sluice::inline v0::detail

#endif
