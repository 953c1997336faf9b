#ifndef SLUICE_SRC_PIPELINE_SCORE_TEXT_HPP
#define SLUICE_SRC_PIPELINE_SCORE_TEXT_HPP

/// The text output of a score run.

#include <string>
#include <vector>

#include "sluice/report/score_report.hpp"

namespace sluice::inline v0::pipeline_detail {

/// One line, for runs without the official script's text.
std::string summary_text(const ScoreReport &report);

/// Warnings about gold queries that do not run, and about verdicts that another run may not repeat.
std::vector<std::string> doubts_of(const ScoreReport &report);

}  // namespace sluice::inline v0::pipeline_detail

#endif
