#ifndef SLUICE_SQL_CURSOR_HPP
#define SLUICE_SQL_CURSOR_HPP

/// A place in a syntax tree that stays valid while the tree is rewritten around it.

#include "sluice/sql/syntax_tree.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::sql {

/// Moves through what lies below a node, and changes it. A move that cannot be made leaves the
/// place and says false. One thread; other changes of the tree meanwhile must leave the place in
/// it.
class Cursor {
 public:
  /// At the root of the tree, which may not be empty.
  explicit Cursor(SyntaxTree &tree) noexcept : Cursor(tree, tree.root()) {}
  /// At `top`, which it does not leave.
  Cursor(SyntaxTree &tree, NodeId top) noexcept : tree_(&tree), top_(top), at_(top) {}

  NodeId node() const noexcept { return at_; }
  NodeId top() const noexcept { return top_; }
  NodeKind kind() const noexcept { return tree_->kind(at_); }
  SyntaxTree &tree() const noexcept { return *tree_; }

  /// To the first child.
  bool down() noexcept { return go(tree_->first_child(at_)); }
  /// To the next child of the same parent.
  bool next() noexcept { return at_ != top_ && go(tree_->next_sibling(at_)); }
  /// To the parent.
  bool up() noexcept { return at_ != top_ && go(tree_->parent(at_)); }
  /// In the order of the text: down, or on to what follows.
  bool advance() noexcept { return go(next_in_order(*tree_, top_, at_)); }
  /// On to what follows, past what lies below.
  bool skip() noexcept { return go(next_beyond(*tree_, top_, at_)); }

  /// Puts `with`, which has no parent, here and stands on it; returns what was here. O(position).
  NodeId replace(NodeId with) {
    const NodeId before = at_;
    tree_->replace(at_, with);
    if (top_ == at_) top_ = with;
    at_ = with;
    return before;
  }
  /// Takes the node out and stands on what was the next child, else on the parent; returns what
  /// was here. The top cannot be taken out: no_node. O(position).
  NodeId remove() {
    if (at_ == top_) return no_node;
    const NodeId before = at_, next = tree_->next_sibling(at_), parent = tree_->parent(at_);
    tree_->remove(before);
    at_ = next != no_node ? next : parent;
    return before;
  }
  /// Puts a node that has no parent in front; stays. Not beside the top: false. O(position).
  bool insert_before(NodeId node) {
    if (at_ == top_) return false;
    tree_->insert_before(at_, node);
    return true;
  }
  /// Puts a node that has no parent behind; stays. Not beside the top: false. O(children).
  bool insert_after(NodeId node) {
    if (at_ == top_) return false;
    if (const NodeId next = tree_->next_sibling(at_); next != no_node) {
      tree_->insert_before(next, node);
    } else {
      tree_->append(tree_->parent(at_), node);
    }
    return true;
  }
  /// Puts `around`, which has no parent, here and what was here behind its children; stands on
  /// `around`. O(position + children of `around`).
  void wrap(NodeId around) { tree_->append(around, replace(around)); }
  /// Puts the node's only child here, and stands on it; false where there is not exactly one.
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

}  // namespace sluice::sql

#endif
