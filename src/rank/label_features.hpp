#ifndef SLUICE_SRC_RANK_LABEL_FEATURES_HPP
#define SLUICE_SRC_RANK_LABEL_FEATURES_HPP

#include <cstdint>
#include <span>
#include <vector>

#include "sluice/rank/label_model.hpp"

namespace sluice::inline v0::rank_detail {

/// The features that are set in one split of a schema.
struct SplitFeatures {
  LabelFeatures of_clauses;
  std::vector<LabelFeatures> of_tables;   ///< For all tables of the database.
  std::vector<LabelFeatures> of_columns;  ///< For the columns of the split.
};

/// O((words + names) · columns). Throws Error(mismatch) if the evidence is of another database.
SplitFeatures split_features(const LabelSchema &schema, const LabelEvidence &evidence,
                             const LabelQuestion &question, SchemaSplit split);

}  // namespace sluice::inline v0::rank_detail

#endif
