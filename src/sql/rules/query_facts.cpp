#include "query_facts.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"
#include "sql/statistics.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql::rules {
namespace {

bool is_source_position(const SyntaxTree &tree, NodeId id) noexcept {
  const NodeKind parent = tree.kind(tree.parent(id));
  return parent == NodeKind::from || parent == NodeKind::join || parent == NodeKind::join_tree;
}

bool depends_on_order(const SyntaxTree &tree, NodeId function) noexcept {
  if (tree.child(function, NodeKind::over) != no_node) return true;
  for (const std::string_view name :
       {"group_concat", "string_agg", "array_agg", "json_group_array", "json_group_object"}) {
    if (same_name(tree.text(function), name)) return true;
  }
  return false;
}

/// Whether an expression outside the aggregates is not among the group keys.
bool reads_ungrouped(const SyntaxTree &tree, NodeId select) {
  std::vector<NodeId> keys;
  const auto before = [&tree](NodeId a, NodeId b) { return compare(tree, a, b) < 0; };
  if (const NodeId group_by = tree.child(select, NodeKind::group_by); group_by != no_node) {
    for (const NodeId key : tree.children(group_by)) keys.push_back(inside_parens(tree, key));
    std::sort(keys.begin(), keys.end(), before);
  } else if (!has_aggregate(tree, select)) {
    return false;
  }
  bool found = false;
  for (const NodeId part : tree.children(select)) {
    const NodeKind kind = tree.kind(part);
    if (kind != NodeKind::select_list && kind != NodeKind::having && kind != NodeKind::order_by)
      continue;
    walk(tree, part, [&](NodeId id) {
      const NodeKind at = tree.kind(id);
      if (found || is_aggregate(tree, id)) return false;
      if (id != part && std::binary_search(keys.begin(), keys.end(), id, before)) return false;
      if (at == NodeKind::column || at == NodeKind::star || is_query(at)) found = true;
      return !found;
    });
  }
  return found;
}

bool shows_order(const SyntaxTree &tree, NodeId select) {
  if (tree.child(select, NodeKind::limit) != no_node) return true;
  bool found = false;
  walk(tree, select, [&](NodeId id) {
    if (id != select && is_query(tree.kind(id))) return false;
    if (tree.kind(id) == NodeKind::function && depends_on_order(tree, id)) found = true;
    return !found;
  });
  return found || reads_ungrouped(tree, select);
}

}  // namespace

bool carries_collation(const SyntaxTree &tree, NodeId id, bool column_collations) noexcept {
  if (column_collations) {
    NodeId at = id;
    for (;;) {
      const NodeKind kind = tree.kind(at);
      if (kind == NodeKind::column || kind == NodeKind::row || kind == NodeKind::subquery)
        return true;
      const bool transparent =
          kind == NodeKind::paren || kind == NodeKind::cast ||
          (kind == NodeKind::unary && tree[at].as<Operator>() == Operator::plus);
      if (!transparent) break;
      at = tree.first_child(at);
    }
  }
  for (const NodeId at : nodes_below(tree, id)) {
    if (tree.kind(at) == NodeKind::collate) return true;
  }
  return false;
}

bool result_names_count(const SyntaxTree &tree, NodeId query) noexcept {
  for (NodeId at = query;;) {
    const NodeId parent = tree.parent(at);
    if (parent == no_node) return false;
    switch (tree.kind(parent)) {
      case NodeKind::compound:
        if (tree.child(parent, NodeKind::order_by) != no_node) return true;
        break;
      case NodeKind::subquery:
        if (is_source_position(tree, parent)) return true;
        if (!is_query(tree.kind(tree.parent(parent)))) return false;
        break;  // an operand of UNION in parentheses
      case NodeKind::common_table:
      case NodeKind::create_view:
      case NodeKind::create_table: return true;
      default: return false;
    }
    at = parent;
  }
}

bool is_read_as_set(const SyntaxTree &tree, NodeId query) noexcept {
  for (; tree.child(query, NodeKind::limit) == no_node; query = tree.parent(query)) {
    const NodeId parent = tree.parent(query);
    if (tree.kind(parent) == NodeKind::exists) return true;
    if (tree.kind(parent) == NodeKind::subquery) {
      return tree.kind(tree.parent(parent)) == NodeKind::in &&
             tree.first_child(tree.parent(parent)) != parent;
    }
    if (tree.kind(parent) != NodeKind::compound) return false;
    switch (tree[parent].as<SetOperator>()) {
      case SetOperator::union_distinct:
      case SetOperator::intersect:
      case SetOperator::except: return true;
      case SetOperator::union_all: break;
      default: return false;
    }
  }
  return false;
}

bool has_aggregate(const SyntaxTree &tree, NodeId select) noexcept {
  for (const NodeId part : tree.children(select)) {
    const NodeKind kind = tree.kind(part);
    if (kind != NodeKind::select_list && kind != NodeKind::having && kind != NodeKind::order_by)
      continue;
    bool found = false;
    walk(tree, part, [&](NodeId id) {
      if (is_aggregate(tree, id)) found = true;
      return !found && !is_query(tree.kind(id));
    });
    if (found) return true;
  }
  return false;
}

bool row_order_counts(const SyntaxTree &tree, NodeId select) {
  NodeId at = select;
  for (;;) {
    if (tree.kind(at) == NodeKind::select && shows_order(tree, at)) return true;
    if (is_query(tree.kind(at)) && tree.child(at, NodeKind::limit) != no_node) return true;
    const NodeId parent = tree.parent(at);
    switch (tree.kind(parent)) {
      case NodeKind::compound: at = parent; break;
      case NodeKind::subquery:
        if (is_source_position(tree, parent)) {
          at = ancestor(tree, parent, NodeKind::select);
          if (at == no_node) return true;
        } else if (is_query(tree.kind(tree.parent(parent)))) {
          at = tree.parent(parent);
        } else if (tree.kind(tree.parent(parent)) == NodeKind::in) {
          return false;
        } else {
          return tree.kind(at) != NodeKind::select || !has_aggregate(tree, at) ||
                 tree.child(at, NodeKind::group_by) != no_node;
        }
        break;
      case NodeKind::common_table: return true;
      default: return false;
    }
  }
}

bool joins_are_inner(const SyntaxTree &tree, NodeId from) noexcept {
  for (const NodeId part : tree.children(from)) {
    if (tree.kind(part) == NodeKind::join_tree) return false;
    if (tree.kind(part) != NodeKind::join) continue;
    const auto kind = tree[part].as<JoinKind>();
    if (kind != JoinKind::comma && kind != JoinKind::plain && kind != JoinKind::inner) return false;
    if (tree[part].has(flag::natural) || tree.child(part, NodeKind::using_names) != no_node)
      return false;
    if (tree.kind(tree.first_child(part)) == NodeKind::join_tree) return false;
  }
  return true;
}

}  // namespace sluice::inline v0::sql::rules
