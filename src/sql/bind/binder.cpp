#include "binder.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {

Bindings Binder::bind() && {
  if (tree_.root() != no_node) later({.task = Task::statement, .id = tree_.root()});
  while (!steps_.empty()) {
    const Step step = steps_.back();
    steps_.pop_back();
    const auto before = static_cast<std::ptrdiff_t>(steps_.size());
    take(step);
    std::reverse(steps_.begin() + before, steps_.end());  // the first one on top
  }
  return std::move(bindings_);
}

void Binder::take(const Step &step) {
  switch (step.task) {
    case Task::statement: return statement(step.id, step.outer, step.tables);
    case Task::query: return query(step.id, step.outer, step.tables, step.out);
    case Task::compound_ordering: return compound_ordering(step.id, step.tables);
    case Task::results: return results(step.id, *step.scope, step.tables, step.out);
    case Task::add_result: return add_result(*step.out, step.id);
    case Task::name_results: step.scope->results = step.id; return;
    case Task::set_outer: step.scope->outer = step.outer; return;
    case Task::sources: static_cast<void>(sources(*step.scope, step.id, step.tables)); return;
    case Task::join: return join(*step.scope, step.id, step.position);
    case Task::table: static_cast<void>(add_table(*step.scope, step.id, step.tables)); return;
    case Task::derived: return add_derived(*step.scope, step.id, *step.out);
    case Task::derived_join: return add_derived_join(*step.scope, step.id, *step.outer);
    case Task::conditions: return conditions(step.id, *step.scope, step.tables);
    case Task::expression:
      static_cast<void>(expression(step.id, step.at, *step.scope, step.tables));
      return;
    case Task::common_table: return bind_common_table(*step.tables, step.position);
    case Task::common_table_bound:
      step.tables->tables[step.position].state = CommonTableState::bound;
      return;
  }
}

void Binder::later_expression(NodeId id, Scope &scope, CommonTables *tables) {
  later({.task = Task::expression, .id = id, .at = id, .scope = &scope, .tables = tables});
}

Scope &Binder::new_scope(Scope *outer) {
  Scope &scope = scopes_.emplace_front();
  scope.outer = outer;
  return scope;
}

void Binder::statement(NodeId id, Scope *outer, CommonTables *tables) {
  switch (tree_.kind(id)) {
    case NodeKind::select:
    case NodeKind::compound:
    case NodeKind::values:
    case NodeKind::subquery: return query(id, outer, tables, nullptr);
    case NodeKind::explain:
      return later(
          {.task = Task::statement, .id = tree_.first_child(id), .outer = outer, .tables = tables});
    case NodeKind::insert_statement: return insert(id, outer, tables);
    case NodeKind::update_statement:
    case NodeKind::delete_statement: return change(id, outer, tables);
    case NodeKind::create_table:
    case NodeKind::create_view:
      for (const NodeId child : tree_.children(id)) {
        if (is_query(tree_.kind(child)))
          later({.task = Task::query, .id = child, .outer = outer, .tables = tables});
      }
      return;
    default: return;
  }
}

void Binder::insert(NodeId id, Scope *outer, CommonTables *tables) {
  CommonTables *const around = tables;
  NodeId child = open_with(id, outer, tables);
  Scope &scope = new_scope(outer);
  static_cast<void>(add_table(scope, child, nullptr));
  const Source target = scope.sources.back();
  for (child = tree_.next_sibling(child); child != no_node; child = tree_.next_sibling(child)) {
    switch (tree_.kind(child)) {
      case NodeKind::name_list: break;
      case NodeKind::upsert: {
        Scope &both = new_scope(outer);
        both.sources = scope.sources;
        Source &excluded = both.sources.emplace_back(target);
        excluded.name = "excluded";
        excluded.node = child;
        later_expression(child, both, tables);
        break;
      }
      case NodeKind::returning: later_results(child, scope, tables, nullptr); break;
      default: later({.task = Task::query, .id = child, .outer = outer, .tables = tables});
    }
  }
  if (tables != around) close_with(*tables);
}

void Binder::change(NodeId id, Scope *outer, CommonTables *tables) {
  CommonTables *const around = tables;
  NodeId child = open_with(id, outer, tables);
  Scope &scope = new_scope(outer);
  static_cast<void>(add_table(scope, child, nullptr));
  const NodeId from = tree_.child(id, NodeKind::from);
  if (from != no_node) later_sources(scope, from, tables);
  for (child = tree_.next_sibling(child); child != no_node; child = tree_.next_sibling(child)) {
    if (tree_.kind(child) == NodeKind::returning) {
      later_results(child, scope, tables, nullptr);
    } else if (tree_.kind(child) == NodeKind::from) {
      later({.task = Task::conditions, .id = child, .scope = &scope, .tables = tables});
    } else {
      later_expression(child, scope, tables);
    }
  }
  if (tables != around) close_with(*tables);
}

NodeId Binder::open_with(NodeId statement, Scope *outer, CommonTables *&tables) {
  const NodeId first = tree_.first_child(statement);
  if (first == no_node || tree_.kind(first) != NodeKind::with) return first;
  CommonTables &own = common_tables_.emplace_front();
  own.scope = outer;
  own.outer = tables;
  for (const NodeId child : tree_.children(first)) {
    CommonTable &table = own.tables.emplace_back();
    table.node = child;
    table.name = tree_.text(child);
  }
  tables = &own;
  return tree_.next_sibling(first);
}

void Binder::close_with(CommonTables &own) {
  for (std::size_t i = 0; i < own.tables.size(); ++i)
    later({.task = Task::common_table, .position = i, .tables = &own});
}

void Binder::bind_common_table(CommonTables &tables, std::size_t position) {
  CommonTable &table = tables.tables[position];
  if (table.state != CommonTableState::unbound) return;
  table.state = CommonTableState::binding;
  table.relation.names = tree_.child(table.node, NodeKind::name_list);
  const NodeId body = tree_.last_child(table.node);
  Step step{.task = Task::query, .id = body, .outer = tables.scope, .tables = &tables};
  if (is_query(tree_.kind(body)) || tree_.kind(body) == NodeKind::subquery) {
    step.out = &table.relation;
  } else {
    table.relation.open = true;
    step.task = Task::statement;
  }
  later(step);
  later({.task = Task::common_table_bound, .position = position, .tables = &tables});
}

CommonTable *Binder::find_common_table(std::string_view name, CommonTables *&tables) const {
  for (; tables != nullptr; tables = tables->outer) {
    for (CommonTable &table : tables->tables) {
      if (same_name(table.name, name)) return &table;
    }
  }
  return nullptr;
}

Bindings bind(const SyntaxTree &tree, AnyNames names) { return Binder(tree, names).bind(); }

}  // namespace sluice::inline v0::sql
