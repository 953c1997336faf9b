#include "best_columns.hpp"

#include <algorithm>
#include <cstddef>

#include "kernels/ranker_kernels.hpp"

namespace sluice::detail {

BestColumns::BestColumns(const Catalog &catalog, const SchemaLayout &layout,
                         std::span<const float> cosines)
    : tables(catalog.table_count(), 0),
      databases(catalog.database_count(), 0),
      five(catalog.database_count(), 0) {
  const DatabaseGrid &grid = layout.column_grid;
  constexpr float lowest = -2;  // below every cosine
  std::vector<float> placed(grid.size() + 1, lowest);
  for (std::size_t c = 0; c < cosines.size(); ++c) placed[layout.column_places[c]] = cosines[c];
  constexpr std::size_t ranks = 5;
  std::vector<float> best(ranks * grid.databases());
  ranker_kernels().five_best(placed.data(), grid.first_row, grid.databases(), best.data());

  std::size_t column = 0;
  for (std::size_t d = 0; d < five.size(); ++d) {
    std::size_t shown = 0;
    for (std::size_t t = layout.first_table[d]; t < layout.first_table[d + 1]; ++t) {
      const std::size_t end = column + catalog.columns(TableId(t)).size();
      if (layout.visible_table[t] != 0) {
        shown += layout.columns[t];
        float of_table = -1;
        const bool hides = layout.columns[t] != end - column;
        for (std::size_t c = column; c < end; ++c) {
          if (hides && layout.visible_column[c] == 0) continue;
          of_table = std::max(of_table, cosines[c]);
        }
        tables[t] = of_table;
      }
      column = end;
    }
    shown = std::min(shown, ranks);
    if (shown == 0) continue;
    const float *of_database = best.data() + grid.place_of_database[d];
    float sum = 0;
    for (std::size_t rank = 0; rank < shown; ++rank) sum += of_database[rank * grid.databases()];
    databases[d] = *of_database;
    five[d] = sum / static_cast<float>(shown);
  }
}

}  // namespace sluice::detail
