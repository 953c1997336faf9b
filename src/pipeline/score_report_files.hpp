#ifndef SLUICE_SRC_PIPELINE_SCORE_REPORT_FILES_HPP
#define SLUICE_SRC_PIPELINE_SCORE_REPORT_FILES_HPP

/// Writes the report files of a score run.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/report/score_report.hpp"

namespace sluice::inline v0::pipeline_detail {

/// Whether the extension is that of a report format.
bool is_report_name(std::string_view path) noexcept;

class ScoreReportFiles {
 public:
  /// `title`: the title of HTML pages.
  ScoreReportFiles(std::vector<std::string> paths, std::string title)
      : paths_(std::move(paths)), title_(std::move(title)) {}

  bool empty() const noexcept { return paths_.empty(); }
  /// Writes the reports that a run can be resumed from. Throws Error(io).
  void write_resumable(const ScoreReport &report) const;
  /// Writes all reports. Throws Error(io).
  void write(const ScoreReport &report) const;

 private:
  std::string rendered(const ScoreReport &report, std::string_view path) const;

  std::vector<std::string> paths_;
  std::string title_;
};

}  // namespace sluice::inline v0::pipeline_detail

#endif
