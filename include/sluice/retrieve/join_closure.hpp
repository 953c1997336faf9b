#ifndef SLUICE_RETRIEVE_JOIN_CLOSURE_HPP
#define SLUICE_RETRIEVE_JOIN_CLOSURE_HPP

/// Makes a selection joinable by adding the key columns between its tables.

#include <cstddef>
#include <vector>

#include "sluice/retrieve/subset.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice::inline v0 {

/// Takes the columns of `chosen` in order, up to `budget` columns in total. After the first column
/// of a further table of a database, adds the key columns of the shortest join path from the tables
/// taken before (of at most `max_joins` joins), each with a reason that names the table it joins.
/// O(columns × joins).
std::vector<SubsetColumn> close_joins(const JoinGraphs &graphs,
                                      const std::vector<SubsetColumn> &chosen, std::size_t budget,
                                      const Mask *mask, std::size_t max_joins = 3);

}  // namespace sluice::inline v0

#endif
