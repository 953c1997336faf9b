#ifndef SLUICE_BEAM_TABLE_NEIGHBORS_HPP
#define SLUICE_BEAM_TABLE_NEIGHBORS_HPP

/// Which tables can be joined to each other: the part of the schema graph between databases and
/// columns.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice::inline v0 {

/// Immutable. Thread-safe.
class TableNeighbors {
 public:
  /// Hidden tables have no neighbors and are neighbors of no table. O(joins · log joins).
  explicit TableNeighbors(const JoinGraphs &graphs, const Mask *mask = nullptr);

  /// Neighbors of a table sorted by id, without duplicates and without the table itself.
  std::span<const TableId> of(TableId table) const noexcept {
    return std::span(neighbors_)
        .subspan(first_[table.index()], first_[table.index() + 1] - first_[table.index()]);
  }
  /// O(log neighbors).
  bool adjacent(TableId a, TableId b) const noexcept;

 private:
  std::vector<std::size_t> first_;  // by table, with an end entry
  std::vector<TableId> neighbors_;
};

}  // namespace sluice::inline v0

#endif
