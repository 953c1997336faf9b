#ifndef SLUICE_SRC_PIPELINE_SCORE_SETTINGS_HPP
#define SLUICE_SRC_PIPELINE_SCORE_SETTINGS_HPP

/// Checks the options of a score run, and describes those that affect verdicts.

#include <string>
#include <string_view>

#include "sluice/pipeline/score_run.hpp"

namespace sluice::inline v0::pipeline_detail {

/// Throws Error(invalid_argument) if options exclude each other. The messages name them in words
/// that fit the flags of `sluice score` as well as the fields here and in C.
void check_score_options(const ScoreRunOptions &options);

/// The name of the mode, as for the command's --mode.
std::string mode_text(const ExecutionOptions &execution);

/// All other settings that affect verdicts, such as "keep_distinct ties", without those that have
/// their default. `suite_bytes`: content of the suite's file; empty if there is none.
std::string settings_text(const ExecutionOptions &execution, SuiteEffort effort,
                          std::string_view suite_bytes);

}  // namespace sluice::inline v0::pipeline_detail

#endif
