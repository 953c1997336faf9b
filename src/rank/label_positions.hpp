#ifndef SLUICE_SRC_RANK_LABEL_POSITIONS_HPP
#define SLUICE_SRC_RANK_LABEL_POSITIONS_HPP

/// Where a question asks for the parts of a query.

#include <cstddef>

#include "rank/label_query.hpp"

namespace sluice::inline v0::rank {

/// Index of the question's word that asks for an aggregate; SIZE_MAX if there is none.
std::size_t cue_position(ColumnLabel label, const LabelEvidence &evidence,
                         const LabelQuestion &question);

/// Index of a word that names the column; SIZE_MAX if there is none.
std::size_t name_position(const LabelSchema::Element &column, const LabelQuestion &question);

}  // namespace sluice::inline v0::rank

#endif
