#ifndef SLUICE_SRC_ROUTE_EVIDENCE_SAID_NAMES_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_SAID_NAMES_HPP

/// Names that the question says outright: all stems of a name, in sequence.

#include <span>
#include <vector>

#include "route/features/schema_layout.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0::route_detail {

/// By id. A name counts more the fewer objects have it and the more words it has.
struct SaidNames {
  std::vector<float> databases;
  std::vector<float> columns;  ///< By table: sum over distinct names of its columns.
};

/// `weight`: of a stem that is a name alone, in [0, 1]. Stop words are not names. O(words × names
/// that contain one).
SaidNames said_names(const SchemaLayout &layout, const Question &question,
                     function_ref<float(std::string_view stem)> weight);

}  // namespace sluice::inline v0::route_detail

#endif
