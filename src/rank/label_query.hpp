#ifndef SLUICE_SRC_RANK_LABEL_QUERY_HPP
#define SLUICE_SRC_RANK_LABEL_QUERY_HPP

/// From labels to the query that they describe.
/// Source: Vougiouklis et al. 2023 (FastRAT): SQL is constructed from labels by rules.

#include <string>

#include "sluice/rank/label_model.hpp"

namespace sluice::inline v0 {

struct LabelQuery {
  std::string sql;  ///< Empty if the database has no column.
  /// Sum of the logarithms of the choices' probabilities; at most 0.
  double log_probability = 0;
};

/// The likeliest choice of each group of clauses, and for each the likeliest columns; tables are
/// joined by the fewest joins of the schema's graph. What is compared with comes from
/// `evidence.values`, else from the question's literals; where these have nothing left it is 1, so
/// that the query keeps the shape and the columns that the labels say.
/// The same labels give the same text. O(labels + joins).
LabelQuery query_of(const LabelScores &scores, const LabelSchema &schema,
                    const LabelEvidence &evidence, const LabelQuestion &question);

}  // namespace sluice::inline v0

#endif
