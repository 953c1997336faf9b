#include "sluice/sql/normalize.hpp"

#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "sql/rules/tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

bool defines_something(NodeKind kind) noexcept {
  return kind == NodeKind::create_table || kind == NodeKind::create_index ||
         kind == NodeKind::drop || kind == NodeKind::none;
}

bool apply(const AnyRewriteRule &rule, SyntaxTree &tree, RewriteContext &context) {
  if (!rule.apply(tree, context)) return false;
  context.changed();
  return true;
}

/// Applies the rules that do not mask until nothing changes.
void settle(SyntaxTree &tree, RewriteContext &context, const NormalizeOptions &options,
            NormalizeResult &result) {
  bool again = true;
  for (std::size_t round = 0; again && round < options.rounds; ++round) {
    again = false;
    ++result.rounds;
    for (const AnyRewriteRule &rule : options.rules) {
      if (!rule.masks() && apply(rule, tree, context)) again = true;
    }
    if (again) result.changed = true;
  }
  result.settled = !again;
}

bool mask(SyntaxTree &tree, RewriteContext &context, const NormalizeOptions &options) {
  bool masked = false;
  for (const AnyRewriteRule &rule : options.rules) {
    if (rule.masks() && apply(rule, tree, context)) masked = true;
  }
  return masked;
}

}  // namespace

NormalizeResult normalize(SyntaxTree &tree, const NormalizeOptions &options) {
  NormalizeResult result;
  if (tree.root() == no_node || defines_something(tree.kind(tree.root()))) return result;
  RewriteContext context(options.context);
  // Names that were masked before have no meaning in any schema.
  if (rules::has_mask(tree, tree.root())) context.forget_names();
  settle(tree, context, options, result);
  std::size_t round = 0;
  for (; round < options.rounds && mask(tree, context, options); ++round) {
    result.changed = true;
    context.forget_names();
    settle(tree, context, options, result);
  }
  if (round == options.rounds) result.settled = false;
  return result;
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
