#ifndef SLUICE_PIPELINE_EXPLAIN_HPP
#define SLUICE_PIPELINE_EXPLAIN_HPP

/// Explains an answer, for reports.

#include <cstddef>

#include "sluice/pipeline/retriever.hpp"
#include "sluice/report/answer_explanation.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// The answer of `retriever.ask` with its reasons, at most `next` columns that did not fit the
/// budget and at most `next` neighbors. Thread-safe. Throws what `ask` throws. Takes a few
/// milliseconds.
AnswerExplanation explain(const Retriever &retriever, const Question &question,
                          const AskOptions &options = {}, std::size_t next = 12);

}  // namespace sluice::inline v0

#endif
