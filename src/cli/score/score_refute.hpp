#ifndef SLUICE_SRC_CLI_SCORE_SCORE_REFUTE_HPP
#define SLUICE_SRC_CLI_SCORE_SCORE_REFUTE_HPP

/// `sluice score --refute`: counterexamples beside the verdicts.

#include <memory>
#include <string>

#include "sluice/core/progress.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/report/score_report.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::cli {

struct RefuteSettings {
  std::string folder;                  ///< Of the databases, where there is no suite.
  std::shared_ptr<const Suite> suite;  ///< Says the constraints, if there is one.
  bool mined = false;
  std::size_t databases = 0;  ///< Tried for one pair.
};

/// Puts refutations into the items that have a verdict. Throws Error(cancelled).
void add_refutations(const EvaluationItems &read, ScoreReport &report,
                     const ExecutionOptions &execution, const RefuteSettings &settings,
                     const Progress &progress, const CancellationToken &token);

/// How many passes turn to fails, in two lines.
std::string refutations_text(const ScoreReport &report);

}  // namespace sluice::cli

#endif
