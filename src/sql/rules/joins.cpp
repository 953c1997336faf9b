/// The order of sources and the places of their join conditions.

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "conjunctions.hpp"
#include "query_facts.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

using rules::InnerJoins;
using rules::is_equation_of_columns;
using rules::Reach;

/// Joins a source with the conditions of its `on`, or of a new ON if it has none.
void set_join(SyntaxTree &tree, NodeId join, NodeId source, NodeId on,
              std::span<const NodeId> conditions) {
  if (conditions.empty()) {
    rules::set_children(tree, join, std::array{source});
    return;
  }
  if (on == no_node) on = tree.add(NodeKind::on);
  rules::set_children(tree, on, std::array{rules::conjunction(tree, conditions)});
  rules::set_children(tree, join, std::array{source, on});
}

struct SortJoins {
  OpenRows open_rows;

  static std::string_view name() noexcept { return "sort_joins"; }

  bool apply(SyntaxTree &tree, RewriteContext &context) const {
    const Bindings *bindings = context.bindings(tree);
    if (bindings == nullptr) return false;
    bool changed = false;
    for (const NodeId select : rules::selects_with_joins(tree)) {
      if (reads_all(tree, select) ||
          (open_rows == OpenRows::stay && rules::row_order_counts(tree, select))) {
        continue;
      }
      if (sort(tree, *bindings, tree.child(select, NodeKind::from), context.column_collations()))
        changed = true;
    }
    return changed;
  }

 private:
  static bool reads_all(const SyntaxTree &tree, NodeId select) {
    for (const NodeId result : tree.children(tree.child(select, NodeKind::select_list))) {
      if (tree.kind(result) == NodeKind::star && tree.first_child(result) == no_node) return true;
    }
    return false;
  }

  static bool sort(SyntaxTree &tree, const Bindings &bindings, NodeId from,
                   bool column_collations) {
    const InnerJoins joins = rules::inner_joins(tree, from);
    if (joins.sources.empty()) return false;
    std::vector<std::size_t> order(joins.sources.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return comes_before(tree, joins.sources[a], joins.sources[b]);
    });
    std::unordered_map<std::uint32_t, std::size_t> positions;
    for (std::size_t i = 0; i < order.size(); ++i) positions[joins.sources[order[i]].value] = i;

    std::vector<std::vector<NodeId>> behind(joins.joins.size());
    bool changed = !std::is_sorted(order.begin(), order.end());
    for (std::size_t i = 0; i < joins.conditions.size(); ++i) {
      Reach reach;
      if (!rules::reach_of(tree, bindings, joins.conditions[i], positions, reach)) return false;
      const std::size_t join = reach.last == 0 ? 0 : reach.last - 1;
      if (join != joins.where[i]) changed = true;
      behind[join].push_back(joins.conditions[i]);
    }
    for (const NodeId condition : joins.conditions) {
      if (swap_columns(tree, condition, column_collations)) changed = true;
    }
    for (std::vector<NodeId> &conditions : behind) {
      const auto before = [&tree](NodeId a, NodeId b) { return rules::compare(tree, a, b) < 0; };
      if (!std::is_sorted(conditions.begin(), conditions.end(), before)) changed = true;
      std::stable_sort(conditions.begin(), conditions.end(), before);
    }
    if (!changed) return false;

    std::vector<NodeId> parts = {joins.sources[order[0]]};
    for (std::size_t i = 0; i < joins.joins.size(); ++i) {
      set_join(tree, joins.joins[i], joins.sources[order[i + 1]], joins.ons[i], behind[i]);
      parts.push_back(joins.joins[i]);
    }
    rules::set_children(tree, from, parts);
    return true;
  }

  /// Tables sorted by name, then derived tables by content.
  static bool comes_before(const SyntaxTree &tree, NodeId a, NodeId b) {
    const bool table_a = tree.kind(a) == NodeKind::table, table_b = tree.kind(b) == NodeKind::table;
    if (table_a != table_b) return table_a;
    if (!table_a) return rules::compare(tree, tree.first_child(a), tree.first_child(b)) < 0;
    return lower_ascii(tree.text(a)) < lower_ascii(tree.text(b));
  }

  static bool swap_columns(SyntaxTree &tree, NodeId condition, bool column_collations) {
    if (column_collations || !is_equation_of_columns(tree, condition)) return false;
    const NodeId equation = rules::inside_parens(tree, condition);
    const NodeId left = tree.first_child(equation), right = tree.next_sibling(left);
    if (rules::compare(tree, left, right) <= 0) return false;
    rules::set_children(tree, equation, std::array{right, left});
    return true;
  }
};

struct CanonicalJoinConditions {
  static std::string_view name() noexcept { return "canonical_join_conditions"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    const Bindings *bindings = context.bindings(tree);
    if (bindings == nullptr) return false;
    bool changed = false;
    for (const NodeId select : rules::selects_with_joins(tree)) {
      if (settle(tree, *bindings, select)) changed = true;
    }
    return changed;
  }

 private:
  static bool settle(SyntaxTree &tree, const Bindings &bindings, NodeId select) {
    const NodeId from = tree.child(select, NodeKind::from);
    InnerJoins joins = rules::inner_joins(tree, from);
    if (joins.sources.empty()) return false;
    const std::size_t in_where = joins.joins.size();  // represents WHERE as a place for conditions
    const NodeId where = tree.child(select, NodeKind::where);
    if (where != no_node) {
      rules::collect_operands(tree, tree.first_child(where), Operator::logical_and,
                              joins.conditions);
      joins.where.resize(joins.conditions.size(), in_where);
    }
    if (joins.conditions.size() > rules::max_conditions) return false;

    std::unordered_map<std::uint32_t, std::size_t> positions;
    for (std::size_t i = 0; i < joins.sources.size(); ++i) positions[joins.sources[i].value] = i;
    std::vector<std::vector<NodeId>> behind(in_where + 1);
    bool changed = false;
    for (std::size_t i = 0; i < joins.conditions.size(); ++i) {
      const NodeId condition = joins.conditions[i];
      std::size_t place = in_where;
      Reach reach;
      if (!rules::reach_of(tree, bindings, condition, positions, reach)) return false;
      if (is_equation_of_columns(tree, condition) && reach.count == 2) place = reach.last - 1;
      if (place != joins.where[i]) changed = true;
      behind[place].push_back(condition);
    }
    if (!changed) return false;
    for (std::size_t i = 0; i < in_where; ++i)
      set_join(tree, joins.joins[i], joins.sources[i + 1], joins.ons[i], behind[i]);
    rules::set_where(tree, select, behind[in_where]);
    return true;
  }
};

}  // namespace

AnyRewriteRule sort_joins(OpenRows open_rows) { return SortJoins{open_rows}; }
AnyRewriteRule canonical_join_conditions() { return CanonicalJoinConditions(); }

}  // namespace sluice::inline v0::sql
