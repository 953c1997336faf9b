#ifndef SLUICE_SQL_CURSOR_HPP
#define SLUICE_SQL_CURSOR_HPP

/// A position in a syntax tree that stays valid while the tree is rewritten around it.

#include "sluice/sql/syntax_tree.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {

/// Moves through the nodes below a node, and changes them. A move that is impossible returns false
/// and leaves the position unchanged. Not thread-safe. Other changes of the tree must not remove
/// the current node.
class Cursor {
 public:
  /// At the root of the tree, which must not be empty.
  explicit Cursor(SyntaxTree &tree) noexcept : Cursor(tree, tree.root()) {}
  /// At `top`. The cursor never leaves the subtree of `top`.
  Cursor(SyntaxTree &tree, NodeId top) noexcept : tree_(&tree), top_(top), at_(top) {}

  NodeId node() const noexcept { return at_; }
  NodeId top() const noexcept { return top_; }
  NodeKind kind() const noexcept { return tree_->kind(at_); }
  SyntaxTree &tree() const noexcept { return *tree_; }

  /// Moves to the first child.
  bool down() noexcept { return go(tree_->first_child(at_)); }
  /// Moves to the next child of the same parent.
  bool next() noexcept { return at_ != top_ && go(tree_->next_sibling(at_)); }
  /// Moves to the parent.
  bool up() noexcept { return at_ != top_ && go(tree_->parent(at_)); }
  /// Moves to the next node in text order: down if possible, otherwise to what follows.
  bool advance() noexcept { return go(next_in_order(*tree_, top_, at_)); }
  /// Moves to the next node in text order that is not below the current one.
  bool skip() noexcept { return go(next_beyond(*tree_, top_, at_)); }

  /// Replaces the current node by `with`, which must not have a parent, and moves there. Returns
  /// the old node. O(position).
  NodeId replace(NodeId with) {
    const NodeId before = at_;
    tree_->replace(at_, with);
    if (top_ == at_) top_ = with;
    at_ = with;
    return before;
  }
  /// Removes the current node and moves to its next sibling, or else to the parent. Returns the
  /// removed node, or no_node at the top, which cannot be removed. O(position).
  NodeId remove() {
    if (at_ == top_) return no_node;
    const NodeId before = at_, next = tree_->next_sibling(at_), parent = tree_->parent(at_);
    tree_->remove(before);
    at_ = next != no_node ? next : parent;
    return before;
  }
  /// Inserts a node without a parent before the current one; does not move. Returns false at the
  /// top. O(position).
  bool insert_before(NodeId node) {
    if (at_ == top_) return false;
    tree_->insert_before(at_, node);
    return true;
  }
  /// Inserts a node without a parent after the current one; does not move. Returns false at the
  /// top. O(children).
  bool insert_after(NodeId node) {
    if (at_ == top_) return false;
    if (const NodeId next = tree_->next_sibling(at_); next != no_node) {
      tree_->insert_before(next, node);
    } else {
      tree_->append(tree_->parent(at_), node);
    }
    return true;
  }
  /// Replaces the current node by `around`, which must not have a parent, appends the current node
  /// to the children of `around`, and moves to `around`. O(position + children of `around`).
  void wrap(NodeId around) { tree_->append(around, replace(around)); }
  /// Replaces the current node by its only child, and moves there. Returns false if it does not
  /// have exactly one child.
  bool unwrap() {
    const NodeId child = tree_->first_child(at_);
    if (child == no_node || tree_->next_sibling(child) != no_node) return false;
    tree_->remove(child);
    replace(child);
    return true;
  }

 private:
  bool go(NodeId to) noexcept {
    if (to == no_node) return false;
    at_ = to;
    return true;
  }

  SyntaxTree *tree_;
  NodeId top_;
  NodeId at_;
};

}  // namespace sluice::inline v0::sql

#endif
