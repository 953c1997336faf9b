#ifndef SLUICE_SRC_SQL_RULES_TREE_EDIT_HPP
#define SLUICE_SRC_SQL_RULES_TREE_EDIT_HPP

/// Functions that several rules use to query and change trees.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/sql/syntax_tree.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql::rules {

/// The text that a mask writes instead of a name or a value.
inline constexpr std::string_view mask_text = "_";

/// Replaces the content of a node by that of `other`, which is below it or has no parent, and which
/// becomes empty. The node stays in its place. O(children of `other`).
void become(SyntaxTree &tree, NodeId id, NodeId other);

/// Makes exactly these nodes the children of `parent`. Each must be one of its children or have no
/// parent.
void set_children(SyntaxTree &tree, NodeId parent, std::span<const NodeId> children);

/// Moves the content of `id` to a new node without a parent and returns that node; `id` becomes an
/// empty node of another kind.
NodeId split_off(SyntaxTree &tree, NodeId id);

/// Copies a node and everything below it. The copy has no parent and keeps the original's source
/// position.
NodeId duplicate(SyntaxTree &tree, NodeId id);

/// Renames a node, and makes sure that the printer does not assume that the new name was bare in
/// the source.
void rename(SyntaxTree &tree, NodeId id, std::string_view name);

/// A total order of subtrees by content: columns first, literals last. 0 means equal content.
/// O(size of the smaller one).
int compare(const SyntaxTree &tree, NodeId a, NodeId b) noexcept;

/// Whether something below the node was masked, so that equal texts may have different meanings.
bool has_mask(const SyntaxTree &tree, NodeId top) noexcept;
inline bool same(const SyntaxTree &tree, NodeId a, NodeId b) noexcept {
  return compare(tree, a, b) == 0 && !has_mask(tree, a);
}

/// Subtrees of up to this many nodes may be copied without restriction.
inline constexpr std::size_t small_copy = 64;
bool holds_query(const SyntaxTree &tree, NodeId top) noexcept;

/// Whether an expression gives the same value each time, that is, without `random` or `randomblob`.
bool is_repeatable(const SyntaxTree &tree, NodeId top) noexcept;
/// Whether it is a number (also with a sign), a string, a blob, NULL, a boolean or a parameter.
bool is_literal(const SyntaxTree &tree, NodeId id) noexcept;
/// Whether the expression can only be 0, 1 or NULL in SQLite.
bool is_truth(const SyntaxTree &tree, NodeId id) noexcept;
/// Whether only the truth of the expression matters in its place.
bool only_truth_counts(const SyntaxTree &tree, NodeId id) noexcept;

/// An integer literal of up to nine digits, with its sign; otherwise nullopt.
std::optional<std::int64_t> whole_number(const SyntaxTree &tree, NodeId id) noexcept;

/// The expression inside any parentheses around it.
NodeId inside_parens(const SyntaxTree &tree, NodeId id) noexcept;

/// Whether the tree is so deep that rules must not add levels, because its printed form could not
/// be parsed again.
bool is_deep(const SyntaxTree &tree) noexcept;

/// The operands of a chain of one associative operator, left to right.
void collect_operands(const SyntaxTree &tree, NodeId top, Operator op, std::vector<NodeId> &into);

}  // namespace sluice::inline v0::sql::rules

#endif
