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
  std::size_t rounds = 16;
};

struct NormalizeResult {
  bool changed = false;
  /// Whether the last round changed nothing, so that another round would not either.
  bool settled = true;
  std::size_t rounds = 0;
};

/// Applies the rules in order until none changes anything; then the rules that mask, and the others
/// again, until there is nothing left to mask. Does not change statements that define something.
/// Idempotent. Throws only std::bad_alloc. Takes a few traversals of the tree.
NormalizeResult normalize(SyntaxTree &tree, const NormalizeOptions &options = {});

}  // namespace sluice::inline v0::sql

#endif
