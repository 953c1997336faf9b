/// Rules that drop parts of a query without effect.

#include <array>
#include <string_view>
#include <vector>

#include "affinity.hpp"
#include "query_facts.hpp"
#include "row_facts.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "sql/statistics.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

bool is_whole_number(std::string_view text, bool with_sign) {
  if (with_sign && text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || text.size() > 15 || (text.size() > 1 && text.front() == '0')) return false;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

struct DropIdleOrders {
  static std::string_view name() noexcept { return "drop_idle_orders"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    std::vector<NodeId> idle;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::limit && is_read_as_value(tree, tree.parent(id)) &&
          (passes_one(tree, id) || passes_all(tree, id))) {
        idle.push_back(id);
        continue;
      }
      if (tree.kind(id) != NodeKind::select || !returns_one_row(tree, id)) continue;
      for (const NodeId part : tree.children(id)) {
        if (tree.kind(part) == NodeKind::order_by ||
            (tree.kind(part) == NodeKind::limit && !is_read_as_value(tree, id) &&
             passes_one(tree, part))) {
          idle.push_back(part);
        }
      }
    }
    for (const NodeId part : idle) tree.remove(part);
    return !idle.empty();
  }

 private:
  /// Whether the only result is an aggregate, without groups.
  static bool returns_one_row(const SyntaxTree &tree, NodeId select) {
    if (tree.child(select, NodeKind::group_by) != no_node ||
        tree.child(select, NodeKind::having) != no_node) {
      return false;
    }
    bool found = false;
    walk(tree, tree.child(select, NodeKind::select_list), [&](NodeId id) {
      if (is_aggregate(tree, id)) found = true;
      return !found && !is_query(tree.kind(id));
    });
    return found;
  }
  /// Whether the query is a scalar subquery: SQLite only reads its first row.
  static bool is_read_as_value(const SyntaxTree &tree, NodeId query) {
    const NodeId subquery = tree.parent(query);
    if (subquery == no_node || tree.kind(subquery) != NodeKind::subquery) return false;
    const NodeId use = tree.parent(subquery);
    switch (tree.kind(use)) {
      case NodeKind::binary:
      case NodeKind::unary:
      case NodeKind::select_list:
      case NodeKind::between:
      case NodeKind::where:
      case NodeKind::function: return true;
      default: return false;
    }
  }
  static bool passes_all(const SyntaxTree &tree, NodeId limit) {
    const NodeId count = tree.first_child(limit);
    if (tree.next_sibling(count) != no_node || tree.kind(count) != NodeKind::unary ||
        tree[count].as<Operator>() != Operator::minus) {
      return false;
    }
    const NodeId number = tree.first_child(count);
    return tree.kind(number) == NodeKind::number && is_whole_number(tree.text(number), false) &&
           tree.text(number) != "0";
  }
  static bool passes_one(const SyntaxTree &tree, NodeId limit) {
    const NodeId count = tree.first_child(limit);
    return tree.next_sibling(count) == no_node && tree.kind(count) == NodeKind::number &&
           is_whole_number(tree.text(count), false) && tree.text(count) != "0";
  }
};

struct DropAggregatesOfKeys {
  static std::string_view name() noexcept { return "drop_aggregates_of_keys"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    std::vector<NodeId> needless;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::select) continue;
      const NodeId group_by = tree.child(id, NodeKind::group_by);
      // Without the aggregate, the groups are still there.
      if (group_by == no_node || rules::result_names_count(tree, id)) continue;
      const rules::RowFacts facts(tree, context, id);
      for (const NodeKind part : {NodeKind::select_list, NodeKind::having, NodeKind::order_by})
        find(tree, facts, tree.child(id, part), group_by, needless);
    }
    for (const NodeId call : needless) {
      const NodeId argument = tree.first_child(call);
      rules::become(tree, call, argument);
    }
    return !needless.empty();
  }

 private:
  static void find(const SyntaxTree &tree, const rules::RowFacts &facts, NodeId part,
                   NodeId group_by, std::vector<NodeId> &needless) {
    if (part == no_node) return;
    std::vector<rules::SourceColumn> keys;
    if (facts.known()) {
      for (const NodeId key : tree.children(group_by)) facts.add_columns(key, keys);
    }
    walk(tree, part, [&](NodeId id) {
      if (is_query(tree.kind(id))) return false;
      if (tree.kind(id) != NodeKind::function) return true;
      if (!same_name(tree.text(id), "min") && !same_name(tree.text(id), "max")) return true;
      const NodeId argument = tree.first_child(id);
      if (argument == no_node || tree.next_sibling(argument) != no_node ||
          tree.kind(argument) != NodeKind::column || tree[id].has(flag::qualified)) {
        return true;
      }
      for (const NodeId key : tree.children(group_by)) {
        if (!rules::same(tree, key, argument)) continue;
        needless.push_back(id);
        return false;
      }
      const rules::SourceColumn column =
          facts.known() ? facts.column(argument) : rules::SourceColumn();
      if (column.source != no_node && facts.determine(keys, column)) needless.push_back(id);
      return true;
    });
  }
};

struct CanonicalLiterals {
  static std::string_view name() noexcept { return "canonical_literals"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    const Bindings *bindings = context.bindings(tree);
    if (bindings == nullptr) return false;
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::binary) continue;
      const auto op = tree[id].as<Operator>();
      if (op < Operator::equal || op > Operator::is_not) continue;
      const NodeId left = tree.first_child(id), right = tree.last_child(id);
      for (const auto &[column, literal] : {std::pair(left, right), std::pair(right, left)}) {
        if (tree.kind(column) == NodeKind::column &&
            convert(tree, (*bindings)[column], *context.names(), literal)) {
          changed = true;
        }
      }
    }
    return changed;
  }

 private:
  /// Applies the conversion that SQLite does before a comparison: to a number for a numeric column,
  /// to text for a TEXT column.
  static bool convert(SyntaxTree &tree, const Binding &binding, const AnyNames &names,
                      NodeId literal) {
    if ((binding.meaning != Meaning::column && binding.meaning != Meaning::rowid) ||
        binding.column == no_position) {
      return false;
    }
    const Affinity affinity = affinity_of(names.column_type(binding.table, binding.column));
    Node &node = tree.at(literal);
    if (node.kind == NodeKind::string && affinity != Affinity::text && affinity != Affinity::blob &&
        is_whole_number(tree.text(literal), false)) {
      node.kind = NodeKind::number;
    } else if (node.kind == NodeKind::number && affinity == Affinity::text &&
               is_whole_number(tree.text(literal), false)) {
      node.kind = NodeKind::string;
    } else {
      return false;
    }
    node.flags = 0;
    return true;
  }
};

}  // namespace

AnyRewriteRule drop_idle_orders() { return DropIdleOrders(); }
AnyRewriteRule drop_aggregates_of_keys() { return DropAggregatesOfKeys(); }
AnyRewriteRule canonical_literals() { return CanonicalLiterals(); }

}  // namespace sluice::inline v0::sql
