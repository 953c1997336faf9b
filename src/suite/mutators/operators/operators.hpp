#ifndef SLUICE_SRC_SUITE_MUTATORS_OPERATORS_OPERATORS_HPP
#define SLUICE_SRC_SUITE_MUTATORS_OPERATORS_OPERATORS_HPP

/// The operators of tree_mutators, each under the name that it has there.

#include "suite/mutators/tree_edits.hpp"

namespace sluice::inline v0::suite_detail::operators {

// sources.cpp
void join_kind(TreeEdits &edits);
void join_column(TreeEdits &edits);
void foreign_key_twin(TreeEdits &edits);
void sibling_column(TreeEdits &edits);
void correlation_dropped(TreeEdits &edits);

// results.cpp
void result_dropped(TreeEdits &edits);
void distinct(TreeEdits &edits);
void count_argument(TreeEdits &edits);
void aggregate_function(TreeEdits &edits);
void aggregate_argument(TreeEdits &edits);
void group_keys(TreeEdits &edits);
void order_keys(TreeEdits &edits);
void order_direction(TreeEdits &edits);
void limit_threshold(TreeEdits &edits);
void set_operator(TreeEdits &edits);

// predicates.cpp
void comparison_operator(TreeEdits &edits);
void constant_beside(TreeEdits &edits);
void having_threshold(TreeEdits &edits);
void between_bounds(TreeEdits &edits);
void like_pattern(TreeEdits &edits);
void letter_case(TreeEdits &edits);

// conditions.cpp
void negation(TreeEdits &edits);
void connective(TreeEdits &edits);
void condition_dropped(TreeEdits &edits);
void condition_moved(TreeEdits &edits);
void null_handling(TreeEdits &edits);

}  // namespace sluice::inline v0::suite_detail::operators

#endif
