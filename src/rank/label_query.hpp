#ifndef SLUICE_SRC_RANK_LABEL_QUERY_HPP
#define SLUICE_SRC_RANK_LABEL_QUERY_HPP

/// Builds the query that labels describe. Source: Vougiouklis et al. 2023 (FastRAT): SQL is
/// constructed from labels by rules.

#include <string>

#include "sluice/rank/label_model.hpp"

namespace sluice::inline v0 {

struct LabelQuery {
  std::string sql;  ///< Empty if the database has no column.
  /// Sum of the natural logarithms of the choices' probabilities; at most 0.
  double log_probability = 0;
};

/// Takes the most likely choice of each group of clauses and its most likely columns, and joins the
/// tables by the fewest joins in the schema's graph. Conditions compare with values of
/// `evidence.values`, then with the question's literals, and with 1 if none is left, so that the
/// query keeps the predicted shape and columns. Deterministic. O(labels + joins).
LabelQuery query_of(const LabelScores &scores, const LabelSchema &schema,
                    const LabelEvidence &evidence, const LabelQuestion &question);

}  // namespace sluice::inline v0

#endif
