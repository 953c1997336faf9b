#include "binder.hpp"

#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {
namespace {

bool is_row_number(std::string_view name) noexcept {
  return same_name(name, "rowid") || same_name(name, "oid") || same_name(name, "_rowid_");
}

/// The INTEGER PRIMARY KEY, which is an alias of the row number.
std::uint32_t row_number_of(const AnyNames &names, std::uint32_t table) {
  const auto key = names.primary_key(table);
  if (key.size() != 1 || !same_name(names.column_type(table, key[0]), "integer"))
    return no_position;
  return key[0];
}

}  // namespace

bool Binder::expression(NodeId id, NodeId at, Scope &scope, CommonTables *tables) {
  while (at != no_node) {
    bool is_done = true;
    switch (tree_.kind(at)) {
      case NodeKind::column: column(at, scope); break;
      case NodeKind::name:
      case NodeKind::alias: break;
      case NodeKind::subquery:
      case NodeKind::select:
      case NodeKind::compound:
      case NodeKind::values:
        later({.task = Task::query, .id = at, .outer = &scope, .tables = tables});
        is_done = false;
        break;
      case NodeKind::table:  // after IN
        is_done = add_table(new_scope(nullptr), at, tables);
        break;
      default: at = next_in_order(tree_, id, at); continue;
    }
    at = next_beyond(tree_, id, at);
    if (is_done) continue;
    if (at != no_node)
      later({.task = Task::expression, .id = id, .at = at, .scope = &scope, .tables = tables});
    return false;
  }
  return true;
}

void Binder::column(NodeId id, const Scope &innermost) {
  const std::string_view name = tree_.text(id);
  const NodeId first = tree_.first_child(id);
  const NodeId second = first == no_node ? no_node : tree_.next_sibling(first);
  const NodeId table = second == no_node ? first : second;
  const std::string_view qualifier = table == no_node ? std::string_view() : tree_.text(table);
  const std::string_view schema = second == no_node ? std::string_view() : tree_.text(first);
  std::uint16_t levels = 0;
  for (const Scope *scope = &innermost; scope != nullptr; scope = scope->outer, ++levels) {
    Binding binding;
    binding.levels = levels;
    const std::size_t matches = find_in(*scope, schema, qualifier, name, binding);
    if (matches > 0) {
      if (matches > 1)
        problem(ProblemKind::ambiguous_column, id,
                "ambiguous column name: " + std::string(tree_.source_of(id)));
      bindings_.columns_[id.index()] = binding;
      return;
    }
    if (table == no_node && scope->results != no_node && bind_to_result(id, scope->results, true)) {
      bindings_.columns_[id.index()].levels = levels;
      return;
    }
  }
  Binding &binding = bindings_.columns_[id.index()];
  const Node &node = tree_[id];
  if (first == no_node && (node.flags & flag::quoted) == flag::double_quoted) {
    binding.meaning = Meaning::string;
    return;
  }
  if (bind_to_open_source(id, innermost, qualifier)) return;
  problem(ProblemKind::unknown_column, id, "no such column: " + std::string(tree_.source_of(id)));
}

std::size_t Binder::find_in(const Scope &scope, std::string_view schema, std::string_view qualifier,
                            std::string_view name, Binding &binding) const {
  std::size_t matches = 0, tables = 0;
  const Source *only = nullptr;
  for (const Source &source : scope.sources) {
    if (!qualifier.empty() && !same_name(source.name, qualifier)) continue;
    if (!schema.empty() && !source.schema.empty() && !same_name(source.schema, schema)) continue;
    if (source.table != no_position) {
      ++tables;
      only = &source;
    }
    const auto column = find_column(source, name);
    if (!column) continue;
    if (matches > 0 && shares(scope, source, name)) {
      if (source.kind != JoinKind::right) continue;  // the leftmost one represents all
      matches = 0;
    }
    if (++matches > 1) continue;
    bind_to(binding, source, *column);
  }
  if (matches == 0 && tables == 1 && is_row_number(name)) {
    binding.meaning = Meaning::rowid;
    binding.source = only->node;
    binding.table = only->table;
    binding.column = row_number_of(names_, only->table);
    return 1;
  }
  return matches;
}

void Binder::bind_to(Binding &binding, const Source &source, std::uint32_t column) const {
  binding.source = source.node;
  binding.column = column;
  binding.table = source.table;
  if (source.relation != nullptr) {
    binding.meaning = Meaning::derived;
    binding.result = source.relation->columns[column].expression;
  } else if (tree_.kind(source.node) == NodeKind::upsert) {
    binding.meaning = Meaning::excluded;
  } else {
    binding.meaning =
        row_number_of(names_, source.table) == column ? Meaning::rowid : Meaning::column;
  }
}

bool Binder::bind_to_result(NodeId id, NodeId list, bool by_alias) {
  std::uint32_t position = 0;
  for (const NodeId result : tree_.children(list)) {
    const bool aliased = tree_.kind(result) == NodeKind::aliased;
    const NodeId value = aliased ? tree_.first_child(result) : result;
    const NodeId alias = aliased ? tree_.next_sibling(value) : no_node;
    const bool found = by_alias ? aliased && same_name(tree_.text(alias), tree_.text(id))
                                : !aliased && tree_.kind(value) == NodeKind::column &&
                                      same_name(tree_.text(value), tree_.text(id));
    if (found) {
      Binding &binding = bindings_.columns_[id.index()];
      binding = Binding{};
      binding.meaning = Meaning::result;
      binding.column = position;
      binding.result = value;
      return true;
    }
    ++position;
  }
  return false;
}

bool Binder::bind_to_open_source(NodeId id, const Scope &innermost, std::string_view qualifier) {
  std::uint16_t levels = 0;
  for (const Scope *scope = &innermost; scope != nullptr; scope = scope->outer, ++levels) {
    for (const Source &source : scope->sources) {
      if (!source.open || (!qualifier.empty() && !same_name(source.name, qualifier))) continue;
      Binding &binding = bindings_.columns_[id.index()];
      binding.meaning = Meaning::derived;
      binding.levels = levels;
      binding.source = source.node;
      return true;
    }
  }
  return false;
}

void Binder::problem(ProblemKind kind, NodeId node, std::string message) {
  bindings_.problems_.push_back({kind, node, std::move(message)});
}

}  // namespace sluice::inline v0::sql
