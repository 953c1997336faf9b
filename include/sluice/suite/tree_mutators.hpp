#ifndef SLUICE_SUITE_TREE_MUTATORS_HPP
#define SLUICE_SUITE_TREE_MUTATORS_HPP

/// Neighbors made on the syntax tree, aimed at what predictions get wrong and a small database
/// hides.

#include <string_view>
#include <vector>

#include "sluice/suite/mutator.hpp"

namespace sluice {

namespace detail {
class TreeEdits;
}

/// One small operator on the tree: at each place where it applies, one neighbor or a few. Models
/// Mutator; uses no random numbers, and gives nothing for a gold query that is not parsed.
class TreeMutator {
 public:
  using Operator = void (*)(detail::TreeEdits &edits);
  TreeMutator(std::string_view name, Operator apply) noexcept : name_(name), apply_(apply) {}

  std::string_view name() const noexcept { return name_; }
  void mutate(const GoldQuery &gold, std::uint64_t seed, NeighborSink sink) const;

 private:
  std::string_view name_;  // static
  Operator apply_;
};

/// All of them, in a fixed order. Each says one thing:
///
/// joins: `join_kind` inner to outer and back, `join_column` another column of the same table in
/// ON; `foreign_key_twin` a key by what it refers to, in another source of the same FROM.
/// aggregates: `distinct`, `count_argument` COUNT(*), COUNT(column), COUNT(DISTINCT column),
/// `aggregate_function`, `aggregate_argument`.
/// groups and order: `group_keys`, `having_threshold`, `limit_threshold`, `order_keys`,
/// `order_direction`, `set_operator`.
/// predicates: `comparison_operator`, `constant_beside`, `between_bounds`, `like_pattern`,
/// `letter_case`, `negation`, `connective`, `condition_dropped`, `condition_moved` between ON,
/// WHERE and HAVING, `null_handling`, `correlation_dropped`.
/// columns: `sibling_column` of the same table and type, `result_dropped`.
std::vector<AnyMutator> tree_mutators();

}  // namespace sluice

#endif
