#ifndef SLUICE_SQL_NORMALIZE_HPP
#define SLUICE_SQL_NORMALIZE_HPP

/// Rewrites queries with the same meaning to one form.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sluice/sql/rewrite_rule.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

/// Which database the examples belong to that a query is compared with.
enum class Domain : std::uint8_t {
  cross_domain,  ///< Other databases: names and values are masked.
  in_domain,     ///< The same database: names and values stay, and joins are sorted.
};

/// The normal form of Shen et al. 2024 (ASTReS), section 3.1: names in lower case, double-quoted
/// strings distinguished from names, aliases replaced by what they refer to, redundant qualifiers
/// dropped; then either masks or sorted joins.
std::vector<AnyRewriteRule> paper_rules(Domain domain);

/// Rules that keep a query equivalent in SQLite, in the manner of Ascoli et al. 2024 (ETM): see
/// equivalence_rules.hpp. They work best after `unmasked_rules`.
std::vector<AnyRewriteRule> equivalence_rules();

/// The paper's rules without masking and sorting: the common first part of both of its lists.
std::vector<AnyRewriteRule> unmasked_rules();

/// All of the above, the rules that use keys, and sorted joins. This form shows best whether two
/// queries have the same meaning. Rows that a query leaves open (OpenRows) may vary.
std::vector<AnyRewriteRule> meaning_rules();

struct NormalizeOptions {
  std::vector<AnyRewriteRule> rules = unmasked_rules();
  RewriteContext::Options context = {};
  /// Maximum number of rounds; each round applies all rules.
  static constexpr std::size_t default_rounds = 16;
  std::size_t rounds = default_rounds;
};

struct NormalizeResult {
  bool changed = false;
  /// Whether the last round changed nothing, so that another round would not either.
  bool settled = true;
  std::size_t rounds = 0;
};

namespace detail {

/// False for statements that define something, and for an empty tree.
bool has_normal_form(const SyntaxTree &tree) noexcept;
/// Whether names or values in the tree were masked.
bool is_masked(const SyntaxTree &tree) noexcept;

/// Applies those rules once that mask or those that do not; returns whether any changed the tree.
template <RewriteRule Rule>
bool apply_once(SyntaxTree &tree, RewriteContext &context, const std::vector<Rule> &rules,
                bool masking) {
  bool changed = false;
  for (const Rule &rule : rules) {
    if (masks(rule) != masking || !rule.apply(tree, context)) continue;
    context.changed();
    changed = true;
  }
  return changed;
}

/// Applies the rules that do not mask until nothing changes.
template <RewriteRule Rule>
void settle(SyntaxTree &tree, RewriteContext &context, const std::vector<Rule> &rules,
            std::size_t max_rounds, NormalizeResult &result) {
  bool again = true;
  for (std::size_t round = 0; again && round < max_rounds; ++round) {
    ++result.rounds;
    again = apply_once(tree, context, rules, false);
    if (again) result.changed = true;
  }
  result.settled = !again;
}

}  // namespace detail

/// Applies the rules in order until none changes anything, in at most `max_rounds` rounds; then the
/// rules that mask, and the others again, until there is nothing left to mask. Does not change
/// statements that define something. Idempotent. Throws what the rules throw. Takes a few
/// traversals of the tree. Rules of different types go into a vector of AnyRewriteRule.
template <RewriteRule Rule>
NormalizeResult normalize_by(SyntaxTree &tree, const std::vector<Rule> &rules,
                             const RewriteContext::Options &options = {},
                             std::size_t max_rounds = NormalizeOptions::default_rounds) {
  NormalizeResult result;
  if (!detail::has_normal_form(tree)) return result;
  RewriteContext context(options);
  // Names that were masked before have no meaning in any schema.
  if (detail::is_masked(tree)) context.forget_names();
  detail::settle(tree, context, rules, max_rounds, result);
  std::size_t round = 0;
  for (; round < max_rounds && detail::apply_once(tree, context, rules, true); ++round) {
    result.changed = true;
    context.forget_names();
    detail::settle(tree, context, rules, max_rounds, result);
  }
  if (round == max_rounds) result.settled = false;
  return result;
}

extern template NormalizeResult normalize_by(SyntaxTree &tree,
                                             const std::vector<AnyRewriteRule> &rules,
                                             const RewriteContext::Options &options,
                                             std::size_t max_rounds);

/// The same with the rules of the options. Throws only std::bad_alloc for rules of this library.
NormalizeResult normalize(SyntaxTree &tree, const NormalizeOptions &options = {});

}  // namespace sluice::inline v0::sql

#endif
