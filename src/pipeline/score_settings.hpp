#ifndef SLUICE_SRC_PIPELINE_SCORE_SETTINGS_HPP
#define SLUICE_SRC_PIPELINE_SCORE_SETTINGS_HPP

/// The options of a score run: which go together, and those that change verdicts, in words.

#include <string>
#include <string_view>

#include "sluice/pipeline/score_run.hpp"

namespace sluice::inline v0::detail {

/// Throws Error(invalid_argument) if options exclude each other. The messages name them in words
/// that fit the flags of `sluice score` as well as the fields here and in C.
void check_score_options(const ScoreRunOptions &options);

/// As the command's --mode.
std::string mode_text(const ExecutionOptions &execution);

/// Everything else that changes verdicts, such as "keep_distinct ties"; what has its default is
/// left out. `suite_bytes`: of the suite's file; empty without one.
std::string settings_text(const ExecutionOptions &execution, SuiteEffort effort,
                          std::string_view suite_bytes);

}  // namespace sluice::inline v0::detail

#endif
