/// Rules about rows that are distinct anyway, and about counting and grouping.

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "query_facts.hpp"
#include "row_facts.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "sql/statistics.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

using rules::RowFacts;
using rules::SourceColumn;

/// Adds the columns that have one value per group.
void add_group_keys(const SyntaxTree &tree, const RowFacts &facts, NodeId select,
                    std::vector<SourceColumn> &into) {
  const NodeId group_by = tree.child(select, NodeKind::group_by);
  if (group_by == no_node) return;
  for (const NodeId key : tree.children(group_by)) facts.add_columns(key, into);
}

struct DropDistinct {
  static std::string_view name() noexcept { return "drop_distinct"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    const Bindings *bindings = nullptr;
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::select && tree.kind(id) != NodeKind::function) continue;
      const NodeId distinct = tree.child(id, NodeKind::distinct);
      if (distinct == no_node || tree.first_child(distinct) != no_node) continue;
      if (tree.kind(id) == NodeKind::select) {
        if (!rows_differ(tree, id) && !rules::is_read_as_set(tree, id) && !takes_first(tree, id) &&
            !have_key(tree, id, RowFacts(tree, context, id))) {
          continue;
        }
      } else if (same_name(tree.text(id), "min") || same_name(tree.text(id), "max")) {
        if (bindings == nullptr) bindings = context.bindings(tree);
        if (ties_bare_columns(tree, id, bindings)) continue;
      } else if (!takes_each_once(tree, context, id)) {
        continue;
      }
      tree.remove(distinct);
      changed = true;
    }
    return changed;
  }

 private:
  static bool rows_differ(const SyntaxTree &tree, NodeId select) {
    const NodeId group_by = tree.child(select, NodeKind::group_by);
    if (group_by == no_node) return rules::has_aggregate(tree, select);
    const auto before = [&tree](NodeId a, NodeId b) { return rules::compare(tree, a, b) < 0; };
    std::vector<NodeId> results;
    for (const NodeId result : tree.children(tree.child(select, NodeKind::select_list))) {
      const bool aliased = tree.kind(result) == NodeKind::aliased;
      results.push_back(rules::inside_parens(tree, aliased ? tree.first_child(result) : result));
    }
    std::sort(results.begin(), results.end(), before);
    for (NodeId key : tree.children(group_by)) {
      key = rules::inside_parens(tree, key);
      // A number is the position of a result; other expressions may be an alias.
      if (tree.kind(key) == NodeKind::number && tree.text(key) != rules::mask_text) continue;
      if (rules::has_mask(tree, key) || !rules::is_repeatable(tree, key) ||
          !std::binary_search(results.begin(), results.end(), key, before)) {
        return false;
      }
    }
    return true;
  }

  /// SQLite reads columns that are neither grouped nor aggregated from the row that `min` or `max`
  /// accepted last. With DISTINCT, it skips values that it has seen before it checks whether to
  /// accept them, but then also reads the columns of a row that repeats the last accepted value.
  static bool ties_bare_columns(const SyntaxTree &tree, NodeId call, const Bindings *bindings) {
    const NodeId select = ancestor(tree, call, NodeKind::select);
    if (select == no_node) return true;
    // An aggregate that only uses columns of an outer query belongs to that query.
    bool own = bindings != nullptr || ancestor(tree, select, NodeKind::select) == no_node;
    walk(tree, call, [&](NodeId id) {
      if (bindings != nullptr && tree.kind(id) == NodeKind::column && (*bindings)[id].levels > 0) {
        own = false;
      }
      return true;
    });
    if (!own) return true;
    const NodeId group_by = tree.child(select, NodeKind::group_by);
    for (const NodeKind part : {NodeKind::select_list, NodeKind::having, NodeKind::order_by}) {
      const NodeId top = tree.child(select, part);
      if (top != no_node && has_bare_column(tree, top, group_by, bindings)) return true;
    }
    return false;
  }

  static bool has_bare_column(const SyntaxTree &tree, NodeId top, NodeId group_by,
                              const Bindings *bindings) {
    bool found = false;
    const auto is_key = [&](NodeId id) {
      if (group_by == no_node) return false;
      for (const NodeId key : tree.children(group_by)) {
        if (rules::same(tree, rules::inside_parens(tree, key), id)) return true;
      }
      return false;
    };
    walk(tree, top, [&](NodeId id) {
      if (is_query(tree.kind(id))) {
        walk(tree, id, [&](NodeId inner) {
          const bool column = tree.kind(inner) == NodeKind::column;
          found = found || (column && (bindings == nullptr || (*bindings)[inner].levels > 0));
          return !found;
        });
        return false;
      }
      if (is_aggregate(tree, id)) return false;
      if (tree.kind(id) == NodeKind::column || tree.kind(id) == NodeKind::star) {
        found = found || !is_key(id);
      }
      return !found && (tree.kind(id) == NodeKind::column || id == top || !is_key(id));
    });
    return found;
  }

  /// Whether no two rows, or groups, have the same results.
  static bool have_key(const SyntaxTree &tree, NodeId select, const RowFacts &facts) {
    if (!facts.known()) return false;
    std::vector<SourceColumn> results;
    for (const NodeId result : tree.children(tree.child(select, NodeKind::select_list)))
      facts.add_columns(result, results);
    const NodeId group_by = tree.child(select, NodeKind::group_by);
    if (group_by == no_node) return facts.determine_row(results);
    // A column that is not grouped is read from one row of the group.
    for (const NodeId key : tree.children(group_by)) {
      const SourceColumn column = facts.column(key);
      if (column.source == no_node || !facts.determine(results, column)) return false;
    }
    return true;
  }

  /// Whether the query returns only the first row, in an order of what it returns.
  static bool takes_first(const SyntaxTree &tree, NodeId select) {
    const NodeId limit = tree.child(select, NodeKind::limit);
    if (limit == no_node) return false;
    const NodeId count = tree.first_child(limit);
    if (tree.next_sibling(count) != no_node || tree.kind(count) != NodeKind::number ||
        tree.text(count) != "1") {
      return false;
    }
    const NodeId order_by = tree.child(select, NodeKind::order_by);
    if (order_by == no_node) return true;
    for (const NodeId ordering : tree.children(order_by)) {
      const NodeId key = rules::inside_parens(tree, tree.first_child(ordering));
      bool found = false;
      for (NodeId result : tree.children(tree.child(select, NodeKind::select_list))) {
        if (tree.kind(result) == NodeKind::aliased) result = tree.first_child(result);
        found = found || rules::same(tree, key, rules::inside_parens(tree, result));
      }
      if (!found || !rules::is_repeatable(tree, key)) return false;
    }
    return true;
  }

  /// Whether each value occurs once among the rows of an aggregate.
  static bool takes_each_once(const SyntaxTree &tree, RewriteContext &context, NodeId call) {
    const NodeId argument = tree.next_sibling(tree.first_child(call));
    const NodeId select = ancestor(tree, call, NodeKind::select);
    if (!is_number_of_rows(tree.text(call)) || select == no_node || argument == no_node ||
        tree.kind(tree.first_child(call)) != NodeKind::distinct ||
        tree.next_sibling(argument) != no_node || tree[call].has(flag::qualified)) {
      return false;
    }
    const RowFacts facts(tree, context, select);
    if (!facts.known()) return false;
    std::vector<SourceColumn> given;
    facts.add_columns(argument, given);
    if (given.empty()) return false;
    add_group_keys(tree, facts, select, given);
    return facts.determine_row(given);
  }
  static bool is_number_of_rows(std::string_view name) {
    for (const std::string_view known : {"count", "sum", "avg", "total"}) {
      if (same_name(name, known)) return true;
    }
    return false;
  }
};

struct CanonicalCounts {
  static std::string_view name() noexcept { return "canonical_counts"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    NodeId known_select;
    std::optional<RowFacts> facts;
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::function || !same_name(tree.text(id), "count") ||
          tree[id].has(flag::qualified)) {
        continue;
      }
      const NodeId counted = tree.first_child(id);
      if (counted == no_node || has_other_arguments(tree, counted)) continue;
      if (!is_value(tree, counted)) {
        const NodeId select = ancestor(tree, id, NodeKind::select);
        if (tree.kind(counted) != NodeKind::column || select == no_node) continue;
        if (!facts || select != known_select) {
          facts.emplace(tree, context, select);
          known_select = select;
        }
        if (!facts->known()) continue;
        const SourceColumn column = facts->column(counted);
        if (column.source == no_node || !facts->is_never_null(column)) continue;
      }
      Node &node = tree.at(counted);
      node.kind = NodeKind::star;
      node.op = 0;
      node.flags = 0;
      node.text_size = 0;
      node.first_child = no_node;
      changed = true;
    }
    return changed;
  }

 private:
  static bool is_value(const SyntaxTree &tree, NodeId id) noexcept {
    switch (tree.kind(id)) {
      case NodeKind::number: return tree.text(id) != rules::mask_text;
      case NodeKind::string:
      case NodeKind::blob:
      case NodeKind::boolean: return true;
      default: return false;
    }
  }
  static bool has_other_arguments(const SyntaxTree &tree, NodeId first) noexcept {
    const NodeId next = tree.next_sibling(first);
    return tree.kind(first) == NodeKind::distinct ||
           (next != no_node && tree.kind(next) != NodeKind::filter &&
            tree.kind(next) != NodeKind::over);
  }
};

struct DropRepeatedKeys {
  static std::string_view name() noexcept { return "drop_repeated_keys"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::group_by || tree.kind(id) == NodeKind::order_by) {
        if (drop_repeated(tree, id)) changed = true;
      } else if (is_query(tree.kind(id)) && rules::is_read_as_set(tree, id)) {
        if (drop_order(tree, id)) changed = true;
      }
    }
    return changed;
  }

 private:
  static bool drop_order(SyntaxTree &tree, NodeId query) {
    const NodeId order_by = tree.child(query, NodeKind::order_by);
    const NodeId distinct = tree.child(query, NodeKind::distinct);
    // PostgreSQL's DISTINCT ON keeps the first row of each group.
    if (order_by == no_node || (distinct != no_node && tree.first_child(distinct) != no_node))
      return false;
    tree.remove(order_by);
    return true;
  }

  static bool drop_repeated(SyntaxTree &tree, NodeId keys) {
    std::vector<NodeId> all;
    for (const NodeId key : tree.children(keys)) all.push_back(key);
    if (all.size() < 2) return false;
    const auto expression = [&](std::size_t i) {
      const bool ordering = tree.kind(all[i]) == NodeKind::ordering;
      return rules::inside_parens(tree, ordering ? tree.first_child(all[i]) : all[i]);
    };
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return rules::compare(tree, expression(a), expression(b)) < 0;
    });
    std::vector<char> repeated(all.size());
    bool any = false;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (!rules::same(tree, expression(order[i - 1]), expression(order[i])) ||
          !rules::is_repeatable(tree, expression(order[i]))) {
        continue;
      }
      repeated[order[i]] = 1;
      any = true;
    }
    if (!any) return false;
    std::vector<NodeId> kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (repeated[i] == 0) kept.push_back(all[i]);
    }
    rules::set_children(tree, keys, kept);
    return true;
  }
};

struct CanonicalExists {
  static std::string_view name() noexcept { return "canonical_exists"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    std::vector<NodeId> lists;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::exists) continue;
      const NodeId select = tree.first_child(id);
      if (tree.kind(select) == NodeKind::select && only_asks(tree, select))
        lists.push_back(tree.child(select, NodeKind::select_list));
    }
    for (const NodeId list : lists)
      rules::set_children(tree, list, std::array{tree.add(NodeKind::number, "1")});
    return !lists.empty();
  }

 private:
  static bool only_asks(const SyntaxTree &tree, NodeId select) {
    for (const NodeId part : tree.children(select)) {
      switch (tree.kind(part)) {
        case NodeKind::with:
        case NodeKind::select_list:
        case NodeKind::from:
        case NodeKind::where: break;
        default: return false;
      }
    }
    const NodeId list = tree.child(select, NodeKind::select_list);
    if (tree.kind(tree.first_child(list)) == NodeKind::number &&
        tree.next_sibling(tree.first_child(list)) == no_node) {
      return false;
    }
    for (const NodeId result : tree.children(list)) {
      if (tree.kind(result) == NodeKind::aliased) return false;
    }
    return !rules::has_aggregate(tree, select);
  }
};

}  // namespace

AnyRewriteRule drop_distinct() { return DropDistinct(); }
AnyRewriteRule canonical_counts() { return CanonicalCounts(); }
AnyRewriteRule drop_repeated_keys() { return DropRepeatedKeys(); }
AnyRewriteRule canonical_exists() { return CanonicalExists(); }

}  // namespace sluice::inline v0::sql
