#include "tree_edit.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"
#include "sql/statistics.hpp"

namespace sluice::inline v0::sql::rules {
namespace {

/// The sort order of operands: columns, then other expressions, then literals.
int rank(NodeKind kind) noexcept {
  switch (kind) {
    case NodeKind::column: return 0;
    case NodeKind::null:
    case NodeKind::number:
    case NodeKind::string:
    case NodeKind::blob:
    case NodeKind::boolean:
    case NodeKind::parameter: return 3;
    case NodeKind::subquery: return 2;
    default: return 1;
  }
}

template <class T>
int order_of(const T &a, const T &b) noexcept {
  return a < b ? -1 : b < a ? 1 : 0;
}

int compare_nodes(const SyntaxTree &tree, NodeId a, NodeId b) noexcept {
  constexpr auto said = static_cast<std::uint16_t>(~flag::quoted);
  const Node &x = tree[a], &y = tree[b];
  if (const int order = order_of(rank(x.kind), rank(y.kind)); order != 0) return order;
  if (const int order = order_of(x.kind, y.kind); order != 0) return order;
  if (const int order = order_of(tree.text(a), tree.text(b)); order != 0) return order;
  if (const int order = order_of(x.op, y.op); order != 0) return order;
  return order_of(x.flags & said, y.flags & said);
}

}  // namespace

void become(SyntaxTree &tree, NodeId id, NodeId other) {
  Node from = tree[other];
  Node &to = tree.at(id);
  from.parent = to.parent;
  from.next_sibling = to.next_sibling;
  to = from;
  for (NodeId child = from.first_child; child != no_node; child = tree.next_sibling(child))
    tree.at(child).parent = id;
  tree.at(other) = Node{};
}

void set_children(SyntaxTree &tree, NodeId parent, std::span<const NodeId> children) {
  NodeId next;
  for (std::size_t i = children.size(); i-- > 0;) {
    Node &child = tree.at(children[i]);
    child.parent = parent;
    child.next_sibling = next;
    next = children[i];
  }
  tree.at(parent).first_child = next;
}

NodeId split_off(SyntaxTree &tree, NodeId id) {
  const NodeId made = tree.add(NodeKind::none);
  Node content = tree[id];
  Node &left = tree.at(id);
  const NodeId parent = left.parent, next = left.next_sibling;
  left = Node{};
  left.parent = parent;
  left.next_sibling = next;
  content.parent = no_node;
  content.next_sibling = no_node;
  tree.at(made) = content;
  for (NodeId child = content.first_child; child != no_node; child = tree.next_sibling(child))
    tree.at(child).parent = made;
  return made;
}

NodeId duplicate(SyntaxTree &tree, NodeId id) {
  const NodeId top = tree.copy(tree, id);
  // A name that may be bare at that place may be bare here.
  for (NodeId from = id, to = top; from != no_node;
       from = next_in_order(tree, id, from), to = next_in_order(tree, top, to)) {
    tree.at(to).begin = tree[from].begin;
    tree.at(to).end = tree[from].end;
  }
  return top;
}

void rename(SyntaxTree &tree, NodeId id, std::string_view name) {
  tree.set_text(id, name);
  tree.at(id).flags =
      static_cast<std::uint16_t>((tree[id].flags & ~flag::quoted) | flag::back_quoted);
}

int compare(const SyntaxTree &tree, NodeId a, NodeId b) noexcept {
  if (a == b) return 0;
  NodeId x = a, y = b;
  for (;;) {
    if (const int order = compare_nodes(tree, x, y); order != 0) return order;
    const NodeId down_x = tree.first_child(x), down_y = tree.first_child(y);
    if (down_x != no_node && down_y != no_node) {
      x = down_x;
      y = down_y;
      continue;
    }
    if (down_x != down_y) return down_x == no_node ? -1 : 1;
    for (;;) {
      if (x == a || y == b) return x == a && y == b ? 0 : x == a ? -1 : 1;
      const NodeId next_x = tree.next_sibling(x), next_y = tree.next_sibling(y);
      if (next_x != no_node && next_y != no_node) {
        x = next_x;
        y = next_y;
        break;
      }
      if (next_x != next_y) return next_x == no_node ? -1 : 1;
      x = tree.parent(x);
      y = tree.parent(y);
    }
  }
}

bool has_mask(const SyntaxTree &tree, NodeId top) noexcept {
  for (const NodeId id : nodes_below(tree, top)) {
    const NodeKind kind = tree.kind(id);
    if ((kind == NodeKind::column || kind == NodeKind::number) && tree.text(id) == mask_text)
      return true;
  }
  return false;
}

bool holds_query(const SyntaxTree &tree, NodeId top) noexcept {
  const NodeRange nodes = nodes_below(tree, top);
  return std::any_of(nodes.begin(), nodes.end(),
                     [&tree](NodeId id) { return is_query(tree.kind(id)); });
}

bool is_repeatable(const SyntaxTree &tree, NodeId top) noexcept {
  for (const NodeId id : nodes_below(tree, top)) {
    if (tree.kind(id) != NodeKind::function) continue;
    const std::string_view name = tree.text(id);
    for (const std::string_view random :
         {"random", "randomblob", "gen_random_uuid", "nextval", "changes", "total_changes",
          "last_insert_rowid", "clock_timestamp"}) {
      if (same_name(name, random)) return false;
    }
  }
  return true;
}

bool is_literal(const SyntaxTree &tree, NodeId id) noexcept {
  switch (tree.kind(id)) {
    case NodeKind::null:
    case NodeKind::number:
    case NodeKind::string:
    case NodeKind::blob:
    case NodeKind::boolean:
    case NodeKind::parameter: return true;
    case NodeKind::unary:
      return tree[id].as<Operator>() == Operator::minus &&
             tree.kind(tree.first_child(id)) == NodeKind::number;
    default: return false;
  }
}

bool is_truth(const SyntaxTree &tree, NodeId id) noexcept {
  id = inside_parens(tree, id);
  const auto op = tree[id].as<Operator>();
  switch (tree.kind(id)) {
    case NodeKind::unary:
      return op == Operator::logical_not || op == Operator::is_null || op == Operator::not_null;
    case NodeKind::binary: return op >= Operator::logical_or && op <= Operator::is_not_distinct;
    case NodeKind::pattern: return op == Operator::like || op == Operator::glob;
    case NodeKind::between:
    case NodeKind::in:
    case NodeKind::exists:
    case NodeKind::boolean: return true;
    default: return false;
  }
}

bool only_truth_counts(const SyntaxTree &tree, NodeId id) noexcept {
  NodeId parent = tree.parent(id);
  while (tree.kind(parent) == NodeKind::paren) {
    id = parent;
    parent = tree.parent(id);
  }
  switch (tree.kind(parent)) {
    case NodeKind::where:
    case NodeKind::having:
    case NodeKind::on:
    case NodeKind::filter: return true;
    case NodeKind::unary: return tree[parent].as<Operator>() == Operator::logical_not;
    case NodeKind::binary: {
      const auto op = tree[parent].as<Operator>();
      return op == Operator::logical_and || op == Operator::logical_or;
    }
    case NodeKind::when:
      return tree.first_child(parent) == id && !tree[tree.parent(parent)].has(flag::operand);
    default: return false;
  }
}

std::optional<std::int64_t> whole_number(const SyntaxTree &tree, NodeId id) noexcept {
  bool negative = false;
  if (tree.kind(id) == NodeKind::unary && tree[id].as<Operator>() == Operator::minus) {
    negative = true;
    id = tree.first_child(id);
  }
  if (tree.kind(id) != NodeKind::number) return std::nullopt;
  const std::string_view text = tree.text(id);
  if (text.empty() || text.size() > 9) return std::nullopt;
  std::int64_t value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = 10 * value + (digit - '0');
  }
  return negative ? -value : value;
}

NodeId inside_parens(const SyntaxTree &tree, NodeId id) noexcept {
  while (tree.kind(id) == NodeKind::paren) id = tree.first_child(id);
  return id;
}

bool is_deep(const SyntaxTree &tree) noexcept { return statistics_of(tree).depth > 400; }

void collect_operands(const SyntaxTree &tree, NodeId top, Operator op, std::vector<NodeId> &into) {
  std::vector<NodeId> open = {top};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    const NodeId inner = inside_parens(tree, id);
    if (tree.kind(inner) == NodeKind::binary && tree[inner].as<Operator>() == op) {
      open.push_back(tree.child(inner, std::size_t{1}));
      open.push_back(tree.first_child(inner));
    } else {
      into.push_back(id);
    }
  }
}

}  // namespace sluice::inline v0::sql::rules
