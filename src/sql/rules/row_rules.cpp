/// Drops what the rows that a query reads already imply.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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

struct DropDeterminedKeys {
  static std::string_view name() noexcept { return "drop_determined_keys"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::group_by || tree.kind(tree.parent(id)) != NodeKind::select)
        continue;
      const std::size_t keys = tree.count_children(id);
      if (keys < 2 || keys > max_keys) continue;
      const RowFacts facts(tree, context, tree.parent(id));
      if (facts.known() && drop(tree, context, facts, id)) changed = true;
    }
    return changed;
  }

 private:
  static constexpr std::size_t max_keys = 16;

  static bool drop(SyntaxTree &tree, const RewriteContext &context, const RowFacts &facts,
                   NodeId group_by) {
    std::vector<NodeId> keys;
    for (const NodeId key : tree.children(group_by)) keys.push_back(key);
    // Tries keys of tables last, because they determine most of the other columns. If two determine
    // each other, the first by name stays.
    std::vector<NodeId> order = keys;
    const auto is_key = [&](NodeId key) {
      const SourceColumn column = facts.column(key);
      return column.source != no_node && context.keys() != nullptr &&
             context.keys()->is_unique(column.key());
    };
    std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
      if (is_key(a) != is_key(b)) return is_key(b);
      return rules::compare(tree, a, b) > 0;
    });
    const std::size_t before = keys.size();
    for (const NodeId key : order) {
      const SourceColumn column = facts.column(key);
      if (column.source == no_node || keys.size() == 1) continue;
      std::vector<SourceColumn> others;
      for (const NodeId other : keys) {
        if (other != key) facts.add_columns(other, others);
      }
      if (facts.determine(others, column)) std::erase(keys, key);
    }
    if (keys.size() == before) return false;
    rules::set_children(tree, group_by, keys);
    return true;
  }
};

struct CanonicalGroupCounts {
  static std::string_view name() noexcept { return "canonical_group_counts"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    std::vector<NodeId> found;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::having &&
          tree.child(tree.parent(id), NodeKind::group_by) != no_node) {
        found.push_back(id);
      }
    }
    bool changed = false;
    for (const NodeId having : found) {
      const RowFacts facts(tree, context, tree.parent(having));
      if (settle(tree, facts, having)) changed = true;
    }
    return changed;
  }

 private:
  static bool settle(SyntaxTree &tree, const RowFacts &facts, NodeId having) {
    std::vector<NodeId> conditions, kept;
    rules::collect_operands(tree, tree.first_child(having), Operator::logical_and, conditions);
    bool changed = false;
    for (const NodeId condition : conditions) {
      bool always = false;
      if (settle(tree, facts, rules::inside_parens(tree, condition), always)) changed = true;
      if (!always) kept.push_back(condition);
    }
    if (kept.size() == conditions.size()) return changed;
    if (kept.empty()) {
      tree.remove(having);
    } else {
      const NodeId all = rules::conjunction(tree, kept);
      rules::set_children(tree, having, std::array{all});
    }
    return true;
  }

  /// The minimum of a group's count; nullopt if the expression is not a count.
  static std::optional<std::int64_t> least(const SyntaxTree &tree, const RowFacts &facts,
                                           NodeId id) {
    if (tree.kind(id) != NodeKind::function || !same_name(tree.text(id), "count") ||
        tree[id].has(flag::qualified) || tree.child(id, NodeKind::over) != no_node) {
      return std::nullopt;
    }
    NodeId counted = tree.first_child(id);
    if (tree.kind(counted) == NodeKind::distinct) counted = tree.next_sibling(counted);
    if (counted == no_node || tree.next_sibling(counted) != no_node) return 0;
    if (tree.kind(counted) == NodeKind::star) return 1;
    if (!facts.known()) return 0;
    const SourceColumn column = facts.column(counted);
    return column.source != no_node && facts.is_never_null(column) ? 1 : 0;
  }

  /// Rewrites integer comparisons to > and <=, comparisons with the minimum to =, and sets `always`
  /// if the comparison always holds.
  static bool settle(SyntaxTree &tree, const RowFacts &facts, NodeId id, bool &always) {
    if (const auto count = least(tree, facts, id)) {
      always = *count > 0;
      return false;
    }
    if (tree.kind(id) != NodeKind::binary) return false;
    const auto count = least(tree, facts, tree.first_child(id));
    const NodeId literal = tree.last_child(id);
    auto number = rules::whole_number(tree, literal);
    if (!count || !number) return false;
    const auto before = tree[id].as<Operator>();
    Operator op = before;
    if (op == Operator::greater_equal || op == Operator::less) {
      op = op == Operator::less ? Operator::less_equal : Operator::greater;
      --*number;
    }
    if (op == Operator::less_equal && *number == *count) op = Operator::equal;
    if (op == Operator::not_equal && *number == *count) op = Operator::greater;
    if ((op == Operator::not_equal || op == Operator::greater) && *number < *count) {
      always = true;
      return false;
    }
    if (op == before) return false;
    tree.at(id).op = static_cast<std::uint8_t>(op);
    set_number(tree, literal, *number);
    return true;
  }
  static void set_number(SyntaxTree &tree, NodeId id, std::int64_t value) {
    const NodeId digits = tree.add(NodeKind::number, std::to_string(value < 0 ? -value : value));
    if (value >= 0) {
      rules::become(tree, id, digits);
      return;
    }
    const NodeId sign = tree.add(NodeKind::unary, {}, static_cast<std::uint8_t>(Operator::minus));
    rules::set_children(tree, sign, std::array{digits});
    rules::become(tree, id, sign);
  }
};

struct DropNullGuards {
  static std::string_view name() noexcept { return "drop_null_guards"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    std::vector<NodeId> guards;
    for (const NodeId id : nodes_of(tree)) {
      if (is_coalesce(tree, id) || is_null_test(tree, id)) guards.push_back(id);
    }
    bool changed = false;
    NodeId known_select;
    std::optional<RowFacts> facts;
    for (const NodeId guard : guards) {
      const NodeId select = ancestor(tree, guard, NodeKind::select);
      if (select == no_node || context.bindings(tree) == nullptr) continue;
      if (!facts || select != known_select) {
        facts.emplace(tree, context, select);
        known_select = select;
      }
      const SourceColumn column = facts->column(tree.first_child(guard));
      if (!facts->known() || column.source == no_node || !facts->is_never_null(column)) continue;
      if (!drop(tree, guard)) continue;
      facts.reset();
      context.changed();
      changed = true;
    }
    return changed;
  }

 private:
  static bool is_coalesce(const SyntaxTree &tree, NodeId id) {
    return tree.kind(id) == NodeKind::function && same_name(tree.text(id), "coalesce") &&
           !tree[id].has(flag::qualified) && tree.first_child(id) != no_node &&
           tree.kind(tree.first_child(id)) == NodeKind::column;
  }
  static bool is_null_test(const SyntaxTree &tree, NodeId id) {
    return tree.kind(id) == NodeKind::binary && tree[id].as<Operator>() == Operator::is &&
           tree.kind(tree.first_child(id)) == NodeKind::column &&
           tree.kind(tree.last_child(id)) == NodeKind::null;
  }

  static bool drop(SyntaxTree &tree, NodeId guard) {
    if (tree.kind(guard) == NodeKind::binary) return drop_operand(tree, guard);
    // A column has an affinity that affects comparisons; arguments of aggregates have none. Outside
    // an aggregate, the single row of a query without groups may have no row to read from.
    const NodeId call = tree.parent(guard);
    if (tree.kind(call) != NodeKind::function || !is_aggregate(tree, call) ||
        !is_common_aggregate(tree.text(call))) {
      return false;
    }
    rules::become(tree, guard, tree.first_child(guard));
    return true;
  }
  static bool is_common_aggregate(std::string_view name) {
    for (const std::string_view known : {"count", "sum", "avg", "min", "max", "total"}) {
      if (same_name(name, known)) return true;
    }
    return false;
  }

  /// Drops an operand that is false from an OR in ON or WHERE where only truth matters.
  static bool drop_operand(SyntaxTree &tree, NodeId test) {
    const NodeId either = tree.parent(test);
    if (tree.kind(either) != NodeKind::binary ||
        tree[either].as<Operator>() != Operator::logical_or ||
        !rules::only_truth_counts(tree, either) || !is_condition_of_rows(tree, either)) {
      return false;
    }
    const NodeId first = tree.first_child(either);
    rules::become(tree, either, first == test ? tree.last_child(either) : first);
    return true;
  }
  static bool is_condition_of_rows(const SyntaxTree &tree, NodeId id) {
    for (; id != no_node && tree.kind(id) != NodeKind::select; id = tree.parent(id)) {
      if (tree.kind(id) == NodeKind::where || tree.kind(id) == NodeKind::on) return true;
    }
    return false;
  }
};

struct CanonicalExtremes {
  static std::string_view name() noexcept { return "canonical_extremes"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    const Bindings *bindings = nullptr;
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::binary) continue;
      const auto op = tree[id].as<Operator>();
      if (op < Operator::less || op > Operator::greater_equal) continue;
      const NodeId column = tree.first_child(id), subquery = tree.last_child(id);
      if (tree.kind(column) != NodeKind::column || tree.kind(subquery) != NodeKind::subquery)
        continue;
      if (bindings == nullptr) bindings = context.bindings(tree);
      if (bindings == nullptr || context.column_collations()) return changed;
      const std::string_view extreme = extreme_of(tree, *bindings, subquery, (*bindings)[column]);
      if (extreme.empty()) continue;
      const bool least = same_name(extreme, "min");
      Operator after = op;
      if (op == (least ? Operator::less_equal : Operator::greater_equal)) after = Operator::equal;
      if (op == (least ? Operator::greater : Operator::less)) after = Operator::not_equal;
      if (after == op) continue;
      tree.at(id).op = static_cast<std::uint8_t>(after);
      changed = true;
    }
    return changed;
  }

 private:
  /// "min" or "max" if the query computes it over all values of the column.
  static std::string_view extreme_of(const SyntaxTree &tree, const Bindings &bindings,
                                     NodeId subquery, const Binding &compared) {
    if (compared.meaning != Meaning::column && compared.meaning != Meaning::rowid) return {};
    const NodeId select = tree.first_child(subquery);
    if (tree.kind(select) != NodeKind::select || compared.column == no_position) return {};
    for (const NodeId part : tree.children(select)) {
      if (tree.kind(part) != NodeKind::select_list && tree.kind(part) != NodeKind::from) return {};
    }
    const NodeId from = tree.child(select, NodeKind::from);
    if (from == no_node || tree.count_children(from) != 1) return {};
    const NodeId table = tree.first_child(from);
    if (tree.kind(table) != NodeKind::table) return {};
    const SourceBinding &source = bindings.source(table);
    if (source.table != compared.table || source.common_table != no_node) return {};
    const NodeId list = tree.child(select, NodeKind::select_list);
    const NodeId call = tree.first_child(list);
    if (tree.next_sibling(call) != no_node || tree.kind(call) != NodeKind::function) return {};
    const std::string_view name = tree.text(call);
    const NodeId argument = tree.first_child(call);
    if ((!same_name(name, "min") && !same_name(name, "max")) || argument == no_node ||
        tree[call].has(flag::qualified) || tree.next_sibling(argument) != no_node ||
        tree.kind(argument) != NodeKind::column) {
      return {};
    }
    const Binding &taken = bindings[argument];
    const bool same = taken.levels == 0 && taken.source == table && taken.column == compared.column;
    return same ? name : std::string_view();
  }
};

struct DropIdleCollations {
  static std::string_view name() noexcept { return "drop_idle_collations"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    if (context.column_collations()) return false;
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::binary) continue;
      const auto op = tree[id].as<Operator>();
      if (op != Operator::equal && op != Operator::not_equal) continue;
      const NodeId collated = tree.last_child(id);
      if (tree.kind(tree.first_child(id)) != NodeKind::column ||
          tree.kind(collated) != NodeKind::collate || !same_name(tree.text(collated), "nocase")) {
        continue;
      }
      const NodeId literal = tree.first_child(collated);
      if (tree.kind(literal) != NodeKind::string || has_letters(tree.text(literal))) continue;
      rules::become(tree, collated, literal);
      changed = true;
    }
    return changed;
  }

 private:
  static bool has_letters(std::string_view text) {
    return std::ranges::any_of(text, is_ascii_letter);
  }
};

}  // namespace

AnyRewriteRule drop_idle_collations() { return DropIdleCollations(); }
AnyRewriteRule drop_determined_keys() { return DropDeterminedKeys(); }
AnyRewriteRule canonical_group_counts() { return CanonicalGroupCounts(); }
AnyRewriteRule drop_null_guards() { return DropNullGuards(); }
AnyRewriteRule canonical_extremes() { return CanonicalExtremes(); }

}  // namespace sluice::inline v0::sql
