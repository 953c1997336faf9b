#ifndef SLUICE_SQL_DIFF_TREE_HPP
#define SLUICE_SQL_DIFF_TREE_HPP

/// A statement prepared for comparison: everything that depends on one tree alone is computed once,
/// so that comparing two of them only reads flat arrays.
///
/// The nodes are those of sqlglot (MIT), whose change distilling is the reference in the
/// literature: a join is a child of its SELECT, `NOT IN` is a Not above an In, and a bare name has
/// no node. The text of a node is what sqlglot's generator would print. The tree follows SQLite
/// where sqlglot differs: in the precedence of `a % b / c`, in JSON paths, which sqlglot takes
/// apart, and in statements other than queries, which it rewrites.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/diff_rules.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

/// One node: the 32 bytes that every comparison reads. Ids count from 0 in breadth-first order, so
/// the children of a node are adjacent and come after it.
struct DiffNode {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Hash; equal for equal subtrees. Names keep their case, keywords do not.
  std::uint64_t equality = 0;
  std::uint32_t attributes = 0;  ///< Hash of everything except children, as written.
  std::uint32_t parent = none;
  std::uint32_t first_child = none;
  std::uint32_t children = 0;
  std::uint8_t type = 0;       ///< sqlglot's type of the node, together with `DiffDetail::name`.
  std::uint8_t base_type = 0;  ///< The same for all joins.
  /// Whether a change of it is an update rather than a move of its children.
  bool updatable = false;
};

/// The data of a node that not every comparison reads.
struct DiffDetail {
  std::uint64_t label = 0;  ///< Hash of the node without its children, for the tree edit distance.
  std::uint64_t name = 0;   ///< Hash of an unknown function's name, which is part of its type.
  NodeId source;            ///< The syntax tree node that it was built from.
  /// First of the leaves below it (or itself, if it is a leaf), depth first.
  std::uint32_t first_leaf = 0;
  std::uint32_t leaves = 0;
  std::uint32_t text_begin = 0;
  std::uint32_t text_size = 0;
  std::uint32_t bigram_begin = 0;
  std::uint32_t bigrams = 0;
};

/// One node in postorder (children before their parent).
struct PostorderNode {
  std::uint64_t label = 0;
  std::uint32_t leftmost = 0;  ///< The first leaf below it, as a position in this order.
  std::uint32_t node = 0;
};

class DiffTree {
 public:
  /// Bounds on one tree, because the texts of nested nodes add up. Larger trees are rejected.
  static constexpr std::size_t max_nodes = std::size_t{1} << 16;
  static constexpr std::size_t max_text = std::size_t{1} << 22;
  static constexpr std::size_t max_depth = 2000;

  /// Throws Error(invalid_argument) if the tree is empty, Error(limit_exceeded) past the bounds.
  /// O(nodes + total size of the nodes' texts · log).
  explicit DiffTree(const SyntaxTree &tree, DiffRules rules = DiffRules::sqlglot_30_17);
  /// Uses only the subtree below `root`.
  DiffTree(const SyntaxTree &tree, NodeId root, DiffRules rules);

  DiffRules rules() const noexcept { return rules_; }
  std::size_t size() const noexcept { return details_.size(); }
  std::span<const DiffNode> nodes() const noexcept { return {part<DiffNode>(nodes_at_), size()}; }
  const DiffNode &operator[](std::size_t node) const noexcept {
    return part<DiffNode>(nodes_at_)[node];
  }
  const DiffDetail &detail(std::size_t node) const noexcept { return details_[node]; }
  /// Ids of the leaves, depth first.
  std::span<const std::uint32_t> leaves() const noexcept {
    return {part<std::uint32_t>(leaves_at_), leaf_count_};
  }
  std::span<const PostorderNode> postorder() const noexcept { return postorder_; }
  /// Postorder positions of the root and of all nodes with a left sibling.
  std::span<const std::uint32_t> keyroots() const noexcept { return keyroots_; }
  /// The node's SQL as sqlglot would print it.
  std::string_view text(std::size_t node) const noexcept {
    return std::string_view(texts_).substr(details_[node].text_begin, details_[node].text_size);
  }
  /// Pairs of adjacent characters of the text, ascending, with duplicates.
  std::span<const std::uint32_t> bigrams(std::size_t node) const noexcept {
    return std::span(bigrams_).subspan(details_[node].bigram_begin, details_[node].bigrams);
  }
  /// sqlglot's name of the node's class, such as "Column". A static string.
  std::string_view type_name(std::size_t node) const noexcept;

  std::size_t memory() const noexcept;

 private:
  friend class Distiller;
  friend class SmallLeaves;

  /// Leaves that look alike to every target: same type, same text, same types of ancestors.
  struct LeafGroup {
    std::uint64_t label;
    std::uint64_t chain;  // types of the leaf and its ancestors, one byte each, the leaf's in the
                          // highest byte
    std::uint64_t leaves;
    std::uint32_t depth;
    std::uint32_t rest;  // where chain_rest_ continues the chain, eight bytes per word
  };
  /// A node with children.
  struct InnerNode {
    std::uint64_t leaves;
    std::uint32_t bigrams;
    std::uint8_t node;
    std::uint8_t first_leaf;
    std::uint8_t count;  // of leaves
    std::uint8_t type;
    bool named;
    bool binned;  // whether bins_ describes its text completely
  };
  /// How often each common bigram of SQL occurs in a text.
  using Bins = std::array<std::uint8_t, 160>;

  /// The contents of block_ before they are packed.
  struct Draft {
    std::vector<DiffNode> nodes;
    std::vector<std::uint32_t> leaves;
    std::vector<LeafGroup> groups;
    std::vector<InnerNode> inner;
    std::vector<Bins> bins;  // of inner
  };

  void lay_out_leaves(Draft &draft);
  void lay_out_bigrams();
  void lay_out_inner(Draft &draft);
  void lay_out_groups(Draft &draft);
  void lay_out_postorder(const Draft &draft);
  void pack(const Draft &draft);

  template <class T>
  const T *part(std::size_t at) const noexcept {
    return reinterpret_cast<const T *>(block_.data() + at);
  }
  std::span<const LeafGroup> groups() const noexcept { return {part<LeafGroup>(0), group_count_}; }
  std::span<const InnerNode> inner() const noexcept {
    return {part<InnerNode>(inner_at_), inner_count_};
  }
  const Bins &bins(std::size_t inner_node) const noexcept {
    return part<Bins>(bins_at_)[inner_node];
  }

  // One block for everything, since a comparison reads little of each part: groups, inner nodes,
  // nodes, leaves, bins.
  std::vector<std::byte> block_;
  std::uint32_t inner_at_ = 0, nodes_at_ = 0, leaves_at_ = 0, bins_at_ = 0;
  std::uint32_t group_count_ = 0, inner_count_ = 0, leaf_count_ = 0;
  DiffRules rules_ = DiffRules::sqlglot_30_17;
  // Whether it has at most 64 leaves and 64 other nodes. Only such trees have groups, inner nodes
  // and bins.
  bool compact_ = false;
  std::uint64_t worded_leaves_ = 0;  // bit set of the leaves whose text has a bigram

  std::vector<std::uint64_t> chain_rest_;
  std::vector<PostorderNode> postorder_;
  std::vector<std::uint32_t> keyroots_;
  std::vector<DiffDetail> details_;
  std::vector<std::uint32_t> bigrams_;
  std::string texts_;
};

}  // namespace sluice::inline v0::sql

#endif
