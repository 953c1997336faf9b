#include "sluice/route/table_neighbours.hpp"

#include <algorithm>
#include <memory>

namespace sluice {

TableNeighbours::TableNeighbours(const JoinGraphs &graphs, const Mask *mask) {
  const Catalog &catalog = graphs.catalog();
  first_.reserve(catalog.table_count() + 1);
  first_.push_back(0);
  for (const DatabaseId database : catalog.databases()) {
    const std::shared_ptr<const SchemaGraph> graph = graphs.graph(database, mask);
    for (const TableId table : catalog.tables(database)) {
      const auto begin = static_cast<std::ptrdiff_t>(neighbours_.size());
      for (const Join &join : graph->joins(table)) {
        if (join.to != table) neighbours_.push_back(join.to);
      }
      std::sort(neighbours_.begin() + begin, neighbours_.end());
      neighbours_.erase(std::unique(neighbours_.begin() + begin, neighbours_.end()),
                        neighbours_.end());
      first_.push_back(neighbours_.size());
    }
  }
}

bool TableNeighbours::adjacent(TableId a, TableId b) const noexcept {
  return std::ranges::binary_search(of(a), b);
}

}  // namespace sluice
