#ifndef SLUICE_PIPELINE_EXPLAIN_HPP
#define SLUICE_PIPELINE_EXPLAIN_HPP

#include <cstddef>

#include "sluice/pipeline/retriever.hpp"
#include "sluice/report/answer_explanation.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

/// As `retriever.ask`, with reasons: at most `next` columns that were cut off, and as many
/// neighbors. Throws as it does. Some milliseconds; the answer is the same.
AnswerExplanation explain(const Retriever &retriever, const Question &question,
                          const AskOptions &options = {}, std::size_t next = 12);

}  // namespace sluice

#endif
