#ifndef SLUICE_SRC_TRAIN_RANKER_LEFT_OUT_EVIDENCE_HPP
#define SLUICE_SRC_TRAIN_RANKER_LEFT_OUT_EVIDENCE_HPP

/// Features of evidence that a training leaves out, to find out what they are worth.

#include <span>
#include <string>
#include <string_view>

#include "route/evidence/evidence_features.hpp"
#include "sluice/learn/ranked_groups.hpp"

namespace sluice::inline v0::train_detail {

/// Throws Error(invalid_argument) for a name that evidence_features does not have.
void check_left_out(std::span<const std::string> names);

/// Clears the columns of the features that are left out: a fit gives columns without differences
/// the weight 0. `level` is "databases", "tables" or "columns", and `features` are its features.
void clear_left_out(std::string_view level, std::span<const route_detail::EvidenceFeature> features,
                    std::span<const std::string> names, RankedGroups &groups);

}  // namespace sluice::inline v0::train_detail

#endif
