#include "sluice/suite/tree_mutators.hpp"

#include "suite/mutators/operators/operators.hpp"
#include "tree_edits.hpp"

namespace sluice::inline v0 {

void TreeMutator::mutate(const GoldQuery &gold, std::uint64_t /*seed*/, NeighborSink sink) const {
  suite_detail::TreeEdits edits(gold, sink);
  apply_(edits);
}

std::vector<AnyMutator> tree_mutators() {
  namespace operators = suite_detail::operators;
  const auto all = {
      TreeMutator("join_kind", operators::join_kind),
      TreeMutator("join_column", operators::join_column),
      TreeMutator("foreign_key_twin", operators::foreign_key_twin),
      TreeMutator("distinct", operators::distinct),
      TreeMutator("count_argument", operators::count_argument),
      TreeMutator("aggregate_function", operators::aggregate_function),
      TreeMutator("aggregate_argument", operators::aggregate_argument),
      TreeMutator("group_keys", operators::group_keys),
      TreeMutator("having_threshold", operators::having_threshold),
      TreeMutator("limit_threshold", operators::limit_threshold),
      TreeMutator("order_keys", operators::order_keys),
      TreeMutator("order_direction", operators::order_direction),
      TreeMutator("set_operator", operators::set_operator),
      TreeMutator("comparison_operator", operators::comparison_operator),
      TreeMutator("constant_beside", operators::constant_beside),
      TreeMutator("between_bounds", operators::between_bounds),
      TreeMutator("like_pattern", operators::like_pattern),
      TreeMutator("letter_case", operators::letter_case),
      TreeMutator("negation", operators::negation),
      TreeMutator("connective", operators::connective),
      TreeMutator("condition_dropped", operators::condition_dropped),
      TreeMutator("condition_moved", operators::condition_moved),
      TreeMutator("null_handling", operators::null_handling),
      TreeMutator("correlation_dropped", operators::correlation_dropped),
      TreeMutator("sibling_column", operators::sibling_column),
      TreeMutator("result_dropped", operators::result_dropped),
  };
  return {all.begin(), all.end()};
}

}  // namespace sluice::inline v0
