#ifndef SLUICE_SRC_RANK_QUERY_SKELETON_HPP
#define SLUICE_SRC_RANK_QUERY_SKELETON_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include "sluice/rank/query_shape.hpp"

namespace sluice::inline v0 {

/// Counts equal hashes; sorted by ascending hash. O(n log n).
FeatureCounts counted(std::vector<std::uint64_t> features);

/// The words of DAIL-SQL's skeleton of a shape's text. Source: Gao et al. 2023, appendix; the
/// reductions are those of its published program. O(words).
FeatureCounts query_skeleton(std::string_view shape_text);

}  // namespace sluice::inline v0

#endif
