#ifndef SLUICE_SRC_SQL_RULES_TREE_EDIT_HPP
#define SLUICE_SRC_SQL_RULES_TREE_EDIT_HPP

/// What several rules do to trees and ask of them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/sql/syntax_tree.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::sql::rules {

/// What a mask writes for a name or a value.
inline constexpr std::string_view mask_text = "_";

/// Makes a node what `other` is, which is below it or has no parent, and is left empty. The node
/// stays where it is. O(children of `other`).
void become(SyntaxTree &tree, NodeId id, NodeId other);

/// Links exactly these nodes, each a child of it or without a parent, as the node's children.
void set_children(SyntaxTree &tree, NodeId parent, std::span<const NodeId> children);

/// Puts a new node with the content of `id` where `id` was below itself: `id` becomes an empty node
/// of another kind, its old content is the returned node, without a parent.
NodeId split_off(SyntaxTree &tree, NodeId id);

/// A copy with all below, without a parent, that remembers where the original stood in the source.
NodeId duplicate(SyntaxTree &tree, NodeId id);

/// Gives a node another name. The printer may not think that the name stood bare in the source.
void rename(SyntaxTree &tree, NodeId id, std::string_view name);

/// A total order of subtrees by what they say: columns first, literals last. 0: they say the same.
/// O(the smaller one).
int compare(const SyntaxTree &tree, NodeId a, NodeId b) noexcept;

/// Whether something below the node was masked, so that equal texts may mean different things.
bool has_mask(const SyntaxTree &tree, NodeId top) noexcept;
inline bool same(const SyntaxTree &tree, NodeId a, NodeId b) noexcept {
  return compare(tree, a, b) == 0 && !has_mask(tree, a);
}

/// Of so many nodes, copies may be made wherever one is asked for.
inline constexpr std::size_t small_copy = 64;
bool holds_query(const SyntaxTree &tree, NodeId top) noexcept;

/// Whether an expression gives the same value each time: no `random`, `randomblob`.
bool is_repeatable(const SyntaxTree &tree, NodeId top) noexcept;
/// Number, string, blob, NULL, boolean, a parameter, a number with a sign.
bool is_literal(const SyntaxTree &tree, NodeId id) noexcept;
/// Whether SQLite gives 0, 1 or NULL for the expression.
bool is_truth(const SyntaxTree &tree, NodeId id) noexcept;
/// Whether only the truth of the expression counts where it stands.
bool only_truth_counts(const SyntaxTree &tree, NodeId id) noexcept;

/// A whole number of up to nine digits as it is written, with its sign.
std::optional<std::int64_t> whole_number(const SyntaxTree &tree, NodeId id) noexcept;

/// What is inside parentheses around an expression.
NodeId inside_parens(const SyntaxTree &tree, NodeId id) noexcept;

/// Whether so many nodes lie inside each other that rules that add levels must not: what is printed
/// would be too deep to be read again.
bool is_deep(const SyntaxTree &tree) noexcept;

/// Whether a column decides which collation the expression is compared by, or COLLATE does.
bool carries_collation(const SyntaxTree &tree, NodeId id, bool column_collations) noexcept;

/// Whether names of the query's results are seen from outside: by a source's reader, a view, an
/// ORDER BY behind a set operator.
bool result_names_count(const SyntaxTree &tree, NodeId query) noexcept;

/// Whether only the set of the query's rows counts: behind IN and EXISTS, between set operators
/// that keep each row once.
bool is_read_as_set(const SyntaxTree &tree, NodeId query) noexcept;

/// Whether rows in another order could change what the select returns: LIMIT here or around it,
/// windows, aggregates that depend on order, columns that are not grouped by, a scalar subquery.
bool row_order_counts(const SyntaxTree &tree, NodeId select);

/// Whether the select computes an aggregate of its own rows.
bool has_aggregate(const SyntaxTree &tree, NodeId select) noexcept;

/// Whether all joins of a FROM clause are inner, without NATURAL and USING, outside parentheses.
bool joins_are_inner(const SyntaxTree &tree, NodeId from) noexcept;

/// The operands of a chain of one associative operator, from the left.
void collect_operands(const SyntaxTree &tree, NodeId top, Operator op, std::vector<NodeId> &into);

}  // namespace sluice::sql::rules

#endif
