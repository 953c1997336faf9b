#include "best_columns.hpp"

#include <algorithm>
#include <cstddef>

#include "route/features/kernels/ranker_kernels.hpp"

namespace sluice::inline v0::route_detail {

BestColumns::BestColumns(const SchemaLayout &layout, std::span<const float> cosines)
    : tables(layout.columns.size()),
      databases(layout.columns_in_database.size(), 0),
      five(databases.size(), 0) {
  constexpr float lowest = -2;  // below every cosine
  constexpr std::size_t beyond = 7, ranks = 5;
  std::vector<float> shown(cosines.size() + beyond);
  std::ranges::copy(cosines, shown.begin());
  for (const std::uint32_t column : layout.hidden_columns) shown[column] = lowest;
  const RankerKernels &kernels = ranker_kernels();
  kernels.best_of_runs(shown.data(), layout.first_in_table, -1, tables.data());
  for (const std::uint32_t table : layout.hidden_tables) tables[table] = 0;

  const DatabaseGrid &grid = layout.column_grid;
  std::vector<float> placed(grid.size() + 1, lowest), best(ranks * grid.databases());
  for (std::size_t c = 0; c < cosines.size(); ++c) placed[layout.column_places[c]] = cosines[c];
  kernels.five_best(placed.data(), grid.first_row, grid.databases(), best.data());
  for (std::size_t d = 0; d < five.size(); ++d) {
    const std::size_t count = std::min<std::size_t>(layout.columns_in_database[d], ranks);
    if (count == 0) continue;
    const float *of_database = best.data() + grid.place_of_database[d];
    float sum = 0;
    for (std::size_t rank = 0; rank < count; ++rank) sum += of_database[rank * grid.databases()];
    databases[d] = *of_database;
    five[d] = sum / static_cast<float>(count);
  }
}

}  // namespace sluice::inline v0::route_detail
