#ifndef SLUICE_SRC_PIPELINE_SCORE_REFUTATIONS_HPP
#define SLUICE_SRC_PIPELINE_SCORE_REFUTATIONS_HPP

/// Counterexamples for the verdicts of a score run.

#include <memory>
#include <string>

#include "sluice/core/progress.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/report/score_report.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::inline v0::pipeline_detail {

struct ScoreRefutationOptions {
  std::string folder;                  ///< The folder of the databases, if there is no suite.
  std::shared_ptr<const Suite> suite;  ///< The source of the constraints, if not nullptr.
  bool mined = false;
  std::size_t databases = 0;  ///< Maximum number of databases per pair.
};

/// Adds refutations to the items that have a verdict. Throws Error(cancelled).
void add_refutations(const EvaluationItems &read, ScoreReport &report,
                     const ExecutionOptions &execution, const ScoreRefutationOptions &options,
                     const Progress &progress, const CancellationToken &token);

/// A summary in two lines: how many passes and misses are refuted.
std::string refutations_text(const ScoreReport &report);

}  // namespace sluice::inline v0::pipeline_detail

#endif
