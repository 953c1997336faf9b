#ifndef SLUICE_SRC_PIPELINE_SCORE_ITEMS_HPP
#define SLUICE_SRC_PIPELINE_SCORE_ITEMS_HPP

/// What a score run judges, before it is judged.

#include <string>
#include <vector>

#include "sluice/core/hash.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice::inline v0::detail {

/// Items of a caller, numbered by their order. Throws Error(invalid_argument) for one without gold.
EvaluationItems numbered_items(std::vector<EvaluationItem> items);

/// Of everything that is judged.
Fingerprint contents_of(const EvaluationItems &read);

/// The report without verdicts. `contents` is of everything that is judged.
ScoreReport report_without_verdicts(const EvaluationItems &read, Fingerprint contents,
                                    std::string mode, std::string settings);

}  // namespace sluice::inline v0::detail

#endif
