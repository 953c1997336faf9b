#ifndef SLUICE_SRC_RANK_NEED_FEATURES_HPP
#define SLUICE_SRC_RANK_NEED_FEATURES_HPP

#include <array>
#include <cstddef>
#include <vector>

#include "sluice/rank/need_model.hpp"

namespace sluice::inline v0::rank_detail {

inline constexpr std::size_t need_columns = 42;
using NeedFeatures = std::array<float, need_columns>;

struct ElementFeatures {
  std::vector<NeedFeatures> of_tables, of_columns;  ///< By position in the database.
};

/// Throws Error(mismatch) if the evidence has another number of tables or columns than the schema.
ElementFeatures need_features(const NeedEvidence &of);

}  // namespace sluice::inline v0::rank_detail

#endif
