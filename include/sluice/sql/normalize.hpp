#ifndef SLUICE_SQL_NORMALIZE_HPP
#define SLUICE_SQL_NORMALIZE_HPP

/// Brings queries that say the same in different words to one form.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sluice/sql/rewrite_rule.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::sql {

/// Where the examples come from that a query is compared with.
enum class Domain : std::uint8_t {
  cross_domain,  ///< Other databases: names and values are masked.
  in_domain,     ///< The same database: they stay, and joins are sorted.
};

/// The normal form of Shen et al. 2024 (ASTReS), section 3.1: names in lower case, strings told
/// from names, aliases replaced by what they stand for, needless qualifiers dropped; then masks, or
/// sorted joins.
std::vector<AnyRewriteRule> paper_rules(Domain domain);

/// Rules under which queries stay equal in SQLite, in the manner of Ascoli et al. 2024 (ETM): see
/// equivalence_rules.hpp. They work best behind `unmasked_rules`.
std::vector<AnyRewriteRule> equivalence_rules();

/// The paper's rules without masks and without sorting, the first part of both its lists.
std::vector<AnyRewriteRule> unmasked_rules();

/// All of these, those that use keys, and sorted joins: whether two queries mean the same shows
/// best in this form. Rows that a query leaves open (OpenRows) may vary.
std::vector<AnyRewriteRule> meaning_rules();

struct NormalizeOptions {
  std::vector<AnyRewriteRule> rules = unmasked_rules();
  RewriteContext::Options context = {};
  /// Rounds of all rules, at most.
  std::size_t rounds = 16;
};

struct NormalizeResult {
  bool changed = false;
  /// Whether the last round changed nothing, so that doing it again would not either.
  bool settled = true;
  std::size_t rounds = 0;
};

/// Applies the rules in their order until none changes anything; then those that mask, and again
/// the others, until there is nothing left to mask. Statements that define something are left
/// alone. A tree that was normalized comes out as it went in. Throws nothing but for lack of
/// memory. A few passes over the tree.
NormalizeResult normalize(SyntaxTree &tree, const NormalizeOptions &options = {});

}  // namespace sluice::sql

#endif
