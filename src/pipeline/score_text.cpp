#include "pipeline/score_text.hpp"

#include <cstddef>
#include <set>

#include <fmt/format.h>

namespace sluice::inline v0::pipeline_detail {

std::string summary_text(const ScoreReport &report) {
  std::size_t right = 0;
  for (const ScoreItem &item : report.items) right += item.execution && item.execution->right;
  return fmt::format("{} questions · {} right · {} {:.4f}\n", report.items.size(), right,
                     report.mode, report.execution());
}

std::vector<std::string> doubts_of(const ScoreReport &report) {
  std::vector<std::string> doubts;
  std::size_t unstable = 0;
  std::size_t ties[3] = {};
  // A database that cannot be read is reported once, not for each of its items.
  std::set<std::string> reported;
  for (const SkippedItem &item : report.skipped) reported.insert(item.where + ": " + item.reason);
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    const auto &verdict = report.items[i].execution;
    if (!verdict) continue;
    unstable += verdict->unstable.empty() ? 0 : 1;
    ++ties[static_cast<std::size_t>(verdict->ties)];
    if (verdict->gold_failed && !reported.contains(verdict->message))
      doubts.push_back(fmt::format("gold query {} does not run: {}", i + 1, verdict->message));
  }
  if (ties[1] > 0)
    doubts.push_back(fmt::format("{} are right by another order or cut of gold's ties", ties[1]));
  if (ties[2] > 0)
    doubts.push_back(fmt::format("{} are wrong where gold's ties could not be read", ties[2]));
  if (unstable > 0)
    doubts.push_back(
        fmt::format("{} verdicts rest on random numbers or the time of day", unstable));
  return doubts;
}

}  // namespace sluice::inline v0::pipeline_detail
