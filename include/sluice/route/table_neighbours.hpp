#ifndef SLUICE_ROUTE_TABLE_NEIGHBOURS_HPP
#define SLUICE_ROUTE_TABLE_NEIGHBOURS_HPP

/// Which tables can be joined to which: the schema graph below its databases, without the columns.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice {

/// Immutable; any threads at once.
class TableNeighbours {
 public:
  /// Hidden tables have no neighbours and are nobody's. O(joins · log joins).
  explicit TableNeighbours(const JoinGraphs &graphs, const Mask *mask = nullptr);

  /// Each once and never the table itself, by id.
  std::span<const TableId> of(TableId table) const noexcept {
    return std::span(neighbours_)
        .subspan(first_[table.index()], first_[table.index() + 1] - first_[table.index()]);
  }
  /// O(log neighbours).
  bool adjacent(TableId a, TableId b) const noexcept;

 private:
  std::vector<std::size_t> first_;  // by table, one more at the end
  std::vector<TableId> neighbours_;
};

}  // namespace sluice

#endif
