#include "binder.hpp"

#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {

std::size_t Binder::column_count(const Source &source) const {
  if (source.relation != nullptr) return source.relation->columns.size();
  return source.table == no_position ? 0 : names_.column_count(source.table);
}

std::string_view Binder::column_name(const Source &source, std::uint32_t column) const {
  return source.relation != nullptr ? source.relation->columns[column].name
                                    : names_.column_name(source.table, column);
}

std::optional<std::uint32_t> Binder::find_column(const Source &source,
                                                 std::string_view name) const {
  const std::size_t columns = column_count(source);
  for (std::uint32_t column = 0; column < columns; ++column) {
    if (same_name(column_name(source, column), name)) return column;
  }
  return std::nullopt;
}

bool Binder::shares(const Scope &scope, const Source &source, std::string_view name) const {
  for (const NodeId shared : tree_.children(source.shared)) {
    if (same_name(tree_.text(shared), name)) return true;
  }
  if (!source.natural || !find_column(source, name)) return false;
  for (const Source &left : scope.sources) {
    if (&left == &source) return false;
    if (find_column(left, name)) return true;
  }
  return false;
}

void Binder::later_sources(Scope &scope, NodeId list, CommonTables *tables) {
  if (const NodeId first = tree_.first_child(list); first != no_node)
    later({.task = Task::sources, .id = first, .scope = &scope, .tables = tables});
}

bool Binder::sources(Scope &scope, NodeId item, CommonTables *tables) {
  for (; item != no_node; item = tree_.next_sibling(item)) {
    const NodeKind kind = tree_.kind(item);
    if (kind == NodeKind::alias) continue;
    const bool is_join = kind == NodeKind::join;
    const std::size_t before = scope.sources.size();
    const bool is_done = source(scope, is_join ? tree_.first_child(item) : item, tables);
    if (is_done) {
      if (is_join) join(scope, item, before);
      continue;
    }
    if (is_join) later({.task = Task::join, .id = item, .position = before, .scope = &scope});
    if (const NodeId next = tree_.next_sibling(item); next != no_node)
      later({.task = Task::sources, .id = next, .scope = &scope, .tables = tables});
    return false;
  }
  return true;
}

bool Binder::source(Scope &scope, NodeId id, CommonTables *tables) {
  switch (tree_.kind(id)) {
    case NodeKind::table: return add_table(scope, id, tables);
    case NodeKind::subquery: {
      Relation &relation = relations_.emplace_back();
      const NodeId alias = tree_.child(id, NodeKind::alias);
      if (alias != no_node) relation.names = tree_.child(alias, NodeKind::name_list);
      const bool lateral = tree_[id].has(flag::lateral);
      later({.task = Task::query,
             .id = tree_.first_child(id),
             .outer = lateral ? &scope : scope.outer,
             .tables = tables,
             .out = &relation});
      later({.task = Task::derived, .id = id, .scope = &scope, .out = &relation});
      return false;
    }
    case NodeKind::join_tree: {
      if (tree_.child(id, NodeKind::alias) == no_node) {
        later_sources(scope, id, tables);
        return false;
      }
      // With an alias it is a derived table: SELECT * FROM the sources inside.
      Scope &inner = new_scope(scope.outer);
      later_sources(inner, id, tables);
      later({.task = Task::conditions, .id = id, .scope = &inner, .tables = tables});
      later({.task = Task::derived_join, .id = id, .scope = &scope, .outer = &inner});
      return false;
    }
    case NodeKind::table_function: {
      const NodeId alias = tree_.child(id, NodeKind::alias);
      Source &added = scope.sources.emplace_back();
      added.node = id;
      added.name = tree_.text(alias == no_node ? id : alias);
      added.open = true;
      return true;
    }
    default: return true;
  }
}

void Binder::add_derived_join(Scope &scope, NodeId id, const Scope &inner) {
  Relation &relation = relations_.emplace_back();
  for (const Source &part : inner.sources) {
    relation.open = relation.open || part.open;
    const std::size_t columns = column_count(part);
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::string_view name = column_name(part, column);
      if (shares(inner, part, name)) continue;
      const NodeId result =
          part.relation != nullptr ? part.relation->columns[column].expression : no_node;
      bindings_.implied_.push_back({id, part.node, part.table, column, result});
      relation.columns.push_back({name, result});
    }
  }
  add_derived(scope, id, relation);
}

void Binder::add_derived(Scope &scope, NodeId id, const Relation &relation) {
  Source &added = scope.sources.emplace_back();
  added.node = id;
  if (const NodeId alias = tree_.child(id, NodeKind::alias); alias != no_node)
    added.name = tree_.text(alias);
  added.relation = &relation;
  added.open = relation.open;
}

bool Binder::add_table(Scope &scope, NodeId id, CommonTables *tables) {
  const NodeId first = tree_.first_child(id);
  const bool qualified = first != no_node && tree_.kind(first) == NodeKind::name;
  CommonTables *among = tables;
  const CommonTable *common = qualified ? nullptr : find_common_table(tree_.text(id), among);
  if (common != nullptr && common->state == CommonTableState::unbound) {
    later({.task = Task::common_table,
           .position = static_cast<std::size_t>(common - among->tables.data()),
           .tables = among});
    later({.task = Task::table, .id = id, .scope = &scope, .tables = tables});
    return false;
  }
  const NodeId alias = tree_.child(id, NodeKind::alias);
  Source added;
  added.node = id;
  added.name = tree_.text(alias == no_node ? id : alias);
  // `schema.t` or `database.schema.t`
  for (NodeId name = qualified ? first : no_node;
       name != no_node && tree_.kind(name) == NodeKind::name; name = tree_.next_sibling(name)) {
    added.schema = tree_.text(name);
  }
  SourceBinding &binding = bindings_.sources_[id.index()];
  if (common != nullptr) {
    binding.common_table = common->node;
    added.relation = &common->relation;
    // Within its own definition, the columns are unknown until its first term is bound.
    added.open = common->relation.open ||
                 (common->state == CommonTableState::binding && common->relation.columns.empty());
  } else if (const auto table = names_.find_table(added.schema, tree_.text(id))) {
    binding.table = *table;
    added.table = *table;
  } else {
    added.open = true;
    problem(ProblemKind::unknown_table, id, "no such table: " + std::string(tree_.text(id)));
  }
  scope.sources.push_back(added);
  return true;
}

void Binder::join(Scope &scope, NodeId id, std::size_t first) {
  if (scope.sources.size() == first) return;  // it adds none
  const Node &node = tree_[id];
  Source &brought = scope.sources[first];
  brought.join = id;
  brought.kind = node.as<JoinKind>();
  brought.natural = node.has(flag::natural);
  brought.shared = tree_.child(id, NodeKind::using_names);
  if (brought.shared != no_node) {
    for (const NodeId name : tree_.children(brought.shared))
      share(scope, first, brought.shared, tree_.text(name), name);
  } else if (brought.natural) {
    const std::size_t columns = column_count(brought);
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::string_view name = column_name(brought, column);
      if (shares(scope, brought, name)) share(scope, first, id, name, no_node);
    }
  }
}

void Binder::share(const Scope &scope, std::size_t right, NodeId node, std::string_view name,
                   NodeId asked) {
  const Source &brought = scope.sources[right];
  bool left_has = false, left_open = false;
  for (std::size_t i = 0; i < right; ++i) {
    const Source &left = scope.sources[i];
    left_open = left_open || left.open;
    if (const auto column = find_column(left, name)) {
      imply(node, left, *column);
      left_has = true;
      break;
    }
  }
  const auto column = find_column(brought, name);
  if (column) imply(node, brought, *column);
  if (asked != no_node && ((!column && !brought.open) || (!left_has && !left_open))) {
    problem(ProblemKind::unknown_column, asked,
            "cannot join using column " + std::string(name) +
                " - column not present in both tables");
  }
}

void Binder::imply(NodeId node, const Source &source, std::uint32_t column) {
  const NodeId result =
      source.relation != nullptr ? source.relation->columns[column].expression : no_node;
  bindings_.implied_.push_back({node, source.node, source.table, column, result});
}

void Binder::conditions(NodeId list, Scope &scope, CommonTables *tables) {
  for (const NodeId child : tree_.children(list)) {
    const NodeId item = tree_.kind(child) == NodeKind::join ? tree_.first_child(child) : child;
    if (tree_.kind(item) == NodeKind::table_function) {
      for (const NodeId argument : tree_.children(item)) later_expression(argument, scope, tables);
    } else if (tree_.kind(item) == NodeKind::join_tree &&
               tree_.child(item, NodeKind::alias) == no_node) {
      later({.task = Task::conditions, .id = item, .scope = &scope, .tables = tables});
    }
    if (tree_.kind(child) != NodeKind::join) continue;
    if (const NodeId on = tree_.child(child, NodeKind::on); on != no_node)
      later_expression(on, scope, tables);
  }
}

}  // namespace sluice::inline v0::sql
