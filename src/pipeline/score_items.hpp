#ifndef SLUICE_SRC_PIPELINE_SCORE_ITEMS_HPP
#define SLUICE_SRC_PIPELINE_SCORE_ITEMS_HPP

/// The input of a score run.

#include <string>
#include <vector>

#include "sluice/core/hash.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice::inline v0::pipeline_detail {

/// Numbers the items of a caller by their order. Throws Error(invalid_argument) if one has no gold
/// query.
EvaluationItems numbered_items(std::vector<EvaluationItem> items);

/// Fingerprint of everything that is judged.
Fingerprint contents_of(const EvaluationItems &read);

/// The report without verdicts. `contents`: from `contents_of`.
ScoreReport report_without_verdicts(const EvaluationItems &read, Fingerprint contents,
                                    std::string mode, std::string settings);

}  // namespace sluice::inline v0::pipeline_detail

#endif
