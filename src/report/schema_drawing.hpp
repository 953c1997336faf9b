#ifndef SLUICE_SRC_REPORT_SCHEMA_DRAWING_HPP
#define SLUICE_SRC_REPORT_SCHEMA_DRAWING_HPP

/// Draws the tables of an explained answer and their joins.

#include <string>

#include "sluice/report/answer_explanation.hpp"

namespace sluice::inline v0::report_detail {

/// Whether the join connects two chosen tables by columns that are in the answer.
bool is_lit(const AnswerExplanation &explanation, const Join &join);

/// Returns one <svg> element including its style.
std::string schema_drawing(const AnswerExplanation &explanation);

}  // namespace sluice::inline v0::report_detail

#endif
