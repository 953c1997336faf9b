/// Operators on what a query returns, in which groups and order, and how many rows of it.

#include <algorithm>
#include <array>

#include "operators.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::suite_detail::operators {
namespace {

using sql::SetOperator;

constexpr std::size_t max_counted = 3;  // columns of a table
constexpr std::size_t max_keys = 3;     // added to GROUP BY, or used in ORDER BY

/// The expression of a result, without its alias.
NodeId expression_of(const SyntaxTree &tree, NodeId result) noexcept {
  return tree.kind(result) == NodeKind::aliased ? tree.first_child(result) : result;
}

std::vector<NodeId> children_of(const SyntaxTree &tree, NodeId id) {
  std::vector<NodeId> children;
  for (const NodeId child : tree.children(id)) children.push_back(child);
  return children;
}

bool says_same(const SyntaxTree &tree, NodeId a, NodeId b) { return equal(tree, a, tree, b); }

/// Results of the select that are plain columns.
std::vector<NodeId> plain_results(const TreeEdits &edits, NodeId select) {
  std::vector<NodeId> found;
  const SyntaxTree &tree = edits.tree();
  for (const NodeId result : tree.children(tree.child(select, NodeKind::select_list))) {
    const NodeId expression = expression_of(tree, result);
    if (tree.kind(expression) == NodeKind::column) found.push_back(expression);
  }
  return found;
}

void give_count(TreeEdits &edits, NodeId function, bool distinct, std::string_view qualifier,
                std::string_view column) {
  SyntaxTree &tree = edits.copy();
  for (const NodeId child : children_of(edits.tree(), function)) {
    const NodeKind kind = tree.kind(child);
    if (kind != NodeKind::filter && kind != NodeKind::over) tree.remove(child);
  }
  const NodeId rest = tree.first_child(function);
  const auto add = [&](NodeId node) {
    if (rest != no_node) {
      tree.insert_before(rest, node);
    } else {
      tree.append(function, node);
    }
  };
  if (distinct) add(tree.add(NodeKind::distinct));
  add(column.empty() ? tree.add(NodeKind::star) : add_column(tree, qualifier, column));
  edits.give(function);
}

void give_number(TreeEdits &edits, NodeId number, int step) {
  const auto other = stepped(edits.tree().text(number), step);
  if (!other || other->starts_with('-')) return;
  edits.copy().set_text(number, *other);
  edits.give(number);
}

}  // namespace

void result_dropped(TreeEdits &edits) {
  for (const NodeId list : edits.all(NodeKind::select_list)) {
    if (edits.tree().count_children(list) < 2) continue;
    for (const NodeId result : children_of(edits.tree(), list)) {
      if (!edits.wanted()) return;
      edits.copy().remove(result);
      edits.give(result);
    }
  }
}

void distinct(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  const auto toggle = [&](NodeId owner, NodeId before) {
    SyntaxTree &tree = edits.copy();
    if (const NodeId word = gold.child(owner, NodeKind::distinct); word != no_node) {
      tree.remove(word);
    } else {
      tree.insert_before(before, tree.add(NodeKind::distinct));
    }
    edits.give(owner);
  };
  for (const NodeId select : edits.all(NodeKind::select)) {
    toggle(select, gold.child(select, NodeKind::select_list));
  }
  for (const NodeId function : edits.all(NodeKind::function)) {
    const NodeId argument = argument_of(gold, function);
    if (!names_aggregate(gold, function) || argument == no_node) continue;
    if (gold.kind(argument) != NodeKind::star) toggle(function, argument);
  }
}

void count_argument(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId function : edits.all(NodeKind::function)) {
    if (!same_name(gold.text(function), "count")) continue;
    const NodeId argument = argument_of(gold, function);
    if (argument == no_node) continue;
    if (gold.kind(argument) != NodeKind::star) give_count(edits, function, false, {}, {});
    if (gold.kind(argument) != NodeKind::star) continue;
    for (const FromTable &from : edits.tables_of(edits.select_of(function))) {
      for (const std::string_view column : edits.columns_of(from.table, max_counted)) {
        if (!edits.wanted()) return;
        give_count(edits, function, false, from.qualifier, column);
        give_count(edits, function, true, from.qualifier, column);
      }
    }
  }
}

void aggregate_function(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  constexpr std::array names = {std::string_view("COUNT"), std::string_view("SUM"),
                                std::string_view("AVG"), std::string_view("MIN"),
                                std::string_view("MAX")};
  for (const NodeId function : edits.all(NodeKind::function)) {
    const NodeId argument = argument_of(gold, function);
    if (!names_aggregate(gold, function) || argument == no_node ||
        gold.kind(argument) == NodeKind::star)
      continue;
    for (const std::string_view name : names) {
      if (!edits.wanted()) return;
      if (same_name(name, gold.text(function))) continue;
      edits.copy().set_text(function, name);
      edits.give(function);
    }
  }
}

void group_keys(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId group : edits.all(NodeKind::group_by)) {
    const std::vector<NodeId> keys = children_of(gold, group);
    for (const NodeId key : keys) {
      if (!edits.wanted()) return;
      edits.copy().remove(keys.size() > 1 ? key : group);
      edits.give(key);
    }
    std::size_t added = 0;
    for (const NodeId column : plain_results(edits, edits.select_of(group))) {
      if (std::any_of(keys.begin(), keys.end(),
                      [&](NodeId key) { return says_same(gold, key, column); }))
        continue;
      if (added++ == max_keys || !edits.wanted()) break;
      SyntaxTree &tree = edits.copy();
      tree.append(group, again(tree, column));
      edits.give(group);
    }
  }
  // Adds grouping by a result that is selected together with an aggregate.
  for (const NodeId select : edits.all(NodeKind::select)) {
    if (gold.child(select, NodeKind::group_by) != no_node) continue;
    const NodeId list = gold.child(select, NodeKind::select_list);
    const std::vector<NodeId> results = children_of(gold, list);
    if (std::none_of(results.begin(), results.end(), [&](NodeId result) {
          return names_aggregate(gold, expression_of(gold, result));
        }))
      continue;
    for (const NodeId column : plain_results(edits, select)) {
      if (!edits.wanted()) return;
      SyntaxTree &tree = edits.copy();
      const NodeId group = tree.add(NodeKind::group_by);
      tree.append(group, again(tree, column));
      NodeId before = tree.child(select, NodeKind::having);
      for (const NodeKind kind : {NodeKind::windows, NodeKind::order_by, NodeKind::limit}) {
        if (before == no_node) before = tree.child(select, kind);
      }
      if (before != no_node) {
        tree.insert_before(before, group);
      } else {
        tree.append(select, group);
      }
      edits.give(column);
    }
  }
}

void order_keys(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId order : edits.all(NodeKind::order_by)) {
    const std::vector<NodeId> keys = children_of(gold, order);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (!edits.wanted()) return;
      edits.copy().remove(keys.size() > 1 ? keys[i] : order);
      edits.give(keys[i]);
      if (i == 0) continue;
      SyntaxTree &tree = edits.copy();
      tree.remove(keys[i]);
      tree.insert_before(keys[i - 1], keys[i]);
      edits.give(order);
    }
    const NodeId query = gold.parent(order);
    if (gold.kind(query) != NodeKind::select) continue;
    std::size_t changed = 0;
    for (const NodeId result : children_of(gold, gold.child(query, NodeKind::select_list))) {
      const NodeId expression = expression_of(gold, result);
      const NodeId key = gold.first_child(keys.front());
      if (gold.kind(expression) == NodeKind::star || says_same(gold, expression, key)) continue;
      if (changed++ == max_keys || !edits.wanted()) break;
      SyntaxTree &tree = edits.copy();
      put(tree, key, again(tree, expression));
      edits.give(key);
    }
  }
}

void order_direction(TreeEdits &edits) {
  const auto turn = [](SyntaxTree &tree, NodeId key) {
    const bool descends = tree[key].has(sql::flag::descending);
    std::uint16_t &flags = tree.at(key).flags;
    flags &= static_cast<std::uint16_t>(~(sql::flag::descending | sql::flag::ascending));
    if (!descends) flags |= sql::flag::descending;
  };
  for (const NodeId order : edits.all(NodeKind::order_by)) {
    const std::vector<NodeId> keys = children_of(edits.tree(), order);
    for (const NodeId key : keys) {
      if (!edits.wanted()) return;
      turn(edits.copy(), key);
      edits.give(key);
    }
    if (keys.size() < 2) continue;
    SyntaxTree &tree = edits.copy();
    for (const NodeId key : keys) turn(tree, key);
    edits.give(order);
  }
}

void limit_threshold(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeKind kind : {NodeKind::limit, NodeKind::offset}) {
    for (const NodeId clause : edits.all(kind)) {
      if (!edits.wanted()) return;
      edits.copy().remove(clause);
      edits.give(clause);
      for (const NodeId number : children_of(gold, clause)) {
        if (gold.kind(number) != NodeKind::number) continue;
        give_number(edits, number, 1);
        give_number(edits, number, -1);
      }
    }
  }
}

void set_operator(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId compound : edits.all(NodeKind::compound)) {
    for (const SetOperator other : {SetOperator::union_distinct, SetOperator::union_all,
                                    SetOperator::intersect, SetOperator::except}) {
      if (!edits.wanted()) return;
      if (other == gold[compound].as<SetOperator>()) continue;
      edits.copy().at(compound).op = static_cast<std::uint8_t>(other);
      edits.give(compound);
    }
    std::vector<NodeId> arms;
    for (const NodeId child : gold.children(compound)) {
      if (sql::is_query(gold.kind(child))) arms.push_back(child);
    }
    if (arms.size() != 2) continue;
    SyntaxTree &swapped = edits.copy();
    swapped.remove(arms[1]);
    swapped.insert_before(arms[0], arms[1]);
    edits.give(compound);
    if (gold.count_children(compound) != 2) continue;  // ORDER BY belongs to the whole compound
    for (const NodeId arm : arms) {
      SyntaxTree &tree = edits.copy();
      tree.remove(arm);
      put(tree, compound, arm);
      edits.give(compound);
    }
  }
}

}  // namespace sluice::inline v0::suite_detail::operators
