#ifndef SLUICE_SRC_RANK_CLAUSE_FEATURES_HPP
#define SLUICE_SRC_RANK_CLAUSE_FEATURES_HPP

#include "split_view.hpp"

namespace sluice::inline v0::rank_detail {

/// Features for the query's clauses, from the question and the elements that it is probably about.
LabelFeatures clause_features(const SplitView &view);

}  // namespace sluice::inline v0::rank_detail

#endif
