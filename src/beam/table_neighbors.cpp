#include "sluice/beam/table_neighbors.hpp"

#include <algorithm>
#include <memory>

namespace sluice::inline v0 {

TableNeighbors::TableNeighbors(const JoinGraphs &graphs, const Mask *mask) {
  const Catalog &catalog = graphs.catalog();
  first_.reserve(catalog.table_count() + 1);
  first_.push_back(0);
  for (const DatabaseId database : catalog.databases()) {
    const std::shared_ptr<const SchemaGraph> graph = graphs.graph(database, mask);
    for (const TableId table : catalog.tables(database)) {
      const auto begin = static_cast<std::ptrdiff_t>(neighbors_.size());
      for (const Join &join : graph->joins(table)) {
        if (join.to != table) neighbors_.push_back(join.to);
      }
      std::sort(neighbors_.begin() + begin, neighbors_.end());
      neighbors_.erase(std::unique(neighbors_.begin() + begin, neighbors_.end()), neighbors_.end());
      first_.push_back(neighbors_.size());
    }
  }
}

bool TableNeighbors::adjacent(TableId a, TableId b) const noexcept {
  return std::ranges::binary_search(of(a), b);
}

}  // namespace sluice::inline v0
