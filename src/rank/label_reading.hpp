#ifndef SLUICE_SRC_RANK_LABEL_READING_HPP
#define SLUICE_SRC_RANK_LABEL_READING_HPP

/// From a question to labels, and from these to a query.

#include "rank/label_query.hpp"

namespace sluice::inline v0 {

/// What a model makes of a question.
struct LabelReading {
  LabelQuestion question;
  LabelScores scores;
  LabelQuery query;
};

/// Throws as `predict` does; costs as it and `query_of`.
LabelReading read_question(const LabelModel &model, const LabelSchema &schema,
                           const LabelEvidence &evidence, const LabelModelOptions &options = {});

}  // namespace sluice::inline v0

#endif
