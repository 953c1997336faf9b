#ifndef SLUICE_SQL_VISIT_HPP
#define SLUICE_SQL_VISIT_HPP

/// Traversals of a syntax tree without recursion, so that they work at any depth.

#include <concepts>
#include <cstddef>
#include <iterator>

#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

/// The next node in text order that is not below `at`, within the subtree of `top`; no_node at the
/// end. Amortized O(1) over a whole traversal.
inline NodeId next_beyond(const SyntaxTree &tree, NodeId top, NodeId at) noexcept {
  while (at != top) {
    if (const NodeId next = tree.next_sibling(at); next != no_node) return next;
    at = tree.parent(at);
  }
  return no_node;
}

/// The next node in text order: the first child of `at`, or else what follows it.
inline NodeId next_in_order(const SyntaxTree &tree, NodeId top, NodeId at) noexcept {
  const NodeId child = tree.first_child(at);
  return child != no_node ? child : next_beyond(tree, top, at);
}

/// A node and everything below it in text order, parents first, for a range-based for loop.
///
/// The current node and its children may be changed during the loop; the node itself must stay in
/// its place.
class NodeRange {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = NodeId;
    Iterator() noexcept = default;
    Iterator(const SyntaxTree *tree, NodeId top, NodeId at) noexcept
        : tree_(tree), top_(top), at_(at) {}
    NodeId operator*() const noexcept { return at_; }
    Iterator &operator++() noexcept {
      at_ = next_in_order(*tree_, top_, at_);
      return *this;
    }
    Iterator operator++(int) noexcept {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator &a, const Iterator &b) noexcept { return a.at_ == b.at_; }

   private:
    const SyntaxTree *tree_ = nullptr;
    NodeId top_;
    NodeId at_;
  };

  NodeRange(const SyntaxTree &tree, NodeId top) noexcept : tree_(&tree), top_(top) {}
  Iterator begin() const noexcept { return {tree_, top_, top_}; }
  Iterator end() const noexcept { return {tree_, top_, no_node}; }

 private:
  const SyntaxTree *tree_;
  NodeId top_;
};

inline NodeRange nodes_below(const SyntaxTree &tree, NodeId top) noexcept { return {tree, top}; }
inline NodeRange nodes_of(const SyntaxTree &tree) noexcept { return {tree, tree.root()}; }

/// Calls `enter` before and `leave` after the children of each node, starting with `top`. `enter`
/// returns whether to descend; `leave` is called in either case. Both may change the node and what
/// is below it; the node itself must stay in its place. O(nodes).
template <std::predicate<NodeId> Enter, std::invocable<NodeId> Leave>
void walk(const SyntaxTree &tree, NodeId top, Enter enter, Leave leave) {
  NodeId at = top;
  while (at != no_node) {
    const NodeId down = enter(at) ? tree.first_child(at) : no_node;
    if (down != no_node) {
      at = down;
      continue;
    }
    leave(at);
    while (at != top && tree.next_sibling(at) == no_node) {
      at = tree.parent(at);
      leave(at);
    }
    at = at == top ? no_node : tree.next_sibling(at);
  }
}

/// Calls `enter` for each node before its children; it returns whether to descend.
template <std::predicate<NodeId> Enter>
void walk(const SyntaxTree &tree, NodeId top, Enter enter) {
  walk(tree, top, enter, [](NodeId) {});
}

/// The number of nodes of a subtree, counted up to `limit`.
inline std::size_t count_nodes(const SyntaxTree &tree, NodeId top,
                               std::size_t limit = static_cast<std::size_t>(-1)) noexcept {
  std::size_t count = 0;
  for (NodeId at = top; at != no_node && count < limit; at = next_in_order(tree, top, at)) ++count;
  return count;
}

/// The nearest ancestor of this kind, or no_node. O(depth).
inline NodeId ancestor(const SyntaxTree &tree, NodeId id, NodeKind kind) noexcept {
  do id = tree.parent(id);
  while (id != no_node && tree.kind(id) != kind);
  return id;
}

}  // namespace sluice::inline v0::sql

#endif
