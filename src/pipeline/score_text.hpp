#ifndef SLUICE_SRC_PIPELINE_SCORE_TEXT_HPP
#define SLUICE_SRC_PIPELINE_SCORE_TEXT_HPP

/// A score in words.

#include <string>
#include <vector>

#include "sluice/report/score_report.hpp"

namespace sluice::inline v0::detail {

/// One line, for runs that have no official text.
std::string summary_text(const ScoreReport &report);

/// What a reader should know of gold queries that do not run, and of verdicts that another run may
/// not repeat.
std::vector<std::string> doubts_of(const ScoreReport &report);

}  // namespace sluice::inline v0::detail

#endif
