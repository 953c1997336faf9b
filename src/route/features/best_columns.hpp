#ifndef SLUICE_SRC_ROUTE_FEATURES_BEST_COLUMNS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_BEST_COLUMNS_HPP

#include <span>
#include <vector>

#include "schema_layout.hpp"

namespace sluice::inline v0::route_detail {

/// The best cosines of visible columns; 0 for hidden tables and databases.
struct BestColumns {
  /// `cosines`: by column. O(columns).
  BestColumns(const SchemaLayout &layout, std::span<const float> cosines);

  std::vector<float> tables;     ///< By table: its best column; -1 if all its columns are hidden.
  std::vector<float> databases;  ///< By database: its best column.
  std::vector<float> five;       ///< By database: the mean of its five best columns.
};

}  // namespace sluice::inline v0::route_detail

#endif
