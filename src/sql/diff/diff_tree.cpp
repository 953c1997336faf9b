#include "sluice/sql/diff_tree.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "bigram_bins.hpp"
#include "element_functions.hpp"
#include "elements.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::sql {

namespace {

/// Reads UTF-8 characters as 16-bit numbers. Characters beyond 16 bits are mapped into the
/// surrogate range, which contains no characters. Each invalid byte is a character.
std::uint32_t next_character(std::string_view text, std::size_t &at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) : 0U;
  };
  const std::uint32_t first = byte(at++);
  if (first < 0xC0) return first;
  const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  std::uint32_t character = first & (0x3FU >> more);
  for (std::size_t i = 0; i < more; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return first;
    character = character << 6 | (byte(at + i) & 0x3F);
  }
  at += more;
  return character < 0x10000 ? character : 0xD800 + character % 0x800;
}

ElementType base_type(ElementType type) {
  switch (type) {
    case ElementType::left_join:
    case ElementType::right_join:
    case ElementType::full_join: return ElementType::join;
    default: return type;
  }
}

bool is_updatable(ElementType type, DiffRules rules) {
  switch (type) {
    case ElementType::boolean:
    case ElementType::column:
    case ElementType::data_type:
    case ElementType::literal:
    case ElementType::table: return true;
    case ElementType::alias:
    case ElementType::window: return rules == DiffRules::sqlglot_30_17;
    default: return false;
  }
}

}  // namespace

DiffTree::DiffTree(const SyntaxTree &tree, DiffRules rules) : DiffTree(tree, tree.root(), rules) {}

DiffTree::DiffTree(const SyntaxTree &tree, NodeId root, DiffRules rules) : rules_(rules) {
  if (root == no_node) throw Error(ErrorCode::invalid_argument, "an empty tree has no diff");
  ElementBuilder builder(tree, rules);
  const std::uint32_t top = builder.build(root);
  std::vector<Element> &elements = builder.elements;

  Draft draft;
  std::vector<DiffNode> &nodes = draft.nodes;
  std::vector<std::uint32_t> order{top};
  nodes.reserve(elements.size());
  details_.reserve(elements.size());
  nodes.emplace_back();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Element &element = elements[order[i]];
    DiffNode &node = nodes[i];
    node.equality = element.equality;
    node.attributes = static_cast<std::uint32_t>(element.attributes ^ element.attributes >> 32);
    node.type = static_cast<std::uint8_t>(element.type);
    node.base_type = static_cast<std::uint8_t>(base_type(element.type));
    node.updatable = is_updatable(element.type, rules);
    DiffDetail &detail = details_.emplace_back();
    detail.label = element.label;
    detail.name = element.name;
    detail.source = element.source;
    detail.text_begin = static_cast<std::uint32_t>(texts_.size());
    detail.text_size = static_cast<std::uint32_t>(element.text.size());
    texts_ += element.text;
    node.children = static_cast<std::uint32_t>(element.children.size());
    if (node.children != 0) node.first_child = static_cast<std::uint32_t>(nodes.size());
    for (const std::uint32_t child : element.children) {
      order.push_back(child);
      nodes.emplace_back().parent = static_cast<std::uint32_t>(i);
    }
  }
  lay_out_leaves(draft);
  lay_out_postorder(draft);
  lay_out_bigrams();
  compact_ = draft.leaves.size() <= 64 && nodes.size() - draft.leaves.size() <= 64;
  if (compact_) {
    lay_out_groups(draft);
    lay_out_inner(draft);
  }
  pack(draft);
}

/// Collects the leaves, depth first.
void DiffTree::lay_out_leaves(Draft &draft) {
  std::vector<DiffNode> &nodes = draft.nodes;
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    const DiffNode &node = nodes[at];
    details_[at].first_leaf = static_cast<std::uint32_t>(draft.leaves.size());
    if (node.children == 0) {
      details_[at].leaves = 1;
      draft.leaves.push_back(at);
    }
    for (std::uint32_t i = node.children; i-- > 0;) stack.push_back(node.first_child + i);
  }
  // Children come after their parents, so a reverse loop goes upwards.
  for (std::size_t i = nodes.size(); i-- > 1;)
    details_[nodes[i].parent].leaves += details_[i].leaves;
}

void DiffTree::lay_out_postorder(const Draft &draft) {
  const std::vector<DiffNode> &nodes = draft.nodes;
  // Parents before children, last child first; reversed, this is the postorder.
  std::vector<std::uint32_t> order, stack{0};
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    order.push_back(at);
    for (std::uint32_t i = 0; i < nodes[at].children; ++i)
      stack.push_back(nodes[at].first_child + i);
  }
  std::ranges::reverse(order);
  std::vector<std::uint32_t> position(order.size());
  postorder_.reserve(order.size());
  for (const std::uint32_t at : order) {
    position[at] = static_cast<std::uint32_t>(postorder_.size());
    const DiffNode &node = nodes[at];
    const std::uint32_t leftmost =
        node.children == 0 ? position[at] : postorder_[position[node.first_child]].leftmost;
    postorder_.push_back({details_[at].label, leftmost, at});
  }
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const std::uint32_t parent = nodes[order[i]].parent;
    if (parent == DiffNode::none || nodes[parent].first_child != order[i]) keyroots_.push_back(i);
  }
}

void DiffTree::lay_out_bigrams() {
  bigrams_.reserve(texts_.size());
  for (std::size_t i = 0; i < details_.size(); ++i) {
    DiffDetail &detail = details_[i];
    const std::string_view sql = text(i);
    detail.bigram_begin = static_cast<std::uint32_t>(bigrams_.size());
    std::size_t at = 0;
    if (!sql.empty()) {
      std::uint32_t before = next_character(sql, at);
      while (at < sql.size()) {
        const std::uint32_t character = next_character(sql, at);
        bigrams_.push_back(before << 16 | character);
        before = character;
      }
    }
    detail.bigrams = static_cast<std::uint32_t>(bigrams_.size()) - detail.bigram_begin;
    std::sort(bigrams_.begin() + detail.bigram_begin, bigrams_.end());
  }
}

void DiffTree::lay_out_inner(Draft &draft) {
  static_assert(std::tuple_size_v<Bins> == max_bins);
  const std::vector<DiffNode> &nodes = draft.nodes;
  const std::size_t inner = nodes.size() - draft.leaves.size();
  draft.inner.reserve(inner);
  draft.bins.reserve(inner);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const DiffNode &node = nodes[i];
    const DiffDetail &detail = details_[i];
    if (node.children == 0) continue;
    InnerNode &row = draft.inner.emplace_back();
    row.leaves = ~std::uint64_t{0} >> (64 - detail.leaves) << detail.first_leaf;
    row.bigrams = detail.bigrams;
    row.node = static_cast<std::uint8_t>(i);
    row.first_leaf = static_cast<std::uint8_t>(detail.first_leaf);
    row.count = static_cast<std::uint8_t>(detail.leaves);
    row.type = node.type;
    row.named = detail.name != 0;
    row.binned = true;
    Bins &bins = draft.bins.emplace_back();
    for (const std::uint32_t bigram : bigrams(i)) {
      const std::uint8_t bin = bin_of(bigram);
      row.binned = row.binned && bin != no_bin && bins[bin] != 255;
      if (!row.binned) break;
      ++bins[bin];
    }
  }
}

/// Groups the leaves that are equivalent for every target.
void DiffTree::lay_out_groups(Draft &draft) {
  const std::vector<DiffNode> &nodes = draft.nodes;
  struct Leaf {
    std::uint64_t label;
    std::vector<std::uint8_t> chain;
    std::uint64_t bit;
  };
  std::vector<Leaf> leaves;
  for (std::size_t i = 0; i < draft.leaves.size(); ++i) {
    const DiffNode &node = nodes[draft.leaves[i]];
    Leaf leaf{node.equality, {}, std::uint64_t{1} << i};
    if (details_[draft.leaves[i]].bigrams != 0) {
      worded_leaves_ |= leaf.bit;
      leaf.label = 0;
      for (const std::uint32_t bigram : bigrams(draft.leaves[i]))
        leaf.label = ((leaf.label ^ bigram) * 0x9E3779B97F4A7C15U) ^ (leaf.label >> 31);
    }
    leaf.label = ((leaf.label ^ details_[draft.leaves[i]].name) * 0xD6E8FEB86659FD93U) ^ node.type;
    for (std::uint32_t up = draft.leaves[i]; up != DiffNode::none; up = nodes[up].parent)
      leaf.chain.push_back(nodes[up].base_type);
    leaves.push_back(std::move(leaf));
  }
  std::ranges::sort(leaves, [](const Leaf &a, const Leaf &b) {
    return std::tie(a.label, a.chain) < std::tie(b.label, b.chain);
  });
  draft.groups.reserve(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const Leaf &leaf = leaves[i];
    if (i != 0 && leaves[i - 1].label == leaf.label && leaves[i - 1].chain == leaf.chain) {
      draft.groups.back().leaves |= leaf.bit;
      continue;
    }
    LeafGroup group{leaf.label, 0, leaf.bit, static_cast<std::uint32_t>(leaf.chain.size()),
                    static_cast<std::uint32_t>(chain_rest_.size())};
    for (std::size_t word = 0; word * 8 < leaf.chain.size(); ++word) {
      std::uint64_t bytes = 0;
      for (std::size_t k = 0; k < 8; ++k) {
        const std::size_t at = word * 8 + k;
        bytes = bytes << 8 | (at < leaf.chain.size() ? leaf.chain[at] : 0U);
      }
      if (word == 0) {
        group.chain = bytes;
      } else {
        chain_rest_.push_back(bytes);
      }
    }
    draft.groups.push_back(group);
  }
}

void DiffTree::pack(const Draft &draft) {
  const auto size_of = [](const auto &part) { return part.size() * sizeof(*part.data()); };
  block_.reserve(size_of(draft.groups) + size_of(draft.inner) + size_of(draft.nodes) +
                 size_of(draft.leaves) + size_of(draft.bins));
  const auto add = [&](const auto &part) {
    const std::size_t at = block_.size();
    const std::span<const std::byte> bytes = std::as_bytes(std::span(part));
    block_.insert(block_.end(), bytes.begin(), bytes.end());
    return static_cast<std::uint32_t>(at);
  };
  static_assert(sizeof(LeafGroup) % alignof(InnerNode) == 0 &&
                sizeof(InnerNode) % alignof(DiffNode) == 0 &&
                sizeof(DiffNode) % alignof(std::uint32_t) == 0 && alignof(Bins) == 1);
  add(draft.groups);
  inner_at_ = add(draft.inner);
  nodes_at_ = add(draft.nodes);
  leaves_at_ = add(draft.leaves);
  bins_at_ = add(draft.bins);
  group_count_ = static_cast<std::uint32_t>(draft.groups.size());
  inner_count_ = static_cast<std::uint32_t>(draft.inner.size());
  leaf_count_ = static_cast<std::uint32_t>(draft.leaves.size());
}

std::string_view DiffTree::type_name(std::size_t node) const noexcept {
  return name_of(static_cast<ElementType>((*this)[node].type));
}

std::size_t DiffTree::memory() const noexcept {
  const auto bytes = [](const auto &vector) { return vector.capacity() * sizeof(*vector.data()); };
  return block_.capacity() + bytes(chain_rest_) + bytes(postorder_) + bytes(keyroots_) +
         bytes(details_) + bytes(bigrams_) + texts_.capacity();
}

}  // namespace sluice::inline v0::sql
