#include "conjunctions.hpp"

#include <algorithm>
#include <array>

#include "affinity.hpp"
#include "query_facts.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql::rules {

InnerJoins inner_joins(const SyntaxTree &tree, NodeId from) {
  InnerJoins found;
  if (!joins_are_inner(tree, from)) return found;
  for (const NodeId part : tree.children(from)) {
    const bool joined = tree.kind(part) == NodeKind::join;
    const NodeId source = joined ? tree.first_child(part) : part;
    const NodeKind kind = tree.kind(source);
    if ((kind != NodeKind::table && kind != NodeKind::subquery) || tree[source].has(flag::lateral))
      return {};
    found.sources.push_back(source);
    if (!joined) continue;
    found.joins.push_back(part);
    found.ons.push_back(tree.child(part, NodeKind::on));
    if (const NodeId on = found.ons.back(); on != no_node)
      collect_operands(tree, tree.first_child(on), Operator::logical_and, found.conditions);
    found.where.resize(found.conditions.size(), found.joins.size() - 1);
    if (found.conditions.size() > max_conditions) return {};
  }
  return found;
}

bool reach_of(const SyntaxTree &tree, const Bindings &bindings, NodeId condition,
              const std::unordered_map<std::uint32_t, std::size_t> &positions, Reach &reach) {
  std::vector<std::size_t> read;
  for (const NodeId id : nodes_below(tree, condition)) {
    if (tree.kind(id) != NodeKind::column) continue;
    const Binding &binding = bindings[id];
    if (binding.meaning == Meaning::string) continue;
    if (binding.meaning != Meaning::column && binding.meaning != Meaning::rowid &&
        (binding.meaning != Meaning::derived || binding.column == no_position)) {
      return false;
    }
    if (const auto at = positions.find(binding.source.value); at != positions.end())
      read.push_back(at->second);
  }
  std::sort(read.begin(), read.end());
  read.erase(std::unique(read.begin(), read.end()), read.end());
  reach.count = read.size();
  reach.last = read.empty() ? 0 : read.back();
  return true;
}

NodeId conjunction(SyntaxTree &tree, std::span<const NodeId> conditions) {
  NodeId all;
  for (const NodeId condition : conditions) {
    if (all == no_node) {
      all = condition;
      tree.at(condition).next_sibling = no_node;
      tree.at(condition).parent = no_node;
      continue;
    }
    const NodeId both =
        tree.add(NodeKind::binary, {}, static_cast<std::uint8_t>(Operator::logical_and));
    set_children(tree, both, std::array{all, condition});
    all = both;
  }
  return all;
}

InnerJoins all_conditions(const SyntaxTree &tree, NodeId select) {
  const NodeId from = tree.child(select, NodeKind::from);
  if (from == no_node) return {};
  InnerJoins joins = inner_joins(tree, from);
  if (joins.sources.empty()) return joins;
  if (const NodeId where = tree.child(select, NodeKind::where); where != no_node)
    collect_operands(tree, tree.first_child(where), Operator::logical_and, joins.conditions);
  if (joins.conditions.size() > max_conditions) return {};
  return joins;
}

std::vector<NodeId> selects_with_joins(const SyntaxTree &tree) {
  std::vector<NodeId> selects;
  for (const NodeId id : nodes_of(tree)) {
    if (tree.kind(id) == NodeKind::from && tree.kind(tree.parent(id)) == NodeKind::select &&
        tree.count_children(id) > 1) {
      selects.push_back(tree.parent(id));
    }
  }
  return selects;
}

bool is_equation_of_columns(const SyntaxTree &tree, NodeId id) noexcept {
  id = inside_parens(tree, id);
  return tree.kind(id) == NodeKind::binary && tree[id].as<Operator>() == Operator::equal &&
         tree.kind(tree.first_child(id)) == NodeKind::column &&
         tree.kind(tree.last_child(id)) == NodeKind::column;
}

void set_where(SyntaxTree &tree, NodeId select, std::span<const NodeId> conditions) {
  NodeId where = tree.child(select, NodeKind::where);
  if (conditions.empty()) {
    if (where != no_node) tree.remove(where);
    return;
  }
  const NodeId all = conjunction(tree, conditions);
  if (where == no_node) {
    where = tree.add(NodeKind::where);
    const NodeId from = tree.child(select, NodeKind::from);
    if (const NodeId next = tree.next_sibling(from); next != no_node) {
      tree.insert_before(next, where);
    } else {
      tree.append(select, where);
    }
  }
  set_children(tree, where, std::array{all});
}

void set_sources(SyntaxTree &tree, NodeId select, const InnerJoins &joins,
                 std::span<const NodeId> sources, std::span<const NodeId> conditions) {
  std::vector<NodeId> parts = {sources.front()};
  for (std::size_t i = 1; i < sources.size(); ++i) {
    set_children(tree, joins.joins[i - 1], std::array{sources[i]});
    parts.push_back(joins.joins[i - 1]);
  }
  set_children(tree, tree.child(select, NodeKind::from), parts);
  set_where(tree, select, conditions);
}

std::size_t EqualColumns::find(const Binding &binding) const noexcept {
  if (binding.levels != 0) return none;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].source == binding.source && columns[i].column == binding.column) return i;
  }
  return none;
}

bool EqualColumns::is_equation(NodeId condition) const noexcept {
  return std::any_of(equations.begin(), equations.end(),
                     [condition](const Equation &equation) { return equation.node == condition; });
}

namespace {

/// The column of a table among these sources; its source is no_node if there is none.
SourceColumn source_column(const Bindings &bindings, const InnerJoins &joins, NodeId node) {
  const Binding &binding = bindings[node];
  const bool known =
      (binding.meaning == Meaning::column || binding.meaning == Meaning::rowid) &&
      binding.levels == 0 && binding.column != no_position &&
      std::find(joins.sources.begin(), joins.sources.end(), binding.source) != joins.sources.end();
  if (!known) return {};
  return {binding.source, binding.table, binding.column, node};
}

}  // namespace

EqualColumns equal_columns(const SyntaxTree &tree, const Bindings &bindings, const AnyNames &names,
                           const InnerJoins &joins) {
  EqualColumns found;
  const auto position = [&found](const SourceColumn &column) {
    const auto at = std::find(found.columns.begin(), found.columns.end(), column);
    if (at != found.columns.end()) return static_cast<std::size_t>(at - found.columns.begin());
    found.columns.push_back(column);
    found.classes.push_back(found.classes.size());
    return found.columns.size() - 1;
  };
  for (const NodeId condition : joins.conditions) {
    if (!is_equation_of_columns(tree, condition)) continue;
    const NodeId equation = inside_parens(tree, condition);
    const SourceColumn left = source_column(bindings, joins, tree.first_child(equation));
    const SourceColumn right = source_column(bindings, joins, tree.last_child(equation));
    if (left.source == no_node || right.source == no_node || left == right) continue;
    const Affinity affinity = affinity_of(names.column_type(left.table, left.column));
    if (affinity != affinity_of(names.column_type(right.table, right.column)) ||
        !equals_are_same(affinity)) {
      continue;
    }
    const std::size_t a = position(left), b = position(right);
    const std::size_t old = found.classes[b], into = found.classes[a];
    std::replace(found.classes.begin(), found.classes.end(), old, into);
    found.equations.push_back({equation, a, b});
  }
  return found;
}

}  // namespace sluice::inline v0::sql::rules
