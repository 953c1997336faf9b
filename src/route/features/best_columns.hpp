#ifndef SLUICE_SRC_ROUTE_FEATURES_BEST_COLUMNS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_BEST_COLUMNS_HPP

#include <span>
#include <vector>

#include "schema_layout.hpp"

namespace sluice::inline v0::detail {

/// Of cosines with columns, the best visible ones. What is hidden has 0.
struct BestColumns {
  /// `cosines`: by column. O(columns).
  BestColumns(const SchemaLayout &layout, std::span<const float> cosines);

  std::vector<float> tables;     ///< By table: of its best column; -1 where all are hidden.
  std::vector<float> databases;  ///< By database: of its best column.
  std::vector<float> five;       ///< By database: the mean of its five best.
};

}  // namespace sluice::inline v0::detail

#endif
