#include "pipeline/score_report_files.hpp"

#include <algorithm>

#include "sluice/core/file.hpp"

namespace sluice::inline v0::pipeline_detail {

bool is_report_name(std::string_view path) noexcept {
  constexpr std::string_view known[] = {".json", ".csv", ".xml", ".html"};
  return std::any_of(std::begin(known), std::end(known),
                     [path](std::string_view extension) { return path.ends_with(extension); });
}

void ScoreReportFiles::write_resumable(const ScoreReport &report) const {
  for (const std::string &path : paths_) {
    if (path.ends_with(".json")) write_file(path, to_json(report));
  }
}

void ScoreReportFiles::write(const ScoreReport &report) const {
  for (const std::string &path : paths_) write_file(path, rendered(report, path));
}

std::string ScoreReportFiles::rendered(const ScoreReport &report, std::string_view path) const {
  if (path.ends_with(".json")) return to_json(report);
  if (path.ends_with(".csv")) return to_csv(report);
  if (path.ends_with(".xml")) return to_junit(report);
  ScorePageOptions options;
  options.title = title_;
  return score_page(report, options);
}

}  // namespace sluice::inline v0::pipeline_detail
