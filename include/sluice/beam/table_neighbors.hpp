#ifndef SLUICE_BEAM_TABLE_NEIGHBORS_HPP
#define SLUICE_BEAM_TABLE_NEIGHBORS_HPP

/// Which tables can be joined to which: the schema graph below its databases, without the columns.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice {

/// Immutable; any threads at once.
class TableNeighbors {
 public:
  /// Hidden tables have no neighbors and are nobody's. O(joins · log joins).
  explicit TableNeighbors(const JoinGraphs &graphs, const Mask *mask = nullptr);

  /// Each once and never the table itself, by id.
  std::span<const TableId> of(TableId table) const noexcept {
    return std::span(neighbors_)
        .subspan(first_[table.index()], first_[table.index() + 1] - first_[table.index()]);
  }
  /// O(log neighbors).
  bool adjacent(TableId a, TableId b) const noexcept;

 private:
  std::vector<std::size_t> first_;  // by table, one more at the end
  std::vector<TableId> neighbors_;
};

}  // namespace sluice

#endif
