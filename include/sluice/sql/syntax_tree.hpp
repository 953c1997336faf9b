#ifndef SLUICE_SQL_SYNTAX_TREE_HPP
#define SLUICE_SQL_SYNTAX_TREE_HPP

/// A parsed statement: an array of nodes, and the text that they refer to.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/node.hpp"

namespace sluice::inline v0::sql {

class SyntaxTree;

/// The children of a node, for a range-based for loop. Valid until the tree changes.
class Children {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = NodeId;
    Iterator() noexcept = default;
    Iterator(const SyntaxTree *tree, NodeId at) noexcept : tree_(tree), at_(at) {}
    NodeId operator*() const noexcept { return at_; }
    inline Iterator &operator++() noexcept;
    Iterator operator++(int) noexcept {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator &a, const Iterator &b) noexcept { return a.at_ == b.at_; }

   private:
    const SyntaxTree *tree_ = nullptr;
    NodeId at_;
  };

  Children(const SyntaxTree *tree, NodeId first) noexcept : tree_(tree), first_(first) {}
  Iterator begin() const noexcept { return {tree_, first_}; }
  Iterator end() const noexcept { return {tree_, no_node}; }
  bool empty() const noexcept { return first_ == no_node; }

 private:
  const SyntaxTree *tree_;
  NodeId first_;
};

/// One statement as a tree. It owns a copy of the source, so it may outlive the text it was parsed
/// from.
///
/// Reading is thread-safe; changing the tree is not. Ids stay valid until the tree is cleared; a
/// removed node keeps its slot. Views of text stay valid until the tree changes.
class SyntaxTree {
 public:
  SyntaxTree() { clear({}); }

  /// The statement, or no_node in an empty tree.
  NodeId root() const noexcept { return root_; }
  void set_root(NodeId root) noexcept { root_ = root; }
  /// One more than the largest id.
  std::size_t size() const noexcept { return nodes_.size(); }

  const Node &operator[](NodeId id) const noexcept { return nodes_[id.index()]; }
  /// For changes that do not touch the links. To change links, use append, replace and so on.
  Node &at(NodeId id) noexcept { return nodes_[id.index()]; }

  NodeKind kind(NodeId id) const noexcept { return (*this)[id].kind; }
  NodeId parent(NodeId id) const noexcept { return (*this)[id].parent; }
  NodeId first_child(NodeId id) const noexcept { return (*this)[id].first_child; }
  NodeId next_sibling(NodeId id) const noexcept { return (*this)[id].next_sibling; }
  Children children(NodeId id) const noexcept { return {this, first_child(id)}; }
  /// The first child of this kind, or no_node. O(children).
  NodeId child(NodeId id, NodeKind kind) const noexcept;
  /// The child at a position, counted from 0, or no_node. O(position).
  NodeId child(NodeId id, std::size_t position) const noexcept;
  std::size_t count_children(NodeId id) const noexcept;
  NodeId last_child(NodeId id) const noexcept;

  /// The text of the node (see NodeKind): a name without its quotes, the value of a string.
  std::string_view text(NodeId id) const noexcept {
    const Node &node = (*this)[id];
    return std::string_view(text_).substr(node.text_begin, node.text_size);
  }
  std::string_view source() const noexcept {
    return std::string_view(text_).substr(0, source_size_);
  }
  /// The bytes of the source that the node was read from; empty for a node that a rewrite created.
  std::string_view source_of(NodeId id) const noexcept {
    const Node &node = (*this)[id];
    return std::string_view(text_).substr(node.begin, node.end - node.begin);
  }

  // Changes. Ids must belong to this tree; a node has at most one parent.

  /// Empties the tree, keeps its memory and sets a new source.
  void clear(std::string_view source);
  /// Adds a node without a parent.
  NodeId add(NodeKind kind, std::string_view text = {}, std::uint8_t op = 0,
             std::uint16_t flags = 0);
  void set_text(NodeId id, std::string_view text);
  /// Makes `child` the last child of `parent`. `child` must not have a parent. O(children).
  void append(NodeId parent, NodeId child);
  /// Inserts `child` as a sibling before `next`. `child` must not have a parent.
  void insert_before(NodeId next, NodeId child);
  /// Detaches a node and everything below it from its parent. Removing the root leaves the tree
  /// empty.
  void remove(NodeId id);
  /// Puts `with`, which must not have a parent, in the place of `old`; `old` is left without a
  /// parent.
  void replace(NodeId old, NodeId with);
  /// Copies a node and everything below it, from this tree or another. The copy has no parent.
  NodeId copy(const SyntaxTree &from, NodeId id);
  /// Moves the children of `from` to `to`, which must have none.
  void move_children(NodeId from, NodeId to);

  std::size_t memory() const noexcept {
    return nodes_.capacity() * sizeof(Node) + text_.capacity();
  }

 private:
  template <class>
  friend class Parser;

  std::uint32_t store(std::string_view text);

  std::vector<Node> nodes_;  // [0] is no_node
  std::string text_;  // the source, zeros for the lexer to read past its end, texts added later
  std::uint32_t source_size_ = 0;
  NodeId root_;
};

/// Whether two subtrees are equal: kinds, operators, flags (except the quoting style), texts and
/// children. Positions in the source do not matter.
bool equal(const SyntaxTree &a, NodeId in_a, const SyntaxTree &b, NodeId in_b) noexcept;
inline bool operator==(const SyntaxTree &a, const SyntaxTree &b) noexcept {
  return equal(a, a.root(), b, b.root());
}

inline Children::Iterator &Children::Iterator::operator++() noexcept {
  at_ = tree_->next_sibling(at_);
  return *this;
}

}  // namespace sluice::inline v0::sql

#endif
