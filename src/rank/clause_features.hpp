#ifndef SLUICE_SRC_RANK_CLAUSE_FEATURES_HPP
#define SLUICE_SRC_RANK_CLAUSE_FEATURES_HPP

#include "split_view.hpp"

namespace sluice::inline v0::detail {

/// What the question, and what it is likely about, say of the query's form.
LabelFeatures clause_features(const SplitView &view);

}  // namespace sluice::inline v0::detail

#endif
