#ifndef SLUICE_SRC_RANK_LABEL_READING_HPP
#define SLUICE_SRC_RANK_LABEL_READING_HPP

/// Predicts the labels of a question and builds a query from them.

#include "rank/label_query.hpp"

namespace sluice::inline v0 {

/// The results of a model for one question.
struct LabelReading {
  LabelQuestion question;
  LabelScores scores;
  LabelQuery query;
};

/// Calls LabelSchema::read, LabelModel::predict and `query_of`. Throws what `predict` throws.
LabelReading read_question(const LabelModel &model, const LabelSchema &schema,
                           const LabelEvidence &evidence, const LabelModelOptions &options = {});

}  // namespace sluice::inline v0

#endif
