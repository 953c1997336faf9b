#ifndef SLUICE_SRC_TRAIN_RANKER_EVIDENCE_LEVELS_HPP
#define SLUICE_SRC_TRAIN_RANKER_EVIDENCE_LEVELS_HPP

/// What evidence ranks, and by which features.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "route/evidence/evidence_features.hpp"

namespace sluice::inline v0::train_detail {

/// Each level depends on those before it.
enum class EvidenceLevel : std::uint8_t { databases, tables, columns };
inline constexpr std::array evidence_levels{EvidenceLevel::databases, EvidenceLevel::tables,
                                            EvidenceLevel::columns};

std::span<const route_detail::EvidenceFeature> features_of(EvidenceLevel level);
/// The name of a feature with its level, such as "databases.words".
std::string evidence_name(EvidenceLevel level, std::string_view feature);

}  // namespace sluice::inline v0::train_detail

#endif
