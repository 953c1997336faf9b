#include "sluice/sql/syntax_tree.hpp"

#include <algorithm>
#include <utility>

#include "sql/parser/keywords.hpp"

namespace sluice::inline v0::sql {

void SyntaxTree::clear(std::string_view source) {
  nodes_.clear();
  nodes_.emplace_back();  // no_node
  text_.reserve(source.size() + 2 * keywords::padding);
  text_.assign(source);
  text_.append(keywords::padding, '\0');
  source_size_ = static_cast<std::uint32_t>(source.size());
  root_ = no_node;
}

NodeId SyntaxTree::child(NodeId id, NodeKind kind) const noexcept {
  for (const NodeId child : children(id)) {
    if (this->kind(child) == kind) return child;
  }
  return no_node;
}

NodeId SyntaxTree::child(NodeId id, std::size_t position) const noexcept {
  NodeId child = first_child(id);
  for (; position > 0 && child != no_node; --position) child = next_sibling(child);
  return child;
}

std::size_t SyntaxTree::count_children(NodeId id) const noexcept {
  std::size_t count = 0;
  for (NodeId child = first_child(id); child != no_node; child = next_sibling(child)) ++count;
  return count;
}

NodeId SyntaxTree::last_child(NodeId id) const noexcept {
  NodeId last;
  for (const NodeId child : children(id)) last = child;
  return last;
}

std::uint32_t SyntaxTree::store(std::string_view text) {
  const std::size_t begin = text_.size();
  // `text` may be a view of text_ itself.
  if (text.data() >= text_.data() && text.data() < text_.data() + text_.size()) {
    const auto from = static_cast<std::size_t>(text.data() - text_.data());
    text_.append(text_, from, text.size());
  } else {
    text_.append(text);
  }
  return static_cast<std::uint32_t>(begin);
}

NodeId SyntaxTree::add(NodeKind kind, std::string_view text, std::uint8_t op, std::uint16_t flags) {
  const NodeId id(nodes_.size());
  Node &node = nodes_.emplace_back();
  node.kind = kind;
  node.op = op;
  node.flags = flags;
  if (!text.empty()) set_text(id, text);
  return id;
}

void SyntaxTree::set_text(NodeId id, std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  const std::uint32_t begin = store(text);
  at(id).text_begin = begin;
  at(id).text_size = size;
}

void SyntaxTree::append(NodeId parent, NodeId child) {
  const NodeId last = last_child(parent);
  (last == no_node ? at(parent).first_child : at(last).next_sibling) = child;
  at(child).parent = parent;
}

void SyntaxTree::insert_before(NodeId next, NodeId child) {
  const NodeId parent = this->parent(next);
  at(child).parent = parent;
  at(child).next_sibling = next;
  if (parent == no_node) return;
  NodeId *link = &at(parent).first_child;
  while (*link != next) link = &at(*link).next_sibling;
  *link = child;
}

void SyntaxTree::remove(NodeId id) {
  if (id == root_) root_ = no_node;
  if (const NodeId parent = this->parent(id); parent != no_node) {
    NodeId *link = &at(parent).first_child;
    while (*link != id) link = &at(*link).next_sibling;
    *link = next_sibling(id);
  }
  at(id).parent = no_node;
  at(id).next_sibling = no_node;
}

void SyntaxTree::replace(NodeId old, NodeId with) {
  if (old == root_) root_ = with;
  const NodeId parent = this->parent(old);
  at(with).parent = parent;
  at(with).next_sibling = next_sibling(old);
  if (parent != no_node) {
    NodeId *link = &at(parent).first_child;
    while (*link != old) link = &at(*link).next_sibling;
    *link = with;
  }
  at(old).parent = no_node;
  at(old).next_sibling = no_node;
}

void SyntaxTree::move_children(NodeId from, NodeId to) {
  at(to).first_child = std::exchange(at(from).first_child, no_node);
  for (NodeId child = first_child(to); child != no_node; child = next_sibling(child))
    at(child).parent = to;
}

NodeId SyntaxTree::copy(const SyntaxTree &from, NodeId id) {
  const auto copy_one = [&](NodeId original) {
    const Node node = from[original];
    const NodeId made = add(node.kind, {}, node.op, node.flags);
    if (&from == this) {
      at(made).text_begin = node.text_begin;
      at(made).text_size = node.text_size;
    } else {
      set_text(made, from.text(original));
    }
    return made;
  };
  const NodeId top = copy_one(id);
  // Iterative, since a tree may be deep.
  NodeId original = id, made = top;
  while (true) {
    if (const NodeId child = from.first_child(original); child != no_node) {
      const NodeId copied = copy_one(child);
      at(made).first_child = copied;
      at(copied).parent = made;
      original = child;
      made = copied;
      continue;
    }
    while (original != id && from.next_sibling(original) == no_node) {
      original = from.parent(original);
      made = parent(made);
    }
    if (original == id) return top;
    original = from.next_sibling(original);
    const NodeId copied = copy_one(original);
    at(copied).parent = parent(made);
    at(made).next_sibling = copied;
    made = copied;
  }
}

bool equal(const SyntaxTree &a, NodeId in_a, const SyntaxTree &b, NodeId in_b) noexcept {
  constexpr auto said = static_cast<std::uint16_t>(~flag::quoted);
  const auto same = [&](NodeId x, NodeId y) {
    return a[x].kind == b[y].kind && a[x].op == b[y].op &&
           (a[x].flags & said) == (b[y].flags & said) && a.text(x) == b.text(y);
  };
  NodeId x = in_a, y = in_b;
  if (x == no_node || y == no_node) return x == y;
  for (;;) {
    if (!same(x, y)) return false;
    const NodeId down_x = a.first_child(x), down_y = b.first_child(y);
    if ((down_x == no_node) != (down_y == no_node)) return false;
    if (down_x != no_node) {
      x = down_x;
      y = down_y;
      continue;
    }
    for (;;) {
      if (x == in_a || y == in_b) return x == in_a && y == in_b;
      const NodeId next_x = a.next_sibling(x), next_y = b.next_sibling(y);
      if ((next_x == no_node) != (next_y == no_node)) return false;
      if (next_x != no_node) {
        x = next_x;
        y = next_y;
        break;
      }
      x = a.parent(x);
      y = b.parent(y);
    }
  }
}

}  // namespace sluice::inline v0::sql
