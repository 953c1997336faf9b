#ifndef SLUICE_RETRIEVE_JOIN_CLOSURE_HPP
#define SLUICE_RETRIEVE_JOIN_CLOSURE_HPP

/// Makes a selection joinable: the key columns between its tables come along.

#include <cstddef>
#include <vector>

#include "sluice/retrieve/subset.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice::inline v0 {

/// Takes `chosen` in order, until `budget` columns are taken. The first column of a further table
/// of a database is followed by the key columns of the shortest join path from the tables taken
/// before (at most `max_joins` long), each with a reason that names the table it joins. O(columns ×
/// joins).
std::vector<SubsetColumn> close_joins(const JoinGraphs &graphs,
                                      const std::vector<SubsetColumn> &chosen, std::size_t budget,
                                      const Mask *mask, std::size_t max_joins = 3);

}  // namespace sluice::inline v0

#endif
