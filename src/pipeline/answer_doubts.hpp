#ifndef SLUICE_SRC_PIPELINE_ANSWER_DOUBTS_HPP
#define SLUICE_SRC_PIPELINE_ANSWER_DOUBTS_HPP

/// What may be right besides an answer, and whether the answer is sure.

#include <span>

#include "sluice/core/top_k.hpp"
#include "sluice/report/answer.hpp"

namespace sluice::inline v0::pipeline_detail {

/// Sets `alternatives` and `unsure` of an answer that is otherwise complete. `databases`: those of
/// the answer, with probabilities.
void add_doubts(std::span<const Scored<DatabaseId>> databases, Answer &answer);

/// Removes the alternatives that the answer's subset has columns of, after it was extended.
void drop_used_alternatives(Answer &answer);

}  // namespace sluice::inline v0::pipeline_detail

#endif
