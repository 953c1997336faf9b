#include "binder.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {

void Binder::query(NodeId id, Scope *outer, CommonTables *tables, Relation *out) {
  CommonTables *const around = tables;
  const NodeId first = open_with(id, outer, tables);
  switch (tree_.kind(id)) {
    case NodeKind::select: select(id, outer, tables, out); break;
    case NodeKind::compound: compound(first, outer, tables, out); break;
    case NodeKind::values: values(first, outer, tables, out); break;
    case NodeKind::subquery:
      later({.task = Task::query, .id = first, .outer = outer, .tables = tables, .out = out});
      break;
    default: break;
  }
  if (tables != around) close_with(*tables);
}

void Binder::values(NodeId row, Scope *outer, CommonTables *tables, Relation *out) {
  static constexpr std::array<std::string_view, 8> usual = {
      "column1", "column2", "column3", "column4", "column5", "column6", "column7", "column8"};
  if (row == no_node) return;
  if (out != nullptr) {
    std::size_t position = 0;
    for (const NodeId value : tree_.children(row)) {
      add_result(*out, position < usual.size() ? usual[position] : tree_.source_of(value), value);
      ++position;
    }
  }
  Scope &scope = new_scope(outer);
  for (; row != no_node; row = tree_.next_sibling(row)) later_expression(row, scope, tables);
}

void Binder::compound(NodeId left, Scope *outer, CommonTables *tables, Relation *out) {
  const NodeId right = tree_.next_sibling(left);
  later({.task = Task::query, .id = left, .outer = outer, .tables = tables, .out = out});
  later({.task = Task::query, .id = right, .outer = outer, .tables = tables});
  for (NodeId child = tree_.next_sibling(right); child != no_node;
       child = tree_.next_sibling(child)) {
    if (tree_.kind(child) == NodeKind::order_by) {
      for (const NodeId ordering : tree_.children(child))
        later({.task = Task::compound_ordering, .id = ordering, .tables = tables});
    } else {
      later_expression(child, nowhere_, tables);
    }
  }
}

void Binder::compound_ordering(NodeId ordering, CommonTables *tables) {
  const NodeId term = skip_collations(tree_.first_child(ordering));
  std::vector<NodeId> selects;
  for (NodeId at = tree_.parent(tree_.parent(ordering)); tree_.kind(at) == NodeKind::compound;) {
    NodeId left = tree_.first_child(at);
    if (tree_.kind(left) == NodeKind::with) left = tree_.next_sibling(left);
    const NodeId right = tree_.next_sibling(left);
    if (tree_.kind(right) == NodeKind::select) selects.push_back(right);
    if (tree_.kind(left) == NodeKind::select) selects.push_back(left);
    at = left;
  }
  const bool is_name = tree_.kind(term) == NodeKind::column && tree_.first_child(term) == no_node;
  for (std::size_t i = selects.size(); i-- > 0;) {
    const NodeId results = tree_.child(selects[i], NodeKind::select_list);
    if (is_name && bind_to_result(term, results, true)) return;
    // Elsewhere the term must be one of the results and has the same meaning.
    for (const NodeId result : tree_.children(results)) {
      const NodeId value =
          tree_.kind(result) == NodeKind::aliased ? tree_.first_child(result) : result;
      if (equal(tree_, value, tree_, term)) return copy_meanings(value, term);
    }
    if (is_name && bind_to_result(term, results, false)) return;
  }
  const std::size_t problems = bindings_.problems_.size();
  static_cast<void>(expression(term, term, nowhere_, tables));
  if (is_name && bindings_.problems_.size() > problems) bindings_.problems_.resize(problems + 1);
}

void Binder::copy_meanings(NodeId from, NodeId to) {
  NodeId a = from, b = to;
  while (a != no_node && b != no_node) {
    if (tree_.kind(a) == NodeKind::column)
      bindings_.columns_[b.index()] = bindings_.columns_[a.index()];
    a = next_in_order(tree_, from, a);
    b = next_in_order(tree_, to, b);
  }
}

NodeId Binder::skip_collations(NodeId id) const {
  while (tree_.kind(id) == NodeKind::collate) id = tree_.first_child(id);
  return id;
}

void Binder::select(NodeId id, Scope *outer, CommonTables *tables, Relation *out) {
  Scope &scope = new_scope(outer);
  const NodeId from = tree_.child(id, NodeKind::from);
  if (from != no_node) later_sources(scope, from, tables);
  const NodeId distinct = tree_.child(id, NodeKind::distinct);
  const NodeId list = tree_.child(id, NodeKind::select_list);
  later_results(list, scope, tables, out);
  later({.task = Task::name_results, .id = list, .scope = &scope});
  if (distinct != no_node) later_expression(distinct, scope, tables);
  if (from != no_node)
    later({.task = Task::conditions, .id = from, .scope = &scope, .tables = tables});
  for (const NodeId child : tree_.children(id)) {
    switch (tree_.kind(child)) {
      case NodeKind::where:
      case NodeKind::having:
      case NodeKind::windows: later_expression(child, scope, tables); break;
      // These two do not see the surrounding queries.
      case NodeKind::group_by:
        later({.task = Task::set_outer, .scope = &scope});
        later_expression(child, scope, tables);
        later({.task = Task::set_outer, .scope = &scope, .outer = outer});
        break;
      case NodeKind::order_by:
        later({.task = Task::set_outer, .scope = &scope});
        for (const NodeId ordering : tree_.children(child)) {
          const NodeId term = skip_collations(tree_.first_child(ordering));
          const bool is_name =
              tree_.kind(term) == NodeKind::column && tree_.first_child(term) == no_node;
          // Here an alias takes precedence over a column.
          if (!is_name || !bind_to_result(term, list, true))
            later_expression(ordering, scope, tables);
        }
        later({.task = Task::set_outer, .scope = &scope, .outer = outer});
        break;
      case NodeKind::limit: later_expression(child, nowhere_, tables); break;
      default: break;
    }
  }
}

void Binder::later_results(NodeId list, Scope &scope, CommonTables *tables, Relation *out) {
  if (const NodeId first = tree_.first_child(list); first != no_node)
    later({.task = Task::results, .id = first, .scope = &scope, .tables = tables, .out = out});
}

void Binder::results(NodeId result, Scope &scope, CommonTables *tables, Relation *out) {
  for (; result != no_node; result = tree_.next_sibling(result)) {
    if (tree_.kind(result) == NodeKind::star) {
      star(result, scope, out);
      continue;
    }
    const NodeId value =
        tree_.kind(result) == NodeKind::aliased ? tree_.first_child(result) : result;
    if (!expression(value, value, scope, tables)) {
      if (out != nullptr) later({.task = Task::add_result, .id = result, .out = out});
      if (const NodeId next = tree_.next_sibling(result); next != no_node)
        later({.task = Task::results, .id = next, .scope = &scope, .tables = tables, .out = out});
      return;
    }
    if (out != nullptr) add_result(*out, result);
  }
}

void Binder::add_result(Relation &relation, NodeId result) const {
  if (tree_.kind(result) == NodeKind::aliased) {
    const NodeId value = tree_.first_child(result);
    add_result(relation, tree_.text(tree_.next_sibling(value)), value);
  } else {
    add_result(relation, name_of_result(result), result);
  }
}

std::string_view Binder::name_of_result(NodeId value) const {
  value = skip_collations(value);
  return tree_.kind(value) == NodeKind::column ? tree_.text(value) : tree_.source_of(value);
}

void Binder::add_result(Relation &relation, std::string_view name, NodeId expression) const {
  if (relation.names != no_node) {
    const NodeId renamed = tree_.child(relation.names, relation.columns.size());
    if (renamed != no_node) name = tree_.text(renamed);
  }
  relation.columns.push_back({name, expression});
}

void Binder::star(NodeId id, const Scope &scope, Relation *out) {
  const NodeId first = tree_.first_child(id);
  const NodeId qualifier = first == no_node ? no_node : tree_.last_child(id);
  bool found = false;
  for (const Source &source : scope.sources) {
    if (qualifier != no_node && !same_name(source.name, tree_.text(qualifier))) continue;
    found = true;
    if (source.open && out != nullptr) out->open = true;
    const std::size_t columns = column_count(source);
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::string_view name = column_name(source, column);
      // For columns that a join shares, only the left one counts.
      if (qualifier == no_node && shares(scope, source, name)) continue;
      const NodeId result =
          source.relation != nullptr ? source.relation->columns[column].expression : no_node;
      bindings_.implied_.push_back({id, source.node, source.table, column, result});
      if (out != nullptr) add_result(*out, name, result);
    }
  }
  if (found) return;
  if (qualifier == no_node) {
    problem(ProblemKind::unknown_star, id, "no tables specified");
  } else {
    problem(ProblemKind::unknown_star, id, "no such table: " + std::string(tree_.text(qualifier)));
  }
}

}  // namespace sluice::inline v0::sql
