#ifndef SLUICE_SRC_PIPELINE_OFFICIAL_JUDGING_HPP
#define SLUICE_SRC_PIPELINE_OFFICIAL_JUDGING_HPP

/// The official script's results besides execution: hardness, exact-set match, and its report.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/pipeline/score_run.hpp"
#include "sluice/schema/skipped_item.hpp"
#include "sluice/spider/score_item.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::inline v0::pipeline_detail {

struct OfficialJudgingOptions {
  ScoreKind kind = ScoreKind::exec;
  std::string databases;         ///< A folder; schemas are read from it if there is no suite.
  std::string tables;            ///< tables.json, for exact-set match.
  const Suite *suite = nullptr;  ///< The source of the schemas, if not nullptr.
  std::size_t threads = 1;
};

/// Sets the hardness and, if requested, the exact-set match of `items`, which are those of `read`.
/// Items whose schema cannot be read do not match and have no hardness. Returns the databases that
/// cannot be read. Throws the first one's error if none can be read, what reading tables.json
/// throws, and Error: malformed (the script would stop at a gold query that it cannot read),
/// cancelled.
std::vector<SkippedItem> judge_officially(const EvaluationItems &read,
                                          std::vector<ScoreItem> &items,
                                          const OfficialJudgingOptions &options,
                                          const Progress &progress);

/// The script's output on stdout for judged items.
std::string official_text(const EvaluationItems &read, const std::vector<ScoreItem> &items,
                          ScoreKind kind);

}  // namespace sluice::inline v0::pipeline_detail

#endif
