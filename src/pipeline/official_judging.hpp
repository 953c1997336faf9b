#ifndef SLUICE_SRC_PIPELINE_OFFICIAL_JUDGING_HPP
#define SLUICE_SRC_PIPELINE_OFFICIAL_JUDGING_HPP

/// What the official script says besides execution: hardness, exact-set match, and its report.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/pipeline/score_run.hpp"
#include "sluice/spider/score_item.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::inline v0::detail {

struct OfficialJudgingOptions {
  ScoreKind kind = ScoreKind::exec;
  std::string databases;         ///< A folder; its schemas are read where there is no suite.
  std::string tables;            ///< tables.json, for exact-set match.
  const Suite *suite = nullptr;  ///< Has the schemas, if there is one.
  std::size_t threads = 1;
};

/// Fills in hardness and, if it is asked for, exact-set match; `items` are those of `read`. Throws
/// Error: what loading schemas throws; malformed, where the script would stop at a gold query that
/// it cannot read; cancelled.
void judge_officially(const EvaluationItems &read, std::vector<ScoreItem> &items,
                      const OfficialJudgingOptions &options, const Progress &progress);

/// The script's standard output for judged items.
std::string official_text(const EvaluationItems &read, const std::vector<ScoreItem> &items,
                          ScoreKind kind);

}  // namespace sluice::inline v0::detail

#endif
