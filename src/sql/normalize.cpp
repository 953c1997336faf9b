#include "sluice/sql/normalize.hpp"

#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "sql/rules/tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace detail {

bool has_normal_form(const SyntaxTree &tree) noexcept {
  if (tree.root() == no_node) return false;
  const NodeKind kind = tree.kind(tree.root());
  return kind != NodeKind::create_table && kind != NodeKind::create_index &&
         kind != NodeKind::drop && kind != NodeKind::none;
}

bool is_masked(const SyntaxTree &tree) noexcept { return rules::has_mask(tree, tree.root()); }

}  // namespace detail

template NormalizeResult normalize_by(SyntaxTree &tree, const std::vector<AnyRewriteRule> &rules,
                                      const RewriteContext::Options &options,
                                      std::size_t max_rounds);

NormalizeResult normalize(SyntaxTree &tree, const NormalizeOptions &options) {
  return normalize_by(tree, options.rules, options.context, options.rounds);
}

std::vector<AnyRewriteRule> unmasked_rules() {
  return {resolve_strings(), lower_case_names(), canonical_table_aliases(), inline_result_aliases(),
          drop_qualifiers()};
}

std::vector<AnyRewriteRule> paper_rules(Domain domain) {
  std::vector<AnyRewriteRule> rules = unmasked_rules();
  if (domain == Domain::cross_domain) {
    rules.push_back(mask_names());
    rules.push_back(mask_values());
  } else {
    rules.push_back(sort_joins());
  }
  return rules;
}

std::vector<AnyRewriteRule> equivalence_rules() {
  return {drop_parentheses(),     drop_empty_words(),      canonical_functions(),
          canonical_null_tests(), push_negations(),        expand_between(),
          canonical_in_lists(),   canonical_outer_joins(), canonical_join_conditions(),
          drop_distinct(),        canonical_counts(),      canonical_group_counts(),
          drop_repeated_keys(),   canonical_exists(),      canonical_extremes(),
          drop_idle_collations(), sort_operands(),         sort_set_operands()};
}

std::vector<AnyRewriteRule> meaning_rules() {
  std::vector<AnyRewriteRule> rules = unmasked_rules();
  for (AnyRewriteRule &rule : equivalence_rules()) rules.push_back(std::move(rule));
  for (const AnyRewriteRule &rule :
       {canonical_literals(), canonical_equal_columns(), drop_parent_joins(), drop_null_tests(),
        drop_null_guards(), drop_idle_orders(), drop_determined_keys(), drop_aggregates_of_keys(),
        sort_joins(OpenRows::may_vary)}) {
    rules.push_back(rule);
  }
  return rules;
}

}  // namespace sluice::inline v0::sql
