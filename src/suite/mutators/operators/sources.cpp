/// Operators on joins, and on which column of which table is meant.

#include <algorithm>

#include "operators.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/key_facts.hpp"
#include "sluice/sql/visit.hpp"
#include "sql/rules/tree_edit.hpp"

namespace sluice::inline v0::suite_detail::operators {
namespace {

using sql::JoinKind;

constexpr std::size_t max_siblings = 4;

bool stands_in_on(const SyntaxTree &tree, NodeId id) noexcept {
  const NodeId clause = clause_of(tree, id);
  return clause != no_node && tree.kind(clause) == NodeKind::on;
}

bool is_aggregated(const SyntaxTree &tree, NodeId id) noexcept {
  return names_aggregate(tree, tree.parent(id));
}

/// Replaces a column with each of these columns of the same source.
void give_columns(TreeEdits &edits, NodeId column, const std::vector<std::string_view> &names) {
  const sql::Binding &meaning = edits.meanings()[column];
  std::string_view qualifier;
  if (edits.tree().first_child(column) == no_node) {
    // Without a qualifier, the other name may be ambiguous.
    const auto tables = edits.tables_of(edits.select_of(column));
    for (const FromTable &from : tables) {
      if (from.node == meaning.source && tables.size() > 1) qualifier = from.qualifier;
    }
  }
  for (const std::string_view name : names) {
    if (!edits.wanted()) return;
    SyntaxTree &tree = edits.copy();
    if (qualifier.empty()) {
      sql::rules::rename(tree, column, name);
    } else {
      put(tree, column, add_column(tree, qualifier, name));
    }
    edits.give(column);
  }
}

template <class Choose>
void give_siblings(TreeEdits &edits, Choose chosen) {
  for (const NodeId column : edits.all(NodeKind::column)) {
    if (!edits.wanted()) return;
    if (!edits.is_column(column) || !chosen(column)) continue;
    const sql::Binding &meaning = edits.meanings()[column];
    give_columns(edits, column, edits.siblings_of(meaning.table, meaning.column, max_siblings));
  }
}

/// Columns that refer to a column, or that it refers to.
std::vector<sql::KeyColumn> twins_of(const Database &database, sql::KeyColumn column) {
  std::vector<sql::KeyColumn> twins;
  for (const ForeignKey &key : database.foreign_keys()) {
    for (std::size_t i = 0; i < key.columns.size(); ++i) {
      const sql::KeyColumn from = {key.table, key.columns[i]};
      const sql::KeyColumn to = {key.referenced_table, key.referenced_columns[i]};
      if (from == column) twins.push_back(to);
      if (to == column) twins.push_back(from);
    }
  }
  return twins;
}

}  // namespace

void join_kind(TreeEdits &edits) {
  for (const NodeId join : edits.all(NodeKind::join)) {
    const SyntaxTree &gold = edits.tree();
    const auto kind = gold[join].as<JoinKind>();
    const bool inner = kind != JoinKind::left && kind != JoinKind::right && kind != JoinKind::full;
    const bool conditioned = gold.child(join, NodeKind::on) != no_node ||
                             gold.child(join, NodeKind::using_names) != no_node ||
                             gold[join].has(sql::flag::natural);
    if (inner && !conditioned) continue;
    for (const JoinKind other : {JoinKind::plain, JoinKind::left, JoinKind::right}) {
      if (other == kind || (other == JoinKind::plain && inner)) continue;
      SyntaxTree &tree = edits.copy();
      tree.at(join).op = static_cast<std::uint8_t>(other);
      tree.at(join).flags &= static_cast<std::uint16_t>(~sql::flag::outer);
      edits.give(join);
    }
  }
}

void join_column(TreeEdits &edits) {
  give_siblings(edits, [&](NodeId column) { return stands_in_on(edits.tree(), column); });
}

void sibling_column(TreeEdits &edits) {
  give_siblings(edits, [&](NodeId column) {
    return !stands_in_on(edits.tree(), column) && !is_aggregated(edits.tree(), column);
  });
}

void aggregate_argument(TreeEdits &edits) {
  give_siblings(edits, [&](NodeId column) { return is_aggregated(edits.tree(), column); });
}

void foreign_key_twin(TreeEdits &edits) {
  for (const NodeId column : edits.all(NodeKind::column)) {
    if (!edits.is_column(column) || stands_in_on(edits.tree(), column)) continue;
    const sql::Binding &meaning = edits.meanings()[column];
    const auto twins = twins_of(edits.database(), {meaning.table, meaning.column});
    if (twins.empty()) continue;
    for (const FromTable &from : edits.tables_of(edits.select_of(column))) {
      if (from.node == meaning.source) continue;
      for (const sql::KeyColumn twin : twins) {
        if (twin.table != from.table) continue;
        if (!edits.wanted()) return;
        const Table &table = edits.database().tables()[twin.table];
        SyntaxTree &tree = edits.copy();
        put(tree, column, add_column(tree, from.qualifier, table.columns[twin.column].name));
        edits.give(column);
      }
    }
  }
}

void correlation_dropped(TreeEdits &edits) {
  for (const NodeId column : edits.all(NodeKind::column)) {
    if (edits.meanings()[column].levels == 0) continue;
    if (!edits.wanted()) return;
    if (const NodeId condition = condition_of(edits.tree(), column); condition != no_node) {
      take_condition(edits.copy(), condition);
      edits.give(condition);
    }
    // The inner query's own column of the same name.
    for (const FromTable &from : edits.tables_of(edits.select_of(column))) {
      const auto columns = edits.database().tables()[from.table].columns;
      const std::string_view name = edits.tree().text(column);
      if (std::none_of(columns.begin(), columns.end(),
                       [name](const Column &of) { return same_name(of.name, name); }))
        continue;
      SyntaxTree &tree = edits.copy();
      put(tree, column, add_column(tree, from.qualifier, name));
      edits.give(column);
    }
  }
}

}  // namespace sluice::inline v0::suite_detail::operators
